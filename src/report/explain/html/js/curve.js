// Where nodes and arrows are drawn. Places are those of the last step, so nothing moves; they stand apart so far that labels fit between them.
const NODE = 15;
const CHARACTER = 7.2;
const LINE = 14;
// How many lines of labels an arrow has.
const MOST_LABELS = 4;
const LONGEST_LABEL = 22;
// How far arrows go beyond the last column.
const OUTSIDE = 260;

// How much the places of the layout are stretched.
function stretch() {
  const arrows = new Map();
  let longest = 0;
  for (const event of events) {
    if (event.event !== "grew") continue;
    const key = event.from + "-" + event.to;
    if (!arrows.has(key)) arrows.set(key, new Set());
    arrows.get(key).add(event.symbol);
    longest = Math.max(longest, symbolName(event.symbol).length);
  }
  const most = [...arrows.values()].reduce((most, own) => Math.max(most, own.size), 0);
  const x = (Math.min(longest, LONGEST_LABEL) * CHARACTER + 130) / 170;
  return { x: Math.min(1.9, Math.max(1, x)), y: most > 2 ? 1.35 : 1 };
}

const stretched = stretch();

function placeOf(state) {
  const [x, y] = page.layout.states[state];
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
  const out = (between < 0.5 ? 34 : 120 + 20 * between) + (dy > 0 ? 40 : 0);
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

// The path of an arrow between two states, the place of its labels, and whether these grow upwards or downwards.
function curve(from, to) {
  const [start, end] = [placeOf(from), placeOf(to)];
  if (from === to) return loop(start);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const isBeside = Math.abs(dx) < 60;
  const middle = isBeside ? beside(start, end, dy) : bent(start, end, dx, dy);
  const [a, b] = [border(from, start, middle), border(to, end, middle)];
  // Nearer to the end, since many arrows come from one state; those of neighbours, which may cross, elsewhere.
  const near = isBeside ? 0.45 : 0.72 - 0.09 * (from % 3);
  const on = (index) => round((1 - near) ** 2 * a[index] + 2 * near * (1 - near) * middle[index] + near ** 2 * b[index]);
  const label = isBeside ? [on(0) + 5, on(1)] : [on(0), on(1)];
  return { path: `M ${a} Q ${middle.map(round)} ${b}`, label, anchor: isBeside ? "start" : "middle", grows: dx >= 0 ? -1 : 1 };
}
