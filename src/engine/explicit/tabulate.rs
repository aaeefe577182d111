//! The work list.

use super::ExplicitStats;
use super::counter::Counter;
use super::derive::derivation;
use super::prove::prove;
use super::tables::{Application, Parent, PathEdge, Tables};
use super::tape::{Layout, Tape};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event, Extent, Finding, Observer};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::pds::passes::Prepared;
use crate::pds::proof::Proof;
use crate::pds::{RuleId, RuleKind, SymbolicPds, Target};
use std::collections::VecDeque;

/// How many values of the choices of a task are tried before it is another task's turn.
const SLICE: usize = 64;

/// Something to try with all values of its choices, from the current one on.
enum Task {
    /// Begins the run: arbitrary globals and parameters of the entry procedure.
    Begin(Counter),
    /// Begins an activation: arbitrary locals.
    Activate(usize, Counter),
    /// Applies a rule to a path edge.
    Apply(usize, RuleId, Counter),
}

pub(super) struct Tabulation<'p> {
    pds: &'p SymbolicPds,
    layouts: Vec<Layout>,
    /// Made when a rule is first used.
    tapes: Vec<Option<Tape>>,
    tables: Tables,
    tasks: VecDeque<Task>,
    /// For each location the targets it belongs to.
    watched: Vec<Vec<usize>>,
    /// For each target the path edge that reached it first.
    reached: Vec<Option<usize>>,
    /// The targets that were reached, in the order in which they were.
    news: Vec<usize>,
    steps: u64,
    scratch: Vec<bool>,
}

