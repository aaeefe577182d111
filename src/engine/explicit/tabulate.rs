//! The search: what each task leads to, until nothing is left to be tried.

use super::ExplicitStats;
use super::ahead::Ahead;
use super::counter::{Counter, Next};
use super::derive::derivation;
use super::prove::prove;
use super::relevant::Relevant;
use super::tables::{Application, Parent, PathEdge, Tables};
use super::tape::{Layout, Tapes};
use super::ternary::{Ternary, Value};
use super::work::{Task, WorkList};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event, Extent, Finding, Observer};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::{Bits, BitsRef};
use crate::pds::passes::Prepared;
use crate::pds::proof::Proof;
use crate::pds::{PdsProcedure, RuleId, RuleKind, Slot, SymbolicPds, Target, TargetMap};
use std::rc::Rc;

/// How many values of the choices of a task are tried, or looked for, before it is another task's turn.
const SLICE: usize = 64;

/// After so many values each second task is a deep one: what is found soon is found by short runs, and what lies deep is found as well.
const SHALLOW: u64 = 1 << 13;

/// After so many turns, and each time after twice as many, it is counted and told what is still to be tried. A turn adds few tasks, so counting takes a few times as long as the turns did at most.
const COUNTED: u64 = 1 << 9;

pub(super) struct Tabulation<'p> {
    pds: &'p SymbolicPds,
    tapes: Tapes<'p>,
    ahead: Ahead,
    relevant: Relevant<'p>,
    tables: Tables,
    tasks: WorkList,
    /// What the current task has led to.
    new_tasks: Vec<Task>,
    /// For each location the targets it belongs to.
    target_map: TargetMap,
    /// For each target the path edge that reached it first.
    reached: Vec<Option<usize>>,
    /// The targets that were reached, in the order in which they were.
    news: Vec<usize>,
    steps: u64,
    scratch: Scratch,
}

/// Room that is used again and again.
#[derive(Default)]
struct Scratch {
    values: Vec<bool>,
    row: Vec<Ternary>,
}

