// Where nodes and arrows are drawn. Places are those of the last step, so nothing moves.
const NODE = 15;
const CHARACTER = 7.2;

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

// The path of an arrow between two states, and the place of its labels: bent to its left, so that arrows there and back are apart.
function curve(from, to) {
  const [start, end] = [page.layout.states[from], page.layout.states[to]];
  if (from === to) {
    const [x, y] = start;
    const top = y - NODE - 2;
    return { path: `M ${x - 9} ${top} C ${x - 26} ${top - 34}, ${x + 26} ${top - 34}, ${x + 9} ${top}`, label: [x, top - 30], grows: -1 };
  }
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const distance = Math.hypot(dx, dy);
  const bend = Math.min(70, 12 + distance * 0.09);
  const middle = [(start[0] + end[0]) / 2 + (dy / distance) * bend, (start[1] + end[1]) / 2 - (dx / distance) * bend];
  const [a, b] = [border(from, start, middle), border(to, end, middle)];
  const label = [round((a[0] + 2 * middle[0] + b[0]) / 4), round((a[1] + 2 * middle[1] + b[1]) / 4)];
  return { path: `M ${a} Q ${middle.map(round)} ${b}`, label, grows: dx >= 0 ? -1 : 1 };
}
