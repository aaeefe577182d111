// What happens when one points at a plot, or walks through it with the keys.
const tip = document.getElementById("tip");
const known = new WeakMap();

function stateOf(box) {
  const plot = box.querySelector("svg");
  if (!known.has(plot)) known.set(plot, { plot, points: pointsOf(plot), at: -1, ring: null });
  return known.get(plot);
}

function place(state, event) {
  const frame = state.plot.getBoundingClientRect();
  const view = state.plot.viewBox.baseVal;
  return [((event.clientX - frame.left) / frame.width) * view.width, ((event.clientY - frame.top) / frame.height) * view.height];
}

function show(state, index) {
  hide(state);
  if (index < 0) return;
  state.at = index;
  const point = state.points[index];
  state.ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [name, value] of [["class", "cursor"], ["r", 8], ["cx", point.x], ["cy", point.y]]) state.ring.setAttribute(name, value);
  state.plot.append(state.ring);
  const note = noteOf(point.row);
  const lines = [point.row.path, ...point.lines(), ...(note ? [note] : [])];
  tip.replaceChildren(...lines.map((text) => element("div", "", text)));
  tip.hidden = false;
  const frame = state.ring.getBoundingClientRect();
  const left = Math.min(frame.right + 6, window.innerWidth - tip.offsetWidth - 8);
  const below = frame.bottom + 6;
  const top = below + tip.offsetHeight < window.innerHeight ? below : frame.top - tip.offsetHeight - 6;
  tip.style.left = Math.max(8, left) + "px";
  tip.style.top = Math.max(8, top) + "px";
}

function hide(state) {
  // The tip may belong to another plot.
  if (state.at < 0) return;
  state.ring.remove();
  state.ring = null;
  state.at = -1;
  tip.hidden = true;
}

function walk(state, key) {
  const last = state.points.length - 1;
  const at = state.at;
  const next = { ArrowRight: at + 1, ArrowUp: at + 10, ArrowLeft: at - 1, ArrowDown: at - 10, Home: 0, End: last }[key];
  if (next === undefined || last < 0) return false;
  show(state, at < 0 ? 0 : Math.max(0, Math.min(last, next)));
  return true;
}

// Where the mouse was last: a plot that scrolls away under it is not pointed at.
let mouse = [];

for (const one of document.querySelectorAll(".plot-box")) {
  one.tabIndex = 0;
  one.setAttribute("role", "group");
  one.setAttribute("aria-label", one.closest("figure").querySelector("h3").textContent + ": arrow keys go from mark to mark");
  one.addEventListener("pointermove", (event) => {
    if (event.screenX === mouse[0] && event.screenY === mouse[1]) return;
    mouse = [event.screenX, event.screenY];
    const state = stateOf(one);
    const found = nearest(state.points, ...place(state, event));
    if (found !== state.at) show(state, found);
    one.style.cursor = found < 0 ? "" : "pointer";
  });
  one.addEventListener("pointerleave", () => hide(stateOf(one)));
  one.addEventListener("blur", () => hide(stateOf(one)));
  one.addEventListener("click", (event) => {
    const state = stateOf(one);
    const found = nearest(state.points, ...place(state, event));
    if (found >= 0) showOnly(state.points[found].row);
  });
  one.addEventListener("keydown", (event) => {
    const state = stateOf(one);
    if (event.key === "Enter" && state.at >= 0) showOnly(state.points[state.at].row);
    else if (event.key === "Escape") hide(state);
    else if (!walk(state, event.key)) return;
    event.preventDefault();
  });
}
document.querySelectorAll(".script, .chooser").forEach((one) => (one.hidden = false));

// The pair of engines. A pair that is not drawn is replaced by one that has the engine that was chosen last.
const pairs = [...document.querySelectorAll("template.pair")];
const chosen = ["a", "b"].map((name) => document.getElementById("pair-" + name));

function choose(changed) {
  const [a, b] = chosen.map((one) => one.value);
  const has = (pair, engine) => pair.dataset.a === engine || pair.dataset.b === engine;
  const pair = pairs.find((pair) => a !== b && has(pair, a) && has(pair, b)) || pairs.find((pair) => has(pair, changed.value));
  if (!pair) return;
  [chosen[0].value, chosen[1].value] = [pair.dataset.a, pair.dataset.b];
  const plot = document.querySelector("#pairs svg");
  hide(stateOf(plot.parentElement));
  plot.replaceWith(pair.content.cloneNode(true).querySelector("svg"));
}

if (pairs.length > 0) chosen.forEach((one) => one.addEventListener("change", () => choose(one)));
