// What `data.rs` tells, and elements to show it with.
const page = JSON.parse(document.getElementById("data").textContent);
const { log, words } = page;
const { states, symbols, rules, procedures } = log.system;
const { events } = log;
const lineTexts = log.input.lines;

// How a property is called; before an engine has found anything out, by its place among them.
function nameOf(index) {
  return page.properties[index] ? page.properties[index].name : "property " + (index + 1);
}

// The panes of engines: each has an id, knows whether the log is one of its engine, and draws what was known after a step.
const enginePanes = [];

// The name of a location, with its line.
function place(symbol) {
  const { name, line } = symbols[symbol];
  return name + " (line " + line + ")";
}

function byId(id) {
  return document.getElementById(id);
}

// An element with attributes, of which functions are listeners, and children.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function clear(parent, ...children) {
  parent.replaceChildren(...children);
}

// The same for any number of children.
function fill(parent, children) {
  parent.replaceChildren();
  for (const child of children) parent.append(child);
  return parent;
}

function plural(count, word) {
  return count + " " + word + (count === 1 ? "" : "s");
}

// Parts that are to come into sight, by the boxes that scroll.
const hidden = new Map();

// Moves what is inside of a box so that a part of it is in sight, without moving the page; once for all that is drawn together.
function reveal(box, part) {
  if (hidden.size === 0) requestAnimationFrame(revealAll);
  hidden.set(box, part);
}

function revealAll() {
  const places = [...hidden].map(([box, part]) => [box, box.getBoundingClientRect(), part.getBoundingClientRect()]);
  hidden.clear();
  for (const [box, outer, inner] of places) {
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
    if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - outer.width / 3;
  }
}
