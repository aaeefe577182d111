// The pushdown rules. Those of a program are its control-flow graphs: for each procedure its locations, with the rules that leave them.
const rulesBox = byId("rules");
const ruleElements = new Map();
let markedRules = [];

function ruleButton(index, text) {
  const rule = rules[index];
  const button = element("button", { type: "button", class: "rule", title: rule.text, "data-rule": index },
    element("span", { class: "number" }, String(index + 1)), element("code", {}, text));
  ruleElements.set(index, button);
  return button;
}

// What a rule of a program does, in the words of a control-flow graph.
function effectOf(rule) {
  if (rule.push.length === 0) return "returns";
  if (rule.push.length === 1) return "→ " + symbols[rule.push[0]].name;
  return "calls " + procedures[symbols[rule.push[0]].procedure] + " → " + symbols[rule.push[1]].name;
}

function locationOf(symbol, own) {
  const { name, line, text } = symbols[symbol];
  const title = element("div", { class: "location" }, element("b", {}, name), " ", element("code", {}, text || ""), " ", element("span", { class: "muted" }, "line " + line));
  return element("li", {}, title, element("ul", {}, ...own.map((index) => element("li", {}, ruleButton(index, effectOf(rules[index]))))));
}

// A procedure, which is built when it is opened.
function graphOf(procedure, leaving) {
  const box = element("details", { "data-procedure": procedure },
    element("summary", {}, procedures[procedure], " ", element("span", { class: "muted" }, plural(leaving.size, "location"))));
  box.build = () => {
    if (box.childElementCount < 2) box.append(fill(element("ul", { class: "locations" }), [...leaving].map(([symbol, own]) => locationOf(symbol, own))));
  };
  box.addEventListener("toggle", () => box.open && box.build());
  return box;
}

function buildRules() {
  if (procedures.length === 0) {
    byId("rules-pane").classList.toggle("short", rules.length <= SHORT);
    clear(rulesBox, fill(element("ul", { class: "locations" }), rules.map((rule, index) => element("li", {}, ruleButton(index, rule.text)))));
    return;
  }
  const graphs = new Map();
  rules.forEach((rule, index) => {
    const { procedure } = symbols[rule.symbol];
    if (!graphs.has(procedure)) graphs.set(procedure, new Map());
    const leaving = graphs.get(procedure);
    if (!leaving.has(rule.symbol)) leaving.set(rule.symbol, []);
    leaving.get(rule.symbol).push(index);
  });
  fill(rulesBox, [...graphs].sort((a, b) => a[0] - b[0]).map(([procedure, leaving]) => graphOf(procedure, leaving)));
}

function ruleElement(index) {
  if (!ruleElements.has(index) && procedures.length > 0) {
    const graph = rulesBox.querySelector('[data-procedure="' + symbols[rules[index].symbol].procedure + '"]');
    graph.open = true;
    graph.build();
  }
  return ruleElements.get(index);
}

// Marks some rules and no others; the first of them comes into sight.
function markRules(indices) {
  markedRules.forEach((index) => ruleElements.get(index).removeAttribute("aria-current"));
  markedRules = indices;
  indices.forEach((index) => {
    const button = ruleElement(index);
    button.closest("details")?.setAttribute("open", "");
    button.setAttribute("aria-current", "true");
  });
  if (indices.length > 0) reveal(rulesBox, ruleElement(indices[0]));
}

function chooseRule(index) {
  markRules([index]);
  markLines("linked", [rules[index].line]);
  if (hasFlow) linkFlow(symbols[rules[index].symbol].procedure, [rules[index].symbol], [index]);
}

rulesBox.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rule]");
  if (button) chooseRule(Number(button.dataset.rule));
});
sourceBox.addEventListener("click", (event) => {
  const row = event.target.closest("li");
  if (!row || byId("rules-pane").hidden) return;
  const line = Number(row.dataset.line);
  if (tab === "step") markRules(rulesOfLine.get(line) || []);
  markLines("linked", tab === "trace" || rulesOfLine.has(line) ? [line] : []);
  if (hasFlow) linkLine(line);
});
buildRules();
