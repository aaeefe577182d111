// The address names what is shown: `#step=17`, `#trace=1:5`, which is step 5 of the trace of property 1, `#why=1`, `#proof=1`, `#try=1`.
function readAddress(hash) {
  const found = /^#(step|trace|why|proof|try)=(\d+)(?::(\d+))?$/.exec(hash);
  return found && { tab: found[1], number: Number(found[2]), at: BigInt(found[3] || 1) - 1n };
}

// Browsers refuse to write it too often, so the last of several is written a little later.
const LATER = 350;
let written = null;
let timer = null;

function writeAddress(hash) {
  written = hash;
  if (timer === null) putAddress();
}

function putAddress() {
  timer = null;
  if (location.hash === written) return;
  history.replaceState(null, "", written);
  timer = setTimeout(putAddress, LATER);
}