impl<'p> Tabulation<'p> {
    /// What can be reached is looked for, as far as `ahead` says that it leads anywhere.
    pub(super) fn new(
        pds: &'p SymbolicPds,
        targets: &[Target],
        ahead: Ahead,
        relevant: Relevant<'p>,
    ) -> Tabulation<'p> {
        let main = &pds.procedures[pds.entry.index()];
        let row = pds.globals.iter().chain(&main.init[..main.params]).map(|init| init.unwrap_or(false)).collect();
        Tabulation {
            pds,
            tapes: Tapes::new(pds),
            ahead,
            relevant,
            tables: Tables::default(),
            tasks: WorkList::default(),
            new_tasks: vec![Task::Begin(Counter::new(row))],
            target_map: pds.target_map(targets),
            reached: vec![None; targets.len()],
            news: Vec::new(),
            steps: 0,
            scratch: Scratch::default(),
        }
    }

    /// Works until nothing is left or every target is reached; or, with [`Extent::First`], until one is; or
    /// until a limit strikes: the reason why some targets are not decided.
    pub(super) fn run(&mut self, extent: Extent, budget: &Budget, observer: &mut dyn Observer) -> Option<StopReason> {
        self.tasks.add(false, self.new_tasks.drain(..));
        let mut turns = 0u64;
        let mut told = 0;
        loop {
            let dives = self.steps > SHALLOW && turns.is_multiple_of(2);
            if turns >= COUNTED && turns.is_power_of_two() {
                observer.event(&Event::Due { values: self.due() });
            }
            let Some(task) = self.tasks.next(dives) else {
                observer.event(&Event::Due { values: 0 });
                return None;
            };
            turns += 1;
            if turns.is_multiple_of(1 << 16) {
                let ExplicitStats { path_edges, summaries, .. } = self.stats();
                observer.event(&Event::Progress(&format_args!("{path_edges} path edges, {summaries} summaries")));
            }
            let result = self.turn(task, dives, budget);
            while told < self.news.len() {
                observer.event(&Event::Reached { target: self.news[told] });
                told += 1;
            }
            if let Err(reason) = result {
                return Some(reason);
            }
            if told == self.reached.len() {
                return None;
            }
            if extent == Extent::First && told > 0 {
                return Some(StopReason::NotDecided);
            }
        }
    }

    /// What is known about each target after the run ended, for `stopped`.
    pub(super) fn findings(&self, stopped: Option<StopReason>) -> Vec<Finding> {
        let findings = self.reached.iter().map(|reached| match (reached, &stopped) {
            (Some(edge), _) => Finding::Reached(Box::new(derivation(self.pds, &self.tables, *edge))),
            (None, Some(reason)) => Finding::Unknown(reason.clone()),
            (None, None) => Finding::Unreachable,
        });
        findings.collect()
    }

    /// The locations and states of all path edges, some more than once.
    pub(super) fn heads(&self) -> impl Iterator<Item = (LocId, &BitsRef)> {
        let edges = (0..self.tables.edges.len()).map(|index| &self.tables.edges[index]);
        edges.map(|edge| (edge.location, &*edge.state))
    }

    /// What the tables say of all runs, if they are complete.
    pub(super) fn prove(&self, system: &Prepared) -> Proof {
        prove(system, &self.tables)
    }

    /// The tables.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    pub(super) fn stats(&self) -> ExplicitStats {
        ExplicitStats {
            entries: self.tables.entries.len() as u64,
            path_edges: self.tables.edges.len() as u64,
            summaries: self.tables.summaries.len() as u64,
            steps: self.steps,
        }
    }

    /// How many values of choices are still before all tasks, about.
    fn due(&mut self) -> u64 {
        let Tabulation { pds, tapes, tables, tasks, .. } = self;
        let left = |task: &Task| match task {
            Task::Begin(counter) => counter.left(&initial(pds)),
            Task::Activate(entry, counter) => counter.left(&locals(pds, tables.entries[*entry].procedure)),
            Task::Apply(_, rule, counter) => counter.left(&tapes.of(*rule).1.choices),
        };
        tasks.iter().map(left).fold(0, u64::saturating_add)
    }

    /// Tries a slice of the task's values; if some are left, the task waits for its next turn, and what it has led to comes after it.
    fn turn(&mut self, mut task: Task, dives: bool, budget: &Budget) -> Result<(), StopReason> {
        let mut is_done = false;
        for _ in 0..SLICE {
            budget.poll()?;
            self.steps += 1;
            let more = match &mut task {
                Task::Begin(counter) => self.begin(counter),
                Task::Activate(entry, counter) => self.activate(*entry, counter),
                Task::Apply(edge, rule, counter) => self.apply(*edge, *rule, counter),
            };
            if !more {
                is_done = true;
                break;
            }
        }
        self.tasks.add(dives, (!is_done).then_some(task).into_iter().chain(self.new_tasks.drain(..)));
        Ok(())
    }

    fn begin(&mut self, counter: &mut Counter) -> bool {
        let pds = self.pds;
        let main = &pds.procedures[pds.entry.index()];
        let free = initial(pds);
        let rest = main.init[main.params..].iter().map(|init| init.map_or(Ternary::UNKNOWN, Ternary::known));
        let next = self.step(main.entry, counter, &free, rest);
        if next == Next::Value {
            let entry = self.enter(pds.entry, counter.bits().clone());
            self.tables.mark_initial(entry);
        }
        next != Next::End
    }

    /// A step of a counter through rows with which something begins at a location.
    fn step(
        &mut self,
        from: LocId,
        counter: &mut Counter,
        free: &[usize],
        rest: impl Iterator<Item = Ternary>,
    ) -> Next {
        let Tabulation { pds, ahead, tapes, scratch: Scratch { row, .. }, .. } = self;
        let looks = ahead.sees(pds, tapes, from, free.len());
        counter.step(free, |bits, undecided| {
            if !looks {
                return Ternary::TRUE;
            }
            row.clear();
            row.extend(bits.iter().by_vals().map(Ternary::known).chain(rest));
            undecided.iter().for_each(|&at| row[at] = Ternary::UNKNOWN);
            ahead.gets_on(tapes, from, row)
        })
    }

    /// The entry of a procedure with these globals and parameters; its activations if it is new.
    fn enter(&mut self, procedure: ProcId, mut state: Bits) -> usize {
        self.relevant.entry(procedure, &mut state);
        let declared = &self.pds.procedures[procedure.index()];
        let (entry, new) = self.tables.entry(procedure, &state);
        if new {
            state.extend(declared.init[declared.params..].iter().map(|init| init.unwrap_or(false)));
            self.new_tasks.push(Task::Activate(entry, Counter::new(state)));
        }
        entry
    }

    fn activate(&mut self, entry: usize, counter: &mut Counter) -> bool {
        let procedure = self.tables.entries[entry].procedure;
        let free = locals(self.pds, procedure);
        let location = self.pds.procedures[procedure.index()].entry;
        let next = self.step(location, counter, &free, std::iter::empty());
        if next == Next::Value {
            let state = counter.bits().clone();
            self.reach(entry, location, state, Parent::Activated);
        }
        next != Next::End && !free.is_empty()
    }

    /// A path edge was found: if it is new, its rules are to be tried.
    fn reach(&mut self, entry: usize, location: LocId, mut state: Bits, parent: Parent) {
        self.relevant.state(location, &mut state);
        let Some(index) = self.tables.edge(entry, location, &state, parent) else { return };
        for &target in self.target_map.at(location) {
            if self.reached[target].is_none() {
                self.reached[target] = Some(index);
                self.news.push(target);
            }
        }
        for rule in self.pds.rules_from(location) {
            let width = self.pds.rule(rule).transfer.choices as usize;
            self.new_tasks.push(Task::Apply(index, rule, Counter::new(Bits::repeat(false, width))));
        }
    }

    /// Applies a rule with the next value of its choices with which a run gets on. Whether there may be another value.
    fn apply(&mut self, edge: usize, rule: RuleId, counter: &mut Counter) -> bool {
        let pds = self.pds;
        let kind = pds.rule(rule).kind;
        let choices = Rc::clone(&self.tapes.of(rule).1.choices);
        let follows = match kind {
            RuleKind::Neutration { to } if self.ahead.sees(pds, &mut self.tapes, to, choices.len()) => Some(to),
            _ => None,
        };
        let Tabulation { ahead, tapes, tables, scratch: Scratch { values, row }, .. } = self;
        let from = &tables.edges[edge];
        let next = counter.step(&choices, |bits, undecided| {
            let Some(to) = follows else { return Ternary::TRUE };
            row.clear();
            row.extend(from.state.iter().by_vals().map(Ternary::known));
            // They are in order.
            let is_decided = |index| undecided.last().is_none_or(|&last| index > last);
            let choice = |index| if is_decided(index) { Ternary::known(bits[index]) } else { Ternary::UNKNOWN };
            let guard = ahead.rule(tapes, rule, row, choice);
            guard.and(ahead.gets_on(tapes, to, row))
        });
        if next == Next::Value {
            let (layout, tape) = tapes.of(rule);
            let bits = counter.bits();
            if tape.guard(|index| from.state[index], |index| bits[index], values) {
                let found = found(pds, from, kind, layout, tape.updates(values));
                self.found(found, Application { edge, rule, choices: bits.into() });
            }
        }
        next != Next::End && !choices.is_empty()
    }

    fn found(&mut self, found: Found, by: Application) {
        match found {
            Found::Edge(entry, location, state) => {
                self.reach(entry, location, state, Parent::Step(by));
            }
            Found::Call(callee, state, to) => self.call(callee, state, to, by),
            Found::Exit(entry, exit) => self.exit(entry, exit, by),
        }
    }

    fn call(&mut self, callee: ProcId, state: Bits, to: LocId, by: Application) {
        let entry = self.enter(callee, state);
        if self.tables.call(entry, by.clone()) {
            for index in 0..self.tables.entries[entry].summaries.len() {
                let summary = self.tables.entries[entry].summaries[index];
                self.come_back(&by, to, summary);
            }
        }
    }

    fn exit(&mut self, entry: usize, mut exit: Bits, by: Application) {
        self.relevant.exit(self.tables.entries[entry].procedure, &mut exit);
        let Some(summary) = self.tables.summary(entry, &exit, by) else { return };
        for index in 0..self.tables.entries[entry].callers.len() {
            let caller = self.tables.entries[entry].callers[index].clone();
            if let RuleKind::Expansion { to, .. } = self.pds.rule(caller.rule).kind {
                self.come_back(&caller, to, summary);
            }
        }
    }

    /// The caller goes on: globals and results from the callee, locals its own.
    fn come_back(&mut self, caller: &Application, to: LocId, summary: usize) {
        let globals = self.pds.globals.len();
        let waiting = &self.tables.edges[caller.edge];
        let exit = &self.tables.summaries[summary].exit;
        let mut state = exit[..globals].to_bitvec();
        state.extend_from_bitslice(&waiting.state[globals..]);
        state.extend_from_bitslice(&exit[globals..]);
        let parent = Parent::Returned(caller.clone(), summary);
        self.reach(waiting.entry, to, state, parent);
    }
}

