//! The automata of a claim.

use super::Claim;
use crate::ltl::automaton::{self, Automaton, TooLarge};
use crate::ltl::formula::Unary;
use crate::ltl::tableau;

/// How many steps an automaton may take to be built: those of formulas that people write take some thousand, and this takes some seconds.
const MOST: usize = 1_000_000;

/// An automaton that accepts the words on which the claim does not hold.
///
/// # Errors
/// If it is too large.
pub fn of_violations(claim: &Claim) -> Result<Automaton, TooLarge> {
    let mut graph = claim.graph().clone();
    let negation = graph.unary(Unary::Not, claim.formula());
    automaton::build(&mut graph, negation, MOST)
}

/// A plain automaton that accepts the same words, which shares nothing with the other one.
///
/// # Errors
/// If it is too large.
pub fn plain(claim: &Claim) -> Result<Automaton, TooLarge> {
    tableau::build(claim.graph(), claim.formula(), true, MOST)
}
