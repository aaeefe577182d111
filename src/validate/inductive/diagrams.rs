//! Decision diagrams, and how two of them are conjoined.
//!
//! These are the reduced ordered diagrams of R. Bryant, Graph-Based Algorithms for Boolean Function Manipulation, IEEE Trans. Comput. C-35(8), 1986, with negated edges (K. Brace, R. Rudell, R. Bryant,
//! Efficient Implementation of a BDD Package, DAC 1990), and conjunction is all that they know. They have nothing in common with those of the engines: who checks is not to make the same mistake.

use super::conjunctions::Conjunctions;
use super::gates::Edge;
use crate::budget::{Budget, StopReason};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The budget is asked after so many steps: fifty microseconds, roughly.
const STEPS_A_CHECK: usize = 100;

/// Conjunctions go no deeper than so many nodes below each other, which bounds the recursion.
const DEPTH: u32 = 1_000;

/// An edge to the only node that looks at no input, which is true.
pub(super) const TRUE: Edge = Edge::to(0, true);

/// A node that looks at an input. Of the two nodes that are each other's negation it is the one whose high edge is not negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    /// The place of the input in the order; those below are higher.
    place: u32,
    high: Edge,
    low: Edge,
}

/// Diagrams that share their nodes. An edge is one of them.
pub(super) struct Diagrams<'a> {
    nodes: Vec<Node>,
    /// The numbers of the nodes, each at a place that its hash says or at the next one that is free, where there is a zero: that is the number of the constant, which nobody looks for. Half of the places are free at least.
    numbers: Vec<u32>,
    /// Conjunctions that are known.
    known: Conjunctions,
    steps: usize,
    most: usize,
    budget: &'a Budget,
    /// The limit of the budget that was hit.
    stopped: Option<StopReason>,
}

impl<'a> Diagrams<'a> {
    /// None yet, with room for so many nodes at first, and no steps may be made.
    pub(crate) fn with_room_for(count: usize, budget: &'a Budget) -> Diagrams<'a> {
        let constant = Node { place: u32::MAX, high: TRUE, low: TRUE };
        let mut nodes = Vec::with_capacity(count);
        nodes.push(constant);
        Diagrams {
            nodes,
            numbers: vec![0; (2 * count).next_power_of_two()],
            known: Conjunctions::with_room_for(count),
            steps: 0,
            most: 0,
            budget,
            stopped: None,
        }
    }

    /// How many steps were made; there are no more nodes than steps and inputs.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// The limit of the budget that was hit, if one was.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped.clone()
    }

    /// So many steps more may be made; each is a conjunction of two nodes.
    pub(crate) fn allow(&mut self, steps: usize) {
        self.most = self.steps.saturating_add(steps);
    }

    /// The input at this place holds.
    pub(crate) fn input(&mut self, place: u32) -> Edge {
        self.node(place, TRUE, !TRUE)
    }

    /// The node with these children, if there has to be one.
    fn node(&mut self, place: u32, high: Edge, low: Edge) -> Edge {
        if high == low {
            return high;
        }
        let is_negated = high.is_negated();
        let node = Node { place, high: high.negated_if(is_negated), low: low.negated_if(is_negated) };
        let at = self.place_of(node);
        match self.numbers[at] {
            0 => self.insert(at, node),
            number => Edge::to(number as usize, true),
        }
        .negated_if(is_negated)
    }

    /// A node that is new, at a place that is free.
    fn insert(&mut self, at: usize, node: Node) -> Edge {
        let number = self.nodes.len();
        self.numbers[at] = number as u32;
        self.nodes.push(node);
        if 2 * self.nodes.len() > self.numbers.len() {
            self.numbers = vec![0; 2 * self.numbers.len()];
            for number in 1..self.nodes.len() {
                let at = self.place_of(self.nodes[number]);
                self.numbers[at] = number as u32;
            }
        }
        Edge::to(number, true)
    }

    /// The place of a node's number, or the free one at which it would stand.
    fn place_of(&self, node: Node) -> usize {
        let last = self.numbers.len() - 1;
        let mut at = FxBuildHasher.hash_one(node) as usize & last;
        while self.numbers[at] != 0 && self.nodes[self.numbers[at] as usize] != node {
            at = (at + 1) & last;
        }
        at
    }

    /// Both hold; nothing if that was not made, since it takes too many steps or goes too deep.
    pub(crate) fn and(&mut self, a: Edge, b: Edge) -> Option<Edge> {
        self.and_within(DEPTH, a, b)
    }

    /// The same, if it goes no deeper than that.
    fn and_within(&mut self, depth: u32, a: Edge, b: Edge) -> Option<Edge> {
        if a == b || b == TRUE {
            return Some(a);
        }
        if a == TRUE {
            return Some(b);
        }
        if a == !b || a == !TRUE || b == !TRUE {
            return Some(!TRUE);
        }
        let pair = [a.min(b), a.max(b)];
        if let Some(known) = self.known.find(pair) {
            return Some(known);
        }
        self.step()?;
        let depth = depth.checked_sub(1)?;
        let [node_a, node_b] = [self.nodes[a.gate()], self.nodes[b.gate()]];
        let place = node_a.place.min(node_b.place);
        let ([high_a, low_a], [high_b, low_b]) = (node_a.below(a, place), node_b.below(b, place));
        let high = self.and_within(depth, high_a, high_b)?;
        let low = self.and_within(depth, low_a, low_b)?;
        let both = self.node(place, high, low);
        self.known.learn(pair, both);
        Some(both)
    }

    /// One step more, if it may be made.
    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_A_CHECK) {
            self.known.reserve(self.steps);
            self.stopped = self.budget.poll().err();
        }
        (self.steps <= self.most && self.stopped.is_none()).then_some(())
    }
}

impl Node {
    /// What an edge to it is if the input at this place holds, and if not; it looks at none above.
    fn below(self, edge: Edge, place: u32) -> [Edge; 2] {
        if self.place != place {
            return [edge; 2];
        }
        let is_negated = edge.is_negated();
        [self.high.negated_if(is_negated), self.low.negated_if(is_negated)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_too_deep_is_not_made() {
        let budget = Budget::unlimited();
        let mut diagrams = Diagrams::with_room_for(0, &budget);
        diagrams.allow(usize::MAX);
        let mut all = TRUE;
        for place in 0..=DEPTH {
            let input = diagrams.input(place);
            all = diagrams.and(all, input).expect("it is not deeper");
        }
        let input = diagrams.input(DEPTH + 1);
        assert_eq!(diagrams.and(all, input), None);
        // The other way round each is on top of what is there.
        let mut all = TRUE;
        for place in (0..10 * DEPTH).rev() {
            let input = diagrams.input(place);
            all = diagrams.and(all, input).expect("a step");
        }
    }

    #[test]
    fn a_node_is_found_again_when_there_are_more_places() {
        let budget = Budget::unlimited();
        let mut diagrams = Diagrams::with_room_for(2, &budget);
        let mut made = || (0..1_000).map(|place| diagrams.input(place)).collect::<Vec<Edge>>();
        assert_eq!(made(), made());
        assert_eq!(diagrams.nodes.len(), 1_001);
    }
}
