// Where a control-flow graph is drawn. Nodes stand in rows, below all that leads to them; what a loop is left for stands below the loop. They stand on tracks, from top to
// bottom: a node on the track of what leads to it, if that is free, else beside it. Arrows over several rows have a track, too, which those to one node share, and arrows that go
// up in the text a lane at the left. Between rows arrows go across, those to different nodes one below the other.
const BOX = 40;
const APART = 26;
const LANE = 14;
const LETTER = 6.7;
const WIRE = 6;
const PORT = 14;

function boxWidth({ kind, name, text }) {
  const longest = Math.max(shorten(text, LONGEST_TEXT).length * CHARACTER, name.length * LETTER);
  return Math.min(214, Math.max(64, longest + (kind === "plain" ? 24 : 44)));
}

function rowsOf({ nodes, arrows }) {
  const into = nodes.map(() => []);
  for (const { from, to } of arrows) if (from < to) into[to].push(from);
  const loops = arrows.filter(({ from, to }) => to <= from);
  const rows = [];
  nodes.forEach(({ kind }, node) => {
    const below = (from) => {
      const left = loops.filter((loop) => loop.to <= from && from <= loop.from && loop.from < node);
      return left.reduce((row, loop) => Math.max(row, ...rows.slice(loop.to, loop.from + 1)), rows[from]) + 1;
    };
    const lowest = kind === "return" || into[node].length === 0 ? Math.max(-1, ...(kind === "return" ? rows : rows.slice(-1))) + 1 : 0;
    rows.push(Math.max(lowest, ...into[node].map(below)));
  });
  return rows;
}

// The tracks from left to right, each with half the width of what is on it by row, and which of them nodes and arrows have.
function tracksOf({ nodes, arrows }, rows) {
  const tracks = [{ taken: new Map() }];
  const ofNode = nodes.map(() => null);
  const ofWire = new Map();
  const isFree = (track, first, last) => [...Array(last - first + 1).keys()].every((row) => !track.taken.has(first + row));
  // A free track for some rows: this one, if it may be, else the next, or a new one between.
  const choose = (track, isStraight, first, last, half) => {
    const index = tracks.indexOf(track);
    let chosen = tracks.slice(isStraight ? index : index + 1, index + 2).find((track) => isFree(track, first, last));
    if (!chosen) tracks.splice(index + 1, 0, (chosen = { taken: new Map() }));
    for (let row = first; row <= last; row += 1) chosen.taken.set(row, half);
    return chosen;
  };
  const byRow = [];
  nodes.forEach((node, index) => (byRow[rows[index]] = byRow[rows[index]] || []).push(index));
  byRow.forEach((own, row) => {
    const above = (node) => {
      const sources = arrows.filter(({ from, to }) => to === node && from < to).map(({ from }) => tracks.indexOf(ofNode[from]));
      return tracks[sources.length > 0 ? Math.min(...sources) : 0];
    };
    const put = (isStraight) => (node) => (ofNode[node] = choose(above(node), isStraight, row, row, boxWidth(nodes[node]) / 2));
    // The first goes straight on; a violation, which leads nowhere, stands aside of what else there is. Each of the others is put next to the first, so the last of them comes first.
    const isAside = (node) => nodes[node].kind === "violation" && arrows.some((arrow) => arrow.to === node && arrows.some(({ from, to }) => from === arrow.from && to !== node));
    const aside = [];
    for (const node of own) {
      if (!isAside(node) && isFree(above(node), row, row)) put(true)(node);
      else aside.push(node);
    }
    aside.sort((a, b) => (nodes[b].kind === "violation") - (nodes[a].kind === "violation") || b - a).forEach(put(false));
    for (const { from, to } of arrows) {
      if (rows[from] === row - 1 && from < to && rows[to] > row && !ofWire.has(to)) ofWire.set(to, choose(ofNode[from], true, row, rows[to] - 1, WIRE));
    }
  });
  const right = [];
  let least = 0;
  for (const track of tracks) {
    const places = [...track.taken].map(([row, half]) => half + (right[row] === undefined ? 0 : right[row] + APART));
    track.x = Math.max(least, ...places);
    track.taken.forEach((half, row) => (right[row] = track.x + half));
    least = track.x + APART;
  }
  return { ofNode, ofWire };
}

// The lanes of arrows that go up, by the node to which they lead; short ones are near.
function lanesOf({ arrows }, rows, beyond) {
  const loops = new Map();
  for (const { from, to } of arrows) if (to <= from) loops.set(to, Math.max(rows[from], loops.get(to) ?? 0));
  const lanes = [];
  const laneOf = new Map();
  const length = ([to, last]) => last - rows[to];
  for (const [to, last] of [...loops].sort((a, b) => length(a) - length(b) || a[0] - b[0])) {
    const isClear = (lane) => lane.every(([top, bottom]) => last < top || bottom < rows[to]);
    const lane = lanes.findIndex(isClear);
    const chosen = lane < 0 ? lanes.push([]) - 1 : lane;
    lanes[chosen].push([rows[to], last]);
    laneOf.set(to, beyond - LANE * (chosen + 1));
  }
  return laneOf;
}

// Where an arrow goes across, from its beginning to its end: the gap above which row, and from where to where.
function crossings({ from, to }, rows, x, wires, lanes) {
  const [first, last] = [rows[from] + 1, rows[to]];
  if (to <= from) return [{ gap: first, ends: [x[from], lanes.get(to)] }, { gap: last, ends: [lanes.get(to), x[to] - 2 * PORT] }];
  if (first === last) return [{ gap: first, ends: [x[from], x[to]] }];
  const wire = wires.get(to).x;
  return [{ gap: first, ends: [x[from], wire] }, { gap: last, ends: [wire, x[to]] }];
}

