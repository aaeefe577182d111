// The control-flow graph of one procedure, drawn. It follows the step: the procedure that this is about is shown, and the place in it.
const flowBox = byId("flow");
const flowChoice = byId("flow-procedure");
const LONGEST_TEXT = 24;
// What is shown: whether of steps or of traces, the graph, the part of it that is drawn, and the elements of this.
let flow = null;
// What the step is about, and what was chosen by hand: locations and rules; those of traces are numbered in each procedure.
let flowNow = { procedure: null, locations: [], rules: [] };
let flowLinked = flowNow;
const drawnFlows = new Map();
// A program has graphs; the rules of a textbook have none.
const hasFlow = page.program !== null;
let isList = false;

function flowKind() {
  return tab === "trace" ? "trace" : "step";
}

// Shows a procedure, around one of its locations, if it is too large for a picture.
function showFlow(procedure, location = null) {
  const isKept = procedure === null || !canShow(procedure);
  const shown = isKept ? (flow && flow.kind === flowKind() ? flow.graph.procedure : firstOfFlow()) : procedure;
  if (shown === null) return;
  const key = flowKind() + shown;
  if (!drawnFlows.has(key)) drawnFlows.set(key, { kind: flowKind(), graph: flowKind() === "trace" ? graphOfProgram(shown) : graphOfRules(shown), part: null });
  flow = drawnFlows.get(key);
  const middle = Math.max(0, flow.graph.nodes.findIndex((node) => node.location === location));
  const isIn = flow.part && (location === null || (middle >= flow.part.first && middle < flow.part.last));
  if (!isIn) drawFlow(partOf(flow.graph, middle));
  if (flowBox.firstChild !== flow.svg) clear(flowBox, flow.svg);
  flowChoice.value = shown;
  byId("flow-note").textContent = flow.part.note;
  byId("flow-note").hidden = flow.part.note === "";
  markFlow();
}

function firstOfFlow() {
  if (canShow(page.entry)) return page.entry;
  return rulesIn.size > 0 ? Math.min(...rulesIn.keys()) : null;
}

function canShow(procedure) {
  return flowKind() === "trace" || rulesIn.has(procedure);
}

function roundedPath(corners) {
  const kept = corners.filter(([x, y], index) => index === 0 || x !== corners[index - 1][0] || y !== corners[index - 1][1]);
  const towards = ([x, y], [otherX, otherY]) => {
    const distance = Math.hypot(otherX - x, otherY - y);
    const part = Math.min(7, distance / 2) / distance;
    return [round(x + (otherX - x) * part), round(y + (otherY - y) * part)];
  };
  const bends = kept.slice(1, -1).map((corner, index) => `L ${towards(corner, kept[index])} Q ${corner.map(round)} ${towards(corner, kept[index + 2])}`);
  return `M ${kept[0].map(round)} ${bends.join(" ")} L ${kept[kept.length - 1].map(round)}`;
}

function outline({ kind }, width, isBranch) {
  const [x, y] = [width / 2, BOX / 2];
  if (isBranch) return [shape("polygon", { class: "box", points: `${-x},0 ${-x + 10},${-y} ${x - 10},${-y} ${x},0 ${x - 10},${y} ${-x + 10},${y}` })];
  const rx = { entry: y, return: y, elsewhere: y }[kind] || 4;
  const box = shape("rect", { class: "box", x: -x, y: -y, width, height: BOX, rx });
  const bar = (at) => shape("path", { class: "bar-of-call", d: `M ${at} ${-y} V ${y}` });
  return kind === "call" ? [box, bar(-x + 6), bar(x - 6)] : [box];
}

