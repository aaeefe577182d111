//! One location at a time: what arrives there goes on along its rules.
//!
//! Where an edge leads and what a call does is for the drivers to say. The values at the entry and the inputs determine one run: rules
//! that can be enabled together get *selectors*, so conditions that meet exclude each other, and the conditions that hold in a
//! model are the steps of its run.

use super::arrivals::Arrivals;
use super::graph::{Execution, Graph, Name, Round, What};
use super::view::View;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{Rule, RuleId, Slot};

/// Values of the variables of a location, in the order of its layout.
pub type State = Vec<Formula>;

/// A rule that is applied.
#[derive(Clone)]
pub struct Applied {
    /// Where.
    pub at: LocId,
    /// The run applies it.
    pub taken: Formula,
    /// The rule.
    pub rule: RuleId,
    /// Its choices.
    pub choices: Vec<Formula>,
}

/// An execution under way.
pub struct Machine<'a, 'p> {
    pub graph: &'a mut Graph,
    pub view: &'a View<'p>,
    /// The execution, by which inputs are named.
    pub execution: Execution,
    pub procedure: ProcId,
    pub arrivals: Arrivals,
}

/// The state before a step.
pub struct Before<'a> {
    pub location: LocId,
    pub round: Round,
    /// The run comes here.
    pub here: Formula,
    layout: &'a [Slot],
    state: State,
}

/// A rule that is applied to a state.
pub struct RuleStep<'a> {
    pub before: &'a Before<'a>,
    /// The run takes it.
    pub taken: Formula,
    pub rule: &'a Rule,
    /// The new values, in the order of the updates.
    values: Vec<Formula>,
}

