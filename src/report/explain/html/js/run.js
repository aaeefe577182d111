// A trace is a graph of runs. A place in it is a number of steps from the start, which may have hundreds of digits, or what is the same, a stack of
// frames: a run, its next step, and the number of steps before the run began.

// For each run how many steps there are before each of its own, those of its callees included; last before its end.
function stepsBefore(trace) {
  const before = [];
  for (const { steps } of trace.runs) {
    const sums = [0n];
    for (const [, call] of steps) sums.push(sums[sums.length - 1] + 1n + (call === null ? 0n : before[call][before[call].length - 1] + 1n));
    before.push(sums);
  }
  return before;
}

function runsAtEnd(trace) {
  const first = trace.runs.length - trace.stack;
  return trace.runs.map((_, index) => index).slice(first);
}

// How many steps the trace has.
function lengthOf(trace) {
  const before = trace.before;
  return runsAtEnd(trace).reduce((sum, run) => sum + before[run][before[run].length - 1] + 1n, 0n);
}

// Where its loop begins, if it goes round one for ever.
function turnOf(trace) {
  if (trace.turn?.kind !== "again") return null;
  const before = trace.before;
  const runs = runsAtEnd(trace);
  const below = runs.slice(0, trace.turn.level);
  return below.reduce((sum, run) => sum + before[run][before[run].length - 1] + 1n, 0n) + before[runs[trace.turn.level]][trace.turn.step];
}

// The frames at a place, the outermost first.
function framesAt(trace, at) {
  const frames = [];
  let begin = 0n;
  let rest = at;
  for (const run of runsAtEnd(trace)) {
    const sums = trace.before[run];
    const own = sums[sums.length - 1] + 1n;
    if (rest < own) {
      descend(trace, frames, run, begin, rest);
      return frames;
    }
    frames.push({ run, step: sums.length - 1, begin, returns: false });
    begin += own;
    rest -= own;
  }
  return frames;
}

function descend(trace, frames, from, start, offset) {
  let [run, begin, rest, returns] = [from, start, offset, false];
  for (;;) {
    const sums = trace.before[run];
    // The last step that begins no later.
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (sums[middle] <= rest) low = middle;
      else high = middle - 1;
    }
    frames.push({ run, step: low, begin, returns });
    if (sums[low] === rest) return;
    begin += sums[low] + 1n;
    rest -= sums[low] + 1n;
    run = trace.runs[run].steps[low][1];
    returns = true;
  }
}

function pointOf(trace, { run, step }) {
  const { steps, end } = trace.runs[run];
  return step < steps.length ? steps[step][0] : end;
}

// The values in a frame: of globals and of locals.
function valuesIn(trace, { run, step }) {
  const { globals, locals, steps } = trace.runs[run];
  const values = { globals: [...globals], locals: [...locals] };
  for (let index = 0; index < step; index += 1) {
    for (const [variable, value] of steps[index][2]) {
      if (variable >= 0) values.globals[variable] = String(value);
      else values.locals[-1 - variable] = String(value);
    }
  }
  return values;
}
