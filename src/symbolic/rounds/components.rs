//! Components (2007-basler, section 3.2): copies, the cut behind the last one, and the star copy, which stands for the
//! last visits of all longer runs.

use super::{Arrival, Closure, Cut, CutOff, Executor, Setting, Shape, Visit};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use crate::symbolic::arrivals::join;
use crate::symbolic::graph::{Graph, Name, Round, What};
use crate::symbolic::machine::{Before, State};

impl Executor<'_, '_, '_> {
    /// Executes a component in all its rounds.
    pub(super) fn component(&mut self, index: usize) {
        let flow = self.setting.flow;
        let component = &flow.components[index];
        if !component.is_loop {
            self.visit(component.locations[0], Round::Copy(0));
            return;
        }
        let bound = (self.setting.bounds)(index);
        for copy in 0..=bound {
            for &location in &component.locations {
                self.record(index, (location, Round::Copy(copy)));
                self.visit(location, Round::Copy(copy));
            }
        }
        self.star(index);
        for &location in &component.locations {
            self.record(index, (location, Round::Star));
            self.visit(location, Round::Star);
        }
    }

    /// An edge: where it leads in which round.
    pub(super) fn edge(&mut self, before: &Before<'_>, to: LocId, taken: Formula, state: State) {
        let flow = self.setting.flow;
        let from = before.location;
        if !flow.is_inside(from, to) {
            self.machine.arrivals.add((to, Round::Copy(0)), taken, state);
        } else if !flow.is_back(from, to) {
            self.machine.arrivals.add((to, before.round), taken, state);
        } else if let Round::Copy(copy) = before.round {
            let bound = (self.setting.bounds)(flow.component_of(from));
            let next = if copy < bound { Round::Copy(copy + 1) } else { Round::Cut };
            self.machine.arrivals.add((to, next), taken, state);
        }
    }

    /// The cut of a component, and what arrives in its star copy: some head, in a state in which all that the component can change
    /// is arbitrary.
    fn star(&mut self, index: usize) {
        let (flow, view, execution) = (self.setting.flow, self.setting.view, self.machine.execution);
        let component = &flow.components[index];
        let mut kept: Vec<(LocId, Formula, State)> = Vec::new();
        let mut cut = Formula::FALSE;
        for &head in &component.heads {
            self.record(index, (head, Round::Cut));
            let Some((taken, state)) = self.machine.arrivals.merge(self.machine.graph, (head, Round::Cut)) else {
                continue;
            };
            if (self.is_wanted)(head) {
                self.note((head, Round::Cut), taken, &state);
            }
            cut = self.machine.graph.formulas.or(cut, taken);
            kept.push((head, taken, state));
        }
        if cut == Formula::FALSE {
            return;
        }
        self.exec.cuts.push(Cut { taken: cut, what: CutOff::Rounds(index) });
        let open = self.machine.graph.open();
        let mut taken = self.machine.graph.formulas.and(cut, open);
        let mut arrived: Vec<(LocId, Formula, State)> = Vec::with_capacity(component.heads.len());
        for (number, &head) in component.heads.iter().enumerate() {
            let selected = if number + 1 == component.heads.len() {
                Formula::TRUE
            } else {
                self.machine.graph.input(Name::At(execution, head, Round::Star, What::Select(u32::MAX)))
            };
            let here = self.machine.graph.formulas.and(taken, selected);
            taken = self.machine.graph.formulas.and(taken, !selected);
            let state = view.layout(head).iter().copied().map(|slot| {
                if component.writes.contains(&slot) {
                    return self.machine.graph.input(Name::At(execution, head, Round::Star, What::Value(slot)));
                }
                // What does not change is live all over the component, so all states have it.
                let values = kept.iter().filter_map(|(head, taken, state)| {
                    Some((*taken, vec![state[view.layout(*head).binary_search(&slot).ok()?]]))
                });
                join(self.machine.graph, values.collect()).map_or(Formula::FALSE, |(_, values)| values[0])
            });
            let state = state.collect();
            arrived.push((head, here, state));
        }
        let allowed = match (self.setting.closure)(index) {
            Some(closure) => self.related(&closure, &kept, &arrived),
            None => Formula::TRUE,
        };
        for (head, here, state) in arrived {
            let here = self.machine.graph.formulas.and(here, allowed);
            self.machine.arrivals.add((head, Round::Star), here, state);
        }
    }

    /// That the rounds of a component can make the states of its star copy of those at its cut.
    fn related(
        &mut self,
        closure: &Closure,
        cut: &[(LocId, Formula, State)],
        star: &[(LocId, Formula, State)],
    ) -> Formula {
        let (view, shape) = (self.setting.view, &closure.shape);
        let mut vector = |visits: &[(LocId, Formula, State)]| {
            let vectors = visits.iter().map(|(head, taken, state)| (*taken, shape.vector(view, *head, state)));
            join(self.machine.graph, vectors.collect()).map(|(_, vector)| vector)
        };
        let (Some(before), Some(after)) = (vector(cut), vector(star)) else { return Formula::TRUE };
        // What does not change has the same value in all states.
        let kept = |slot: Slot| {
            let value =
                |(head, _, state): &(LocId, Formula, State)| Some(state[view.layout(*head).binary_search(&slot).ok()?]);
            star.iter().find_map(value).unwrap_or(Formula::FALSE)
        };
        closure.leads(self.machine.graph, &before, &after, kept)
    }

    /// Notes the visit of a head, before it is made.
    fn record(&mut self, component: usize, at: (LocId, Round)) {
        let parts = &self.setting.flow.components[component];
        if !parts.heads.contains(&at.0) {
            return;
        }
        let Some((taken, state)) = self.machine.arrivals.peek(self.machine.graph, at) else { return };
        let layout = self.setting.view.layout(at.0).iter().enumerate();
        let changing = layout.filter(|(_, slot)| parts.writes.contains(slot)).map(|(at, _)| at).collect();
        self.exec.visits.push(Visit { component, at, taken, state, changing });
    }
}

