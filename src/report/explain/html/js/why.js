// Why a property is violated: the steps of its trace on which that depends, beside the source.
const reasons = page.traces.filter(({ why }) => why);

function rowOfReason({ line, lines, origin, depth, text, effect }) {
  const where = lines + (origin ? ", " + origin : "");
  const at = line === null ? where : element("button", { type: "button", class: "link", click: () => markLines("now", [line]) }, where);
  const statement = element("code", { style: "padding-left: " + Math.min(depth, 12) + "em" }, text);
  return element("tr", {}, element("th", { scope: "row" }, at), element("td", {}, statement), element("td", {}, effect));
}

function drawReasons(index) {
  const { property, why } = reasons[index];
  byId("why-choice").value = index;
  clear(byId("reasons"), ...why.map(rowOfReason));
  markLines("now", []);
  markLines("path", why.map(({ line }) => line).filter((line) => line !== null));
  writeAddress("#why=" + (property + 1));
}

// The choice that shows the reasons of the property with this number; the first if it has none.
function choiceOfReason(number) {
  return Math.max(0, reasons.findIndex(({ property }) => property + 1 === number));
}

function buildReasons() {
  clear(byId("why-choice"), ...reasons.map(({ property }, index) => element("option", { value: index }, nameOf(property) + ", " + log.targets[property].text)));
  byId("why-choice").addEventListener("change", (event) => drawReasons(Number(event.target.value)));
}
