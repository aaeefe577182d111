// What is known of predicates after some steps, and which questions are open: facts and clauses with the numbers of their steps.
let recmc = null;

function newPredicates() {
  return { step: 0, known: new Map(), open: [], bound: null };
}

function predicatesAfter(step) {
  if (!recmc || recmc.step > step) recmc = newPredicates();
  for (; recmc.step < step; recmc.step += 1) hearPredicate(recmc, recmc.step, events[recmc.step]);
  return recmc;
}

function predicateKey({ kind, procedure, head }) {
  return kind + ":" + procedure + ":" + head;
}

function knownOf(now, event) {
  const key = predicateKey(event);
  if (!now.known.has(key)) now.known.set(key, { name: predicateName(event), line: predicateLine(event), facts: [], clauses: [] });
  return now.known.get(key);
}

function predicateName({ kind, procedure, head }) {
  if (kind === "at") return procedures[procedure] + " comes to " + place(head);
  return procedures[procedure] + (kind === "hits" ? " comes to the target" : " returns");
}

function predicateLine({ head }) {
  return head === null || head === undefined ? null : symbols[head].line;
}

function hearPredicate(now, number, event) {
  const answered = () => {
    const last = now.open[now.open.length - 1];
    if (last !== undefined && predicateKey(events[last]) === predicateKey(event)) now.open.pop();
  };
  const told = {
    turn: () => { now.open = []; },
    level: () => { now.open = []; now.bound = event.bound; },
    probed: () => { now.open = []; },
    asked: () => { knownOf(now, event); now.open.push(number); },
    fact: () => { knownOf(now, event).facts.push(number); answered(); },
    clause: () => { knownOf(now, event).clauses.push(number); answered(); },
  }[event.event];
  if (told) told();
}

const MOST_KNOWN = 30;

function drawPredicates(now, event) {
  const about = event && event.kind !== undefined ? predicateKey(event) : null;
  const rows = [...now.known].map(([key, { name, line, facts, clauses }]) => {
    const just = key === about;
    const said = [...facts.map((number) => ["●", number]), ...clauses.map((number) => ["✗", number])];
    const items = said.slice(-MOST_KNOWN).map(([sign, number]) => element("li", { class: number + 1 === step ? "fresh" : "" }, element("span", { class: "sign", "aria-hidden": "true" }, sign), " ", words[number].replace(/^real: /, ""), " ", stepLink(number + 1)));
    const more = said.length > items.length ? [element("li", { class: "muted" }, said.length - items.length + " before them")] : [];
    const at = line === null ? [] : [" ", element("button", { type: "button", class: "link", click: () => markLines("linked", [line]) }, "line " + line)];
    const title = element("summary", {}, element("b", {}, name), ...at, element("span", { class: "muted" }, " " + plural(facts.length, "fact") + ", " + plural(clauses.length, "clause")));
    const box = element("details", { class: just ? "fresh" : "" }, title, element("ul", {}, ...more, ...items));
    box.open = just || now.known.size <= 6;
    return box;
  });
  clear(byId("predicates"), ...(rows.length > 0 ? rows : [element("p", { class: "muted" }, "Nothing was asked yet.")]));
}

function drawObligations(now) {
  const items = now.open.map((number) => element("li", {}, words[number], " ", stepLink(number + 1)));
  const root = now.bound === null ? [] : [element("p", {}, "can the target be reached within " + plural(now.bound, "round") + "?")];
  clear(byId("obligations"), ...root, element("ol", {}, ...items));
}

enginePanes.push({
  id: "recmc",
  isMine: () => log.engine.split(":")[0] === "recmc",
  draw: (event) => {
    const now = predicatesAfter(step);
    drawPredicates(now, event);
    drawObligations(now);
  },
});
