//! Literals, and the valuations that solvers find.

use crate::logic::owner::Owner;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Not;

/// A variable of some solver, or its complement. Debug builds notice one that is used with another solver.
#[derive(Clone, Copy)]
pub struct Lit {
    /// Twice the number of the variable, and one more if it is the complement.
    code: u32,
    owner: Owner,
}

impl Lit {
    /// The variable with this number, which is at most `u32::MAX / 2`, of whatever solver.
    pub(super) fn of_variable(variable: usize) -> Lit {
        Lit { code: (variable as u32) << 1, owner: Owner::ANY }
    }

    /// The same literal, of this solver.
    pub(super) fn of(self, owner: Owner) -> Lit {
        Lit { owner, ..self }
    }

    /// In debug builds, that it is a literal of this solver.
    #[inline]
    #[track_caller]
    pub(super) fn check(self, owner: Owner) {
        self.owner.check(owner);
    }

    /// The number of its variable: from 0, in the order in which they were made.
    pub fn variable(self) -> usize {
        (self.code >> 1) as usize
    }

    /// A number of its own: 2 for each variable.
    pub(super) fn code(self) -> usize {
        self.code as usize
    }

    /// Whether it is the complement of its variable.
    pub fn is_negated(self) -> bool {
        self.code & 1 == 1
    }

    /// How DIMACS writes it: variables from 1, complements negative.
    pub(crate) fn to_dimacs(self) -> i64 {
        let variable = self.variable() as i64 + 1;
        if self.is_negated() { -variable } else { variable }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit { code: self.code ^ 1, ..self }
    }
}

/// What a backend hands back has no owner yet, and is the same literal.
impl PartialEq for Lit {
    fn eq(&self, other: &Lit) -> bool {
        self.code == other.code
    }
}

impl Eq for Lit {}

impl PartialOrd for Lit {
    fn partial_cmp(&self, other: &Lit) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Lit {
    fn cmp(&self, other: &Lit) -> Ordering {
        self.code.cmp(&other.code)
    }
}

impl Hash for Lit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A valuation under which all clauses and all assumptions held when the question was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
    owner: Owner,
}

impl Model {
    /// The valuation with these values of the variables, in their order.
    pub(super) fn new(values: Vec<bool>) -> Model {
        Model { values, owner: Owner::ANY }
    }

    /// The same valuation, of this solver.
    pub(super) fn of(self, owner: Owner) -> Model {
        Model { owner, ..self }
    }

    /// Whether the literal holds. A variable that is newer than the question is false.
    pub fn value(&self, lit: Lit) -> bool {
        lit.check(self.owner);
        self.values.get(lit.variable()).is_some_and(|&value| value) != lit.is_negated()
    }
}
