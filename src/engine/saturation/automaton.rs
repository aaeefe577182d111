//! P-automata: finite automata that accept configurations of a pushdown system.
//!
//! A configuration `<p, w>` is accepted if some path that begins in state p and reads w ends in a final state. The states of
//! the automaton are, first, the control states of the system.
//!
//! Weights grow, so where they come from is kept by increment: each time a transition's weight grows, an [`Increment`]
//! says by what, by which rule, and from which earlier increments. A run is read off by going from increments to
//! earlier ones only.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
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
    /// Its increments, earliest first: there is one at least, and mostly there are few.
    pub increments: SmallVec<[u32; 4]>,
}

/// Some increments of one transition: those from one to another, by their numbers in [`Automaton::increments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The first of them.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Premise {
    /// A single increment.
    pub fn only(increment: u32) -> Premise {
        Premise { first: increment, last: increment }
    }
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
    accepting: Vec<u32>,
    transitions: Vec<Transition<W>>,
    increments: Vec<Increment<W>>,
    /// The transitions, by their edges.
    index: HashTable<TransitionId>,
    /// For each state the transitions that begin in it.
    leaving: Vec<Vec<TransitionId>>,
}

impl<W: Clone> Automaton<W> {
    /// An automaton with these states (the control states first), of which some are final.
    pub fn new(states: u32, accepting: Vec<u32>) -> Automaton<W> {
        Automaton {
            accepting,
            transitions: Vec::new(),
            increments: Vec::new(),
            index: HashTable::new(),
            leaving: vec![Vec::new(); states as usize],
        }
    }

    /// Adds a state.
    pub fn add_state(&mut self) -> u32 {
        self.leaving.push(Vec::new());
        self.states() - 1
    }

    /// The number of states.
    pub fn states(&self) -> u32 {
        self.leaving.len() as u32
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

    /// The transitions that begin in a state of the automaton.
    pub fn leaving(&self, state: u32) -> &[TransitionId] {
        &self.leaving[state as usize]
    }

    /// The transition whose increments a premise names.
    pub fn transition_of(&self, premise: Premise) -> TransitionId {
        self.increments[premise.last as usize].transition
    }

    /// The edge of that transition.
    pub fn edge_of(&self, premise: Premise) -> Edge {
        self.transition(self.transition_of(premise)).edge
    }

    /// The increments that a premise names, earliest first.
    pub fn premises(&self, premise: Premise) -> &[u32] {
        let all = &self.transition(self.transition_of(premise)).increments;
        let first = all.partition_point(|&increment| increment < premise.first);
        let end = all.partition_point(|&increment| increment <= premise.last);
        &all[first..end]
    }

    /// A premise that names all increments of a transition so far.
    pub fn so_far(&self, transition: TransitionId) -> Premise {
        let increments = &self.transition(transition).increments;
        Premise { first: increments[0], last: increments[increments.len() - 1] }
    }

    /// Whether a premise names the first increment of its transition.
    pub(super) fn is_first(&self, premise: Premise) -> bool {
        self.transition(self.transition_of(premise)).increments[0] == premise.first
    }

    /// Adds a transition with an edge that no other has.
    pub(super) fn add(&mut self, edge: Edge, weight: W, cause: Cause) -> TransitionId {
        let id = TransitionId(self.transitions.len() as u32);
        self.transitions.push(Transition { edge, weight: weight.clone(), increments: SmallVec::new() });
        self.index.insert_unique(hash(edge), id, |id| hash(self.transitions[id.index()].edge));
        self.leaving[edge.from as usize].push(id);
        self.increment(id, weight, cause);
        id
    }

    /// A transition grew by `weight`, to `total`.
    pub(super) fn grow(&mut self, id: TransitionId, weight: W, total: W, cause: Cause) {
        self.transitions[id.index()].weight = total;
        self.increment(id, weight, cause);
    }

    fn increment(&mut self, transition: TransitionId, weight: W, cause: Cause) {
        self.transitions[transition.index()].increments.push(self.increments.len() as u32);
        self.increments.push(Increment { transition, weight, cause });
    }
}

fn hash(edge: Edge) -> u64 {
    FxBuildHasher.hash_one(edge)
}
