// The P-automaton after some steps, as `explain::Automaton` rebuilds it.
let known = null;

function automatonAfter(step) {
  if (!known || known.step > step) known = { step: 0, transitions: [], current: null, waiting: new Set() };
  for (; known.step < step; known.step += 1) hear(known, known.step, events[known.step]);
  return known;
}

function hear(automaton, number, event) {
  if (event.event === "saturating") {
    Object.assign(automaton, { transitions: [], current: null, waiting: new Set() });
  } else if (event.event === "processed") {
    automaton.waiting.delete(event.transition);
    automaton.current = event.transition;
  } else if (event.event === "grew") {
    const { transition, from, symbol, to } = event;
    if (transition === automaton.transitions.length) automaton.transitions.push({ from, symbol, to, grown: [] });
    automaton.transitions[transition].grown.push(number);
    automaton.waiting.add(transition);
  }
}

function symbolName(symbol) {
  return symbol === null ? "ε" : symbols[symbol].name;
}

function transitionName({ from, symbol, to }) {
  return states[from].name + " —" + symbolName(symbol) + "→ " + states[to].name;
}

// Whether all that can be found is found.
function isFinished(step) {
  return step === events.length && log.left_out === 0 && automatonAfter(step).waiting.size === 0;
}

// Transitions by which a state and a stack are accepted, in order; null if they are not.
function accepting(automaton, state, stack) {
  const leaving = new Map();
  automaton.transitions.forEach((transition, index) => {
    if (!leaving.has(transition.from)) leaving.set(transition.from, []);
    leaving.get(transition.from).push(index);
  });
  // Each state with the way to it.
  const read = (ways, symbol) => {
    const next = new Map();
    for (const [from, way] of ways) {
      for (const index of leaving.get(from) || []) {
        const transition = automaton.transitions[index];
        if (transition.symbol === symbol && !next.has(transition.to)) next.set(transition.to, [way, index]);
      }
    }
    return next;
  };
  let ways = new Map([[state, null]]);
  for (const [to, way] of read(ways, null)) if (!ways.has(to)) ways.set(to, way);
  for (const symbol of stack) ways = read(ways, symbol);
  for (const [to, way] of ways) {
    if (!states[to].is_final) continue;
    const route = [];
    for (let at = way; at; at = at[0]) route.unshift(at[1]);
    return route;
  }
  return null;
}
