//! Literals, and the valuations that solvers find.

use bitvec::vec::BitVec;
use std::ops::Not;

/// A variable of some solver, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The variable with this number, which is at most `u32::MAX / 2`.
    pub(super) fn of_variable(variable: usize) -> Lit {
        Lit((variable as u32) << 1)
    }

    /// The number of its variable: from 0, in the order in which they were made.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the complement of its variable.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// How DIMACS writes it: variables from 1, complements negative.
    pub fn to_dimacs(self) -> i64 {
        let variable = self.variable() as i64 + 1;
        if self.is_negated() { -variable } else { variable }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A valuation under which all clauses and all assumptions held when the question was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model(BitVec);

impl Model {
    /// The valuation with these values of the variables, in their order.
    pub(super) fn new(values: BitVec) -> Model {
        Model(values)
    }

    /// Whether the literal holds. A variable that is newer than the question is false.
    pub fn value(&self, lit: Lit) -> bool {
        self.0.get(lit.variable()).is_some_and(|value| *value) != lit.is_negated()
    }
}