function flowNode(node, index, { nodes, arrows }, [x, y]) {
  const leaving = arrows.filter(({ from }) => from === index);
  const isLoop = arrows.some(({ from, to }) => to === index && from >= index);
  const isBranch = node.kind === "plain" && leaving.filter(({ to }) => nodes[to].kind !== "violation").length > 1;
  const small = node.kind === "call" ? "line " + node.line : (isLoop ? "↻ " : "") + node.name;
  const kind = { entry: "entry", return: "exit", violation: "violation", call: canShow(node.callee) ? "show its graph" : "no rule of it is left", elsewhere: "not drawn: show the part around it" }[node.kind] || (isBranch ? "branch" : "");
  const title = [node.name, node.line === null ? "" : "line " + node.line, node.said || node.text, isLoop ? "a loop leads here" : "", kind].filter(Boolean).join(", ");
  const lines = small ? [[node.text, -3, ""], [small, 12, "small"]] : [[node.text, 4, ""]];
  const shown = lines.map(([line, down, className]) => shape("text", { y: down, "text-anchor": "middle", class: className }, shorten(line, className ? 30 : LONGEST_TEXT)));
  const place = node.line === null ? {} : { "data-location": node.location, "data-line": node.line };
  const data = node.kind === "call" ? { "data-callee": node.callee } : node.location === null ? {} : place;
  return shape("g", { class: "place " + node.kind + (isBranch ? " branch" : ""), transform: `translate(${round(x)} ${round(y)})`, role: "button", tabindex: -1, "aria-label": title, ...data },
    shape("title", {}, title), ...outline(node, boxWidth(node), isBranch), ...shown);
}

function flowArrow({ from, to, rules, titles, line }, { corners, label, labelAt, anchor }) {
  const path = roundedPath(corners);
  const name = titles.join("; ") + (to <= from ? ", back" : "");
  const text = label ? [shape("text", { x: round(labelAt[0]), y: round(labelAt[1]), "text-anchor": anchor }, label)] : [];
  return shape("g", { class: "arrow" + (to <= from ? " back" : ""), role: "button", tabindex: -1, "aria-label": name, "data-rules": rules.join(" "), "data-line": line },
    shape("title", {}, name), shape("path", { class: "hit", d: path }), shape("path", { class: "line", d: path, "marker-end": "url(#flow-tip)" }), ...text);
}

function drawFlow(part) {
  const places = placesOf(part);
  const tip = (id) => shape("marker", { id, class: id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 8, markerHeight: 8, orient: "auto", markerUnits: "userSpaceOnUse" }, shape("path", { d: "M 0 0 L 10 5 L 0 10 z" }));
  const arrows = part.arrows.map((arrow, index) => flowArrow(arrow, places.arrows[index]));
  const nodes = part.nodes.map((node, index) => flowNode(node, index, part, places.nodes[index]));
  // In the order of the text, a node before the arrows that leave it: so one goes through them by keys.
  const parts = nodes.flatMap((node, index) => [node, ...arrows.filter((_, arrow) => part.arrows[arrow].from === index)]);
  parts[0].setAttribute("tabindex", 0);
  const [width, height] = [round(places.width), round(places.height)];
  const label = "Control flow of " + page.program.procedures[part.procedure].name + ": " + plural(nodes.length, "node") + ", " + plural(arrows.length, "arrow");
  const svg = shape("svg", { role: "group", "aria-label": label, viewBox: `${round(places.left)} -4 ${width} ${height}`, style: fitted(width) }, shape("defs", {}, tip("flow-tip"), tip("flow-tip-now")), shape("g", {}, ...arrows), shape("g", {}, ...nodes));
  Object.assign(flow, { part, svg, parts });
}

// Marks what the step is about, and what was chosen.
function markFlow() {
  for (const part of flow.parts) {
    const { location, rules } = part.dataset;
    const has = (marks) => (location !== undefined && marks.locations.includes(Number(location))) || Boolean(rules && rules.split(" ").some((rule) => marks.rules.includes(Number(rule))));
    const isOf = (marks) => (flow.kind === "step" || marks.procedure === flow.graph.procedure) && has(marks);
    const [isNow, isLinked] = [isOf(flowNow), isOf(flowLinked)];
    part.classList.toggle("now", isNow);
    part.classList.toggle("linked", isLinked);
    if (isNow) part.setAttribute("aria-current", "true");
    else part.removeAttribute("aria-current");
    part.querySelector(".line")?.setAttribute("marker-end", isNow || isLinked ? "url(#flow-tip-now)" : "url(#flow-tip)");
  }
  const about = ["linked", "now"].map((mark) => flow.parts.find((part) => part.classList.contains(mark))).find(Boolean);
  if (about) reveal(flowBox, about);
}

