// Why a transition is there: its rule, and the transitions that it follows from, each of which can be asked the same.
const whyBox = byId("why");
const CAUSES = {
  given: "It was there at the beginning.",
  step: "By a rule, from one transition.",
  enter: "A callee begins: the upper symbol of a rule that pushes two.",
  wait: "Its caller waits: the lower symbol of a rule that pushes two.",
  resume: "A callee returned, and what waits goes on.",
  returning: "By a rule that pushes nothing.",
  before: "By a rule, from the transition that reads what it pushes.",
  calling: "By a rule, from the two transitions that read what it pushes.",
};

function ruleLink(index) {
  const rule = rules[index];
  return element("button", { type: "button", class: "link", click: () => chooseRule(index) },
    "rule " + (index + 1), " ", element("code", {}, rule.text), " line " + rule.line);
}

function transitionLink(automaton, index) {
  return element("button", { type: "button", class: "link", "data-transition": index, click: () => select(index) }, element("code", {}, transitionName(automaton.transitions[index])));
}

// The cause of one growth, and below it those of its premises, when they are asked for.
function causeOf(automaton, event) {
  const box = element("div", { class: "cause" }, element("p", {}, CAUSES[event.cause]));
  if (event.rule !== null) box.append(element("p", {}, ruleLink(event.rule)));
  if (event.premises.length > 0) box.append(element("ul", {}, ...event.premises.map(({ transition, first }) => premiseOf(automaton, transition, first))));
  return box;
}

function premiseOf(automaton, transition, first) {
  const more = element("details", {}, element("summary", {}, "why?"));
  const grown = automaton.transitions[transition].grown;
  more.addEventListener("toggle", () => {
    if (more.open && more.childElementCount < 2) more.append(causeOf(automaton, events[grown[Math.min(first, grown.length - 1)]]));
  });
  return element("li", {}, transitionLink(automaton, transition), more);
}

function weightOf(weight) {
  return element("ul", { class: "weight" }, ...weight.split("; ").map((part) => element("li", {}, element("code", {}, part))));
}

function drawWhy(automaton, selected) {
  const transition = automaton.transitions[selected];
  if (!transition) {
    clear(whyBox, element("p", { class: "muted" }, "Choose a transition in the picture or in the list."));
    return;
  }
  const first = events[transition.grown[0]];
  clear(whyBox, element("p", {}, element("code", { class: "chosen", tabindex: -1 }, transitionName(transition))), causeOf(automaton, first));
  if (first.weight === null && transition.grown.length === 1) {
    whyBox.append(element("p", { class: "muted" }, "Found in ", stepLink(transition.grown[0] + 1)));
    return;
  }
  whyBox.append(element("h3", {}, first.weight === null ? "It grew in" : "Its relation grew by (entered → now)"));
  whyBox.append(element("ul", { class: "growth" }, ...transition.grown.map((number) => {
    const { weight } = events[number];
    return element("li", {}, stepLink(number + 1), ...(weight === null ? [] : [weightOf(weight)]));
  })));
}
