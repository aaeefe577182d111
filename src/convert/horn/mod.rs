//! Constrained Horn clauses over Booleans: [`script`] writes a program as clauses, [`read`](fn@read) reads clauses, and [`program`] makes a program of them;
//! [`model`](fn@model) and [`derivation`](fn@derivation) tell in terms of the clauses what was found out about it.

mod answer;
mod program;
mod read;
mod symbol;
mod write;

pub use answer::{NoAnswer, derivation, model};
pub use program::program;
pub use read::read;
pub use write::script;

use crate::lang::source::Span;
use crate::logic::formula::{Formula, Formulas};

/// A set of clauses.
#[derive(Clone, Debug, Default)]
pub struct Horn {
    /// What the clauses are about.
    pub predicates: Vec<Predicate>,
    /// The clauses, in the order of the text.
    pub clauses: Vec<Clause>,
    /// The graph of all formulas in them; an input is the index of a variable of its clause.
    pub formulas: Formulas,
}

/// A relation of Booleans that is sought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// How many Booleans it relates.
    pub arity: usize,
}

/// If all atoms and the constraint hold, so does the head, for all values of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Which of the clauses of the text it is, from 1.
    pub(crate) number: usize,
    /// Its place in the text.
    pub(crate) span: Span,
    /// The names of its variables; two may have the same name.
    pub(crate) variables: Vec<String>,
    /// The atoms of the body.
    pub atoms: Vec<Atom>,
    /// What else the body says.
    pub constraint: Formula,
    /// What follows; `None`: a contradiction.
    pub head: Option<Atom>,
}

/// A predicate of some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The index of the predicate.
    pub predicate: usize,
    /// Its arguments.
    pub arguments: Vec<Formula>,
}
