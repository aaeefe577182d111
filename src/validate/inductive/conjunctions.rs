//! Conjunctions of diagrams that are known, as many as there is room for.

use super::gates::Edge;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// There is room for so many at least.
const FEW: usize = 1 << 6;

/// And for no more than so many: sixty-four megabytes.
const MOST: usize = 1 << 22;

/// Pairs of edges, with what holds if both do. A new pair may take the place of an old one, which is then made again: what that costs is less than what it would to keep all.
pub(super) struct Conjunctions(Vec<Option<([Edge; 2], Edge)>>);

impl Conjunctions {
    /// None are known.
    pub(crate) fn with_room_for(count: usize) -> Conjunctions {
        Conjunctions(vec![None; count.next_power_of_two().clamp(FEW, MOST)])
    }

    /// So many are to come: there is to be more room if that is more than there is.
    pub(crate) fn reserve(&mut self, count: usize) {
        if count > self.0.len() && self.0.len() < MOST {
            let old = std::mem::replace(self, Conjunctions::with_room_for(2 * self.0.len()));
            old.0.into_iter().flatten().for_each(|(pair, both)| self.learn(pair, both));
        }
    }

    /// What holds if both do, if it is known.
    pub(crate) fn find(&self, pair: [Edge; 2]) -> Option<Edge> {
        self.0[self.place(pair)].filter(|&(known, _)| known == pair).map(|(_, both)| both)
    }

    /// It is known what holds if both do.
    pub(crate) fn learn(&mut self, pair: [Edge; 2], both: Edge) {
        let place = self.place(pair);
        self.0[place] = Some((pair, both));
    }

    fn place(&self, pair: [Edge; 2]) -> usize {
        // As two values, not as a list, whose length would be hashed with it.
        FxBuildHasher.hash_one((pair[0], pair[1])) as usize & (self.0.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs that are told apart, with an edge for each that is none of them.
    fn pairs() -> Vec<([Edge; 2], Edge)> {
        let edge = |gate: usize| Edge::to(gate / 2, gate.is_multiple_of(2));
        (0..2_000).map(|at| ([edge(at % 50), edge(at / 50)], edge(2_000 + at))).collect()
    }

    #[test]
    fn what_is_found_is_what_was_learnt_of_the_pair() {
        let mut all = Conjunctions::with_room_for(0);
        for (pair, both) in pairs() {
            assert_eq!(all.find(pair), None);
            all.learn(pair, both);
            assert_eq!(all.find(pair), Some(both));
        }
        let found = pairs().into_iter().filter_map(|(pair, both)| Some((all.find(pair)?, both)));
        let found: Vec<bool> = found.map(|(known, both)| known == both).collect();
        assert!(found.len() > FEW / 2 && found.len() <= FEW && found.iter().all(|&is_right| is_right), "{found:?}");
    }

    #[test]
    fn most_is_kept_where_there_is_room() {
        let mut all = Conjunctions::with_room_for(0);
        for (count, (pair, both)) in pairs().into_iter().enumerate() {
            all.reserve(count);
            all.learn(pair, both);
        }
        let found = pairs().iter().filter(|&&(pair, both)| all.find(pair) == Some(both)).count();
        assert!(found > 1_000, "{found}");
        all.reserve(usize::MAX);
        assert!(all.0.len() == 4_096, "it grows step by step");
    }
}
