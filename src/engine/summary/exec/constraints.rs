//! Constraints that leave the cheapest run of each label (specification, section 1, the lemma): no head is visited twice in equal
//! states (2007-basler, Cor. 1), and no iterations are made that one of them could stand for.
//!
//! They are part of what the body returns and hits under, never asserted on their own, so they are quantified away together
//! with the inputs. There are many; those are in that some model has violated.

use super::{Call, Constraint, Exec, Executor, Setting, Visit};
use crate::engine::summary::graph::{Graph, Round};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use rustc_hash::FxHashMap;

impl Executor<'_, '_, '_> {
    /// The conjunction of the constraints that are in.
    pub(super) fn constraints(&mut self) -> Formula {
        let mut allowed = Formula::TRUE;
        let index = Index::of(&self.exec);
        for component in 0..self.setting.flow.components.len() {
            for constraint in (self.setting.constraints)(component) {
                let violated = match constraint {
                    Constraint::Repeated(head, a, b) => repeated(self.graph, &index, head, a, b),
                    Constraint::Shortcut(from, a, to, b) => {
                        made(self.graph, self.setting, &index, component, (from, a), (to, b))
                    }
                };
                allowed = self.graph.formulas.and(allowed, !violated);
            }
        }
        allowed
    }
}

/// That a run of a finished execution could take a shortcut: see [`Constraint::Shortcut`].
pub(in crate::engine::summary) fn shortcut(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    exec: &Exec,
    component: usize,
    from: (LocId, Round),
    to: (LocId, Round),
) -> Formula {
    made(graph, setting, &Index::of(exec), component, from, to)
}

/// The visits and calls of an execution by where they are.
struct Index<'a> {
    visits: FxHashMap<(LocId, Round), &'a Visit>,
    calls: FxHashMap<(LocId, Round), Vec<&'a Call>>,
}

impl<'a> Index<'a> {
    fn of(exec: &'a Exec) -> Index<'a> {
        let mut calls: FxHashMap<_, Vec<&Call>> = FxHashMap::default();
        exec.calls.iter().for_each(|call| calls.entry(call.at).or_default().push(call));
        Index { visits: exec.visits.iter().map(|visit| (visit.at, visit)).collect(), calls }
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
    component: usize,
    from: (LocId, Round),
    to: (LocId, Round),
) -> Formula {
    let (Some(begin), Some(end)) = (index.visits.get(&from), index.visits.get(&to)) else { return Formula::FALSE };
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
    // Only calls with labels that the iteration has, too: a new one may be dearer, or the very one that is looked for.
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
