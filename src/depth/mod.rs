//! How deep stacks become (2015-fedyukovich, made exact).
//!
//! An *activation* is a call that has not returned. Over all configurations that a program reaches, whatever its inputs, the *height* is the most
//! activations that are on one stack, the one with which runs begin included; the *depth* of a procedure the most of its own, that of a recursive
//! component of the call graph the most of its procedures together, and that *from* a call site outside the same of chains that begin with a call there.
//!
//! All of them are one question: in the graph of [`heads`](crate::engine::heads), what do the heads on a path weigh at most? It is unbounded exactly
//! if a head that weighs something lies on a cycle: then there is a stack on which a procedure was entered twice with the same values of globals and
//! parameters, and what was between can be done again and again. Heads that are listed are answered by components and a longest path
//! ([`listed`]), sets of heads by [`trim`]ming, a tree of all paths by looking at each ([`stacks`]); nothing is shared by them but the question, so each
//! vouches for the others.
//!
//! Nothing here is believed: `pipeline::depth` confirms each number, by checks of programs that count.

mod cycle;
mod heavy;
mod listed;
mod recursion;
mod sets;
mod stacks;
mod trim;

pub use recursion::{Component, Recursion};

use crate::budget::{Budget, StopReason};
use crate::engine::heads::{Heads, Values};
use crate::lang::program::{Place, ProcId};
use sets::Sets;
use std::collections::BTreeSet;

/// Which chains of activations are looked at, and what is counted on them.
#[derive(Clone, Copy, Debug)]
pub struct Chains<'a> {
    /// For each procedure what an activation weighs.
    pub weights: &'a [u64],
    /// For each procedure whether its activations may be on the chain. A stack that leaves these does not come back to them.
    pub within: &'a [bool],
    /// Where the first one is called; `None`: anywhere, or runs begin with it.
    pub from: Option<Place>,
}

impl Chains<'_> {
    fn weighs(&self, procedure: ProcId) -> u64 {
        self.weights[procedure.index()]
    }

    fn are_within(&self, procedure: ProcId) -> bool {
        self.within[procedure.index()]
    }
}

/// What is on a chain at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Longest {
    /// So much.
    Bounded(u64),
    /// There is no bound: this can be entered again above itself, so often as one likes.
    Unbounded(Head),
}

/// A procedure with the values with which it is entered, as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The procedure.
    pub procedure: ProcId,
    /// Values of globals and parameters.
    pub values: Values,
}

/// The heads of a program, to be asked.
pub struct Graph<'p> {
    heads: Heads<'p>,
    entry: ProcId,
    entered: BTreeSet<ProcId>,
    budget: Budget,
}

impl<'p> Graph<'p> {
    /// The heads that an engine has found of a program that begins with `entry`.
    pub fn new(heads: Heads<'p>, entry: ProcId, budget: Budget) -> Graph<'p> {
        let mut entered = BTreeSet::from([entry]);
        match &heads {
            Heads::Listed(listed) => entered.extend(listed.heads.iter().map(|&(procedure, _)| procedure)),
            Heads::Sets(sets) => entered.extend(sets.calls().iter().map(|call| call.callee)),
            Heads::Stacks(stacks) => entered.extend(stacks.activations.iter().map(|activation| activation.procedure)),
        }
        Graph { heads, entry, entered, budget }
    }

    /// Whether a procedure is entered at all.
    pub fn is_entered(&self, procedure: ProcId) -> bool {
        self.entered.contains(&procedure)
    }

    /// What a chain of these weighs at most. On sets of heads each activation must weigh 0 or 1.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn longest(&mut self, chains: &Chains<'_>) -> Result<Longest, StopReason> {
        match &mut self.heads {
            Heads::Listed(listed) => listed::longest(listed, chains, &self.budget),
            Heads::Sets(sets) => trim::trim(&mut Sets::new(sets.as_mut(), self.entry, chains, &self.budget)),
            Heads::Stacks(stacks) => Ok(stacks::longest(stacks, chains)),
        }
    }

    /// What a stack weighs at most, and the calls on such a one, from the bottom up. Each activation must weigh something, and there must be a bound.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn heaviest(&mut self, chains: &Chains<'_>) -> Result<(u64, Vec<Place>), StopReason> {
        match &mut self.heads {
            Heads::Listed(listed) => listed::heaviest(listed, chains, &self.budget),
            Heads::Sets(sets) => heavy::heaviest(&mut Sets::new(sets.as_mut(), self.entry, chains, &self.budget)),
            Heads::Stacks(stacks) => Ok(stacks::heaviest(stacks, chains)),
        }
    }
}
