// A counterexample: source, call stack and variables, in step; of an explicit system its stack and its configuration.
const isOfProgram = page.program !== null;
const MOST_VARIABLES = 300;
const MOST_FRAMES = 60;
let trace = null;
let at = 0n;
let frames = [];
// The frame whose variables are shown.
let looked = 0;
let shownBefore = null;

function statementOf(frame) {
  const { procedure } = trace.runs[frame.run];
  const [line, text, origin] = page.program.procedures[procedure].points[pointOf(trace, frame)];
  return { line, text, origin, name: page.program.procedures[procedure].name };
}

function chooseTrace(index) {
  trace = page.traces[index];
  if (!trace.before) {
    trace.before = stepsBefore(trace);
    trace.length = lengthOf(trace);
    trace.turnsTo = turnOf(trace);
    trace.start = BigInt(trace.start || 0);
  }
  byId("trace-choice").value = index;
  byId("trace-time").max = String(marks());
  shownBefore = null;
}

function addressOfTrace() {
  return "#trace=" + (trace.property + 1) + ":" + (at - trace.start + 1n);
}

function goTrace(place) {
  const last = trace.length - 1n;
  at = place < trace.start ? trace.start : place > last ? last : place;
  frames = framesAt(trace, at);
  looked = frames.length - 1;
  writeAddress(addressOfTrace());
  drawTrace();
}

// The slider of a trace has so many marks at most: of longer ones not every step has a mark.
const MOST_MARKS = 10000n;

function marks() {
  const last = trace.length - 1n - trace.start;
  return last < MOST_MARKS ? last : MOST_MARKS;
}

// The mark of a place in the trace, and the place of a mark; the first and the last are those of the trace.
function markOf(place) {
  const last = trace.length - 1n - trace.start;
  return last === 0n ? "0" : String(((place - trace.start) * marks()) / last);
}

function placeOfMark(mark) {
  // Rounded up, so that the mark of the place is this one again.
  return marks() === 0n ? trace.start : trace.start + (BigInt(mark) * (trace.length - 1n - trace.start) + marks() - 1n) / marks();
}

function innermost() {
  return frames[frames.length - 1];
}

const MOVES = {
  first: () => trace.start,
  last: () => trace.length - 1n,
  // At the end of a loop back to its begin.
  next: () => (at === trace.length - 1n && trace.turnsTo !== null ? trace.turnsTo : at + 1n),
  previous: () => at - 1n,
  // To the next step of the same run.
  over: () => {
    const { run, step, begin } = innermost();
    const sums = trace.before[run];
    return step + 1 < sums.length ? begin + sums[step + 1] : at + 1n;
  },
  "back-over": () => {
    const { run, step, begin } = innermost();
    return step > 0 ? begin + trace.before[run][step - 1] : at - 1n;
  },
  // To the step of the caller behind the call; to the end if there is no return.
  out: () => {
    const caller = frames[frames.length - 2];
    return innermost().returns ? caller.begin + trace.before[caller.run][caller.step + 1] : trace.length - 1n;
  },
  "back-out": () => {
    const caller = frames[frames.length - 2];
    return caller ? caller.begin + trace.before[caller.run][caller.step] : 0n;
  },
};

// What is said of the end, by how the run goes on.
const ENDS = { again: "The loop begins again here, in ", over: "The run is over here, in " };

function saidOfTrace() {
  if (!isOfProgram) return saidOfRun();
  const { line, text, name } = statementOf(innermost());
  const run = trace.runs[innermost().run];
  const isEnd = innermost().step === run.steps.length;
  const results = isEnd && run.results ? ", with " + resultsOf(page.program.procedures[run.procedure], run.results) : "";
  if (at === trace.length - 1n) return (ENDS[trace.turn?.kind] || "Violated here, in ") + name + ", line " + line + ": " + text;
  const turns = at === trace.turnsTo ? "the loop begins " : "";
  return turns + (isEnd && innermost().returns ? "returns from " : "in ") + name + results + ", line " + line + ": " + text;
}

function lookAt(depth) {
  looked = depth;
  drawTrace();
  byId("stack").querySelector("[aria-current]")?.focus();
}

function drawStack() {
  const hidden = Math.max(0, frames.length - MOST_FRAMES);
  const rows = frames.slice(hidden).map((frame, index) => {
    const depth = hidden + index;
    const { line, text, origin, name } = statementOf(frame);
    const button = element("button", { type: "button", class: "link", "aria-current": depth === looked ? "true" : null, click: () => lookAt(depth) }, element("b", {}, name), " ", element("code", {}, text), " ", element("span", { class: "muted" }, "line " + line + (origin ? ", " + origin : "")));
    return element("li", {}, button);
  });
  if (hidden > 0) rows.unshift(element("li", { class: "muted" }, hidden + " more calls below"));
  clear(byId("stack"), ...rows.reverse());
}

