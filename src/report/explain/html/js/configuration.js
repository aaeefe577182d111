// A run of an explicit system, in the panes of a trace: its stack, and its configuration. A frame is what became of a symbol that was pushed.

function headOf(frame) {
  return trace.points[pointOf(trace, frame)];
}

// What lies on the stack, the top first: symbols, each with its frame.
function cellsOf(shown) {
  const cells = shown.map((frame, depth) => {
    const { symbol, rest } = headOf(frame);
    return { depth, symbol: depth === shown.length - 1 ? symbol : rest };
  });
  return cells.filter(({ symbol }) => symbol !== null).reverse();
}

function configurationText() {
  const cells = cellsOf(frames);
  const shown = cells.slice(0, MOST_FRAMES).map(({ symbol }) => symbol).join(" ");
  const more = cells.length > MOST_FRAMES ? " … " + (cells.length - MOST_FRAMES) + " more" : "";
  return "<" + headOf(innermost()).state + ", " + shown + more + ">";
}

function isAtEnd() {
  return at === trace.length - 1n;
}

function saidOfRun() {
  const { line, text } = headOf(innermost());
  if (isAtEnd()) return configurationText() + " is in the target: " + log.targets[trace.property].text;
  return configurationText() + ", then rule " + text + ", line " + line;
}

// The line of a frame: that of the rule that comes next, or of the one that it waits for.
function lineOfFrame(frame) {
  return headOf(frame).line || log.targets[trace.property].line;
}

function drawCells(choose) {
  const cells = cellsOf(frames);
  const rows = cells.slice(0, MOST_FRAMES).map(({ depth, symbol }) => {
    const { line, text } = headOf(frames[depth]);
    const what = depth < frames.length - 1 ? "since " + text : text === null ? "" : "next " + text;
    return element("li", {}, element("button", { type: "button", class: "link", "aria-current": depth === looked ? "true" : null, click: () => choose(depth) },
      element("b", {}, symbol), " ", element("code", {}, what), " ", element("span", { class: "muted" }, line ? "line " + line : "")));
  });
  if (cells.length === 0) rows.push(element("li", { class: "muted" }, "empty"));
  if (cells.length > MOST_FRAMES) rows.push(element("li", { class: "muted" }, cells.length - MOST_FRAMES + " more symbols below"));
  clear(byId("stack"), ...rows);
}

// The control state, what it was before if that differs, and the whole configuration.
function drawConfiguration() {
  const { state } = headOf(innermost());
  const isChanged = shownBefore !== null && shownBefore.state !== state;
  const was = isChanged ? [element("span", { class: "muted" }, " was " + shownBefore.state)] : [];
  const row = (name, changed, ...told) => element("tr", { class: changed ? "changed" : null }, element("th", { scope: "row" }, name), element("td", {}, ...told));
  clear(byId("variables"), element("table", {}, element("tbody", {},
    row("control state", isChanged, element("b", {}, state), ...was),
    row("configuration", false, element("code", {}, configurationText())))));
  shownBefore = { state };
}
