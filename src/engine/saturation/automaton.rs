//! P-automata: finite automata that accept configurations of a pushdown system.
//!
//! A configuration `<p, w>` is accepted if some path that begins in state p and reads w ends in a final state. The states of
//! the automaton are, first, the control states of the system.
//!
//! Weights grow, so where they come from is kept by increment: each time a transition's weight grows, an [`Increment`]
//! says by what, by which rule, and from which earlier increments. A run is read off by going from increments to
//! earlier ones only.

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;

/// The index of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransitionId(pub u32);

impl TransitionId {
    /// The index in [`Automaton::transitions`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A transition; without a symbol it reads nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The state where it begins.
    pub from: u32,
    /// The symbol that it reads; `None`: ε.
    pub symbol: Option<u32>,
    /// The state where it ends.
    pub to: u32,
}

/// What is known about a transition.
#[derive(Clone, Debug)]
pub struct Transition<W> {
    /// The transition.
    pub edge: Edge,
    /// The sum of its increments.
    pub weight: W,
    /// Its increments, earliest first. Most transitions have few.
    pub increments: SmallVec<[u32; 4]>,
}

/// Some increments of a transition, earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The transition.
    pub transition: TransitionId,
    /// The first one, as an index of [`Transition::increments`].
    pub first: u32,
    /// The one behind the last.
    pub end: u32,
}

/// Where an increment comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was there at the beginning.
    Given,
    /// post*: a neutration or contraction.
    Step(u32, Premise),
    /// post*: an expansion, the callee.
    Enter(u32, Premise),
    /// post*: an expansion, the caller.
    Wait(u32, Premise),
    /// post*: a return: the caller that waits, and the callee's summary.
    Resume(Premise, Premise),
    /// pre*: a contraction.
    Returning(u32),
    /// pre*: a neutration.
    Before(u32, Premise),
    /// pre*: an expansion, the callee, and the rest of the caller.
    Calling(u32, Premise, Premise),
}

/// By what a transition's weight grew.
#[derive(Clone, Debug)]
pub struct Increment<W> {
    /// The transition that grew.
    pub transition: TransitionId,
    /// The difference by which its weight grew.
    pub weight: W,
    /// The rule, and the increments from which it follows.
    pub cause: Cause,
}

/// A P-automaton with weights and their history.
#[derive(Clone, Debug)]
pub struct Automaton<W> {
    /// The number of states.
    states: u32,
    accepting: Vec<u32>,
    transitions: Vec<Transition<W>>,
    increments: Vec<Increment<W>>,
    /// The transitions, by their edges.
    index: HashTable<TransitionId>,
    leaving: FxHashMap<u32, Vec<TransitionId>>,
}

impl<W: Clone> Automaton<W> {
    /// An automaton with these states (the control states first), of which some are final.
    pub fn new(states: u32, accepting: Vec<u32>) -> Automaton<W> {
        Automaton {
            states,
            accepting,
            transitions: Vec::new(),
            increments: Vec::new(),
            index: HashTable::new(),
            leaving: FxHashMap::default(),
        }
    }

    /// Adds a state.
    pub fn add_state(&mut self) -> u32 {
        self.states += 1;
        self.states - 1
    }

    /// The number of states.
    pub fn states(&self) -> u32 {
        self.states
    }

    /// Whether a state is final.
    pub fn is_final(&self, state: u32) -> bool {
        self.accepting.contains(&state)
    }

    /// All transitions.
    pub fn transitions(&self) -> &[Transition<W>] {
        &self.transitions
    }

    /// A transition by its index.
    pub fn transition(&self, id: TransitionId) -> &Transition<W> {
        &self.transitions[id.index()]
    }

    /// All increments, in the order of time.
    pub fn increments(&self) -> &[Increment<W>] {
        &self.increments
    }

    /// The transition with this edge.
    pub fn find(&self, edge: Edge) -> Option<TransitionId> {
        self.index.find(hash(edge), |&id| self.transition(id).edge == edge).copied()
    }

    /// The transitions that begin in a state.
    pub fn leaving(&self, state: u32) -> &[TransitionId] {
        self.leaving.get(&state).map_or(&[], Vec::as_slice)
    }

    /// The increments that a premise names.
    pub fn premises(&self, premise: Premise) -> &[u32] {
        &self.transition(premise.transition).increments[premise.first as usize..premise.end as usize]
    }

    /// A premise that names all increments of a transition so far.
    pub fn so_far(&self, transition: TransitionId) -> Premise {
        Premise { transition, first: 0, end: self.transition(transition).increments.len() as u32 }
    }

    /// The transition with this edge grew by `weight`, to `total`.
    pub(super) fn grow(&mut self, edge: Edge, weight: W, total: W, cause: Cause) -> TransitionId {
        let id = match self.find(edge) {
            Some(id) => {
                self.transitions[id.index()].weight = total;
                id
            }
            None => {
                let id = TransitionId(self.transitions.len() as u32);
                self.transitions.push(Transition { edge, weight: total, increments: SmallVec::new() });
                self.index.insert_unique(hash(edge), id, |id| hash(self.transitions[id.index()].edge));
                self.leaving.entry(edge.from).or_default().push(id);
                id
            }
        };
        self.transitions[id.index()].increments.push(self.increments.len() as u32);
        self.increments.push(Increment { transition: id, weight, cause });
        id
    }
}

fn hash(edge: Edge) -> u64 {
    FxBuildHasher.hash_one(edge)
}
