//! Constraints that leave the cheapest run of each label (specification, section 1, the lemma): no head is visited twice in equal
//! states (2007-basler, Cor. 1), no iterations are made that one of them could stand for, and no label is nested in an equal one (Thm 1).
//!
//! They are part of what the body returns and hits under, never asserted on their own, so they are quantified away together
//! with the inputs. There are many; those are in that some model has violated.

use super::{Call, Constraint, Exec, Executor, Nested, Setting, Visit};
use crate::engine::summary::graph::{Graph, Name, Round};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use rustc_hash::FxHashMap;

impl Executor<'_, '_, '_> {
    /// The conjunction of the constraints that are in.
    pub(super) fn constraints(&mut self) -> Formula {
        let mut allowed = Formula::TRUE;
        let Executor { graph, setting, exec, .. } = self;
        let index = Index::of(exec);
        for &constraint in setting.constraints {
            let violated = match constraint {
                Constraint::Repeated(head, a, b) => repeated(graph, &index, head, a, b),
                Constraint::Shortcut(from, a, to, b) => made(graph, setting, &index, (from, a), (to, b)),
                Constraint::Nested(at, round, number) => match index.nested.get(&(at, round, number)) {
                    Some(nested) => equal_label(graph, setting, exec, nested),
                    None => Formula::FALSE,
                },
            };
            allowed = graph.formulas.and(allowed, !violated);
        }
        allowed
    }
}

/// That a run of a finished execution could take a shortcut: see [`Constraint::Shortcut`].
pub(in crate::engine::summary) fn shortcut(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    exec: &Exec,
    from: (LocId, Round),
    to: (LocId, Round),
) -> Formula {
    made(graph, setting, &Index::of(exec), from, to)
}

/// That an activation in a run has the label of the run: see [`Constraint::Nested`].
fn equal_label(graph: &mut Graph, setting: &Setting<'_, '_>, exec: &Exec, nested: &Nested) -> Formula {
    if nested.procedure != setting.procedure {
        return Formula::FALSE;
    }
    let slots = &setting.view.interface_of(setting.procedure).ins;
    let ins: Vec<Formula> = slots.iter().map(|&slot| graph.input(Name::Entry(setting.procedure, slot))).collect();
    let entered = equal(graph, ins.into_iter().zip(nested.ins.iter().copied()));
    let left = equal(graph, exec.outs.iter().copied().zip(nested.outs.iter().copied()));
    let returned = graph.formulas.and(exec.returns, left);
    // What hits in a run hits for the body, too.
    let ended = graph.formulas.or(nested.hits, returned);
    let entered = graph.formulas.and(nested.taken, entered);
    graph.formulas.and(entered, ended)
}

/// The visits and calls of an execution by where they are.
struct Index<'a> {
    nested: FxHashMap<(LocId, Round, u32), &'a Nested>,
    visits: FxHashMap<(LocId, Round), &'a Visit>,
    calls: FxHashMap<(LocId, Round), Vec<&'a Call>>,
}

impl<'a> Index<'a> {
    fn of(exec: &'a Exec) -> Index<'a> {
        let mut calls: FxHashMap<_, Vec<&Call>> = FxHashMap::default();
        exec.calls.iter().for_each(|call| calls.entry(call.at).or_default().push(call));
        let nested = exec.nested.iter().map(|nested| ((nested.at.0, nested.at.1, nested.number), nested)).collect();
        Index { nested, visits: exec.visits.iter().map(|visit| (visit.at, visit)).collect(), calls }
    }
}

fn repeated(graph: &mut Graph, index: &Index<'_>, head: LocId, a: Round, b: Round) -> Formula {
    let (Some(a), Some(b)) = (index.visits.get(&(head, a)), index.visits.get(&(head, b))) else {
        return Formula::FALSE;
    };
    let both = graph.formulas.and(a.taken, b.taken);
    let same = equal(graph, a.changed().zip(b.changed()));
    graph.formulas.and(both, same)
}

fn made(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    index: &Index<'_>,
    from: (LocId, Round),
    to: (LocId, Round),
) -> Formula {
    let (Some(begin), Some(end)) = (index.visits.get(&from), index.visits.get(&to)) else { return Formula::FALSE };
    let component = setting.flow.component_of(from.0);
    let bound = (setting.bounds)(component);
    let round = match to.1 {
        Round::Copy(copy) if copy > 0 => Round::Copy(copy - 1),
        Round::Cut => Round::Copy(bound),
        _ => return Formula::FALSE,
    };
    let mut iteration = Executor::new(graph, setting);
    iteration.arrivals.add((from.0, round), begin.taken, begin.state.clone());
    for &location in &setting.flow.components[component].locations {
        iteration.visit(location, round);
    }
    let arrived = iteration.arrivals.merge(iteration.graph, to);
    let calls = std::mem::take(&mut iteration.exec.calls);
    let Some((taken, state)) = arrived else { return Formula::FALSE };
    let mut made = graph.formulas.and(taken, end.taken);
    let same = equal(graph, end.changing.iter().map(|&at| (state[at], end.state[at])));
    made = graph.formulas.and(made, same);
    // Only calls with labels that the iteration has, too: a new one may be dearer, or the very one that is looked for. That
    // matters where `Constraint::Nested` forbids it, so not as long as that is said of linear recursion only: there no
    // call of the component is in a loop.
    for call in &calls {
        let mut among = Formula::FALSE;
        for other in index.calls.get(&call.at).into_iter().flatten().filter(|other| other.callee == call.callee) {
            let same = equal(graph, call.ins.iter().copied().zip(other.ins.iter().copied()));
            let same = graph.formulas.and(other.taken, same);
            among = graph.formulas.or(among, same);
        }
        let allowed = graph.formulas.implies(call.taken, among);
        made = graph.formulas.and(made, allowed);
    }
    made
}

fn equal(graph: &mut Graph, pairs: impl Iterator<Item = (Formula, Formula)>) -> Formula {
    pairs.fold(Formula::TRUE, |all, (a, b)| {
        let same = graph.formulas.iff(a, b);
        graph.formulas.and(all, same)
    })
}
