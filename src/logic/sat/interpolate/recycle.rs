//! Shorter proofs: RecyclePivotsWithIntersection (P. Fontaine, S. Merz, B. Woltzenlogel Paleo, "Compression of
//! Propositional Resolution Proofs via Partial Regularization", CADE 2011), after RecyclePivots (O. Bar-Ilan, O.
//! Fuhrmann, S. Hoory, O. Shacham, O. Strichman, "Linear-Time Reductions of Resolution Proofs", HVC 2008).
//!
//! A literal is *safe* at a clause if it is resolved away on each way from there to the empty clause: the clause could
//! as well have it. So a resolution whose pivot is safe is superfluous; the premise that has this literal does in the
//! place of its result. Uses are visited before premises, and the safe literals of a premise are those of all its uses
//! together (their intersection). Then the chains are resolved anew, upwards.
//!
//! The time is that of the safe literals that are handed down: at most one for each variable on the way, and for each
//! resolution. An empty set is always right, and shortens nothing: so there is one where sets would take too much room.

use super::proof::{Arena, ClauseId, Link, Origin, Proof};
use super::resolvent::Resolvent;
use super::trim::trim;
use crate::logic::sat::literal::Lit;

/// So many safe literals are kept at a time. Chosen: as much room as a large proof takes.
const SAFE: usize = 16_000_000;

impl Proof {
    /// A proof of the same, with at most as many resolutions, of the same leaves or fewer of them.
    #[must_use]
    pub fn recycle_pivots(&self) -> Proof {
        rebuild(self, &Regular::of(self))
    }
}

/// What is left of each chain.
struct Regular {
    chains: Vec<Option<(ClauseId, Vec<Link>)>>,
}

impl Regular {
    fn of(proof: &Proof) -> Regular {
        let mut safe = Safe { sets: vec![None; proof.len()], kept: 0 };
        safe.sets[proof.len() - 1] = Some(Vec::new());
        let mut chains = vec![None; proof.len()];
        let mut set = Resolvent::new(proof.variables());
        for (id, _, origin) in proof.clauses().rev() {
            // What nobody uses any more has none.
            let Some(own) = safe.take(id) else { continue };
            let Origin::Chain { first, links } = origin else { continue };
            set.clear();
            set.extend(own);
            let mut begin = first;
            let mut left: Vec<Link> = Vec::new();
            for &link in links.iter().rev() {
                if set.contains(link.pivot) {
                    // The right premise does, and nothing before it is needed.
                    begin = link.clause;
                    break;
                }
                if set.contains(!link.pivot) {
                    continue;
                }
                safe.use_of(link.clause, &set, Some(link.pivot));
                set.extend([!link.pivot]);
                left.push(link);
            }
            safe.use_of(begin, &set, None);
            left.reverse();
            chains[id.index()] = Some((begin, left));
        }
        Regular { chains }
    }
}

/// The safe literals of clauses that were used, and not visited yet.
struct Safe {
    sets: Vec<Option<Vec<Lit>>>,
    kept: usize,
}

impl Safe {
    fn take(&mut self, id: ClauseId) -> Option<Vec<Lit>> {
        let set = self.sets[id.index()].take();
        self.kept -= set.as_ref().map_or(0, Vec::len);
        set
    }

    /// Of the clause these are safe here, and the one that is resolved away at once.
    fn use_of(&mut self, id: ClauseId, set: &Resolvent, pivot: Option<Lit>) {
        let safe = match self.take(id) {
            Some(mut safe) => {
                safe.retain(|&lit| set.contains(lit) || Some(lit) == pivot);
                safe
            }
            None if self.kept > SAFE => Vec::new(),
            None => set.iter().chain(pivot).collect(),
        };
        self.kept += safe.len();
        self.sets[id.index()] = Some(safe);
    }
}

/// The proof with these chains. Clauses may have lost pivots, or have safe literals more: where a premise is without
/// the pivot, it does in the place of the result.
fn rebuild(proof: &Proof, regular: &Regular) -> Proof {
    let mut arena = Arena::default();
    let mut moved: Vec<Option<ClauseId>> = vec![None; proof.len()];
    let mut resolvent = Resolvent::new(proof.variables());
    let mut links: Vec<Link> = Vec::new();
    for (id, literals, origin) in proof.clauses() {
        moved[id.index()] = match (&regular.chains[id.index()], origin) {
            (_, Origin::Leaf(leaf)) => Some(arena.leaf(literals, leaf)),
            (None, Origin::Chain { .. }) => None,
            (Some((first, chain)), Origin::Chain { .. }) => {
                let new = |id: ClauseId| moved[id.index()].expect("what a chain needs was visited");
                let mut begin = new(*first);
                resolvent.clear();
                resolvent.extend(arena.literals(begin).iter().copied());
                links.clear();
                for link in chain {
                    let right = arena.literals(new(link.clause));
                    let link = Link { clause: new(link.clause), ..*link };
                    if !right.contains(&link.pivot) {
                        begin = link.clause;
                        links.clear();
                        resolvent.clear();
                        resolvent.extend(right.iter().copied());
                    } else if resolvent.contains(!link.pivot) {
                        resolvent.resolve(link, right);
                        links.push(link);
                    }
                }
                Some(arena.chain(resolvent.sorted(), begin, &links))
            }
        };
    }
    trim(&arena, moved[proof.len() - 1].expect("the empty clause is needed"))
}
