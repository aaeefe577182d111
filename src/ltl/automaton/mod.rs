//! Büchi automata: what they are, and how one is made of a formula.
//!
//! [`build`] is a tableau (Gerth, Peled, Vardi and Wolper, PSTV 1995) with acceptance on edges (Couvreur, FM 1999). A state is a set of
//! formulas in negation normal form that have to hold from here on; `expand` takes such a set apart into what has to hold now,
//! what from the next position on, and which eventualities (`f U g`, `f M g`) are put off. A run is accepting if it puts off none for
//! ever. `degeneralise` counts through the eventualities, so that acceptance is at states, and `simplify` merges and drops states.

mod components;
mod degeneralise;
mod expand;
mod generalised;
mod guard;
mod simplify;

pub use guard::Guard;

use super::formula::{Ltl, LtlGraph};
use thiserror::Error;

/// A Büchi automaton: a word is accepted if there is a run from state 0 that is at accepting states again and again. There is a state 0
/// always. An edge is taken with the letter of the position at which the run is; the letter has to satisfy its guard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The spellings of the atoms, by their numbers in guards.
    pub atoms: Vec<String>,
    /// The states.
    pub states: Vec<State>,
}

/// A state of an [`Automaton`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether it is one of those that have to come again and again.
    pub is_accepting: bool,
    /// Where a run goes on.
    pub edges: Vec<Edge>,
}

/// An edge of an [`Automaton`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The state that it leads to.
    pub to: usize,
    /// What has to hold at the position before.
    pub guard: Guard,
}

/// A formula has an automaton that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the automaton of the formula is too large: it takes more than {most} steps to build")]
pub struct TooLarge {
    /// How many steps it may take, edges included.
    pub most: usize,
}

impl Automaton {
    /// For each state whether a run can come to it again and again, and be at accepting states meanwhile.
    pub fn turning(&self) -> Vec<bool> {
        let components = components::components(self);
        let mut accepts = vec![false; components.len()];
        let mut has_cycle = vec![false; components.len()];
        for (state, &component) in self.states.iter().zip(&components) {
            accepts[component] |= state.is_accepting;
            has_cycle[component] |= state.edges.iter().any(|edge| components[edge.to] == component);
        }
        components.into_iter().map(|component| accepts[component] && has_cycle[component]).collect()
    }
}

/// An automaton that accepts the words on which the formula holds. The same formula has the same automaton.
///
/// # Errors
/// If it takes more than `most` steps: formulas taken apart, branches copied, edges made.
pub fn build(graph: &mut LtlGraph, formula: Ltl, most: usize) -> Result<Automaton, TooLarge> {
    let normal = graph.normal(formula, false);
    let tableau = generalised::build(graph, normal, most)?;
    let automaton = degeneralise::degeneralise(&tableau, graph.atoms(), most)?;
    Ok(simplify::simplify(automaton))
}
