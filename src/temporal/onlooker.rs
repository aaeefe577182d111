//! What looks on for a claim.

use super::{Claim, Monitored, Says};
use crate::ltl::automaton::{self, Automaton, TooLarge};
use crate::ltl::formula::Unary;
use crate::ltl::tableau;

/// How many steps an automaton may take to be built: those of formulas that people write take some thousand, and this takes some seconds.
const MOST: usize = 1_000_000;

/// What looks on while a program runs.
#[derive(Clone, Debug)]
pub enum Onlooker {
    /// An automaton that accepts the words on which the claim does not hold.
    Automaton(Automaton),
    /// A monitor that comes to an error if the claim does not hold.
    Monitor(Box<Monitored>),
}

/// What finds out that a claim does not hold.
///
/// # Errors
/// If it is too large.
pub fn of_violations(claim: &Claim) -> Result<Onlooker, TooLarge> {
    match claim.says() {
        Says::Holds { graph, formula } => {
            let mut graph = graph.clone();
            let negation = graph.unary(Unary::Not, *formula);
            automaton::build(&mut graph, negation, MOST).map(Onlooker::Automaton)
        }
        Says::Accepts { automaton, .. } => Ok(Onlooker::Automaton(automaton.clone())),
        Says::Obeys(monitored) => Ok(Onlooker::Monitor(monitored.clone())),
    }
}

/// A plain automaton that accepts the words on which a formula does not hold, which shares nothing with the other one; none if the claim is an
/// automaton or a monitor itself.
///
/// # Errors
/// If it is too large.
pub fn plain(claim: &Claim) -> Result<Option<Automaton>, TooLarge> {
    match claim.says() {
        Says::Holds { graph, formula } => tableau::build(graph, *formula, true, MOST).map(Some),
        Says::Accepts { .. } | Says::Obeys(_) => Ok(None),
    }
}
