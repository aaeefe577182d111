// Control-flow graphs, one for each procedure: steps have those of the rules, traces those of the program as it is written. A graph has nodes in the order of the
// text and arrows between them, by index; who is called is a node of its own.
const ROLES = { "": 0, returned: 2, violated: 3 };

// The place of a location in the text: `main#3`, `main#3 returned`, `main#3 violated`.
function orderOf(name) {
  const [, point, role] = /#(\d+) ?(\w*)$/.exec(name);
  return 4 * Number(point) + ROLES[role];
}

const rulesIn = new Map();
rules.forEach((rule, index) => {
  const { procedure } = symbols[rule.symbol];
  if (!rulesIn.has(procedure)) rulesIn.set(procedure, []);
  rulesIn.get(procedure).push(index);
});

// Where each procedure is entered: where calls lead, else its first location.
const entries = new Map();
symbols.forEach(({ procedure }, symbol) => entries.has(procedure) || entries.set(procedure, symbol));
rules.forEach(({ push }) => push.length === 2 && entries.set(symbols[push[0]].procedure, push[0]));

function linkOfRule(index) {
  const { symbol, push, guard, text, line } = rules[index];
  const does = ["return", "step", "call"][push.length];
  const label = (index + 1) + (guard ? " " + guard.replace(/choice#\d+/g, "*") : "");
  const title = "rule " + (index + 1) + ", " + text + (guard ? ", if " + guard : "") + ", line " + line;
  return { from: symbol, to: push[push.length - 1] ?? null, does, callee: does === "call" ? symbols[push[0]].procedure : null, rule: index, label, title, line };
}

function graphOfRules(procedure) {
  const links = (rulesIn.get(procedure) || []).map(linkOfRule);
  const seen = new Set([entries.get(procedure), ...links.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))]);
  const { points } = page.program.procedures[procedure];
  const locations = [...seen].map((symbol) => {
    const { name } = symbols[symbol];
    const order = orderOf(name);
    const [line, text] = points[Math.floor(order / 4)];
    return { location: symbol, order, name, line, text: (order % 4 === ROLES.returned ? "after " : "") + text };
  });
  const count = locations.filter(({ order }) => order % 4 === 0).length;
  const note = count < points.length ? count + " of " + plural(points.length, "point") + "; passes merged or left out the others." : "";
  return assemble(procedure, entries.get(procedure), locations, links, note);
}

const DOES = { step: "", true: "T", false: "F", call: "", return: "", violation: "" };

function graphOfProgram(procedure) {
  const { name, points, arrows } = page.program.procedures[procedure];
  const locations = points.map(([line, text], point) => ({ location: point, order: 4 * point, name: name + "#" + point, line, text }));
  const links = arrows.map(([from, to, does, callee], index) => ({ from, to, does, callee, rule: index, label: DOES[does], title: points[from][1] + (DOES[does] && ": " + does), line: points[from][0] }));
  return assemble(procedure, 0, locations, links, "");
}

function assemble(procedure, entry, locations, links, note) {
  const violated = (location) => ({ ...location, kind: "violation", text: "✗ violated", said: location.text });
  const nodes = locations.map((location) => (location.order % 4 === ROLES.violated ? violated(location) : { ...location, kind: location.location === entry ? "entry" : "plain" }));
  const at = new Map(nodes.map((node) => [node.location, node]));
  const added = (node) => nodes[nodes.push({ location: null, ...node }) - 1];
  const arrows = new Map();
  const arrow = (from, to, { rule, label, title, line }) => {
    // Rules from one location to the same one are one arrow.
    const known = arrows.get(from) || arrows.set(from, new Map()).get(from);
    if (!known.has(to)) known.set(to, { from, to, rules: [], labels: [], titles: [], line });
    const own = known.get(to);
    own.rules.push(rule);
    if (label) own.labels.push(label);
    own.titles.push(title);
  };
  let end = null;
  for (const link of links) {
    const from = at.get(link.from);
    if (link.does === "call") {
      const name = page.program.procedures[link.callee].name;
      const call = added({ kind: "call", order: from.order + 1, name, line: link.line, text: "call " + name, callee: link.callee });
      arrow(from, call, link);
      arrow(call, at.get(link.to), { ...link, label: "" });
    } else if (link.does === "return") {
      end = end || added({ kind: "return", order: Infinity, name: "", line: null, text: "return" });
      arrow(from, end, link);
    } else if (link.does === "violation") {
      arrow(from, added(violated({ order: from.order + ROLES.violated, name: from.name + " violated", line: from.line, text: from.text })), link);
    } else {
      arrow(from, at.get(link.to), link);
    }
  }
  return numbered({ procedure, nodes, arrows: [...arrows.values()].flatMap((known) => [...known.values()]), note });
}

// The same with nodes in order, and arrows that name them by index.
function numbered({ procedure, nodes, arrows, note }) {
  nodes.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  const index = new Map(nodes.map((node, index) => [node, index]));
  const named = arrows.map((arrow) => ({ ...arrow, from: index.get(arrow.from), to: index.get(arrow.to) }));
  return { procedure, nodes, arrows: named.sort((a, b) => a.from - b.from || a.to - b.to), note };
}

// A graph with more nodes is shown in part.
const MOST_NODES = 240;
const PART = 120;

// The part of a graph around a node. Where an arrow leaves it stands a node that names the other place.
function partOf(graph, middle) {
  if (graph.nodes.length <= MOST_NODES) return { ...graph, first: 0, last: graph.nodes.length };
  const first = Math.max(0, Math.min(middle - PART / 2, graph.nodes.length - PART));
  const last = first + PART;
  const isIn = (node) => node >= first && node < last;
  const nodes = graph.nodes.slice(first, last);
  const elsewhere = new Map();
  const arrows = graph.arrows.filter(({ from }) => isIn(from)).map((arrow) => {
    if (isIn(arrow.to)) return { ...arrow, from: graph.nodes[arrow.from], to: graph.nodes[arrow.to] };
    if (!elsewhere.has(arrow.to)) elsewhere.set(arrow.to, { ...graph.nodes[arrow.to], kind: "elsewhere" });
    return { ...arrow, from: graph.nodes[arrow.from], to: elsewhere.get(arrow.to) };
  });
  const into = graph.arrows.filter(({ from, to }) => isIn(to) && !isIn(from)).length;
  const whole = plural(graph.nodes.length, "node");
  const note = "Of " + whole + " these are the " + PART + " around " + (graph.nodes[middle].name || "the end") + "; " + plural(into, "arrow") + " from the others " + (into === 1 ? "is" : "are") + " not drawn. " + graph.note;
  return { ...numbered({ ...graph, nodes: [...nodes, ...elsewhere.values()], arrows, note }), first, last };
}
