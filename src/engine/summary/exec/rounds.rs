//! Components (2007-basler, section 3.2): copies, the cut behind the last one, and the star copy, which stands for the
//! last visits of all longer runs.

use super::arrivals::join;
use super::{Before, Cut, CutOff, Executor, State, Visit};
use crate::engine::summary::graph::{Name, Round, What};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::pds::Slot;
use rustc_hash::FxHashMap;

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
            self.arrivals.add((to, Round::Copy(0)), taken, state);
        } else if !flow.is_back(from, to) {
            self.arrivals.add((to, before.round), taken, state);
        } else if let Round::Copy(copy) = before.round {
            let bound = (self.setting.bounds)(flow.component_of(from));
            let next = if copy < bound { Round::Copy(copy + 1) } else { Round::Cut };
            self.arrivals.add((to, next), taken, state);
        }
    }

    /// The cut of a component, and what arrives in its star copy: some head, in a state in which all that the component can change
    /// is arbitrary.
    fn star(&mut self, index: usize) {
        let (flow, view, unit) = (self.setting.flow, self.setting.view, self.setting.unit);
        let component = &flow.components[index];
        let mut kept: Vec<(Formula, FxHashMap<Slot, Formula>)> = Vec::new();
        let mut cut = Formula::FALSE;
        for &head in &component.heads {
            self.record(index, (head, Round::Cut));
            let Some((taken, state)) = self.arrivals.merge(self.graph, (head, Round::Cut)) else { continue };
            cut = self.graph.formulas.or(cut, taken);
            kept.push((taken, view.layout(head).iter().copied().zip(state).collect()));
        }
        if cut == Formula::FALSE {
            return;
        }
        self.exec.cuts.push(Cut { taken: cut, what: CutOff::Rounds(index) });
        let open = self.graph.open();
        let mut taken = self.graph.formulas.and(cut, open);
        for (number, &head) in component.heads.iter().enumerate() {
            let selected = if number + 1 == component.heads.len() {
                Formula::TRUE
            } else {
                self.graph.input(Name::At(unit, head, Round::Star, What::Select(u32::MAX)))
            };
            let here = self.graph.formulas.and(taken, selected);
            taken = self.graph.formulas.and(taken, !selected);
            let state = view.layout(head).iter().copied().map(|slot| {
                if component.writes.contains(&slot) {
                    return self.graph.input(Name::At(unit, head, Round::Star, What::Value(slot)));
                }
                // What does not change is live all over the component, so all states have it.
                let values = kept.iter().filter_map(|(taken, state)| Some((*taken, vec![*state.get(&slot)?])));
                join(self.graph, values.collect()).map_or(Formula::FALSE, |(_, values)| values[0])
            });
            let state = state.collect();
            self.arrivals.add((head, Round::Star), here, state);
        }
    }

    /// Notes the visit of a head, before it is made.
    fn record(&mut self, component: usize, at: (LocId, Round)) {
        let parts = &self.setting.flow.components[component];
        if !parts.heads.contains(&at.0) {
            return;
        }
        let Some((taken, state)) = self.arrivals.peek(self.graph, at) else { return };
        let layout = self.setting.view.layout(at.0).iter().enumerate();
        let changing = layout.filter(|(_, slot)| parts.writes.contains(slot)).map(|(at, _)| at).collect();
        self.exec.visits.push(Visit { component, at, taken, state, changing });
    }
}
