//! What was found out about the program that was made of clauses, in terms of these.
//!
//! A certificate is a [`model`](fn@model): an interpretation of all predicates under which each clause is valid. A trace is a [`derivation`] of a contradiction: atoms,
//! each by a clause of earlier ones. Neither rests on how the program was made: whether each clause is valid, and whether each atom follows, a SAT
//! solver is asked about the clauses as they were read ([`instances`]).

mod derivation;
mod instances;
mod model;

pub use derivation::derivation;
pub use model::model;

use super::program::Plan;
use super::{Horn, read};
use crate::budget::StopReason;
use crate::lang::source::Source;
use crate::pipeline::Loaded;

/// Why there is no answer in terms of clauses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The program was not made of clauses.
    #[error("the program was not made of clauses")]
    Other,
    /// What is known of the program does not make a clause valid: the certificate is about other properties, or another entry.
    #[error("{0} does not hold under what the certificate says")]
    Invalid(String),
    /// What is known of a predicate speaks of too much besides its arguments.
    #[error("what the certificate says about `{0}` becomes too large in terms of its arguments")]
    Large(String),
    /// The trace has a step that no clause justifies.
    #[error("the trace is no derivation by the clauses: {0}")]
    Underived(String),
    /// A limit was hit.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Clauses, and the program that was made of them.
struct Subject<'l> {
    loaded: &'l Loaded,
    input: &'l Source,
    horn: Horn,
    plan: Plan,
    /// For each predicate the indices of the clauses with it as their head.
    defining: Vec<Vec<usize>>,
    /// For each predicate that was unfolded the index of the clause that defines it.
    unfolded: Vec<Option<usize>>,
}

impl<'l> Subject<'l> {
    fn of(loaded: &'l Loaded) -> Result<Subject<'l>, NoAnswer> {
        let input = loaded.source.input();
        let horn = read(input).map_err(|_| NoAnswer::Other)?;
        let plan = Plan::of(horn.clone());
        let mut defining = vec![Vec::new(); horn.predicates.len()];
        for (index, clause) in horn.clauses.iter().enumerate() {
            clause.head.iter().for_each(|head| defining[head.predicate].push(index));
        }
        let mut unfolded: Vec<Option<usize>> = defining.iter().map(|clauses| clauses.first().copied()).collect();
        plan.horn.clauses.iter().flat_map(|clause| &clause.head).for_each(|head| unfolded[head.predicate] = None);
        Ok(Subject { loaded, input, horn, plan, defining, unfolded })
    }

    /// A clause in words, by its index.
    fn clause(&self, index: usize) -> String {
        let clause = &self.horn.clauses[index];
        format!("clause {}, line {}", clause.number, self.input.position(clause.span.start).line)
    }
}
