// A certificate: what is known of each procedure and place, beside the source.
function claimOf({ line, head, says }) {
  const button = element("button", { type: "button", class: "link", click: () => markLines("now", [line]) }, head.startsWith("at ") ? "at line " + line : head + " (line " + line + ")");
  return element("li", { "data-line": line }, button, element("ul", { class: "formulas" }, ...says.map((text) => element("li", {}, element("code", {}, text)))));
}

function drawProof(index) {
  byId("proof-choice").value = index;
  const contracts = page.proofs[index].contracts.filter(({ claims }) => claims.length > 0);
  clear(byId("proof"), ...contracts.map(({ title, claims }) => element("section", { class: "contract" }, element("h3", {}, title), element("ul", { class: "claims" }, ...claims.map(claimOf)))));
  markLines("now", []);
  writeAddress("#proof=" + (index + 1));
}

function buildProofs() {
  const names = page.proofs.map((_, index) => {
    return page.properties.filter(({ proof }) => proof === index).map(({ name }) => name).join(", ");
  });
  clear(byId("proof-choice"), ...names.map((name, index) => element("option", { value: index }, name)));
  byId("proof-choice").addEventListener("change", (event) => drawProof(Number(event.target.value)));
  // A line of the source leads to what is known there.
  sourceBox.addEventListener("click", (event) => {
    const row = event.target.closest("li");
    const claim = row && !byId("panel-proof").hidden && byId("proof").querySelector('[data-line="' + row.dataset.line + '"]');
    if (!claim) return;
    markLines("now", [Number(row.dataset.line)]);
    claim.scrollIntoView({ block: "nearest" });
  });
}
