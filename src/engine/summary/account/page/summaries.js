// The table of summaries after some steps, as `explain::Summaries` rebuilds it.
let table = null;

function newCheck(targets) {
  return { targets, refined: new Set(), replaced: new Set(), rounds: new Map(), closed: new Set(), depths: new Map(), complete: new Set(), known: new Map() };
}

function summariesAfter(step) {
  if (!table || table.step > step) table = { step: 0, now: newCheck([]), checks: new Map(), asked: [] };
  for (; table.step < step; table.step += 1) hearSummary(table, table.step, events[table.step]);
  return table;
}

function bodyKey({ procedure, level, is_closed }) {
  return procedure + ":" + level + ":" + is_closed;
}

function hearSummary(table, number, event) {
  const { now } = table;
  const told = {
    turn: () => {
      const key = event.targets.join();
      const next = table.checks.get(key) || newCheck(event.targets);
      table.checks.delete(key);
      table.checks.set(now.targets.join(), now);
      table.now = next;
    },
    // All is over-approximated at first, so whoever is refined a second time begins anew.
    refined: () => {
      if (now.refined.has(event.procedure)) table.now = newCheck(now.targets);
      table.now.refined.add(event.procedure);
    },
    replaced: () => now.replaced.add(event.at + ":" + event.callee),
    unrolled: () => now.rounds.set(event.head, event.rounds),
    closed: () => now.closed.add(event.head),
    nested: () => now.depths.set(event.procedure, event.depth),
    completed: () => (event.holds ? now.complete.add(event.procedure) : now.complete.delete(event.procedure)),
    summarised: () => now.known.set(bodyKey(event), event),
    forgotten: () => now.known.delete(bodyKey(event)),
    asked: () => table.asked.push(number),
  }[event.event];
  if (told) told();
}

// For each procedure its calls: where, and whom.
const callsOf = procedures.map(() => []);
rules.forEach((rule) => {
  if (rule.push.length !== 2) return;
  const caller = symbols[rule.symbol].procedure;
  const callee = symbols[rule.push[0]].procedure;
  if (caller !== null && callee !== null) callsOf[caller].push({ at: rule.symbol, callee });
});
