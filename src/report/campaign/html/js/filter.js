// Which rows are shown, and in which order.
const field = (name) => document.getElementById("filter-" + name);
const sorting = { key: "note", down: false };
// The one input that was chosen in a plot.
let only = null;

function isAnswer(cell, answer) {
  if (!cell) return false;
  if (answer === "open") return !solved(cell);
  return answer === "w" ? cell.wrong : answer === "" || cell.code === answer;
}

function passing() {
  if (only !== null) return [rows[only]];
  const text = field("text").value.toLowerCase();
  const [kind, answer, engine] = ["rows", "answer", "engine"].map((name) => field(name).value);
  return rows.filter((row) => {
    if (!row.lower.includes(text) || (kind && !(row.note & kind))) return false;
    if (engine !== "") return isAnswer(row.cells[engine], answer);
    return answer === "" || row.cells.some((cell) => isAnswer(cell, answer));
  });
}

// Numbers and texts by which columns are sorted. What is not solved comes behind what is, what was not asked last.
function keyOf(row, key) {
  if (key === "note") return -row.note;
  if (key === "input") return row.path;
  if (key === "expected") return row.expected || "~";
  if (key === "size") return row.size === null ? Infinity : row.size;
  const cell = row.cells[key];
  if (!cell) return Infinity;
  return solved(cell) ? cell.seconds : 1e12 + cell.seconds;
}

function sorted(chosen) {
  const keyed = chosen.map((row) => [keyOf(row, sorting.key), row]);
  const sign = sorting.down ? -1 : 1;
  // Rows stand by path, which decides between equals.
  keyed.sort(([a, left], [b, right]) => (a < b ? -sign : a > b ? sign : left.index - right.index));
  return keyed.map(([, row]) => row);
}