/// One round of a component, from a state at a head to the next one there is: that it is made, and what it makes.
pub fn round(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    index: usize,
    shape: &Shape,
    before: &[Formula],
    kept: &[Formula],
) -> Vec<Formula> {
    round_with_arrivals(graph, setting, index, shape, (before, kept), &|_| false).0
}

/// The same, with what arrives in this round at some locations: a round goes through heads where forward edges lead.
pub fn round_with_arrivals(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    index: usize,
    shape: &Shape,
    (before, kept): (&[Formula], &[Formula]),
    is_wanted: &dyn Fn(LocId) -> bool,
) -> (Vec<Formula>, Vec<Arrival>) {
    let component = &setting.flow.components[index];
    // Behind all copies, so that back edges lead to the cut; under the same name whatever the bound.
    let copy = Round::Copy(u32::MAX);
    let states = shape.states(graph, setting.view, before, kept);
    let mut executor = Executor { is_wanted, ..Executor::new(graph, setting) };
    for (&head, (here, state)) in shape.heads.iter().zip(states) {
        executor.machine.arrivals.add((head, copy), here, state);
    }
    component.locations.iter().for_each(|&location| executor.visit(location, copy));
    let mut made = Vec::with_capacity(shape.heads.len());
    for &head in &shape.heads {
        if let Some((taken, state)) = executor.machine.arrivals.merge(executor.machine.graph, (head, Round::Cut)) {
            made.push((taken, shape.vector(setting.view, head, &state)));
        }
    }
    let (taken, after) = join(executor.machine.graph, made).unwrap_or_else(|| (Formula::FALSE, before.to_vec()));
    ([taken].into_iter().chain(after).collect(), executor.arrivals)
}
