// The automaton as a picture.
const pictureBox = byId("picture");
const SVG = "http://www.w3.org/2000/svg";
// More states than these are no picture any more.
const MOST_STATES = 400;
// With more arrows than these only what the step is about has labels.
const MOST_ARROWS = 60;
// A sign stands for what a colour says, too.
const SIGNS = { fresh: "+ ", taken: "▸ ", premise: "∘ ", route: "✓ " };
const arrows = new Map();
let nodes = [];

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A drawing that is wider than its box becomes smaller, but stays readable; beyond that it is scrolled.
function fitted(width) {
  return `width: ${width}px; max-width: 100%; min-width: ${round(0.8 * width)}px; height: auto`;
}

function nodeShape(state, index) {
  const { x, y, width, height } = page.places[index];
  const box = (inner) => shape("rect", { x: round(x - width / 2 + inner), y: round(y - height / 2 + inner), width: round(width - 2 * inner), height: round(height - 2 * inner), rx: 9 - inner });
  const text = shape("text", { x: round(x), y: round(y + 4), "text-anchor": "middle" }, shorten(state.name, LONGEST_NAME));
  const what = { control: "control state", inner: "inside of a rule", given: "given", callee: "waits below a callee" }[state.kind];
  const title = shape("title", {}, state.name + ": " + what + (state.is_final ? ", final" : ""));
  return shape("g", { class: "node " + state.kind }, title, box(0), ...(state.is_final ? [box(3)] : []), text);
}

function buildPicture() {
  if (states.length === 0) return;
  if (states.length > MOST_STATES) {
    clear(pictureBox, element("p", { class: "muted" }, "The automaton has " + states.length + " states; more than " + MOST_STATES + " are not drawn. The list of transitions has them."));
    return;
  }
  const tip = (id, className) => shape("marker", { id, class: className, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" }, shape("path", { d: "M 0 0 L 10 5 L 0 10 z" }));
  const paths = shape("g", { class: "paths" });
  const labels = shape("g", { class: "labels" });
  for (const { from, to, path, label } of page.routes) {
    const arrow = { label, signature: "", path: shape("path", { d: path, "marker-end": "url(#tip)" }), text: shape("g", {}) };
    arrow.path.style.display = "none";
    paths.append(arrow.path);
    labels.append(arrow.text);
    arrows.set(from + "-" + to, arrow);
  }
  nodes = states.map(nodeShape);
  const { width, height } = page.picture;
  const svg = shape("svg", { role: "img", viewBox: `0 0 ${round(width)} ${round(height)}`, style: fitted(width) }, shape("defs", {}, tip("tip", ""), tip("tip-fresh", "fresh")), paths, shape("g", {}, ...nodes), labels);
  svg.addEventListener("click", (event) => {
    const label = event.target.closest("[data-transition]");
    if (label) select(Number(label.dataset.transition));
  });
  clear(pictureBox, svg);
  if (arrows.size > MOST_ARROWS) {
    svg.classList.add("crowded");
    pictureBox.after(element("p", { class: "muted" }, "There are many arrows: only those that the step is about, and those that were chosen, have labels. The list of transitions has them all."));
  }
}

// What is remarkable about a transition.
function roleOf(index, marks) {
  if (index === marks.fresh) return "fresh";
  if (marks.route.has(index)) return "route";
  if (marks.premises.has(index)) return "premise";
  return index === marks.taken ? "taken" : "";
}

function labelShape(arrow, row, count, transition, marks, automaton) {
  const role = roleOf(transition, marks);
  const waits = automaton.waiting.has(transition) ? " waits" : "";
  const selected = transition === marks.selected ? " selected" : "";
  const text = (SIGNS[role] || "") + shorten(symbolName(automaton.transitions[transition].symbol), LONGEST_LABEL);
  return shape("text", { x: arrow.label[0], y: rowPlace(arrow, row, count), "text-anchor": "middle", class: role + waits + selected, "data-transition": transition }, text);
}

// Labels stand above their arrow, the last line next to it.
function rowPlace(arrow, row, count) {
  return round(arrow.label[1] - (count - 1 - row) * LINE);
}

// The labels of an arrow: what is remarkable, then the latest.
function labelsOf(own, marks) {
  const remarkable = own.filter((index) => roleOf(index, marks) || index === marks.selected);
  if (arrows.size > MOST_ARROWS) return remarkable.slice(0, MOST_LABELS);
  if (own.length <= MOST_LABELS) return own;
  const latest = own.filter((index) => !remarkable.includes(index));
  return [...remarkable, ...latest.reverse()].slice(0, MOST_LABELS - 1).sort((a, b) => a - b);
}

function drawArrow(arrow, own, marks, automaton) {
  const signature = own.map((index) => [index, automaton.transitions[index].symbol, roleOf(index, marks), automaton.waiting.has(index), index === marks.selected].join()).join();
  if (signature === arrow.signature) return;
  arrow.signature = signature;
  arrow.path.style.display = own.length > 0 ? "" : "none";
  const role = ["fresh", "route", "premise", "taken"].find((role) => own.some((index) => roleOf(index, marks) === role)) || "";
  arrow.path.setAttribute("class", role || (own.includes(marks.selected) ? "chosen" : ""));
  arrow.path.setAttribute("marker-end", role === "fresh" || role === "route" ? "url(#tip-fresh)" : "url(#tip)");
  const shown = labelsOf(own, marks);
  const isCut = shown.length > 0 && shown.length < own.length;
  const count = shown.length + (isCut ? 1 : 0);
  clear(arrow.text, ...shown.map((transition, row) => labelShape(arrow, row, count, transition, marks, automaton)));
  if (isCut) {
    arrow.text.append(shape("text", { x: arrow.label[0], y: rowPlace(arrow, count - 1, count), "text-anchor": "middle", class: "more" }, "and " + (own.length - shown.length) + " more"));
  }
}

function drawPicture(automaton, marks) {
  if (nodes.length === 0) return;
  const own = new Map();
  const present = new Set();
  automaton.transitions.forEach(({ from, to }, index) => {
    const key = from + "-" + to;
    if (!own.has(key)) own.set(key, []);
    own.get(key).push(index);
    present.add(from).add(to);
  });
  for (const [key, arrow] of arrows) drawArrow(arrow, own.get(key) || [], marks, automaton);
  nodes.forEach((node, index) => node.classList.toggle("absent", !present.has(index)));
  const svg = pictureBox.firstChild;
  svg.setAttribute("aria-label", plural(present.size, "state") + " and " + plural(automaton.transitions.length, "transition") + "; the list of transitions has them all");
  const fresh = svg.querySelector(".labels .fresh") || svg.querySelector(".labels .taken");
  if (fresh) reveal(pictureBox, fresh);
}
