//! From a fact to a run (see the README, "Evidence"): a fact says how runs go from all entries in its guard; here one of them is made.
//!
//! What a fact leaves open its user decides: an argument with any value gets the one that is wanted. A run is that of a fact, an entry and the
//! wanted values, and is made once.

use super::body::{AtomKind, as_input};
use super::fact::{Fact, FactId};
use super::knowledge::Knowledge;
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::logic::fold::Values;
use crate::logic::formula::{Formula, Input};
use crate::pds::derivation::{Callee, Derivation, DerivationBuilder, Run, RunId, Step};
use crate::pds::{RuleKind, Slot};
use crate::symbolic::graph::{Execution, Name, Round, What};
use rustc_hash::FxHashMap;

/// One run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Instance {
    /// Of a fact.
    Fact {
        fact: FactId,
        /// The values at the entry.
        entered: Bits,
        /// The values behind, of which those count that the fact leaves open.
        wanted: Bits,
    },
    /// Of a leaf.
    Leaf {
        procedure: ProcId,
        /// The inputs of its segments that hold, in order.
        holds: Vec<Input>,
    },
}

/// A run in the making.
struct Open {
    instance: Instance,
    run: Run,
    /// The calls that returned: the index of the step, and the callee's run; last first.
    calls: Vec<(usize, Instance)>,
    /// The callee that hits, at the last step.
    hits: Option<Instance>,
}

