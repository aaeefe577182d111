// All transitions, the latest first, with what waits and what is taken.
const worklistBox = byId("worklist");
const MOST_LISTED = 200;

function rowOf(automaton, index, marks) {
  const state = index === automaton.current ? "▸ taken" : automaton.waiting.has(index) ? "… waits" : "";
  const role = roleOf(index, marks);
  const note = { fresh: "+ new", premise: "∘ premise", route: "✓ on the way" }[role] || "";
  return element("li", { class: role || null, "aria-current": index === marks.selected ? "true" : null },
    transitionLink(automaton, index), element("span", { class: "muted" }, [note, state].filter(Boolean).join(", ")));
}

function drawWorklist(automaton, marks) {
  const all = automaton.transitions.length;
  const waiting = automaton.waiting.size;
  const listed = [...automaton.transitions.keys()].reverse();
  // What waits stands first: that is the worklist.
  const order = [...listed.filter((index) => index === automaton.current || automaton.waiting.has(index)), ...listed.filter((index) => index !== automaton.current && !automaton.waiting.has(index))];
  clear(worklistBox, element("p", {}, plural(all, "transition") + ", of which " + waiting + (waiting === 1 ? " waits" : " wait") + " on the worklist."),
    element("ul", { class: "transitions", tabindex: 0, "aria-label": "Transitions" }, ...order.slice(0, MOST_LISTED).map((index) => rowOf(automaton, index, marks))));
  if (all > MOST_LISTED) worklistBox.append(element("p", { class: "muted" }, all - MOST_LISTED + " more are not listed."));
}