// What has a row: a variable, or a number in place of its bits, where the lowest of them is declared.
function itemsOf(names, words) {
  const items = names.map((name, index) => name && { name: name[0], predicate: name[1], bits: [index] });
  for (const [name, bits] of words) {
    if (!bits.every((bit) => names[bit])) continue;
    for (const bit of bits) items[bit] = null;
    items[bits[0]] = { name, predicate: null, bits };
  }
  return items.filter((item) => item);
}

// `1`, or of a number `5 (101)`.
function valueOf({ bits }, values) {
  const digits = bits.map((bit) => values[bit]).reverse().join("");
  return bits.length === 1 ? digits : BigInt("0b" + digits) + " (" + digits + ")";
}

// What a procedure returns: results have no names.
function resultsOf(procedure, results) {
  const items = itemsOf([...results].map(() => ["", null]), procedure.results);
  return items.map((item) => valueOf(item, results)).join(", ");
}

function variableRows(names, words, values, before) {
  const isChanged = (item) => before && item.bits.some((bit) => before[bit] !== values[bit]);
  const all = itemsOf(names, words);
  const shown = all.length <= MOST_VARIABLES ? all : all.filter((item, place) => place < MOST_VARIABLES || isChanged(item));
  const rows = shown.map((item) => {
    const { name, predicate } = item;
    const told = predicate && "{" + predicate + "}" !== name ? [" ", element("span", { class: "muted" }, predicate)] : [];
    const was = isChanged(item) ? [element("span", { class: "muted" }, " was " + valueOf(item, before))] : [];
    return element("tr", { class: isChanged(item) ? "changed" : null }, element("th", { scope: "row" }, element("code", {}, name), ...told), element("td", {}, element("b", {}, valueOf(item, values)), ...was));
  });
  if (shown.length < all.length) rows.push(element("tr", {}, element("td", { colspan: 2, class: "muted" }, all.length - shown.length + " more, which did not change")));
  return rows;
}

function group(title, rows) {
  const caption = element("caption", {}, title);
  return rows.length > 0 ? element("table", {}, caption, element("tbody", {}, ...rows)) : element("p", { class: "muted" }, title + ": none");
}

// What differs from what was shown before is marked; locals only of the same activation.
function drawVariables() {
  const frame = frames[looked];
  const { procedure } = trace.runs[frame.run];
  const now = { begin: frame.begin, run: frame.run, globals: valuesIn(trace, innermost()).globals, locals: valuesIn(trace, frame).locals };
  const isSame = shownBefore && shownBefore.begin === now.begin && shownBefore.run === now.run;
  clear(byId("variables"),
    group("Globals", variableRows(page.program.globals, page.program.words, now.globals, shownBefore && shownBefore.globals)),
    group("In " + page.program.procedures[procedure].name, variableRows(page.program.procedures[procedure].locals, page.program.procedures[procedure].words, now.locals, isSame ? shownBefore.locals : null)));
  shownBefore = now;
}

function drawTrace() {
  const here = "step " + (at - trace.start + 1n) + " of " + spoken(trace.length - trace.start);
  byId("trace-here").textContent = here;
  byId("trace-here").href = addressOfTrace();
  byId("trace-time").value = markOf(at);
  byId("trace-time").setAttribute("aria-valuetext", here);
  byId("trace-said").textContent = saidOfTrace();
  for (const [id, move] of Object.entries(MOVES)) byId("trace-" + id).setAttribute("aria-disabled", String(move() === at || move() < trace.start || move() >= trace.length));
  if (isOfProgram) {
    drawStack();
    drawVariables();
    markLines("now", [statementOf(frames[looked]).line]);
    followFlow(trace.runs[frames[looked].run].procedure, [pointOf(trace, frames[looked])], []);
  } else {
    drawCells(lookAt);
    drawConfiguration();
    const line = lineOfFrame(frames[looked]);
    markLines("now", [line]);
    markRules(rulesOfLine.get(line) || []);
  }
}

// A number as people read it.
function spoken(number) {
  const digits = number.toString();
  return digits.length <= 12 ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : "about 2^" + (number.toString(2).length - 1);
}

function moveTrace(move) {
  if (byId("trace-" + move).getAttribute("aria-disabled") !== "true") goTrace(MOVES[move]());
}

function buildTraces() {
  if (!isOfProgram) {
    byId("stack-title").textContent = "Stack";
    byId("variables-title").textContent = "Configuration";
    byId("trace-back-out").textContent = "To the push";
    for (const [move, title] of [["over", "Until what is pushed was popped (O)"], ["back-over", "The same, backwards (Shift O)"], ["out", "Until the symbol on top was popped (U)"], ["back-out", "Back to where it was pushed (Shift U)"]]) byId("trace-" + move).title = title;
  }
  clear(byId("trace-choice"), ...page.traces.map(({ property }, index) => element("option", { value: index }, nameOf(property) + ", " + log.targets[property].text)));
  byId("trace-choice").addEventListener("change", (event) => {
    chooseTrace(Number(event.target.value));
    goTrace(0n);
  });
  byId("trace-time").addEventListener("input", (event) => goTrace(placeOfMark(event.target.value)));
  for (const move of Object.keys(MOVES)) byId("trace-" + move).addEventListener("click", () => moveTrace(move));
}
