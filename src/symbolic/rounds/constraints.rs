//! Constraints that leave the cheapest run of each label in a cheapest derivation of a label: no head is visited twice in equal
//! states (2007-basler, Cor. 1), no iterations are made that one of them could stand for, and no label is nested in an equal one (Thm 1).
//!
//! They are part of what the body returns and hits under, never asserted on their own, so they are quantified away together
//! with the inputs. There are many; those are in that some model has violated.

use super::{Call, Constraint, Exec, Executor, Nested, Setting, Visit};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::symbolic::graph::{Graph, Name, Round};
use rustc_hash::FxHashMap;

/// The conjunction of the constraints that are in.
pub(super) fn allowed(graph: &mut Graph, setting: &Setting<'_, '_>, exec: &Exec) -> Formula {
    let mut allowed = Formula::TRUE;
    let index = Index::of(exec);
    for &constraint in setting.constraints {
        let violated = index.violated(graph, setting, exec, constraint);
        allowed = graph.formulas.and(allowed, !violated);
    }
    allowed
}

/// For each number of visits the conjunction of the constraints that speak of the first ones only, so many: none of those that speak of
/// how the body ends.
pub(super) fn prefixes(graph: &mut Graph, setting: &Setting<'_, '_>, exec: &Exec) -> Vec<Formula> {
    let index = Index::of(exec);
    let places: FxHashMap<(LocId, Round), usize> =
        exec.visits.iter().zip(1..).map(|(visit, place)| (visit.at, place)).collect();
    let mut allowed = vec![Formula::TRUE; exec.visits.len() + 1];
    for &constraint in setting.constraints {
        let visits = match constraint {
            Constraint::Repeated(head, a, b) => [(head, a), (head, b)],
            Constraint::Shortcut(from, a, to, b) => [(from, a), (to, b)],
            Constraint::Nested(..) => continue,
        };
        if let [Some(a), Some(b)] = visits.map(|visit| places.get(&visit)) {
            let violated = index.violated(graph, setting, exec, constraint);
            let last = &mut allowed[*a.max(b)];
            *last = graph.formulas.and(*last, !violated);
        }
    }
    for place in 1..allowed.len() {
        allowed[place] = graph.formulas.and(allowed[place - 1], allowed[place]);
    }
    allowed
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
pub struct Index<'a> {
    nested: FxHashMap<(LocId, Round, u32), &'a Nested>,
    visits: FxHashMap<(LocId, Round), &'a Visit>,
    calls: FxHashMap<(LocId, Round), Vec<&'a Call>>,
}

impl<'a> Index<'a> {
    /// Linear in the execution.
    pub fn of(exec: &'a Exec) -> Index<'a> {
        let mut calls: FxHashMap<_, Vec<&Call>> = FxHashMap::default();
        exec.calls.iter().for_each(|call| calls.entry(call.at).or_default().push(call));
        let nested = exec.nested.iter().map(|nested| ((nested.at.0, nested.at.1, nested.number), nested)).collect();
        Index { nested, visits: exec.visits.iter().map(|visit| (visit.at, visit)).collect(), calls }
    }

    /// That a run violates a constraint.
    fn violated(&self, graph: &mut Graph, setting: &Setting<'_, '_>, exec: &Exec, constraint: Constraint) -> Formula {
        match constraint {
            Constraint::Repeated(head, a, b) => self.repeated(graph, head, a, b),
            Constraint::Shortcut(from, a, to, b) => self.shortcut(graph, setting, (from, a), (to, b)),
            Constraint::Nested(at, round, number) => match self.nested.get(&(at, round, number)) {
                Some(nested) => equal_label(graph, setting, exec, nested),
                None => Formula::FALSE,
            },
        }
    }

    /// That a run visits a head twice in equal states: see [`Constraint::Repeated`].
    fn repeated(&self, graph: &mut Graph, head: LocId, a: Round, b: Round) -> Formula {
        let (Some(a), Some(b)) = (self.visits.get(&(head, a)), self.visits.get(&(head, b))) else {
            return Formula::FALSE;
        };
        let both = graph.formulas.and(a.taken, b.taken);
        let same = equal(graph, a.changed().zip(b.changed()));
        graph.formulas.and(both, same)
    }

    /// That a run could take a shortcut: see [`Constraint::Shortcut`].
    pub fn shortcut(
        &self,
        graph: &mut Graph,
        setting: &Setting<'_, '_>,
        from: (LocId, Round),
        to: (LocId, Round),
    ) -> Formula {
        let (Some(begin), Some(end)) = (self.visits.get(&from), self.visits.get(&to)) else { return Formula::FALSE };
        let component = setting.flow.component_of(from.0);
        let bound = (setting.bounds)(component);
        let round = match to.1 {
            Round::Copy(copy) if copy > 0 => Round::Copy(copy - 1),
            Round::Cut => Round::Copy(bound),
            _ => return Formula::FALSE,
        };
        let mut iteration = Executor::new(graph, setting);
        iteration.machine.arrivals.add((from.0, round), begin.taken, begin.state.clone());
        for &location in &setting.flow.components[component].locations {
            iteration.visit(location, round);
        }
        let calls = std::mem::take(&mut iteration.exec.calls);
        let Some((taken, state)) = iteration.machine.arrivals.merge(iteration.machine.graph, to) else {
            return Formula::FALSE;
        };
        let mut made = graph.formulas.and(taken, end.taken);
        let same = equal(graph, end.changing.iter().map(|&at| (state[at], end.state[at])));
        made = graph.formulas.and(made, same);
        // Only calls with labels that the iteration has, too: a new one may be dearer, or the very one that is looked for. That
        // matters where `Constraint::Nested` forbids it, so not as long as that is said of linear recursion only: there no
        // call of the component is in a loop.
        for call in &calls {
            let mut among = Formula::FALSE;
            let others = self.calls.get(&call.at).into_iter().flatten();
            for other in others.filter(|other| other.callee == call.callee) {
                let same = equal(graph, call.ins.iter().copied().zip(other.ins.iter().copied()));
                let same = graph.formulas.and(other.taken, same);
                among = graph.formulas.or(among, same);
            }
            let allowed = graph.formulas.implies(call.taken, among);
            made = graph.formulas.and(made, allowed);
        }
        made
    }
}

fn equal(graph: &mut Graph, pairs: impl Iterator<Item = (Formula, Formula)>) -> Formula {
    pairs.fold(Formula::TRUE, |all, (a, b)| {
        let same = graph.formulas.iff(a, b);
        graph.formulas.and(all, same)
    })
}
