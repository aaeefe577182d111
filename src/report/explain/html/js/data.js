// What `data.rs` tells, and elements to show it with.
const page = JSON.parse(document.getElementById("data").textContent);
const { log, words } = page;
const { states, symbols, rules, procedures } = log.system;
const { events } = log;
const lineTexts = log.input.lines;

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

// Moves what is inside of a box that scrolls so that a part of it is in sight, without moving the page.
function reveal(box, part) {
  const outer = box.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
  if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - outer.width / 3;
}
