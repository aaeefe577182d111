// What the summary engine knows: the tree of calls, loops and recursion, and the questions that it asked.
const treeBox = byId("tree");
const MOST_CALLS = 400;
const MOST_QUESTIONS = 40;
// Calls that were opened or closed by hand: by the way to them.
const toggled = new Map();

// What is known of a procedure, or of one call of it.
function statusOf(now, callee, at) {
  const own = [...now.known.values()].filter((body) => body.procedure === callee);
  if (own.length > 0) {
    const last = own[own.length - 1];
    return { sign: "●", text: (last.is_projected ? "a relation" : "its formulas") + ", " + plural(last.nodes, "node") };
  }
  const isOpen = now.refined.has(callee) || callee === page.entry || now.replaced.has(at + ":" + callee);
  return isOpen ? { sign: "○", text: "looked into" } : { sign: "★", text: "may do anything" };
}

// The procedures that the step is about.
function procedureOf(event) {
  return event && (event.event === "replaced" ? event.callee : event.procedure);
}

function drawTree(now, event) {
  const shown = new Set();
  let room = MOST_CALLS;
  const call = (callee, at, way, above) => {
    room -= 1;
    const { sign, text } = statusOf(now, callee, at);
    const isRepeated = shown.has(callee);
    shown.add(callee);
    const just = procedureOf(event) === callee;
    const depth = now.depths.get(callee);
    const notes = [text];
    if (depth) notes.push("nested " + depth + " deep");
    if (isRepeated && callsOf[callee].length > 0) notes.push(above.includes(callee) ? "recursive, see above" : "see above");
    if (just) notes.push("now");
    const line = at === null ? null : symbols[at].line;
    const place = line === null ? [] : [element("button", { type: "button", class: "link", click: () => markLines("linked", [line]) }, "line " + line)];
    const row = element("span", { class: "call" + (just ? " fresh" : "") }, element("span", { class: "sign", "aria-hidden": "true" }, sign), " ", element("b", {}, procedures[callee]), " ", ...place, " ", element("span", { class: "muted" }, notes.join(", ")));
    const item = element("li", {}, row);
    if (isRepeated || callsOf[callee].length === 0) return item;
    const key = way.join();
    const isOpen = toggled.has(key) ? toggled.get(key) : sign !== "★";
    const toggle = element("button", { type: "button", class: "toggle", "aria-expanded": String(isOpen), "aria-label": "Calls of " + procedures[callee], click: () => {
      toggled.set(key, !isOpen);
      drawTree(now, event);
      treeBox.querySelector('[data-way="' + key + '"]').focus();
    }, "data-way": key }, isOpen ? "▾" : "▸");
    row.prepend(toggle);
    if (isOpen) {
      const below = callsOf[callee].flatMap((next, index) => (room > 0 ? [call(next.callee, next.at, [...way, index], [...above, callee])] : []));
      item.append(element("ul", {}, ...below));
    }
    return item;
  };
  const called = new Set(callsOf.flat().map(({ callee }) => callee));
  const roots = page.entry === null ? procedures.map((_, index) => index).filter((index) => !called.has(index)) : [page.entry];
  clear(treeBox, element("ul", { class: "tree" }, ...roots.map((root, index) => call(root, null, [index], []))));
  if (room <= 0) treeBox.append(element("p", { class: "muted" }, "More than " + MOST_CALLS + " calls are not shown; close some."));
}

function drawTable(now) {
  const rows = [
    ...[...now.rounds].map(([head, rounds]) => "loop at " + place(head) + ": " + plural(rounds, "round") + (now.closed.has(head) ? ", and any number as a relation" : "")),
    ...[...now.closed].filter((head) => !now.rounds.has(head)).map((head) => "loop at " + place(head) + ": any number of rounds as a relation"),
    ...[...now.depths].map(([procedure, depth]) => "recursion of " + procedures[procedure] + ": nested " + depth + " deep" + (now.complete.has(procedure) ? ", which is enough" : "")),
  ];
  clear(byId("table"), rows.length > 0 ? element("ul", {}, ...rows.map((row) => element("li", {}, row))) : element("p", { class: "muted" }, "None is unrolled yet."));
}

function drawQuestions(asked) {
  const listed = asked.slice(-MOST_QUESTIONS);
  const widest = asked.reduce((most, number) => Math.max(most, events[number].nodes), 1);
  const rows = listed.map((number) => {
    const { procedure, nodes, is_open, is_found } = events[number];
    const bar = element("span", { class: "bar-of" });
    bar.style.width = Math.max(1, Math.round((100 * nodes) / widest)) + "%";
    return element("li", {}, stepLink(number + 1), " ", procedures[procedure] + (is_open ? ", over-approximated" : "") + "? " + (is_found ? "yes" : "no"), element("span", { class: "muted" }, " " + plural(nodes, "node")), bar);
  });
  const more = asked.length > listed.length ? [element("p", { class: "muted" }, asked.length - listed.length + " before them.")] : [];
  clear(byId("questions"), asked.length > 0 ? element("ul", { class: "bars" }, ...rows) : element("p", { class: "muted" }, "None was asked yet."), ...more);
}

function drawSummary(event) {
  const { now, asked } = summariesAfter(step);
  drawTree(now, event);
  drawTable(now);
  drawQuestions(asked);
  const spurious = event && event.event === "spurious";
  const lines = (list) => list.map((symbol) => symbols[symbol].line).filter(Boolean);
  markLines("path", spurious ? lines(event.path) : []);
  markLines("taken", spurious ? lines(event.taken) : []);
}

enginePanes.push({ id: "summary", isMine: () => log.engine.split(":")[0] === "summary", draw: drawSummary });