impl<'a> Machine<'a, '_> {
    /// The state at the entry.
    pub fn enter(&mut self) -> State {
        let Machine { view, procedure, execution, .. } = *self;
        let shape = &view.pds.procedures[procedure.index()];
        let state = view.layout(shape.entry).iter().copied().map(|slot| match slot {
            Slot::Local(index) if index >= shape.params => match shape.init[index] {
                Some(value) => Formula::constant(value),
                None => self.graph.input(Name::At(execution, shape.entry, Round::Copy(0), What::Value(slot))),
            },
            slot => self.graph.input(Name::Entry(procedure, slot)),
        });
        state.collect()
    }

    /// All that arrived at a location, as one.
    pub fn arrive(&mut self, (location, round): (LocId, Round)) -> Option<Before<'a>> {
        let (here, state) = self.arrivals.merge(self.graph, (location, round))?;
        Some(Before { location, round, here, layout: self.view.layout(location), state })
    }

    /// For each rule whether it is the one that is tried. Without a choice of its own between rules that exclude each other.
    pub fn selectors(&mut self, rules: &[RuleId], before: &Before<'_>) -> Vec<Formula> {
        let pds = self.view.pds;
        let guard = |rule: RuleId| pds.rule(rule).transfer.guard;
        let exclusive = match rules {
            [a, b] => guard(*a) == !guard(*b) && is_deterministic(&pds.formulas, guard(*a)),
            _ => rules.len() <= 1,
        };
        if exclusive {
            return vec![Formula::TRUE; rules.len()];
        }
        let mut others = Formula::TRUE;
        let mut selected = Vec::with_capacity(rules.len());
        for number in 0..rules.len() as u32 {
            if number as usize + 1 == rules.len() {
                selected.push(others);
                break;
            }
            let this = self.graph.input(Name::At(self.execution, before.location, before.round, What::Select(number)));
            selected.push(self.graph.formulas.and(others, this));
            others = self.graph.formulas.and(others, !this);
        }
        selected
    }

    /// A rule, which has this number among those of the location, is applied, if it can be.
    pub fn apply<'b>(
        &mut self,
        before: &'b Before<'b>,
        (number, rule): (u32, RuleId),
        selected: Formula,
    ) -> Option<(RuleStep<'b>, Applied)>
    where
        'a: 'b,
    {
        let view = self.view;
        let transfer = &view.pds.rule(rule).transfer;
        let choices = (0..transfer.choices).map(|choice| {
            self.graph.input(Name::At(self.execution, before.location, before.round, What::Choice(number, choice)))
        });
        let choices: Vec<Formula> = choices.collect();
        let mut values = self.graph.import(&view.pds.formulas, view.cone(rule), |input| match Slot::of(input) {
            Slot::Choice(index) => choices[index],
            slot => before.value(slot),
        });
        let guard = values.remove(0);
        let taken = self.graph.formulas.and(before.here, selected);
        let taken = self.graph.formulas.and(taken, guard);
        if taken == Formula::FALSE {
            return None;
        }
        Some((
            RuleStep { before, taken, rule: view.pds.rule(rule), values },
            Applied { at: before.location, taken, rule, choices },
        ))
    }

    /// The state after a neutration.
    pub fn state_after(&self, step: &RuleStep<'_>, to: LocId) -> State {
        // Most is kept, and both layouts are sorted.
        let (mut before, mut updates) = (step.before.slots().peekable(), step.updates().peekable());
        let state = self.view.layout(to).iter().map(|&slot| {
            while before.next_if(|&(other, _)| other < slot).is_some() {}
            while updates.next_if(|&(other, _)| other < slot).is_some() {}
            let here = |&(other, _): &(Slot, Formula)| other == slot;
            let updated = updates.peek().copied().filter(here);
            updated.or_else(|| before.peek().copied().filter(here)).map_or(Formula::FALSE, |(_, value)| value)
        });
        state.collect()
    }

    /// What a contraction leaves, in the order of the interface.
    pub fn left_by(&self, step: &RuleStep<'_>) -> State {
        self.view.interface_of(self.procedure).outs.iter().map(|&slot| step.value(slot)).collect()
    }

    /// With what an expansion enters the callee, in the order of its interface.
    pub fn entered_by(&self, step: &RuleStep<'_>, callee: ProcId) -> State {
        let ins = self.view.interface_of(callee).ins.iter().map(|&slot| match slot {
            Slot::Local(_) => step.updated(slot).unwrap_or(Formula::FALSE),
            slot => step.before.value(slot),
        });
        ins.collect()
    }

    /// The state behind a call of which the callee has left this.
    pub fn state_behind(&self, step: &RuleStep<'_>, (callee, to): (ProcId, LocId), outs: &[Formula]) -> State {
        let interface = self.view.interface_of(callee);
        let state = self.view.layout(to).iter().map(|&slot| match interface.outs.binary_search(&slot) {
            Ok(at) => outs[at],
            Err(_) => step.before.value(slot),
        });
        state.collect()
    }
}

impl Before<'_> {
    /// The values there, in the order of the layout.
    pub fn state(&self) -> &[Formula] {
        &self.state
    }

    /// The slots of the layout with their values.
    fn slots(&self) -> impl Iterator<Item = (Slot, Formula)> + '_ {
        self.layout.iter().copied().zip(self.state.iter().copied())
    }

    /// The value of a slot. What is read is live, and so in the layout: see [`View::layout`].
    fn value(&self, slot: Slot) -> Formula {
        self.layout.binary_search(&slot).map_or(Formula::FALSE, |at| self.state[at])
    }
}

impl RuleStep<'_> {
    /// What is updated, with its new value, in the order of slots.
    fn updates(&self) -> impl Iterator<Item = (Slot, Formula)> + '_ {
        self.rule.transfer.updates.iter().map(|&(slot, _)| slot).zip(self.values.iter().copied())
    }

    fn updated(&self, slot: Slot) -> Option<Formula> {
        let at = self.rule.transfer.updates.binary_search_by_key(&slot, |&(slot, _)| slot).ok()?;
        Some(self.values[at])
    }

    fn value(&self, slot: Slot) -> Formula {
        self.updated(slot).unwrap_or_else(|| self.before.value(slot))
    }
}

/// Whether a formula reads no choice.
fn is_deterministic(formulas: &Formulas, formula: Formula) -> bool {
    formulas.cone([formula]).into_iter().all(|node| match formulas.node(node) {
        Node::Input(input) => !matches!(Slot::of(input), Slot::Choice(_)),
        _ => true,
    })
}
