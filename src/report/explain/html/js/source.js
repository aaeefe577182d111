// The source. A line has marks: `now`, `linked` to a rule that was chosen, `path` and `taken` of a spurious run.
const sourceBox = byId("source");
const MARKS = { now: "here", linked: "linked", path: "on the path", taken: "over-approximated here" };
const marked = {};

// The rules of each line.
const rulesOfLine = new Map();
rules.forEach((rule, index) => {
  if (!rulesOfLine.has(rule.line)) rulesOfLine.set(rule.line, []);
  rulesOfLine.get(rule.line).push(index);
});

function sourceLine(text, index) {
  const line = index + 1;
  const number = rulesOfLine.has(line)
    ? element("button", { type: "button", class: "number", title: "Show the rules of this line", "aria-label": "Line " + line + ", show its rules" }, String(line))
    : element("span", { class: "number" }, String(line));
  const comment = /^\s*(\/\/|#)/.test(text) ? "comment" : null;
  return element("li", { "data-line": line }, number, element("code", { class: comment }, text || " "), element("span", { class: "unseen" }));
}

function lineElement(line) {
  return sourceBox.children[line - 1];
}

// Gives some lines a mark, and takes it from all others; the first of them comes into sight.
function markLines(kind, lines) {
  const before = marked[kind] || [];
  marked[kind] = [...new Set(lines)].filter((line) => lineElement(line));
  before.forEach((line) => lineElement(line).classList.remove(kind));
  marked[kind].forEach((line) => lineElement(line).classList.add(kind));
  [...before, ...marked[kind]].forEach((line) => {
    const row = lineElement(line);
    const said = Object.keys(MARKS).filter((mark) => row.classList.contains(mark)).map((mark) => MARKS[mark]);
    row.lastChild.textContent = said.length > 0 ? " (" + said.join(", ") + ")" : "";
  });
  if (marked[kind].length > 0) reveal(sourceBox, lineElement(marked[kind][0]));
}

// A pane with fewer lines is as high as these; of longer ones it would take time to find out.
const SHORT = 60;

fill(sourceBox, lineTexts.map(sourceLine));
sourceBox.parentElement.classList.toggle("short", lineTexts.length <= SHORT);
