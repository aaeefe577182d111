//! Resolution proofs: clauses, each a leaf or the end of a chain of resolutions.

use crate::logic::sat::cnf::Partition;
use crate::logic::sat::literal::Lit;

/// A clause of a proof. Premises have smaller numbers than what is derived from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(u32);

impl ClauseId {
    pub(super) fn new(index: usize) -> ClauseId {
        ClauseId(index as u32)
    }

    /// Its position in [`Proof::clauses`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The clause with this position in the [`Cnf`](crate::logic::sat::Cnf).
    Clause(usize),
    /// The assumption with this position.
    Assumption(usize),
}

/// A clause that is not derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it is from. Of equal clauses it is the first.
    pub source: Source,
    /// The part that it belongs to.
    pub partition: Partition,
}

/// A resolution in a chain: what has been derived so far has the complement of the pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The literal of the clause that is resolved away.
    pub pivot: Lit,
    /// The clause that has it, the right premise.
    pub clause: ClauseId,
}

/// Where a clause of a proof comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// It is given.
    Leaf(Leaf),
    /// It is what is left of the first clause after these resolutions, of which there is at least one.
    Chain {
        /// The left premise of the first resolution.
        first: ClauseId,
        /// The resolutions, in their order.
        links: &'a [Link],
    },
}

impl<'a> Origin<'a> {
    /// The clauses that it is derived from, once for each use.
    pub fn premises(&self) -> impl Iterator<Item = ClauseId> + use<'a> {
        let (first, links) = match *self {
            Origin::Leaf(_) => (None, &[][..]),
            Origin::Chain { first, links } => (Some(first), links),
        };
        first.into_iter().chain(links.iter().map(|link| link.clause))
    }
}

/// A proof that clauses have no model: the last clause is empty, and all others are needed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub(super) arena: Arena,
}

impl Proof {
    /// The clauses, with their literals in order; premises before what is derived from them, the empty clause last.
    pub fn clauses(&self) -> impl DoubleEndedIterator<Item = (ClauseId, &[Lit], Origin<'_>)> {
        self.arena.ids(0).map(|id| (id, self.arena.literals(id), self.arena.origin(id)))
    }

    /// The leaves.
    pub fn leaves(&self) -> impl Iterator<Item = (ClauseId, &[Lit], Leaf)> {
        self.clauses().filter_map(|(id, literals, origin)| match origin {
            Origin::Leaf(leaf) => Some((id, literals, leaf)),
            Origin::Chain { .. } => None,
        })
    }

    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.arena.len()
    }

    /// The number of resolutions.
    pub fn resolutions(&self) -> usize {
        self.arena.links.len()
    }

    /// One more than the largest number of a variable in it.
    pub(super) fn variables(&self) -> usize {
        self.arena.literals.iter().map(|lit| lit.variable() + 1).max().unwrap_or(0)
    }
}

/// Clauses that are derived from each other, not all of them for one purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::logic::sat) struct Arena {
    literals: Vec<Lit>,
    links: Vec<Link>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    begin: Begin,
    /// Where its literals and its links end.
    literals: usize,
    links: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Begin {
    Leaf(Leaf),
    First(ClauseId),
}

impl Arena {
    pub(super) fn leaf(&mut self, literals: &[Lit], leaf: Leaf) -> ClauseId {
        self.push(literals, Begin::Leaf(leaf))
    }

    /// What is derived by these resolutions; by none, the first clause is.
    pub(super) fn chain(&mut self, literals: &[Lit], first: ClauseId, links: &[Link]) -> ClauseId {
        if links.is_empty() {
            return first;
        }
        self.links.extend_from_slice(links);
        self.push(literals, Begin::First(first))
    }

    fn push(&mut self, literals: &[Lit], begin: Begin) -> ClauseId {
        self.literals.extend_from_slice(literals);
        self.steps.push(Step { begin, literals: self.literals.len(), links: self.links.len() });
        ClauseId::new(self.steps.len() - 1)
    }

    pub(super) fn literals(&self, id: ClauseId) -> &[Lit] {
        &self.literals[self.before(id).map_or(0, |step| step.literals)..self.steps[id.index()].literals]
    }

    pub(super) fn origin(&self, id: ClauseId) -> Origin<'_> {
        let step = &self.steps[id.index()];
        match step.begin {
            Begin::Leaf(leaf) => Origin::Leaf(leaf),
            Begin::First(first) => {
                let begin = self.before(id).map_or(0, |step| step.links);
                Origin::Chain { first, links: &self.links[begin..step.links] }
            }
        }
    }

    fn before(&self, id: ClauseId) -> Option<&Step> {
        self.steps[..id.index()].last()
    }

    /// The clauses from this position on.
    pub(super) fn ids(&self, first: usize) -> impl DoubleEndedIterator<Item = ClauseId> + use<> {
        (first..self.len()).map(ClauseId::new)
    }

    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many literals it keeps: those of clauses, and pivots.
    pub(super) fn kept(&self) -> usize {
        self.literals.len() + self.links.len()
    }
}