// Moves the beginnings of arrows that leave a node apart: those that go far aside are outermost.
function spread(routes, graph) {
  const leaving = graph.nodes.map(() => []);
  routes.forEach((route) => leaving[graph.arrows[route.arrow].from].push(route));
  leaving.forEach((own, node) => {
    for (const side of [-1, 1]) {
      const aside = own.filter(({ parts }) => Math.sign(parts[0].ends[1] - parts[0].ends[0]) === side);
      aside.sort((a, b) => side * (a.parts[0].ends[1] - b.parts[0].ends[1]));
      const step = Math.min(PORT, (boxWidth(graph.nodes[node]) / 2 - 10) / Math.max(1, aside.length));
      aside.forEach(({ parts }, index) => (parts[0].ends[0] += side * step * (index + 1)));
    }
  });
}

// How far down each crossing is: the number of its line in its gap. Those to one node share a line.
function linesOfGaps(routes, graph, count) {
  const gaps = Array.from({ length: count }, () => new Map());
  routes.forEach((route) => route.parts.forEach((part, index) => {
    const [begin, end] = part.ends;
    if (begin === end) return;
    const label = index === 0 ? route.label.length * LETTER + 8 : 0;
    const { from, to } = graph.arrows[route.arrow];
    const key = to + (to <= from ? " up" : "");
    const known = gaps[part.gap].get(key) || gaps[part.gap].set(key, { left: Infinity, right: -Infinity, parts: [] }).get(key);
    known.left = Math.min(known.left, begin, end, end < begin ? begin - label : begin);
    known.right = Math.max(known.right, begin, end, end > begin ? begin + label : begin);
    known.parts.push(part);
  }));
  return gaps.map((gap) => {
    const lines = [];
    for (const own of [...gap.values()].sort((a, b) => b.right - b.left - (a.right - a.left))) {
      const isClear = (line) => line.every(({ left, right }) => own.right + 6 < left || right + 6 < own.left);
      // Longer ones are above, so that what goes down from them is not crossed by those below.
      const line = lines.findIndex((_, index) => lines.slice(index).every(isClear));
      const chosen = line < 0 ? lines.push([]) - 1 : line;
      lines[chosen].push(own);
      own.parts.forEach((part) => (part.line = chosen));
    }
    return lines.length;
  });
}

// The places of all: of nodes the middle, of arrows the corners, and the label with the side to which it grows.
function placesOf(graph) {
  const rows = rowsOf(graph);
  const { ofNode, ofWire } = tracksOf(graph, rows);
  const x = ofNode.map((track) => track.x);
  const labels = graph.arrows.map(({ labels }) => shorten(labels.join("; "), LONGEST_LABEL));
  const lanes = lanesOf(graph, rows, Math.min(0, ...graph.arrows.map(({ from }, arrow) => x[from] - labels[arrow].length * LETTER)));
  const routes = graph.arrows.map((arrow, index) => ({ arrow: index, label: labels[index], parts: crossings(arrow, rows, x, ofWire, lanes) }));
  spread(routes, graph);
  const count = Math.max(-1, ...rows) + 1;
  const lines = linesOfGaps(routes, graph, count + 1);
  const top = [];
  let y = 0;
  for (let row = 0; row <= count; row += 1) {
    if (row > 0 || lines[0] > 0) y += 32 + LANE * Math.max(0, lines[row] - 1) + (lines[row] > 0 ? 6 : 0);
    top.push(y);
    y += BOX;
  }
  const above = (row) => (row === 0 ? 0 : top[row - 1] + BOX);
  const across = ({ gap, line }) => above(gap) + 18 + LANE * line;
  const drawn = routes.map(({ arrow, label, parts }) => {
    const { from, to } = graph.arrows[arrow];
    const [start, end] = [parts[0].ends, parts[parts.length - 1].ends];
    const bends = parts.filter(({ ends }) => ends[0] !== ends[1]).flatMap((part) => part.ends.map((x) => [x, across(part)]));
    const side = Math.sign(start[1] - start[0]);
    // Beside the arrow, where no other one leaves; above what goes across.
    const isLeft = side < 0 || (side === 0 && routes.some((other) => graph.arrows[other.arrow].from === from && other.parts[0].ends[1] > other.parts[0].ends[0]));
    const labelAt = [start[0] + (isLeft ? -5 : 5), side === 0 ? top[rows[from]] + BOX + 13 : across(parts[0]) - 5];
    return { corners: [[start[0], top[rows[from]] + BOX], ...bends, [end[1], top[rows[to]]]], label, labelAt, anchor: isLeft ? "end" : "start" };
  });
  const reach = (at) => drawn.flatMap(({ corners, label, labelAt, anchor }) => [...corners.map(([x]) => x), labelAt[0] + (anchor === "start" ? 1 : -1) * label.length * LETTER]).concat(graph.nodes.map((node, index) => x[index] + at * boxWidth(node) / 2));
  const left = Math.min(0, ...reach(-1)) - 10;
  return { nodes: x.map((x, node) => [x, top[rows[node]] + BOX / 2]), arrows: drawn, left, width: Math.max(0, ...reach(1)) + 10 - left, height: (lines[count] > 0 ? top[count] - 14 : above(count)) + 8 };
}
