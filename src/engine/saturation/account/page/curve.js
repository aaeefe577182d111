// Where nodes and arrows are drawn. Places are those of the last step, so nothing moves; they stand apart so far that labels fit between them.
const NODE = 15;
const CHARACTER = 7.2;
const LINE = 14;
// How many lines of labels an arrow has.
const MOST_LABELS = 4;
const LONGEST_LABEL = 22;
// Where else on an arrow its labels may stand, from its beginning to its end.
const PLACES = [0.63, 0.54, 0.8, 0.36, 0.27, 0.18, 0.88];
// How far arrows are bent around a column at most.
const OUTSIDE = 420;

// The symbols that each arrow has in the end, by the states that it joins.
const symbolsOf = new Map();
for (const { event, from, symbol, to } of events) {
  if (event !== "grew") continue;
  const key = from + "-" + to;
  if (!symbolsOf.has(key)) symbolsOf.set(key, new Set());
  symbolsOf.get(key).add(symbol);
}

function longestLabel(own) {
  return Math.min(LONGEST_LABEL, Math.max(0, ...[...own].map((symbol) => symbolName(symbol).length))) * CHARACTER;
}

// How much the places of the layout are stretched.
function stretch() {
  const all = [...symbolsOf.values()];
  const most = all.reduce((most, own) => Math.max(most, own.size), 0);
  const x = (all.reduce((longest, own) => Math.max(longest, longestLabel(own)), 0) + 130) / 170;
  return { x: Math.min(1.9, Math.max(1, x)), y: most > 2 ? 1.35 : 1 };
}

const stretched = stretch();

function placeOf(state) {
  const [x, y] = page.places[state];
  return [round(x * stretched.x), round(y * stretched.y)];
}

function nodeWidth(name) {
  return Math.min(130, Math.max(34, name.length * CHARACTER + 16));
}

function shorten(text, longest) {
  return text.length <= longest ? text : text.slice(0, longest - 1) + "…";
}

function round(value) {
  return Math.round(value * 10) / 10;
}

// Where the line from the middle of a node to a point leaves the node.
function border(state, [x, y], [towardsX, towardsY]) {
  const [dx, dy] = [towardsX - x, towardsY - y];
  const half = nodeWidth(states[state].name) / 2 + 2;
  const scale = Math.min(half / Math.abs(dx || 1e-9), (NODE + 2) / Math.abs(dy || 1e-9));
  return [round(x + dx * scale), round(y + dy * scale)];
}

// Where an arrow along a column is drawn to: around the nodes between, those downwards farther out.
function beside(start, end, dy) {
  const between = Math.abs(dy) / (90 * stretched.y) - 1;
  const out = (between < 0.5 ? 34 : 190 + 24 * between) + (dy > 0 ? 40 : 0);
  return [Math.max(start[0], end[0]) + Math.min(OUTSIDE, out), (start[1] + end[1]) / 2];
}

// Any other is bent to its left, so that arrows there and back are apart.
function bent(start, end, dx, dy) {
  const distance = Math.hypot(dx, dy);
  const bend = Math.min(70, 12 + distance * 0.09);
  return [(start[0] + end[0]) / 2 + (dy / distance) * bend, (start[1] + end[1]) / 2 - (dx / distance) * bend];
}

function loop([x, y]) {
  const top = y - NODE - 2;
  return { path: `M ${x - 9} ${top} C ${x - 26} ${top - 34}, ${x + 26} ${top - 34}, ${x + 9} ${top}`, label: [x, top - 30], anchor: "middle", grows: -1 };
}

// The path of an arrow between two states, the place of its labels, which is as near to its end as is said, and whether these grow upwards or downwards.
function curve(from, to, nearness) {
  const [start, end] = [placeOf(from), placeOf(to)];
  if (from === to) return loop(start);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const isBeside = Math.abs(dx) < 60;
  const middle = isBeside ? beside(start, end, dy) : bent(start, end, dx, dy);
  const [a, b] = [border(from, start, middle), border(to, end, middle)];
  // Rather near to the end, since many arrows come from one state.
  const near = nearness ?? (isBeside ? 0.45 : 0.72);
  const on = (index) => round((1 - near) ** 2 * a[index] + 2 * near * (1 - near) * middle[index] + near ** 2 * b[index]);
  const label = isBeside ? [on(0) + 5, on(1)] : [on(0), on(1)];
  return { path: `M ${a} Q ${middle.map(round)} ${b}`, label, anchor: isBeside ? "start" : "middle", grows: dx >= 0 ? -1 : 1 };
}

// Where the labels of an arrow are at most: left, top, right, bottom.
function labelBounds({ label: [x, y], anchor, grows }, own) {
  const width = longestLabel(own) + 2 * CHARACTER;
  const height = LINE * Math.min(MOST_LABELS, own.size);
  const left = anchor === "middle" ? x - width / 2 : x;
  return grows < 0 ? [left, y - height, left + width, y + LINE / 2] : [left, y - LINE / 2, left + width, y + height + LINE / 2];
}

const nodeBounds = states.map((state, index) => {
  const [[x, y], half] = [placeOf(index), nodeWidth(state.name) / 2];
  return [x - half, y - NODE, x + half, y + NODE];
});

// All arrows, by the states that they join. Each has its labels where no node and no other label is, if there is such a place, and if they are not too many to look for it.
function curves(most) {
  const taken = [...nodeBounds];
  const found = new Map();
  const isClear = ([left, top, right, bottom]) => taken.every((box) => right < box[0] || box[2] < left || bottom < box[1] || box[3] < top);
  // Loops have one place only.
  const keys = [...symbolsOf.keys()].map((key) => key.split("-").map(Number)).sort(([a, b], [c, d]) => (c === d) - (a === b));
  for (const [from, to] of keys) {
    const key = from + "-" + to;
    const boundsOf = (tried) => labelBounds(tried, symbolsOf.get(key));
    const tried = [undefined, ...(from === to || keys.length > most ? [] : PLACES)].map((near) => curve(from, to, near));
    const chosen = tried.find((tried) => isClear(boundsOf(tried))) || tried[0];
    taken.push(boundsOf(chosen));
    found.set(key, chosen);
  }
  return found;
}

// What a picture needs for all that may be in it: left, top, right, bottom.
function bounds(curves) {
  const boxes = [...nodeBounds];
  for (const [key, curve] of curves) boxes.push(labelBounds(curve, symbolsOf.get(key)));
  return [0, 1, 2, 3].map((side) => (side < 2 ? boxes.reduce((least, box) => Math.min(least, box[side]), Infinity) - 12 : boxes.reduce((most, box) => Math.max(most, box[side]), -Infinity) + 12));
}
