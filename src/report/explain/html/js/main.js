// Tabs, keys and the address.
const tabs = { step: events.length > 0 || page.properties.length === 0, trace: page.traces.length > 0, why: reasons.length > 0, proof: page.proofs.length > 0, try: !log.input.is_program && lineTexts.length <= MOST_LINES };
let tab = null;

function showTab(name) {
  tab = name;
  play(false);
  for (const other of Object.keys(tabs)) {
    const isThis = other === name;
    byId("tab-" + other).setAttribute("aria-selected", String(isThis));
    byId("tab-" + other).tabIndex = isThis ? 0 : -1;
    byId("panel-" + other).hidden = !isThis;
  }
  openFlow();
  ["now", "linked", "path", "taken"].forEach((kind) => markLines(kind, []));
}

function openTab(name) {
  showTab(name);
  if (name === "step") goTo(step);
  if (name === "trace") {
    if (!trace) chooseTrace(0);
    goTrace(at);
  }
  if (name === "try") {
    if (byId("try-text").value === "") resetEdited();
    writeAddress("#try=1");
  }
  if (name === "why") drawReasons(Number(byId("why-choice").value) || 0);
  if (name === "proof") drawProof(Number(byId("proof-choice").value) || 0);
}

// Shows what the address names, if that is there.
function openAddress(hash) {
  const wanted = readAddress(hash);
  const isAstray = wanted !== null && !tabs[wanted.tab];
  byId("astray").hidden = !isAstray;
  byId("astray").textContent = isAstray ? "There is no " + wanted.tab + " on this page." : "";
  if (!wanted || !tabs[wanted.tab]) {
    if (!tab) openTab(Object.keys(tabs).find((name) => tabs[name]) || "step");
    return;
  }
  if (wanted.tab === "step") {
    step = wanted.number;
  } else if (wanted.tab === "trace") {
    const index = page.traces.findIndex(({ property }) => property + 1 === wanted.number);
    chooseTrace(Math.max(0, index));
    at = trace.start + (index < 0 ? 0n : wanted.at);
  } else if (wanted.tab === "why") {
    byId("why-choice").value = choiceOfReason(wanted.number);
  } else if (wanted.tab === "proof") {
    byId("proof-choice").value = Math.min(page.proofs.length, Math.max(1, wanted.number)) - 1;
  }
  openTab(wanted.tab);
}

function propertyRow({ text, line }, index) {
  const { verdict, is_vacuous: isVacuous, trace: ownTrace, proof } = page.properties[index] || { verdict: null, is_vacuous: false, trace: null, proof: null };
  const links = [];
  if (ownTrace !== null) links.push(element("a", { href: "#trace=" + (index + 1) + ":1" }, "trace"));
  if (reasons.some(({ property }) => property === index)) links.push(element("a", { href: "#why=" + (index + 1) }, "why"));
  if (proof !== null) links.push(element("a", { href: "#proof=" + (proof + 1) }, "proof"));
  const said = verdict === null ? [] : [": ", element("b", {}, verdict), isVacuous ? " vacuously: no run comes to it" : ""];
  return element("li", {}, log.targets.length > 1 || verdict ? nameOf(index) + " " : "", text + " (line " + line + ")", ...said, ...links.flatMap((link) => [" ", link]));
}

const STEP_KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last", " ": "play" };
const TRACE_KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last", o: "over", O: "back-over", u: "out", U: "back-out" };

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId("help").open) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, [role=tablist]")) return;
  if (event.key === " " && event.target.closest("button, a, summary, input")) return;
  if (event.key === "?") {
    byId("help").showModal();
  } else if (tab === "step" && STEP_KEYS[event.key]) {
    byId(STEP_KEYS[event.key]).click();
  } else if (tab === "trace" && TRACE_KEYS[event.key]) {
    moveTrace(TRACE_KEYS[event.key]);
  } else {
    return;
  }
  event.preventDefault();
}

function turnTabs(event) {
  const names = Object.keys(tabs).filter((name) => tabs[name]);
  const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!turn || !event.target.closest("[role=tab]")) return;
  const next = names[(names.indexOf(tab) + turn + names.length) % names.length];
  openTab(next);
  byId("tab-" + next).focus();
  event.preventDefault();
}

clear(byId("properties"), ...log.targets.map(propertyRow));
byId("remark").hidden = page.remark === null;
byId("remark").textContent = page.remark;
clear(byId("left-out").lastElementChild, ...page.left_out.map((text) => element("li", {}, text)));
byId("left-out").hidden = page.left_out.length === 0;
for (const name of Object.keys(tabs)) {
  byId("tab-" + name).hidden = !tabs[name];
  byId("tab-" + name).addEventListener("click", (event) => {
    openTab(name);
    // Who came with the mouse goes on with the arrow keys in what is shown; on the tab they go from tab to tab.
    if (event.detail > 0) byId("show").focus({ preventScroll: true });
  });
}
byId("help-button").addEventListener("click", () => byId("help").showModal());
document.querySelector("[role=tablist]").addEventListener("keydown", turnTabs);
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", (event) => openAddress(new URL(event.newURL).hash));
buildFlow();
buildPicture();
buildSteps();
buildPrediction();
buildTraces();
buildReasons();
buildProofs();
buildTry();
openAddress(location.hash);
