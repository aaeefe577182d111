//! From instances of bodies to a run of the system.
//!
//! Somebody knows why a point of a predicate is real, and says for each which segments lead there, with the values of their inputs, and which
//! points their calls are. Here the runs of all of them are strung together; each is made once, however often it is called.

use super::Relations;
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::logic::fold::Values;
use crate::logic::formula::Input;
use crate::pds::derivation::{Callee, Derivation, DerivationBuilder, Run, RunId, Step};
use crate::pds::{RuleKind, Slot};
use crate::symbolic::graph::{Execution, Name, Round, What};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Values of inputs; one that is not there is false.
pub type Inputs = FxHashMap<Input, bool>;

/// A segment of a run, in which some points of predicates are called, each by what somebody knows it by.
pub struct Segment<P> {
    /// The values of inputs.
    pub values: Inputs,
    /// The steps that it may make, by their index among those of the segments.
    pub steps: Vec<usize>,
    /// The calls that return, in the order of runs, by their index among those of the segments.
    pub calls: Vec<(usize, P)>,
    /// The call that hits.
    pub hits: Option<(usize, P)>,
}

/// A run: the procedure, and its segments from the entry on.
pub type Segmented<P> = (ProcId, Vec<Segment<P>>);

/// Who knows why points of predicates are real.
pub trait Points {
    /// A point. Equal ones have the same run.
    type Point: Clone + Eq + Hash;

    /// The procedure, and the segments of its run from the entry to the point, the first one first.
    ///
    /// # Errors
    /// The limit that was hit.
    fn segments(
        &self,
        relations: &Relations<'_>,
        point: &Self::Point,
        budget: &Budget,
    ) -> Result<Segmented<Self::Point>, StopReason>;
}

/// One run.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Instance<P> {
    /// To a point.
    To(P),
    /// Of a leaf.
    Leaf {
        procedure: ProcId,
        /// The inputs of its segments that hold, in order.
        holds: Vec<Input>,
    },
}

/// A run in the making.
struct Open<P> {
    instance: Instance<P>,
    run: Run,
    /// The calls that returned: the index of the step, and the callee's run; last first.
    calls: Vec<(usize, Instance<P>)>,
    /// The callee that hits, at the last step.
    hits: Option<P>,
}

/// The run to a point of the entry procedure that hits. The values at the entry are in its first segment.
///
/// # Errors
/// The limit that was hit.
pub fn derivation<K: Points>(
    relations: &mut Relations<'_>,
    points: &K,
    root: K::Point,
    budget: &Budget,
) -> Result<Derivation, StopReason> {
    let mut made: FxHashMap<Instance<K::Point>, RunId> = FxHashMap::default();
    let (mut runs, mut stack) = (DerivationBuilder::default(), Vec::new());
    let mut next = Some(root);
    while let Some(point) = next {
        let mut open = vec![make(relations, points, Instance::To(point), stack.is_empty(), budget)?];
        next = None;
        while let Some(top) = open.last_mut() {
            if let Some((step, call)) = top.calls.last() {
                match made.get(call) {
                    Some(&run) => {
                        top.run.steps[*step].callee = Callee::Returned(run);
                        top.calls.pop();
                    }
                    None => {
                        let call = call.clone();
                        open.push(make(relations, points, call, false, budget)?);
                    }
                }
                continue;
            }
            let Some(Open { instance, run, hits, .. }) = open.pop() else { break };
            if open.is_empty() {
                stack.push(run);
                next = hits;
            } else {
                made.insert(instance, runs.returned(run));
            }
        }
    }
    Ok(runs.finish(stack))
}

/// Makes a run.
fn make<K: Points>(
    relations: &mut Relations<'_>,
    points: &K,
    instance: Instance<K::Point>,
    is_first: bool,
    budget: &Budget,
) -> Result<Open<K::Point>, StopReason> {
    budget.poll()?;
    let (procedure, segments) = match &instance {
        Instance::To(point) => points.segments(relations, point, budget)?,
        Instance::Leaf { procedure, holds } => (*procedure, vec![of_leaf(relations, *procedure, holds)]),
    };
    let first = segments.first().map(|segment| &segment.values);
    let (globals, locals) = entry(relations, procedure, first, is_first);
    let mut open =
        Open { instance, run: Run { procedure, globals, locals, steps: Vec::new() }, calls: Vec::new(), hits: None };
    for segment in segments {
        append(relations, segment, &mut open);
    }
    open.calls.reverse();
    Ok(open)
}

/// The only segment of a leaf.
fn of_leaf<P>(relations: &Relations<'_>, leaf: ProcId, holds: &[Input]) -> Segment<P> {
    let values = holds.iter().map(|&input| (input, true)).collect();
    let steps = relations.segments[leaf.index()].as_ref().map_or(0, |segments| segments.steps.len());
    Segment { values, steps: (0..steps).collect(), calls: Vec::new(), hits: None }
}

/// A run goes on with what a segment does.
fn append<P>(relations: &Relations<'_>, segment: Segment<P>, open: &mut Open<P>) {
    let Some(segments) = &relations.segments[open.run.procedure.index()] else { return };
    let inputs = segment.values;
    let mut values = Values::new(&relations.graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
    let mut made = segment.calls.into_iter().peekable();
    for applied in segment.steps.iter().map(|&index| &segments.steps[index]) {
        if !values.of(applied.taken) {
            continue;
        }
        let leaf = match relations.view.pds.rule(applied.rule).kind {
            RuleKind::Expansion { callee, .. } => segments.copies.get(&(applied.at, callee)).map(|on| (callee, on)),
            _ => None,
        };
        let step = open.run.steps.len();
        if let Some((_, call)) = made.next_if(|&(call, _)| segments.calls[call].at == applied.at) {
            open.calls.push((step, Instance::To(call)));
        } else if let Some((procedure, inputs)) = leaf {
            let holds = inputs.iter().filter(|&&(_, here)| values.of(here)).map(|&(input, _)| input);
            open.calls.push((step, Instance::Leaf { procedure, holds: holds.collect() }));
        }
        let choices: Bits = applied.choices.iter().map(|&choice| values.of(choice)).collect();
        open.run.steps.push(Step::new(applied.rule, choices));
    }
    open.hits = segment.hits.map(|(_, call)| call);
}

/// The globals and locals at the entry, as the inputs of the first segment have them; what does not matter is false, or has its initial value.
fn entry(relations: &mut Relations<'_>, procedure: ProcId, first: Option<&Inputs>, is_first: bool) -> (Bits, Bits) {
    let Relations { graph, view, .. } = relations;
    let shape = &view.pds.procedures[procedure.index()];
    let ins = &view.interface_of(procedure).ins;
    let mut value = |slot: Slot| {
        let init = match slot {
            Slot::Global(index) => view.pds.globals[index].filter(|_| is_first),
            Slot::Local(index) => shape.init[index],
            _ => None,
        };
        if let Some(init) = init {
            return init;
        }
        let name = match ins.binary_search(&slot) {
            Ok(_) => Name::Entry(procedure, slot),
            Err(_) => Name::At(Execution::Segments(procedure), shape.entry, Round::Copy(0), What::Value(slot)),
        };
        let input = graph.number(name);
        first.is_some_and(|values| values.get(&input).copied().unwrap_or_default())
    };
    let globals = (0..view.pds.globals.len()).map(|index| value(Slot::Global(index))).collect();
    let locals = (0..shape.init.len()).map(|index| value(Slot::Local(index))).collect();
    (globals, locals)
}
