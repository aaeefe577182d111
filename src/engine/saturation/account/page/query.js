// Whether a configuration is accepted by the automaton of this step.
const queryText = byId("query-text");
const queryAnswer = byId("query-answer");

// The symbols that the engine knew.
const inRules = new Set(rules.flatMap(({ symbol, push }) => [symbol, ...push]));

// A state and a stack as people write them: `p a b` or `<p, a b>`; or why it is none.
function readConfiguration(text) {
  const all = text.trim().replace(/^</, "").replace(/>$/, "").split(/[\s,]+/).filter(Boolean);
  const state = (name) => states.findIndex((state) => state.kind === "control" && state.name === name);
  const controls = states.filter((state) => state.kind === "control");
  let at = state(all[0]);
  if (at >= 0) all.shift();
  else if (controls.length === 1) at = states.indexOf(controls[0]);
  else return { error: "`" + (all[0] || "") + "` is no control state; there are " + shorten(controls.map((state) => state.name).join(", "), 80) };
  const stack = [];
  for (let index = 0; index < all.length; index += 1) {
    // Names of locations may have two words.
    const named = (name) => symbols.findIndex((symbol) => symbol.name === name);
    const two = index + 1 < all.length ? named(all[index] + " " + all[index + 1]) : -1;
    const symbol = two >= 0 ? two : named(all[index]);
    if (symbol < 0) return { error: "`" + all[index] + "` is no stack symbol" };
    if (two >= 0) index += 1;
    if (log.input.is_program && !inRules.has(symbol)) return { error: "`" + symbols[symbol].name + "` is in no rule: the passes before the engine left it out or merged it with others" };
    stack.push(symbol);
  }
  return { state: at, stack };
}

function answerOf(route, step) {
  const isFinal = isFinished(step);
  const within = log.input.is_program ? " in the system that the engine worked on" : "";
  const when = isFinal ? "This is the final automaton." : "This is not the final automaton: what follows can add to it.";
  const backward = log.engine.endsWith("pre");
  const what = backward ? "a target can be reached from it" : "it can be reached";
  const nothing = backward ? "no target can be reached from it" : "it cannot be reached";
  if (route === null) return isFinal ? "No: " + nothing + within + ". " + when : "Not yet: it is not accepted after step " + step + ". " + when;
  const data = log.input.is_program ? " as far as control goes; whether data agree, the relations on the way tell" : "";
  return "Yes: " + what + data + ". " + when;
}

// The transitions on the way to the answer; none if nothing is asked.
function askQuery(automaton, step) {
  if (queryText.value.trim() === "") {
    queryAnswer.textContent = "";
    return [];
  }
  const { error, state, stack } = readConfiguration(queryText.value);
  const route = error ? null : accepting(automaton, state, stack);
  queryAnswer.textContent = error || answerOf(route, step);
  return route || [];
}

byId("query").addEventListener("submit", (event) => {
  event.preventDefault();
  drawStep();
});
