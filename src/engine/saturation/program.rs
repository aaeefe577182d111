//! post* of a program, kept to be asked: which locations are reached, in which states, and with which stacks.

use super::automaton::{Automaton, Edge};
use super::relations::Relations;
use super::search::{Directed, Post};
use super::{BOTTOM, CONTROL};
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::semantics::Bits;
use crate::logic::bdd::{BddId, Limits, TooManyColumns};
use crate::pds::Slot;
use crate::pds::passes::Prepared;
use crate::relational::frames::Frames;
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::variables::{Columns, Variables};
use std::collections::BTreeMap;

/// A configuration of a symbolic system.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration {
    /// The globals.
    pub globals: Bits,
    /// Between a return and the store behind it, the results of the procedure that returned.
    pub results: Bits,
    /// The activations, the running one first: where it is, with its parameters and locals.
    pub stack: Vec<(LocId, Bits)>,
}

/// The regular set of all configurations that a program reaches, as a P-automaton whose transitions carry relations.
///
/// Of variables that the passes forgot every value is accepted: the set is exact without [`Pass::Liveness`], and without
/// [`Pass::Unreachable`] it has those configurations from which no target can be reached, too.
///
/// [`Pass::Liveness`]: crate::pds::passes::Pass::Liveness
/// [`Pass::Unreachable`]: crate::pds::passes::Pass::Unreachable
pub struct ProgramAutomaton<'p> {
    relations: Relations<'p>,
    automaton: Automaton<BddId>,
}

impl<'p> ProgramAutomaton<'p> {
    /// Computes it, with columns in this order.
    ///
    /// # Errors
    /// If a limit strikes, or there are more columns than diagrams can have.
    pub fn new(system: &'p Prepared, order: Order, limits: Limits) -> Result<ProgramAutomaton<'p>, StopReason> {
        let live = Live::of(system);
        let unsupported = |too_many: TooManyColumns| StopReason::Unsupported(too_many.to_string());
        let variables = Variables::new(&system.pds, &live, Columns::All, &limits.budget)?;
        let columns = variables.ordered(&[], order, &limits.budget)?;
        let frames = Frames::new(&system.pds, &columns).map_err(unsupported)?;
        let mut relations = Relations::new(&system.pds, live, frames, limits).map_err(unsupported)?;
        let mut post = Post::new(&system.pds, &[]);
        post.begin(&mut relations)?;
        while post.advance(&mut relations)?.is_some() {
            if relations.garbage_due() {
                relations.keep(post.weights());
            }
        }
        Ok(ProgramAutomaton { relations, automaton: post.into_automaton() })
    }

    /// The automaton: transitions that read location n as symbol n, from control state 0 to what waits below.
    pub fn automaton(&self) -> &Automaton<BddId> {
        &self.automaton
    }

    /// Whether some run comes to a location.
    pub fn is_reached(&self, location: LocId) -> bool {
        self.reading(CONTROL, location).next().is_some()
    }

    /// The states in which runs come to a location, as partial valuations: what one leaves out may have either value. Results are
    /// those of the procedure that has just returned there.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn states(&mut self, location: LocId) -> Result<Vec<BTreeMap<Slot, bool>>, StopReason> {
        let weights: Vec<BddId> = self.reading(CONTROL, location).map(|(_, weight)| weight).collect();
        let states = self.relations.states_now(location, &weights)?;
        Ok(self.relations.valuations(location, states))
    }

    /// Whether some run reaches a configuration.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn contains(&mut self, configuration: &Configuration) -> Result<bool, StopReason> {
        let Configuration { globals, results, stack } = configuration;
        let Some(((location, locals), below)) = stack.split_first() else {
            let Some(id) = self.automaton.find(Edge { from: CONTROL, symbol: None, to: BOTTOM }) else {
                return Ok(false);
            };
            let weight = self.automaton.transition(id).weight;
            let entered = self.relations.returned_with(globals, results, weight)?;
            return Ok(!entered.is_false());
        };
        // For each state behind what was read: with what the activation above it was entered.
        let mut behind: BTreeMap<u32, BddId> = BTreeMap::new();
        for (to, weight) in self.reading(CONTROL, *location).collect::<Vec<_>>() {
            let entered = self.relations.running_with(*location, globals, locals, results, weight)?;
            self.relations.join_into(&mut behind, to, entered)?;
        }
        for (location, locals) in below {
            let mut next = BTreeMap::new();
            for (&from, &callee) in &behind {
                for (to, weight) in self.reading(from, *location).collect::<Vec<_>>() {
                    let entered = self.relations.waiting_with(*location, locals, callee, weight)?;
                    self.relations.join_into(&mut next, to, entered)?;
                }
            }
            behind = next;
        }
        Ok(behind.contains_key(&BOTTOM))
    }

    /// The transitions that read a location in a state: where they end, with their weights.
    fn reading(&self, from: u32, location: LocId) -> impl Iterator<Item = (u32, BddId)> + '_ {
        let transitions = self.automaton.leaving(from).iter().map(|&id| self.automaton.transition(id));
        let symbol = Some(location.index() as u32);
        transitions.filter(move |t| t.edge.symbol == symbol).map(|t| (t.edge.to, t.weight))
    }
}
