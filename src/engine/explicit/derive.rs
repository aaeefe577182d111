//! From a path edge back to the run that reached it.
//!
//! What was found first was found from earlier things only, so following the parents ends, and each
//! summary is one run however often it is used. Linear in the runs; the stack is on the heap.

use super::tables::{Application, Parent, Tables};
use crate::lang::program::semantics::Bits;
use crate::pds::SymbolicPds;
use crate::pds::derivation::{Derivation, DerivationBuilder, Run, RunId, Step};
use rustc_hash::FxHashMap;

/// The run that reaches the path edge.
pub(super) fn derivation(pds: &SymbolicPds, tables: &Tables, target: usize) -> Derivation {
    let mut activations = vec![Activation { last: target, then: None }];
    let mut edge = target;
    while let Some(caller) = caller(tables, edge) {
        activations.push(Activation { last: caller.edge, then: Some(caller.clone()) });
        edge = caller.edge;
    }
    activations.reverse();
    let mut reader = Reader { pds, tables, runs: DerivationBuilder::default(), of_summary: FxHashMap::default() };
    activations.iter().for_each(|activation| reader.need(activation));
    let stack = activations.iter().map(|activation| reader.read(activation)).collect();
    reader.runs.finish(stack)
}

/// The call that the activation of a path edge was found by; `None` where runs begin.
fn caller(tables: &Tables, edge: usize) -> Option<&Application> {
    let entry = &tables.entries[tables.edges[edge].entry];
    entry.callers.first().filter(|_| !entry.initial)
}

/// One activation: it reaches the path edge `last`, where `then` is applied.
struct Activation {
    last: usize,
    then: Option<Application>,
}

struct Reader<'a> {
    pds: &'a SymbolicPds,
    tables: &'a Tables,
    runs: DerivationBuilder,
    /// The run of each summary that is there already.
    of_summary: FxHashMap<usize, RunId>,
}

impl Reader<'_> {
    /// Makes the runs of all summaries that the activation uses, and of those that they use, callees first.
    fn need(&mut self, activation: &Activation) {
        let mut stack = self.summaries(activation.last);
        while let Some(&summary) = stack.last() {
            if self.of_summary.contains_key(&summary) {
                stack.pop();
                continue;
            }
            let by = &self.tables.summaries[summary].by;
            let missing = self.summaries(by.edge).into_iter().filter(|s| !self.of_summary.contains_key(s));
            let before = stack.len();
            stack.extend(missing);
            if stack.len() == before {
                let run = self.read(&Activation { last: by.edge, then: Some(by.clone()) });
                self.of_summary.insert(summary, self.runs.returned(run));
                stack.pop();
            }
        }
    }

    /// The path edges from the activation's begin to `last`, backwards.
    fn path(&self, last: usize) -> impl Iterator<Item = usize> + use<'_> {
        std::iter::successors(Some(last), |&edge| match &self.tables.edges[edge].parent {
            Parent::Activated => None,
            Parent::Step(by) | Parent::Returned(by, _) => Some(by.edge),
        })
    }

    fn summaries(&self, last: usize) -> Vec<usize> {
        let used = self.path(last).filter_map(|edge| match self.tables.edges[edge].parent {
            Parent::Returned(_, summary) => Some(summary),
            _ => None,
        });
        used.collect()
    }

    /// The run of an activation whose callees' runs are there.
    fn read(&self, activation: &Activation) -> Run {
        let mut steps: Vec<Step> = activation.then.iter().map(|by| step(by, None)).collect();
        let mut first = activation.last;
        for edge in self.path(activation.last) {
            first = edge;
            match &self.tables.edges[edge].parent {
                Parent::Activated => {}
                Parent::Step(by) => steps.push(step(by, None)),
                Parent::Returned(by, summary) => steps.push(step(by, self.of_summary.get(summary).copied())),
            }
        }
        steps.reverse();
        let begin = &self.tables.edges[first];
        let globals = self.pds.globals.len();
        let split = |range: std::ops::Range<usize>| -> Bits { begin.state[range].to_bitvec() };
        Run {
            procedure: self.tables.entries[begin.entry].procedure,
            globals: split(0..globals),
            locals: split(globals..begin.state.len()),
            steps,
        }
    }
}

fn step(by: &Application, run: Option<RunId>) -> Step {
    let step = Step::new(by.rule, by.choices.to_bitvec());
    match run {
        Some(run) => step.returning(run),
        None => step,
    }
}
