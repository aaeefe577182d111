//! What of a proof is needed. Linear.

use super::proof::{Arena, ClauseId, Link, Origin, Proof};

/// The proof of this clause, which is empty, and nothing else.
pub(super) fn trim(arena: &Arena, root: ClauseId) -> Proof {
    let mut needed = vec![false; root.index() + 1];
    needed[root.index()] = true;
    for index in (0..needed.len()).rev() {
        if needed[index] {
            arena.origin(ClauseId::new(index)).premises().for_each(|premise| needed[premise.index()] = true);
        }
    }
    let mut trimmed = Arena::default();
    let mut moved = vec![root; needed.len()];
    let mut renamed = Vec::new();
    for index in (0..needed.len()).filter(|&index| needed[index]) {
        let id = ClauseId::new(index);
        moved[index] = match arena.origin(id) {
            Origin::Leaf(leaf) => trimmed.leaf(arena.literals(id), leaf),
            Origin::Chain { first, links } => {
                renamed.clear();
                renamed.extend(links.iter().map(|link| Link { clause: moved[link.clause.index()], ..*link }));
                trimmed.chain(arena.literals(id), moved[first.index()], &renamed)
            }
        };
    }
    Proof { arena: trimmed }
}
