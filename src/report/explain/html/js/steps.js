// The time line of the engine. Step 0 is before anything happened; after step n the first n events have.
let step = 0;
// The transition that was chosen in this step.
let selected = null;
let playing = null;
const PAUSE = 1000;
const isSaturation = states.length > 0;
enginePanes.push({ id: "saturation", isMine: () => isSaturation, draw: drawSaturation });
// The pane of the engine that the log is of; calls are shown of one that has none.
const enginePane = enginePanes.find((pane) => pane.isMine()) || (procedures.length > 0 ? enginePanes.find(({ id }) => id === "summary") : undefined);

function stepLink(number) {
  return element("a", { href: "#step=" + number }, "step " + number);
}

function linesOf(event) {
  if (!event) return [];
  if (event.rule !== undefined && event.rule !== null) return [rules[event.rule].line];
  if (event.event === "reached") return [log.targets[event.target].line];
  const at = [event.at, event.head].find((symbol) => symbol !== undefined);
  if (at !== undefined) return [symbols[at].line].filter(Boolean);
  const taken = event.event === "processed" ? automatonAfter(step).transitions[event.transition].symbol : null;
  if (taken !== null && symbols[taken].line) return [symbols[taken].line];
  return [];
}

// The locations that a step is about.
function locationsOf(event) {
  if (event.rule !== undefined && event.rule !== null) return [rules[event.rule].symbol];
  if (event.event === "reached") return (rulesOfLine.get(log.targets[event.target].line) || []).map((rule) => rules[rule].symbol);
  const taken = event.event === "processed" ? automatonAfter(step).transitions[event.transition] : event;
  return event.path || [event.at, event.head, taken.symbol].filter((symbol) => symbol !== undefined && symbol !== null);
}

function followStep(event) {
  const locations = event ? locationsOf(event) : [];
  const procedure = locations.length > 0 ? symbols[locations[0]].procedure : event?.procedure ?? null;
  followFlow(procedure, locations, event && event.rule !== undefined && event.rule !== null ? [event.rule] : []);
}

function drawSaturation(event) {
  const automaton = automatonAfter(step);
  const about = event && event.transition;
  const grew = event && event.event === "grew";
  const chosen = selected === null ? about : selected;
  const marks = {
    fresh: grew ? about : null,
    taken: automaton.current,
    premises: new Set(grew ? event.premises.map(({ transition }) => transition) : []),
    route: new Set(askQuery(automaton, step)),
    selected: chosen,
  };
  drawPicture(automaton, marks);
  drawWhy(automaton, chosen);
  drawWorklist(automaton, marks);
}

// Draws the step anew.
function drawStep() {
  const event = events[step - 1];
  byId("time").value = step;
  byId("time").setAttribute("aria-valuetext", "step " + step + " of " + events.length);
  byId("here").textContent = "step " + step + " of " + events.length;
  byId("here").href = "#step=" + step;
  const end = step === events.length && log.left_out > 0 ? " (" + log.left_out + " more steps are left out)" : "";
  byId("said").textContent = (event ? words[step - 1] : "Nothing has happened yet.") + end;
  for (const [id, at] of [["first", 0], ["previous", 0], ["next", events.length], ["last", events.length]]) byId(id).setAttribute("aria-disabled", String(step === at));
  if (enginePane) enginePane.draw(event);
  markLines("linked", []);
  markLines("now", linesOf(event));
  markRules(event && event.rule !== undefined && event.rule !== null ? [event.rule] : []);
  if (hasFlow) followStep(event);
}

function goTo(number) {
  step = Math.max(0, Math.min(events.length, number));
  selected = null;
  writeAddress("#step=" + step);
  closePrediction();
  drawStep();
}

// Chooses a transition. Who came from the list stays there; else what is said of it has the focus.
function select(transition) {
  const isListed = byId("worklist").contains(document.activeElement);
  selected = transition;
  drawSaturation(events[step - 1]);
  const next = isListed ? byId("worklist").querySelector('[data-transition="' + transition + '"]') : byId("why").querySelector(".chosen");
  next?.focus({ preventScroll: true });
}

function goNext() {
  if (isPredicting()) openPrediction();
  else goTo(step + 1);
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (step < events.length ? goTo(step + 1) : play(false)), PAUSE) : null;
  byId("play").textContent = on ? "Pause" : "Play";
  byId("play").setAttribute("aria-pressed", String(on));
  if (on && step === events.length) goTo(0);
}

function buildSteps() {
  byId("time").max = events.length;
  for (const { id } of enginePanes) byId(id).hidden = !enginePane || enginePane.id !== id || (events.length === 0 && !isSaturation);
  byId("time").addEventListener("input", (event) => goTo(Number(event.target.value)));
  const controls = { first: () => goTo(0), previous: () => goTo(step - 1), next: goNext, last: () => goTo(events.length), play: () => play(!playing) };
  for (const [id, move] of Object.entries(controls)) {
    byId(id).addEventListener("click", () => {
      if (id !== "play") play(false);
      move();
    });
  }
  clear(byId("legend"), ...["+ new", "▸ taken from the worklist", "∘ premise", "✓ accepts", "underlined: waits"].map((text) => element("span", {}, text)));
}
