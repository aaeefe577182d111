//! Conditions of edges: conjunctions of atoms and negated atoms.

use crate::ltl::formula::AtomId;

/// So many parts of a guard are looked at. If that does not do, it does not count as covered.
const PARTS: usize = 100_000;

/// A conjunction of literals, no atom twice, in the order of the atoms. The empty one always holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guard {
    literals: Vec<(AtomId, bool)>,
}

impl Guard {
    /// The guard that always holds.
    pub fn always() -> Guard {
        Guard::default()
    }

    /// The literals: an atom, and whether it has to hold.
    pub fn literals(&self) -> &[(AtomId, bool)] {
        &self.literals
    }

    /// The same with one more literal, or nothing, if it contradicts them.
    #[must_use]
    pub fn with(mut self, atom: AtomId, holds: bool) -> Option<Guard> {
        match self.literals.binary_search_by_key(&atom, |&(atom, _)| atom) {
            Ok(place) => (self.literals[place].1 == holds).then_some(self),
            Err(place) => {
                self.literals.insert(place, (atom, holds));
                Some(self)
            }
        }
    }

    /// Both, or nothing, if they contradict each other.
    pub fn and(&self, other: &Guard) -> Option<Guard> {
        other.literals.iter().try_fold(self.clone(), |guard, &(atom, holds)| guard.with(atom, holds))
    }

    /// Whether it holds at a position.
    pub fn holds(&self, mut is_true: impl FnMut(AtomId) -> bool) -> bool {
        self.literals.iter().all(|&(atom, holds)| is_true(atom) == holds)
    }

    /// Whether it holds wherever the other one does.
    pub fn is_implied_by(&self, other: &Guard) -> bool {
        let mut others = other.literals.iter();
        self.literals.iter().all(|literal| others.by_ref().any(|other| other == literal))
    }

    /// Whether one of `others` holds wherever this one does, as far as that is seen with [`PARTS`]. It splits on an atom of the others until each part is
    /// under one of them or meets none; linear if one of them is implied, exponential in the atoms of those that meet it at the worst.
    pub fn is_covered_by(&self, others: &[&Guard]) -> bool {
        let mut open = vec![self.clone()];
        let mut left = PARTS;
        while let Some(part) = open.pop() {
            let Some(fewer) = left.checked_sub(1) else { return false };
            left = fewer;
            if others.iter().any(|other| other.is_implied_by(&part)) {
                continue;
            }
            let meeting = others.iter().find(|other| part.and(other).is_some());
            let free = meeting.and_then(|other| other.literals.iter().find(|literal| !part.literals.contains(literal)));
            let Some(&(atom, _)) = free else { return false };
            open.extend([true, false].into_iter().filter_map(|holds| part.clone().with(atom, holds)));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(literals: &[i32]) -> Guard {
        let mut guard = Guard::always();
        for &literal in literals {
            let atom = AtomId::new(literal.unsigned_abs() as usize);
            guard = guard.with(atom, literal > 0).expect("no contradiction");
        }
        guard
    }

    #[test]
    fn literals_are_in_order_and_agree() {
        assert_eq!(guard(&[3, -1, 2]), guard(&[-1, 2, 3, 2]));
        assert_eq!(guard(&[1, 2]).and(&guard(&[-2])), None);
        assert_eq!(guard(&[1]).and(&guard(&[-2])), Some(guard(&[1, -2])));
        assert!(guard(&[1, -2]).holds(|atom| atom.index() == 1));
        assert!(!guard(&[1, 2]).holds(|atom| atom.index() == 1));
    }

    #[test]
    fn a_weaker_guard_is_implied() {
        assert!(guard(&[1, -3]).is_implied_by(&guard(&[1, 2, -3])));
        assert!(!guard(&[1, 3]).is_implied_by(&guard(&[1, 2, -3])));
        assert!(Guard::always().is_implied_by(&guard(&[1])));
    }

    #[test]
    fn several_guards_cover_one_together() {
        let (yes, no, other) = (guard(&[1, 2]), guard(&[-1]), guard(&[1, -2]));
        assert!(Guard::always().is_covered_by(&[&yes, &no, &other]));
        assert!(!Guard::always().is_covered_by(&[&yes, &no]));
        assert!(guard(&[2]).is_covered_by(&[&yes, &no]));
        assert!(!Guard::always().is_covered_by(&[]));
    }
}
