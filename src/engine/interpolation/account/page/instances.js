// The tree of instances of each property after some steps, what the last refutation said, and what is stored.
let instances = null;

function instancesAfter(step) {
  if (!instances || instances.step > step) instances = { step: 0, target: 0, trees: new Map(), stored: new Map(), read: [], answers: new Map() };
  for (; instances.step < step; instances.step += 1) hearInstance(instances, instances.step, events[instances.step]);
  return instances;
}

function newInstance({ kind, procedure, head }, parent) {
  return { predicate: { kind, procedure, head }, parent, children: [], inline: null };
}

function newInstances(predicate, isAgain) {
  return { nodes: [newInstance(predicate, null)], run: new Set(), blocked: new Set(), isAgain };
}

function instanceKey({ kind, procedure, head }) {
  return kind + " " + procedure + " " + head;
}

// Under what lemmas are stored: those about hits are of one property.
function storedKey(predicate, target) {
  return instanceKey(predicate) + (predicate.kind === "hits" ? " " + target : "");
}

function instanceName({ kind, procedure, head }) {
  if (kind === "at") return procedures[procedure] + " comes to " + place(head);
  return procedures[procedure] + (kind === "hits" ? " comes to the target" : " returns");
}

function hearInstance(now, number, event) {
  const tree = now.trees.get(now.target);
  const told = {
    property: () => { now.target = event.target; },
    root: () => {
      now.trees.set(now.target, newInstances(event, false));
      now.answers.set(now.target, { text: "open", step: number });
    },
    again: () => now.trees.set(now.target, newInstances(tree.nodes[0].predicate, true)),
    run: () => { [tree.run, tree.blocked] = [new Set(event.leaves), new Set()]; },
    no_run: () => {
      [tree.run, tree.blocked] = [new Set(), new Set(event.leaves)];
      now.read = [];
      const isKnown = tree.nodes.length === 1 && !tree.isAgain;
      if (event.leaves.length === 0) now.answers.set(now.target, { text: isKnown ? "no run, by what was stored" : "no run, by what its trees taught", step: number });
    },
    expanded: () => {
      const node = tree.nodes[event.instance];
      node.inline = number;
      event.children.forEach((child, index) => {
        node.children.push(event.first + index);
        tree.nodes[event.first + index] = newInstance(child, event.instance);
      });
    },
    lemma: () => {
      if (event.fate !== "seed" && event.fate !== "carried") now.read.push(number);
      if (event.fate === "dropped") return;
      const key = storedKey(event, now.target);
      if (!now.stored.has(key)) now.stored.set(key, []);
      now.stored.get(key).push({ number, target: now.target });
    },
    reached: () => now.answers.set(event.target, { text: "a run", step: number }),
  }[event.event];
  if (told) told();
}

const MOST_INSTANCES = 300;
const MOST_SAID = 30;

// What stands for an instance.
function standsFor(now, { predicate, inline }) {
  if (inline !== null) return { sign: "●", text: "inline" };
  const known = now.stored.get(storedKey(predicate, now.target));
  return known ? { sign: "◐", text: "by " + plural(known.length, "lemma") } : { sign: "★", text: "may do anything" };
}

function drawInstances(now, event) {
  const tree = now.trees.get(now.target);
  if (!tree) return clear(byId("instances"), element("p", { class: "muted" }, "There is none yet."));
  let room = MOST_INSTANCES;
  const saidOf = new Set();
  const item = (id) => {
    room -= 1;
    const node = tree.nodes[id];
    const { sign, text } = standsFor(now, node);
    const key = instanceKey(node.predicate);
    const refined = node.inline !== null && node.inline + 1 === step;
    const notes = [text];
    if (tree.run.has(id)) notes.push("on the run");
    if (tree.blocked.has(id)) notes.push("left out");
    if (refined) notes.push("refined now");
    const { head } = node.predicate;
    const line = head === null || head === undefined ? null : symbols[head].line;
    const at = line === null ? [] : [element("button", { type: "button", class: "link", click: () => markLines("linked", [line]) }, "line " + line), " "];
    const mark = element("span", { class: "call" + (refined || tree.run.has(id) ? " fresh" : "") }, element("span", { class: "sign", "aria-hidden": "true" }, sign), " ", element("b", {}, instanceName(node.predicate)), " ", ...at, element("span", { class: "muted" }, notes.join(", ")));
    const row = element("li", {}, mark);
    // What the last refutation said of it stands beside the first of its kind.
    const said = saidOf.has(key) ? [] : now.read.filter((number) => instanceKey(events[number]) === key);
    saidOf.add(key);
    if (said.length > 0) row.append(element("div", { class: "muted" }, ...said.slice(0, 3).flatMap((number) => [events[number].says, " ", stepLink(number + 1), " "])));
    if (node.children.length > 0) row.append(element("ul", {}, ...node.children.flatMap((child) => (room > 0 ? [item(child)] : []))));
    return row;
  };
  clear(byId("instances"), element("ul", { class: "tree" }, item(0)));
  if (room <= 0) byId("instances").append(element("p", { class: "muted" }, "More than " + MOST_INSTANCES + " instances are not shown."));
}

function drawInterpolants(now) {
  const items = now.read.slice(0, MOST_SAID).map((number) => element("li", { class: number + 1 === step ? "fresh" : "" }, words[number], " ", stepLink(number + 1)));
  const more = now.read.length > items.length ? [element("p", { class: "muted" }, now.read.length - items.length + " more.")] : [];
  clear(byId("interpolants"), ...(items.length > 0 ? [element("ul", {}, ...items), ...more] : [element("p", { class: "muted" }, "Nothing was read off a refutation.")]));
}

function drawStored(now) {
  const tree = now.trees.get(now.target);
  const here = new Set(tree ? tree.nodes.map(({ predicate }) => storedKey(predicate, now.target)) : []);
  const boxes = [...now.stored].map(([key, lemmas]) => {
    const items = lemmas.slice(-MOST_SAID).map(({ number, target }) => {
      const reused = here.has(key) && target !== now.target ? element("span", { class: "muted" }, " from " + nameOf(target) + ", reused") : "";
      return element("li", { class: number + 1 === step ? "fresh" : "" }, events[number].says, reused, " ", stepLink(number + 1));
    });
    const [{ number: first, target: of }] = lemmas;
    const name = instanceName(events[first]) + (events[first].kind === "hits" ? " of " + nameOf(of) : "");
    const title = element("summary", {}, element("b", {}, name), element("span", { class: "muted" }, " " + plural(lemmas.length, "lemma")));
    const box = element("details", {}, title, element("ul", {}, ...items));
    box.open = now.stored.size <= 6 || lemmas.some(({ number }) => number + 1 === step);
    return box;
  });
  clear(byId("stored"), ...(boxes.length > 0 ? boxes : [element("p", { class: "muted" }, "Nothing is known yet.")]));
}

function drawAsked(now) {
  const rows = [...now.answers].map(([target, { text, step: at }]) => element("li", { class: target === now.target ? "fresh" : "" }, nameOf(target) + ": " + text + " ", stepLink(at + 1)));
  clear(byId("asked"), rows.length > 0 ? element("ul", {}, ...rows) : element("p", { class: "muted" }, "None was begun."));
}

enginePanes.push({
  id: "interpolation",
  isMine: () => log.engine.split(":")[0] === "interpolation",
  draw: (event) => {
    const now = instancesAfter(step);
    drawInstances(now, event);
    drawInterpolants(now);
    drawStored(now);
    drawAsked(now);
  },
});