/// The run of a fact of the entry procedure that hits.
///
/// # Errors
/// The limit that was hit.
pub(super) fn derivation(known: &mut Knowledge<'_>, root: FactId, budget: &Budget) -> Result<Derivation, StopReason> {
    let mut made: FxHashMap<Instance, RunId> = FxHashMap::default();
    let (mut runs, mut stack) = (DerivationBuilder::default(), Vec::new());
    let mut next = Some(first(known, root));
    while let Some(instance) = next {
        let mut open = vec![make(known, instance, stack.is_empty(), budget)?];
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
                        open.push(make(known, call, false, budget)?);
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

/// The run of a root fact from where it was found.
fn first(known: &Knowledge<'_>, root: FactId) -> Instance {
    let fact = &known.facts[root];
    let shape = known.body(fact.predicate).shape(&known.graph);
    let entered = known.facts.entered(fact.predicate).iter();
    let pds = known.view.pds;
    let ins = known.view.interface_of(pds.entry).ins.iter();
    // What does not occur in the body has its initial value all the same.
    let value = |(&input, &slot): (&Input, &Slot)| match (shape.place(input), slot) {
        (Some(place), _) => fact.inputs[place],
        (None, Slot::Global(index)) => pds.globals[index].unwrap_or(false),
        (None, _) => false,
    };
    Instance::Fact { fact: root, entered: entered.zip(ins).map(value).collect(), wanted: Bits::new() }
}

/// Makes a run: the segments of the fact and of those that its sources are facts of, the first one first.
fn make(known: &mut Knowledge<'_>, instance: Instance, is_first: bool, budget: &Budget) -> Result<Open, StopReason> {
    let mut segments = Vec::new();
    let procedure = match &instance {
        Instance::Fact { fact, entered, wanted } => {
            let mut next = Some((*fact, wanted.clone()));
            while let Some((fact, values)) = next {
                budget.poll()?;
                let segment = Segment::of(known, fact, entered, &values);
                next = segment.source.clone();
                segments.push(segment);
            }
            known.body(known.facts[*fact].predicate).predicate.procedure()
        }
        Instance::Leaf { procedure, holds } => {
            budget.poll()?;
            segments.push(Segment::of_leaf(known, *procedure, holds));
            *procedure
        }
    };
    let (mut steps, mut calls, mut hits) = (Vec::new(), Vec::new(), None);
    let first = segments.last().map(|segment| &segment.values);
    let (globals, locals) = entry(known, procedure, first, is_first);
    for segment in segments.into_iter().rev() {
        hits = segment.steps(known, procedure, &mut steps, &mut calls);
    }
    calls.reverse();
    Ok(Open { instance, run: Run { procedure, globals, locals, steps }, calls, hits })
}

/// A segment of a run.
struct Segment {
    /// The values of inputs.
    values: FxHashMap<Input, bool>,
    /// The steps that it may make, by their index among those of the segments.
    steps: Vec<usize>,
    /// Where it begins at a loop head: the fact of the head, and the values there.
    source: Option<(FactId, Bits)>,
    /// The calls that it makes, by their index among those of the segments.
    calls: Vec<(usize, Instance)>,
    /// The call that hits.
    hits: Option<(usize, Instance)>,
}

impl Segment {
    /// The segment of a fact.
    fn of(known: &Knowledge<'_>, id: FactId, entered: &Bits, wanted: &Bits) -> Segment {
        let Knowledge { graph, facts, .. } = known;
        let fact = &facts[id];
        let body = known.body(fact.predicate);
        let shape = body.shape(graph);
        let mut values: FxHashMap<Input, bool> =
            shape.inputs.iter().copied().zip(fact.inputs.iter().by_vals()).collect();
        values.extend(facts.entered(fact.predicate).iter().copied().zip(entered.iter().by_vals()));
        for &(at, input, is_negated) in &fact.free {
            if let Some(value) = wanted.get(at).as_deref() {
                values.insert(input, *value != is_negated);
            }
        }
        let steps = body.steps.clone();
        let mut segment = Segment { values, steps, source: None, calls: Vec::new(), hits: None };
        for &(index, used) in &fact.used {
            let atom = &body.atoms[index];
            let given = facts.entered(atom.predicate).len();
            let ins: Bits = match atom.kind {
                AtomKind::Source => entered.clone(),
                _ => evaluate(known, &segment.values, atom.arguments[..given].iter().copied()),
            };
            let behind = atom.arguments[given..].iter().map(|&argument| as_input(graph, argument));
            let behind: Vec<Option<(Input, bool)>> = behind.collect();
            let said = leaves(known, &facts[used], &ins);
            for (input, value) in behind.iter().zip(said) {
                if let (Some((input, is_negated)), Some(value)) = (*input, value) {
                    segment.values.insert(input, value != is_negated);
                }
            }
            let value = |input: &Option<(Input, bool)>| {
                input.is_some_and(|(input, is_negated)| {
                    segment.values.get(&input).copied().unwrap_or_default() != is_negated
                })
            };
            let wanted: Bits = behind.iter().map(value).collect();
            match atom.kind {
                AtomKind::Source => segment.source = Some((used, wanted)),
                AtomKind::Returns(call) => segment.calls.push((call, instance(known, used, ins, wanted))),
                AtomKind::Hits(call) => segment.hits = Some((call, instance(known, used, ins, wanted))),
            }
        }
        segment
    }

    /// That of a leaf.
    fn of_leaf(known: &Knowledge<'_>, leaf: ProcId, holds: &[Input]) -> Segment {
        let values = holds.iter().map(|&input| (input, true)).collect();
        let steps = known.segments[leaf.index()].as_ref().map_or(0, |segments| segments.steps.len());
        Segment { values, steps: (0..steps).collect(), source: None, calls: Vec::new(), hits: None }
    }

    /// What it does; the callee that hits, at the last step.
    fn steps(
        self,
        known: &Knowledge<'_>,
        procedure: ProcId,
        steps: &mut Vec<Step>,
        calls: &mut Vec<(usize, Instance)>,
    ) -> Option<Instance> {
        let segments = known.segments[procedure.index()].as_ref()?;
        let inputs = self.values;
        let mut values = Values::new(&known.graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
        let mut made = self.calls.into_iter().peekable();
        for applied in self.steps.iter().map(|&index| &segments.steps[index]) {
            if !values.of(applied.taken) {
                continue;
            }
            let leaf = match known.view.pds.rule(applied.rule).kind {
                RuleKind::Expansion { callee, .. } => segments.copies.get(&(applied.at, callee)).map(|on| (callee, on)),
                _ => None,
            };
            if let Some((_, call)) = made.next_if(|&(call, _)| segments.calls[call].at == applied.at) {
                calls.push((steps.len(), call));
            } else if let Some((procedure, inputs)) = leaf {
                let holds = inputs.iter().filter(|&&(_, here)| values.of(here)).map(|&(input, _)| input);
                calls.push((steps.len(), Instance::Leaf { procedure, holds: holds.collect() }));
            }
            let choices: Bits = applied.choices.iter().map(|&choice| values.of(choice)).collect();
            steps.push(Step::new(applied.rule, choices));
        }
        self.hits.map(|(_, call)| call)
    }
}

/// The run of a fact, in which what the fact says itself is not wanted: so runs that are the same are known to be.
fn instance(known: &Knowledge<'_>, fact: FactId, entered: Bits, mut wanted: Bits) -> Instance {
    for (at, value) in known.facts[fact].values.iter().enumerate() {
        if value.is_some() {
            wanted.set(at, false);
        }
    }
    Instance::Fact { fact, entered, wanted }
}

/// What a fact says of the arguments behind an entry.
fn leaves(known: &Knowledge<'_>, fact: &Fact, entered: &Bits) -> Vec<Option<bool>> {
    let inputs = known.facts.entered(fact.predicate).iter().copied().zip(entered.iter().by_vals());
    let inputs: FxHashMap<Input, bool> = inputs.collect();
    let mut values = Values::new(&known.graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
    fact.values.iter().map(|value| value.map(|value| values.of(value))).collect()
}

/// The values of formulas.
fn evaluate(known: &Knowledge<'_>, inputs: &FxHashMap<Input, bool>, formulas: impl Iterator<Item = Formula>) -> Bits {
    let mut values = Values::new(&known.graph.formulas, |input| inputs.get(&input).copied().unwrap_or_default());
    formulas.map(|formula| values.of(formula)).collect()
}

/// The globals and locals at the entry, as the inputs of the first segment have them; what does not matter is false, or has its initial value.
fn entry(
    known: &mut Knowledge<'_>,
    procedure: ProcId,
    first: Option<&FxHashMap<Input, bool>>,
    is_first: bool,
) -> (Bits, Bits) {
    let pds = known.view.pds;
    let shape = &pds.procedures[procedure.index()];
    let ins = &known.view.interface_of(procedure).ins;
    let graph = &mut known.graph;
    let mut value = |slot: Slot| {
        let init = match slot {
            Slot::Global(index) => pds.globals[index].filter(|_| is_first),
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
    let globals = (0..pds.globals.len()).map(|index| value(Slot::Global(index))).collect();
    let locals = (0..shape.init.len()).map(|index| value(Slot::Local(index))).collect();
    (globals, locals)
}
