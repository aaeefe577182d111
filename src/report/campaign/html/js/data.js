// The results, with names for what `data.rs` tells by its place.
const told = JSON.parse(document.getElementById("data").textContent);
const engines = told.engines;
const SOLVED = { s: "SAFE", u: "UNSAFE" };

const rows = told.rows.map(([path, link, expected, size, note, cells], index) => ({
  path, link, expected, size, note, index,
  full: told.folder + path,
  lower: (told.folder + path).toLowerCase(),
  cells: cells.map((cell) => {
    if (!cell) return null;
    const [code, seconds, wall, memory, wrong, varies, reason, interval] = cell;
    const why = reason === null ? "" : told.reasons[reason];
    return { code, seconds, wall, memory, interval, wrong: wrong === 1, varies: varies === 1, reason: why };
  }),
}));

// Whether there is an answer to draw a point for, be it wrong.
function answered(cell) {
  return cell.code in SOLVED;
}

function solved(cell) {
  return answered(cell) && !cell.wrong;
}

// As `duration.rs` has it.
function seconds(value) {
  if (value < 0.9995) return value.toFixed(3);
  if (value < 9.995) return value.toFixed(2);
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

function noteOf(row) {
  if (row.note >= 4) return "disagreement";
  if (row.note >= 2) return "wrong";
  return row.note === 1 ? "rounds differ" : "";
}

// An answer in words.
function spoken(cell) {
  if (!cell) return "not asked";
  const answer = { ...SOLVED, k: "UNKNOWN (" + cell.reason + ")", e: "error: " + cell.reason, c: "SAFE and UNSAFE" }[cell.code];
  const memory = cell.memory === null ? "" : ", " + (cell.memory / 1048576).toFixed(1) + " MiB";
  const remarks = (cell.wrong ? ", wrong" : "") + (cell.varies ? ", rounds differ" : "");
  const mean = cell.interval === null ? "" : ", mean of rounds " + cell.interval.map(seconds).join(" \u00b1 ") + " s";
  return answer + remarks + ", " + seconds(cell.seconds) + " s (" + seconds(cell.wall) + " s by the clock" + memory + ")" + mean;
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
