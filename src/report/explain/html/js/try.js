// The rules of a system, edited and saturated here, and exercises about them with a score.
const exercise = { system: null, post: null, asked: null, right: 0, count: 0 };
const LONGEST_STACK = 4;
const TRIES = 400;
// Longer texts are none of a blackboard, and may not be in the page as a whole.
const MOST_LINES = 2000;

function editedState(name) {
  return name.startsWith(" ") ? name.slice(1) : name;
}

function editedText({ state, stack, isOpen }) {
  return "<" + state + ", " + [...stack, ...(isOpen ? [".*"] : [])].join(" ") + ">";
}

function transitionRow({ from, symbol, to, why }) {
  return element("li", {}, element("code", {}, editedState(from) + " —" + (symbol === null ? "ε" : symbol) + "→ " + editedState(to)), element("span", { class: "muted" }, why));
}

// What comes out for each target: backwards, and forwards too, where one configuration is asked for. They have to agree.
function targetRow(system, post, target, number) {
  const pre = preStar({ ...system, targets: [target] });
  const isReached = system.initial.some((configuration) => pre.accepts(configuration));
  const isSame = target.isOpen || post.accepts(target) === isReached;
  const said = isSame ? (isReached ? "it can be reached" : "it cannot be reached") : "post* and pre* differ: this is an error of this page";
  return element("li", {}, "target " + number + " ", element("code", {}, editedText(target)), ": ", element("b", {}, said));
}

function runEdited() {
  Object.assign(exercise, { system: null, asked: null });
  try {
    const system = readSystem(byId("try-text").value);
    const post = postStar(system);
    // Without a beginning there is nothing to answer.
    const targets = system.initial.length > 0 ? system.targets : [];
    const rows = targets.map((target, index) => targetRow(system, post, target, index + 1));
    byId("try-said").textContent = plural(system.rules.length, "rule") + "; post* has " + plural(post.transitions.length, "transition") + ".";
    clear(byId("try-targets"), ...rows);
    clear(byId("try-transitions"), ...post.transitions.map(transitionRow));
    Object.assign(exercise, { system, post });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    byId("try-said").textContent = "Not run: " + refused.message + ".";
    clear(byId("try-targets"));
    clear(byId("try-transitions"));
  }
  ask();
}

function anyOf(list) {
  return list[Math.floor(Math.random() * list.length)];
}

// A configuration, as often one that can be reached as one that cannot.
function someConfiguration({ rules, initial, targets }, post) {
  const names = [...new Set([...rules.flatMap(({ from, to }) => [from, to]), ...[...initial, ...targets].map(({ state }) => state)])];
  const alphabet = [...alphabetOf({ rules, initial, targets })];
  const wanted = Math.random() < 0.5;
  let made = null;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const length = alphabet.length === 0 ? 0 : Math.floor(Math.random() * (LONGEST_STACK + 1));
    made = { state: anyOf(names), stack: Array.from({ length }, () => anyOf(alphabet)) };
    if (post.accepts(made) === wanted) break;
  }
  return made;
}

function ask() {
  const { system, post } = exercise;
  const isReady = system !== null && system.initial.length > 0;
  exercise.asked = isReady ? someConfiguration(system, post) : null;
  byId("exercise-question").textContent = isReady ? editedText(exercise.asked) : "There is nothing to ask: a system with `init` is needed.";
  for (const id of ["exercise-yes", "exercise-no"]) byId(id).disabled = !isReady;
}

function answerExercise(guess) {
  const { post, asked } = exercise;
  const isReached = post.accepts(asked);
  exercise.count += 1;
  exercise.right += guess === isReached ? 1 : 0;
  const verdict = editedText(asked) + (isReached ? " can be reached" : " cannot be reached");
  byId("exercise-said").textContent = (guess === isReached ? "Right: " : "Wrong: ") + verdict + ". " + exercise.right + " of " + exercise.count + " right.";
  ask();
}

function resetEdited() {
  byId("try-text").value = lineTexts.join("\n");
  runEdited();
}

function buildTry() {
  byId("try").addEventListener("submit", (event) => {
    event.preventDefault();
    runEdited();
  });
  byId("try-reset").addEventListener("click", resetEdited);
  byId("exercise-yes").addEventListener("click", () => answerExercise(true));
  byId("exercise-no").addEventListener("click", () => answerExercise(false));
}
