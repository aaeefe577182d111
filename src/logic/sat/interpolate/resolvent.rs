//! A clause while it is being resolved: marks in an array, so a resolution costs the literals of the right premise.

use super::proof::Link;
use crate::logic::sat::literal::Lit;

/// A set of literals.
#[derive(Debug, Default)]
pub(super) struct Resolvent {
    /// Which literals are in it, by their codes.
    marks: Vec<bool>,
    /// All that are, and some that were.
    members: Vec<Lit>,
}

impl Resolvent {
    /// Without literals; there will be some of so many variables.
    pub(super) fn new(variables: usize) -> Resolvent {
        Resolvent { marks: vec![false; 2 * variables], members: Vec::new() }
    }

    pub(super) fn contains(&self, lit: Lit) -> bool {
        self.marks[lit.code()]
    }

    pub(super) fn clear(&mut self) {
        self.members.drain(..).for_each(|lit| self.marks[lit.code()] = false);
    }

    /// From now on it has these, too.
    pub(super) fn extend(&mut self, literals: impl IntoIterator<Item = Lit>) {
        for lit in literals {
            if !std::mem::replace(&mut self.marks[lit.code()], true) {
                self.members.push(lit);
            }
        }
    }

    /// Resolves it with the clause of the link, which has these literals.
    pub(super) fn resolve(&mut self, link: Link, literals: &[Lit]) {
        self.marks[(!link.pivot).code()] = false;
        self.extend(literals.iter().copied().filter(|&lit| lit != link.pivot));
    }

    /// Its literals. There may be some twice that were taken out and came back.
    pub(super) fn iter(&self) -> impl Iterator<Item = Lit> {
        self.members.iter().copied().filter(|lit| self.contains(*lit))
    }

    /// Its literals, in order.
    pub(super) fn sorted(&mut self) -> &[Lit] {
        let marks = &self.marks;
        self.members.retain(|lit| marks[lit.code()]);
        self.members.sort_unstable();
        // What was taken out and came back is there twice.
        self.members.dedup();
        &self.members
    }
}