// The step is about these, in this procedure.
function followFlow(procedure, locations, rules) {
  flowNow = { procedure, locations, rules };
  flowLinked = { procedure, locations: [], rules: [] };
  showFlow(procedure, locations[0] ?? null);
}

// These were chosen, in the source or in the list.
function linkFlow(procedure, locations, rules) {
  flowLinked = { procedure, locations, rules };
  showFlow(procedure, locations[0] ?? null);
}

// Marks what is at a line, in its procedure.
function linkLine(line) {
  if (flowKind() === "step") {
    const from = (rulesOfLine.get(line) || []).map((rule) => rules[rule].symbol);
    linkFlow(from.length > 0 ? symbols[from[0]].procedure : null, from, []);
    return;
  }
  const pointsOf = (procedure) => [...page.program.procedures[procedure].points.entries()].filter(([, [own]]) => own === line).map(([point]) => point);
  const procedure = [flow.graph.procedure, ...page.program.procedures.keys()].find((procedure) => pointsOf(procedure).length > 0);
  linkFlow(procedure ?? null, procedure === undefined ? [] : pointsOf(procedure), []);
}

// What a click on a part does: a call leads to the graph of its callee, anything else marks itself, its rules and its line.
function activateFlow(part) {
  const { callee, location, rules: own, line } = part.dataset;
  focusFlow(part);
  if (callee !== undefined) {
    linkFlow(Number(callee), [], []);
    focusFlow(flow.parts[0]);
  } else if (part.classList.contains("elsewhere")) {
    linkFlow(flow.graph.procedure, [Number(location)], []);
    focusFlow(flow.parts.find((other) => other.dataset.location === location));
  } else if (line !== undefined) {
    markLines("linked", [Number(line)]);
    const ids = own ? own.split(" ").map(Number) : [];
    const leaving = location === undefined ? ids : (rulesIn.get(flow.graph.procedure) || []).filter((rule) => rules[rule].symbol === Number(location));
    if (flow.kind === "step") markRules(leaving);
    linkFlow(flow.graph.procedure, location === undefined ? [] : [Number(location)], ids);
  }
}

function focusFlow(part) {
  flow.parts.forEach((other) => other.setAttribute("tabindex", other === part ? 0 : -1));
  part.focus({ preventScroll: true });
  reveal(flowBox, part);
}

function pressedFlow(event) {
  const part = event.target.closest(".place, .arrow");
  const to = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!part || event.ctrlKey || event.metaKey || event.altKey) return;
  if (to) focusFlow(flow.parts[flow.parts.indexOf(part) + to] || part);
  else if (event.key === "Enter" || event.key === " ") activateFlow(part);
  else return;
  event.preventDefault();
}

// Shows the drawing, or the list of rules.
function showList(on) {
  isList = on;
  const isDrawn = tab === "trace" || !isList;
  byId("flow-pane").hidden = !isDrawn;
  rulesBox.hidden = isDrawn;
  byId("flow-drawing").setAttribute("aria-pressed", String(!isList));
  byId("flow-list").setAttribute("aria-pressed", String(isList));
}

// What a tab has beside it: steps the rules, if there are any, and of a program their graphs; a trace the graphs of the program.
function openFlow() {
  byId("rules-pane").hidden = tab === "why" || tab === "proof" || tab === "try" || (tab === "step" && rules.length === 0);
  byId("flow-kinds").hidden = tab === "trace";
  if (!hasFlow || byId("rules-pane").hidden) return;
  const shown = [...page.program.procedures.keys()].filter(canShow);
  fill(flowChoice, shown.map((index) => element("option", { value: index }, page.program.procedures[index].name)));
  showList(isList);
}

function buildFlow() {
  byId("flow-controls").hidden = !hasFlow;
  byId("flow-pane").hidden = !hasFlow;
  if (!hasFlow) return;
  byId("rules-title").textContent = "Control flow";
  flowChoice.addEventListener("change", () => linkFlow(Number(flowChoice.value), [], []));
  byId("flow-drawing").addEventListener("click", () => showList(false));
  byId("flow-list").addEventListener("click", () => showList(true));
  flowBox.addEventListener("click", (event) => {
    const part = event.target.closest(".place, .arrow");
    if (part) activateFlow(part);
  });
  flowBox.addEventListener("keydown", pressedFlow);
}
