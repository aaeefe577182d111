//! Assumptions that the clauses refute alone, and how varisat is kept from mistakes with them.
//!
//! When an assumption is false before any other is made, `analyze_assumption_conflict` of varisat 0.2.2 leaves a flag on
//! its variable. The variable has a value for good, so that does no harm, until the library gives its number to
//! another variable, as it may when it next simplifies its clauses: then a later core can lack assumptions that it needs.
//! (Only cores: conflicts have flags of their own.) It never gives away the number of a variable that it believes to
//! be assumed; and it forgets to take that back where an assumption turned out to be true already. So the complement,
//! which follows from the clauses, is assumed once, before all else, and the variable is never mentioned again.

use crate::logic::sat::literal::Lit;
use rustc_hash::FxHashSet;

/// Literals that no valuation of the clauses has.
#[derive(Default)]
pub(super) struct Refuted {
    all: FxHashSet<Lit>,
    /// The complement of the newest, which is still to be assumed.
    next: Option<Lit>,
}

impl Refuted {
    /// The first assumption that is known to be a core by itself.
    pub(crate) fn among(&self, assumptions: &[Lit]) -> Option<Lit> {
        assumptions.iter().copied().find(|lit| self.all.contains(lit))
    }

    /// What to assume in place of these, of which none is refuted.
    pub(crate) fn instead_of(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        let known = &self.all;
        let rest = assumptions.iter().copied().filter(|&lit| !known.contains(&!lit));
        self.next.take().into_iter().chain(rest).collect()
    }

    /// Takes note of a core.
    pub(crate) fn learn(&mut self, core: &[Lit]) {
        if let [only] = *core {
            self.all.insert(only);
            self.next = Some(!only);
        }
    }
}
