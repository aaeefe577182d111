// A pushdown system that was edited in the page, and its saturation, for systems of the size of a blackboard. What is read is the part of the text format that needs no
// patterns: rules, and configurations written out, those of targets with `.*` at the end if anything may be below. Anything else is refused, not guessed.
const MOST_EDITED = 5000;

class Refused extends Error {}

// `<p, a b>`: the state, the stack from the top, and whether anything may follow.
function configurationOf(text, number, mayEnd) {
  const found = /^<\s*([^\s,<>]+)\s*,\s*([^<>]*)>$/.exec(text.trim());
  if (!found) throw new Refused("line " + number + ": expected a configuration such as <p, a b>");
  const stack = found[2].split(/\s+/).filter(Boolean);
  const isOpen = mayEnd && stack[stack.length - 1] === ".*";
  if (isOpen) stack.pop();
  for (const name of [found[1], ...stack]) {
    if (!/^[\p{Alphabetic}\p{Nd}_$']+$/u.test(name)) throw new Refused("line " + number + ": this page knows no patterns such as `" + name + "`, but for `.*` at the end of a target; `bpcheck pds` knows all");
  }
  return { state: found[1], stack, isOpen };
}

function readSystem(text) {
  const system = { initial: [], rules: [], targets: [] };
  text.split("\n").forEach((whole, index) => {
    const [number, line] = [index + 1, whole.replace(/#.*/, "").trim()];
    if (line === "") return;
    const word = /^(init|target)\s*(<.*)$/.exec(line);
    const rule = /^(<[^<>]*>)\s*->\s*(<[^<>]*>)$/.exec(line);
    if (word && word[1] === "init") {
      system.initial.push(configurationOf(word[2], number, false));
    } else if (word) {
      system.targets.push(configurationOf(word[2], number, true));
    } else if (rule) {
      const [from, to] = [configurationOf(rule[1], number, false), configurationOf(rule[2], number, false)];
      if (from.stack.length !== 1) throw new Refused("line " + number + ": a rule takes one symbol from the stack");
      system.rules.push({ from: from.state, symbol: from.stack[0], to: to.state, push: to.stack, line: number, text: line });
    } else {
      throw new Refused("line " + number + ": expected `init`, `target` or a rule `<p, a> -> <q, b c>`");
    }
  });
  return system;
}

// An automaton: states are texts, those of the system with a blank before them, so that no other state has their name; no symbol is `null`.
class Edited {
  constructor() {
    this.transitions = [];
    this.known = new Set();
    this.leaving = new Map();
    this.final = new Set();
    this.count = 0;
  }

  fresh(name) {
    this.count += 1;
    return name + this.count;
  }

  add(from, symbol, to, why) {
    const key = JSON.stringify([from, symbol, to]);
    if (this.known.has(key)) return;
    if (this.known.size >= MOST_EDITED) throw new Refused("the automaton has more than " + MOST_EDITED + " transitions: that is too much for this page");
    this.known.add(key);
    if (!this.leaving.has(from)) this.leaving.set(from, []);
    const transition = { from, symbol, to, why };
    this.leaving.get(from).push(transition);
    this.transitions.push(transition);
  }

  // Accepts these configurations; with one that is open, anything below them.
  begin(configurations, alphabet) {
    for (const { state, stack, isOpen } of configurations) {
      const end = this.fresh("#");
      this.final.add(end);
      let at = " " + state;
      stack.forEach((symbol, index) => {
        const next = index + 1 === stack.length ? end : this.fresh("#");
        this.add(at, symbol, next, "given");
        at = next;
      });
      if (stack.length === 0) this.add(at, null, end, "given");
      if (isOpen) alphabet.forEach((symbol) => this.add(end, symbol, end, "given"));
    }
  }

  // The states that are reached by reading a stack, those after nothing read first.
  read(state, stack) {
    let now = this.closed(new Set([state]));
    for (const symbol of stack) {
      const next = new Set();
      for (const from of now) for (const transition of this.leaving.get(from) || []) if (transition.symbol === symbol) next.add(transition.to);
      now = this.closed(next);
    }
    return now;
  }

  closed(states) {
    for (const from of states) for (const { symbol, to } of this.leaving.get(from) || []) if (symbol === null) states.add(to);
    return states;
  }

  accepts({ state, stack }) {
    return [...this.read(" " + state, stack)].some((to) => this.final.has(to));
  }
}

function alphabetOf({ rules, initial, targets }) {
  return new Set([...rules.flatMap(({ symbol, push }) => [symbol, ...push]), ...initial.flatMap(({ stack }) => stack), ...targets.flatMap(({ stack }) => stack)]);
}

// post*: where a rule takes a symbol, what it pushes is read, by states of the rule between its symbols; again, until nothing is new.
function postStar(system) {
  const automaton = new Edited();
  automaton.begin(system.initial, []);
  for (let before = -1; before < automaton.transitions.length; ) {
    before = automaton.transitions.length;
    system.rules.forEach(({ from, symbol, to, push, text }, index) => {
      for (const end of automaton.read(" " + from, [symbol])) {
        let at = " " + to;
        push.forEach((pushed, place) => {
          const next = place + 1 === push.length ? end : "rule " + (index + 1) + "." + (place + 1);
          automaton.add(at, pushed, next, text);
          at = next;
        });
        if (push.length === 0) automaton.add(at, null, end, text);
      }
    });
  }
  return automaton;
}

// pre*: where the automaton reads what a rule pushes, it reads what the rule takes; again, until nothing is new.
function preStar(system) {
  const automaton = new Edited();
  automaton.begin(system.targets, alphabetOf(system));
  for (let before = -1; before < automaton.transitions.length; ) {
    before = automaton.transitions.length;
    for (const { from, symbol, to, push, text } of system.rules) {
      for (const end of automaton.read(" " + to, push)) automaton.add(" " + from, symbol, end, text);
    }
  }
  return automaton;
}
