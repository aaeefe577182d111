// The table. Only the rows in sight are there, between two gaps as high as the others would be.
const box = document.getElementById("box");
const table = document.getElementById("table");
const body = table.tBodies[0];
const MARGIN = 12;
const PRINTED = 200;
let shown = [];
let height = 32;
let drawn = [-1, -1];

function cellOf(cell) {
  const made = element("td");
  if (!cell) return made;
  const [className, text] = {
    s: ["safe", "SAFE"], u: ["unsafe", "UNSAFE"], k: ["open", cell.reason], e: ["open", "error"], c: ["bad", "both"],
  }[cell.code];
  const line = element("div");
  line.append(element("span", className, text));
  if (cell.wrong) line.append(" ", element("b", "bad", "wrong"));
  line.append(" ", element("span", "time", seconds(cell.seconds)));
  made.append(line);
  made.title = spoken(cell);
  return made;
}

function rowOf(row, place) {
  const made = element("tr");
  made.setAttribute("aria-rowindex", place + 2);
  made.dataset.row = row.index;
  const head = element("th");
  head.scope = "row";
  head.title = row.full;
  const name = element("bdi", "", row.path);
  if (row.link === null) {
    head.append(name);
  } else {
    const link = element("a");
    link.href = row.link;
    link.append(name);
    head.append(link);
  }
  const size = element("td", "number", row.size === null ? "" : row.size);
  made.append(element("td", "note", noteOf(row)), head, element("td", "", row.expected), size, ...row.cells.map(cellOf));
  return made;
}

function gap(rowCount) {
  const made = element("tr", "gap");
  const cell = element("td");
  cell.colSpan = engines.length + 4;
  cell.style.height = rowCount * height + "px";
  made.append(cell);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function draw(from, to) {
  const focused = body.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.row : null;
  drawn = [from, to];
  body.replaceChildren(gap(from), ...shown.slice(from, to).map((row, index) => rowOf(row, from + index)), gap(shown.length - to));
  const again = focused === null ? null : body.querySelector('tr[data-row="' + focused + '"] a');
  if (again) again.focus({ preventScroll: true });
}

function inSight() {
  const first = Math.floor(box.scrollTop / height);
  const count = Math.ceil(box.clientHeight / height);
  return [Math.max(0, first - MARGIN), Math.min(shown.length, first + count + MARGIN)];
}

function scrolled() {
  const [from, to] = inSight();
  if (from !== drawn[0] || to !== drawn[1]) draw(from, to);
}

// Filters, sorts and draws anew, from the top.
function refresh() {
  shown = sorted(passing());
  box.scrollTop = 0;
  draw(...inSight());
  const first = body.rows[1];
  if (shown.length > 0 && first.offsetHeight !== height && first.offsetHeight > 0) {
    height = first.offsetHeight;
    draw(...inSight());
  }
  table.setAttribute("aria-rowcount", shown.length + 1);
  document.getElementById("count").textContent = shown.length + " of " + rows.length + " inputs";
}

function sortBy(button) {
  sorting.down = sorting.key === button.dataset.key && !sorting.down;
  sorting.key = button.dataset.key;
  table.querySelectorAll("th[aria-sort]").forEach((head) => head.removeAttribute("aria-sort"));
  button.closest("th").setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
  refresh();
}

// Shows one input, whatever else is asked for.
function showOnly(row) {
  document.getElementById("filters").reset();
  field("text").value = row.path;
  only = row.index;
  refresh();
  document.getElementById("results").scrollIntoView();
  field("text").focus({ preventScroll: true });
}

table.tHead.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) sortBy(button);
});
const filters = document.getElementById("filters");
filters.hidden = false;
filters.addEventListener("submit", (event) => event.preventDefault());
filters.addEventListener("input", () => {
  only = null;
  refresh();
});
filters.addEventListener("reset", () => {
  only = null;
  // The fields are empty only after this.
  setTimeout(() => only === null && refresh());
});
box.addEventListener("scroll", scrolled, { passive: true });
window.addEventListener("resize", scrolled);
window.addEventListener("beforeprint", () => {
  draw(0, Math.min(shown.length, PRINTED));
  body.querySelectorAll(".gap").forEach((row) => row.remove());
  if (shown.length <= PRINTED) return;
  const more = element("tr", "gap");
  const cell = element("td", "", shown.length - PRINTED + " more rows are not printed.");
  cell.colSpan = engines.length + 4;
  more.append(cell);
  body.append(more);
});
window.addEventListener("afterprint", () => draw(...inSight()));
refresh();
