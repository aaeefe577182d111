// Asks for the next transition before it is shown.
const predictForm = byId("predict");
const score = { right: 0, asked: 0 };

function isPredicting() {
  return isSaturation && byId("predict-on").checked && step < events.length && events[step].event === "grew";
}

function openPrediction() {
  if (predictForm.hidden) {
    predictForm.hidden = false;
    byId("predict-answer").textContent = "Which transition grows next?";
  }
  byId("predict-from").focus();
}

function closePrediction() {
  predictForm.hidden = true;
}

function isSame(event, [from, symbol, to]) {
  return event.event === "grew" && event.from === from && event.to === to && event.symbol === symbol;
}

// What grows before another transition is taken.
function followers() {
  const rest = events.slice(step);
  const end = rest.findIndex((event) => event.event === "processed");
  return end < 0 ? rest : rest.slice(0, end);
}

function judge(guess) {
  score.asked += 1;
  const next = events[step];
  const name = transitionName(next);
  const [right, text] = isSame(next, guess) ? [true, "Right: " + name]
    : followers().some((event) => isSame(event, guess)) ? [true, "Right, though another comes first: " + name]
    : [false, "Wrong. It is " + name];
  score.right += right ? 1 : 0;
  goTo(step + 1);
  byId("predict-answer").textContent = text + ". " + score.right + " of " + score.asked + " right.";
}

function buildPrediction() {
  const options = (list) => list.map((name, index) => element("option", { value: index }, name));
  fill(byId("predict-from"), options(states.map((state) => state.name)));
  fill(byId("predict-to"), options(states.map((state) => state.name)));
  fill(byId("predict-symbol"), [element("option", { value: "" }, "ε, none"), ...options(symbols.map((symbol) => symbol.name))]);
  predictForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const [from, symbol, to] = ["from", "symbol", "to"].map((part) => byId("predict-" + part).value);
    judge([Number(from), symbol === "" ? null : Number(symbol), Number(to)]);
    byId("next").focus();
  });
  byId("predict-show").addEventListener("click", () => {
    goTo(step + 1);
    byId("predict-answer").textContent = "";
    byId("next").focus();
  });
  byId("predict-on").addEventListener("change", () => {
    closePrediction();
    byId("predict-answer").textContent = byId("predict-on").checked ? "Go on with Next." : "";
  });
}
