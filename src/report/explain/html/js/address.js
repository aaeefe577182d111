// The address names what is shown: `#step=17`, `#trace=1:5`, which is step 5 of the trace of property 1, `#proof=1`.
function readAddress() {
  const found = /^#(step|trace|proof)=(\d+)(?::(\d+))?$/.exec(location.hash);
  return found && { tab: found[1], number: Number(found[2]), at: BigInt(found[3] || 1) - 1n };
}

function writeAddress(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}