/// The globals and parameters with which a run begins that have any value, by their places in a row.
fn initial(pds: &SymbolicPds) -> Vec<usize> {
    let main = &pds.procedures[pds.entry.index()];
    let inits = pds.globals.iter().chain(&main.init[..main.params]);
    inits.enumerate().filter(|(_, init)| init.is_none()).map(|(place, _)| place).collect()
}

/// The locals of a procedure that have any value when an activation begins, by their places in a row.
fn locals(pds: &SymbolicPds, procedure: ProcId) -> Vec<usize> {
    let PdsProcedure { params, ref init, .. } = pds.procedures[procedure.index()];
    let first = pds.globals.len();
    (params..init.len()).filter(|&local| init[local].is_none()).map(|local| first + local).collect()
}

/// What a rule led to.
enum Found {
    Edge(usize, LocId, Bits),
    Call(ProcId, Bits, LocId),
    Exit(usize, Bits),
}

/// What a rule leads to from a path edge, with these updates.
fn found(
    pds: &SymbolicPds,
    from: &PathEdge,
    kind: RuleKind,
    layout: Layout,
    updates: impl Iterator<Item = (Slot, bool)>,
) -> Found {
    // Behind globals come the parameters of the callee, or the results.
    let others = Layout { globals: layout.globals, locals: 0 };
    match kind {
        RuleKind::Neutration { to } => {
            let mut state = from.state.to_bitvec();
            state.truncate(layout.globals + layout.locals);
            updates.for_each(|(slot, value)| state.set(layout.index(slot), value));
            Found::Edge(from.entry, to, state)
        }
        RuleKind::Expansion { callee, to } => {
            let mut state = from.state[..layout.globals].to_bitvec();
            state.resize(layout.globals + pds.procedures[callee.index()].params, false);
            for (slot, value) in updates {
                // What is beyond the parameters is initialised when the callee is activated.
                if others.index(slot) < state.len() {
                    state.set(others.index(slot), value);
                }
            }
            Found::Call(callee, state, to)
        }
        RuleKind::Contraction => {
            let mut exit = from.state[..layout.globals].to_bitvec();
            exit.resize(layout.globals + pds.procedures[pds.procedure_of(from.location).index()].results, false);
            updates.for_each(|(slot, value)| exit.set(others.index(slot), value));
            Found::Exit(from.entry, exit)
        }
    }
}