impl<'p> Tabulation<'p> {
    pub(super) fn new(pds: &'p SymbolicPds, targets: &[Target]) -> Tabulation<'p> {
        let globals = pds.globals.len();
        let main = &pds.procedures[pds.entry.index()];
        let row = pds.globals.iter().chain(&main.init[..main.params]).map(|init| init.unwrap_or(false)).collect();
        Tabulation {
            pds,
            layouts: pds.procedures.iter().map(|p| Layout { globals, locals: p.init.len() }).collect(),
            tapes: vec![None; pds.rules().len()],
            tables: Tables::default(),
            tasks: VecDeque::from([Task::Begin(Counter::new(row))]),
            watched: pds.watched(targets),
            reached: vec![None; targets.len()],
            news: Vec::new(),
            steps: 0,
            scratch: Vec::new(),
        }
    }

    /// Works until nothing is left or every target is reached; or, with [`Extent::First`], until one is; or
    /// until a limit strikes: the reason why some targets are not decided.
    pub(super) fn run(&mut self, extent: Extent, budget: &Budget, observer: &mut dyn Observer) -> Option<StopReason> {
        let mut turns = 0u64;
        let mut told = 0;
        while let Some(task) = self.tasks.pop_front() {
            turns += 1;
            if turns.is_multiple_of(1 << 16) {
                let ExplicitStats { path_edges, summaries, .. } = self.stats();
                observer.event(&Event::Progress(&format_args!("{path_edges} path edges, {summaries} summaries")));
            }
            let result = self.turn(task, budget);
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
        None
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
    pub(super) fn heads(&self) -> impl Iterator<Item = (LocId, &Bits)> {
        (0..self.tables.edges.len()).map(|index| (self.tables.edges[index].location, &self.tables.edges[index].state))
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

    /// Tries a slice of the task's values; if some are left, the task waits for its next turn.
    fn turn(&mut self, mut task: Task, budget: &Budget) -> Result<(), StopReason> {
        for _ in 0..SLICE {
            budget.poll()?;
            self.steps += 1;
            let more = match &mut task {
                Task::Begin(counter) => self.begin(counter),
                Task::Activate(entry, counter) => self.activate(*entry, counter),
                Task::Apply(edge, rule, counter) => self.apply(*edge, *rule, counter),
            };
            if !more {
                return Ok(());
            }
        }
        self.tasks.push_back(task);
        Ok(())
    }

    fn begin(&mut self, counter: &mut Counter) -> bool {
        let main = &self.pds.procedures[self.pds.entry.index()];
        let inits = self.pds.globals.iter().chain(&main.init[..main.params]);
        let free: Vec<usize> = inits.enumerate().filter(|(_, init)| init.is_none()).map(|(i, _)| i).collect();
        let entry = self.enter(self.pds.entry, counter.bits().clone());
        self.tables.mark_initial(entry);
        counter.advance(&free)
    }

    /// The entry of a procedure with these globals and parameters; its activations if it is new.
    fn enter(&mut self, procedure: ProcId, state: Bits) -> usize {
        let declared = &self.pds.procedures[procedure.index()];
        let mut row = state.clone();
        let (entry, new) = self.tables.entry(procedure, state);
        if new {
            row.extend(declared.init[declared.params..].iter().map(|init| init.unwrap_or(false)));
            self.tasks.push_back(Task::Activate(entry, Counter::new(row)));
        }
        entry
    }

    fn activate(&mut self, entry: usize, counter: &mut Counter) -> bool {
        let procedure = &self.pds.procedures[self.tables.entries[entry].procedure.index()];
        let first = self.pds.globals.len() + procedure.params;
        let inits = procedure.init[procedure.params..].iter().enumerate();
        let free: Vec<usize> = inits.filter(|(_, init)| init.is_none()).map(|(i, _)| first + i).collect();
        let state = counter.bits().clone();
        self.reach(PathEdge { entry, location: procedure.entry, state, parent: Parent::Activated });
        counter.advance(&free)
    }

    /// A path edge was found: if it is new, its rules are to be tried.
    fn reach(&mut self, edge: PathEdge) {
        let location = edge.location;
        let Some(index) = self.tables.edge(edge) else { return };
        for &target in &self.watched[location.index()] {
            if self.reached[target].is_none() {
                self.reached[target] = Some(index);
                self.news.push(target);
            }
        }
        for rule in self.pds.rules_from(location) {
            let width = self.pds.rule(rule).transfer.choices;
            self.tasks.push_back(Task::Apply(index, rule, Counter::new(Bits::repeat(false, width))));
        }
    }

    fn apply(&mut self, edge: usize, rule: RuleId, counter: &mut Counter) -> bool {
        let pds = self.pds;
        let from = &self.tables.edges[edge];
        let procedure = self.tables.entries[from.entry].procedure;
        let layout = self.layouts[procedure.index()];
        let tape =
            self.tapes[rule.index()].get_or_insert_with(|| Tape::new(&pds.formulas, &pds.rule(rule).transfer, layout));
        let by = || Application { edge, rule, choices: counter.bits().clone() };
        let mut scratch = std::mem::take(&mut self.scratch);
        let found = tape.run(&from.state, counter.bits(), &mut scratch).map(|updates| match pds.rule(rule).kind {
            RuleKind::Neutration { to } => {
                let mut state = from.state.clone();
                state.truncate(layout.globals + layout.locals);
                updates.for_each(|(slot, value)| state.set(layout.index(slot), value));
                Found::Edge(PathEdge { entry: from.entry, location: to, state, parent: Parent::Step(by()) })
            }
            RuleKind::Expansion { callee, to } => {
                let mut state = from.state[..layout.globals].to_bitvec();
                state.resize(layout.globals + pds.procedures[callee.index()].params, false);
                let target = Layout { globals: layout.globals, locals: 0 };
                for (slot, value) in updates {
                    // What is beyond the parameters is initialised by `activate`.
                    if target.index(slot) < state.len() {
                        state.set(target.index(slot), value);
                    }
                }
                Found::Call(callee, state, to)
            }
            RuleKind::Contraction => {
                let mut exit = from.state[..layout.globals].to_bitvec();
                let target = Layout { globals: layout.globals, locals: 0 };
                exit.resize(layout.globals + pds.procedures[procedure.index()].results, false);
                updates.for_each(|(slot, value)| exit.set(target.index(slot), value));
                Found::Exit(from.entry, exit)
            }
        });
        match found {
            None => {}
            Some(Found::Edge(edge)) => self.reach(edge),
            Some(Found::Call(callee, state, to)) => {
                let by = by();
                self.call(callee, state, to, by);
            }
            Some(Found::Exit(entry, exit)) => {
                let by = by();
                self.exit(entry, exit, by);
            }
        }
        self.scratch = scratch;
        let choices = self.tapes[rule.index()].as_ref().map_or(&[][..], |tape| &tape.choices);
        counter.advance(choices)
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

    fn exit(&mut self, entry: usize, exit: Bits, by: Application) {
        let Some(summary) = self.tables.summary(entry, exit, by) else { return };
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
        self.reach(PathEdge { entry: waiting.entry, location: to, state, parent });
    }
}

/// What a rule led to.
enum Found {
    Edge(PathEdge),
    Call(ProcId, Bits, LocId),
    Exit(usize, Bits),
}
