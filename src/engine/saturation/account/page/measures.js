// Sizes of texts, for which the places of nodes and arrows have room: these are those of the last step, so nothing moves.
const CHARACTER = 7.2;
const LINE = 14;
// How many lines of labels an arrow has, and how long they and the names in nodes are; the places have room for these.
const MOST_LABELS = 4;
const LONGEST_LABEL = 22;
const LONGEST_NAME = 26;

// What is left out is in the middle, for ends of names tell them apart.
function shorten(text, longest) {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const head = Math.floor(longest / 2);
  return characters.slice(0, head).join("") + "…" + characters.slice(characters.length - (longest - 1 - head)).join("");
}

function round(value) {
  return Math.round(value * 10) / 10;
}
