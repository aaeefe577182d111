//! Formulas without a model that have small decision diagrams.
//!
//! An engine that works on diagrams says what holds by formulas that are diagrams, so a claim of it is a product of some of these: a solver meets each path through them, and here each pair of nodes is met once.
//! A claim about two calls of `bp-examples/words/bitshift2` with 16 bits, 19,000 gates, keeps a solver busy for more than 8 seconds, and takes 0.03 s so. It needs an order of the inputs in which the diagrams
//! stay small ([`order`](super::order)).
//!
//! These are the reduced ordered diagrams of R. Bryant, Graph-Based Algorithms for Boolean Function Manipulation, IEEE Trans. Comput. C-35(8), 1986, with negated edges (K. Brace, R. Rudell, R. Bryant,
//! Efficient Implementation of a BDD Package, DAC 1990), and conjunction is all that they know. They have nothing in common with those of the engines: who checks is not to make the same mistake.

use super::cases::Decided;
use super::conjunctions::Conjunctions;
use super::gates::Edge;
use super::order::Order;
use crate::budget::{Budget, StopReason};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Formulas with more inputs are left to others: this bounds the recursion, too.
const INPUTS: usize = 1_000;

/// The budget is asked after so many steps: fifty microseconds, roughly.
const STEPS_A_CHECK: usize = 100;

/// There is room for so many nodes for each gate at first: mostly there are about as many.
const NODES_A_GATE: usize = 2;

/// An edge to the only node that looks at no input, which is true.
const TRUE: Edge = Edge::to(0, true);

/// A node that looks at an input. Of the two nodes that are each other's negation it is the one whose high edge is not negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    /// The place of the input in the order; those below are higher.
    place: u32,
    high: Edge,
    low: Edge,
}

/// Diagrams that share their nodes.
struct Diagrams<'a> {
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

/// Makes the diagram of a formula with its inputs in this order, if so many steps are enough; each is a conjunction of two nodes.
///
/// # Errors
/// The limit that was hit.
pub(super) fn decide(order: &Order, most: usize, budget: &Budget) -> Result<Decided, StopReason> {
    if !are_made(order) {
        return Ok(Decided::Many);
    }
    let mut diagrams = Diagrams::new(order.gates().operands.len(), most, budget);
    match (diagrams.of(order), diagrams.stopped) {
        (Some(root), _) if root == !TRUE => Ok(Decided::Refuted),
        (Some(_), _) => Ok(Decided::Holds),
        (None, None) => Ok(Decided::Many),
        (None, Some(reason)) => Err(reason),
    }
}

/// Whether the formula is not left to others from the start.
pub(super) fn are_made(order: &Order) -> bool {
    order.inputs().len() <= INPUTS
}

impl<'a> Diagrams<'a> {
    /// None yet; those of a formula of so many gates are to come, in so many steps at most.
    fn new(gates: usize, most: usize, budget: &'a Budget) -> Diagrams<'a> {
        let constant = Node { place: u32::MAX, high: TRUE, low: TRUE };
        let mut nodes = Vec::with_capacity(NODES_A_GATE * gates);
        nodes.push(constant);
        Diagrams {
            nodes,
            numbers: vec![0; (2 * NODES_A_GATE * gates).next_power_of_two()],
            known: Conjunctions::with_room_for(NODES_A_GATE * gates),
            steps: 0,
            most,
            budget,
            stopped: None,
        }
    }

    /// The diagram of the formula, made from those of all gates.
    fn of(&mut self, order: &Order) -> Option<Edge> {
        let gates = order.gates();
        let mut places = vec![0; gates.operands.len()];
        order.inputs().iter().zip(0..).for_each(|(&input, place)| places[input] = place);
        let mut made: Vec<Edge> = Vec::with_capacity(gates.operands.len());
        for (gate, operands) in gates.operands.iter().enumerate() {
            made.push(match operands {
                Some(operands) => {
                    let [a, b] = operands.map(|operand| made[operand.gate()].negated_if(operand.is_negated()));
                    self.and(a, b)?
                }
                None if gates.falsity == Some(gate) => !TRUE,
                None => self.node(places[gate], TRUE, !TRUE),
            });
        }
        Some(made[gates.root.gate()].negated_if(gates.root.is_negated()))
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

    /// Both hold; nothing if that was not made. Each call of itself is about lower inputs, so it is as deep as there are inputs at most.
    fn and(&mut self, a: Edge, b: Edge) -> Option<Edge> {
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
        let [node_a, node_b] = [self.nodes[a.gate()], self.nodes[b.gate()]];
        let place = node_a.place.min(node_b.place);
        let ([high_a, low_a], [high_b, low_b]) = (node_a.below(a, place), node_b.below(b, place));
        let high = self.and(high_a, high_b)?;
        let low = self.and(low_a, low_b)?;
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
    use super::super::fixture::{each, parities};
    use super::super::gates::Gates;
    use super::super::order;
    use super::*;
    use crate::logic::formula::{Formula, Formulas, Input};

    fn by_uses(gates: &Gates, most: usize, budget: &Budget) -> Result<Decided, StopReason> {
        decide(&order::by_uses(gates), most, budget)
    }

    #[test]
    fn what_has_no_model_is_refuted_and_nothing_else() {
        let (mut refuted, mut holds) = (0, 0);
        each(|f, formula, has_model, seed| {
            let gates = Gates::of(f, formula);
            // The inputs of half of the formulas from the first to the last, those of the others the other way round.
            let bits: Vec<Option<usize>> = (0..gates.operands.len())
                .map(|gate| Some(if seed.is_multiple_of(2) { gate } else { gates.operands.len() - gate }))
                .collect();
            let by_places = order::by_places(&gates, &bits);
            let expected = if has_model { Decided::Holds } else { Decided::Refuted };
            for order in [Some(order::by_uses(&gates)), by_places].into_iter().flatten() {
                let said = decide(&order, usize::MAX, &Budget::unlimited());
                assert_eq!(said, Ok(expected), "{formula:?} of {seed}");
            }
            refuted += usize::from(!has_model);
            holds += usize::from(has_model);
        });
        assert!(refuted > 5_000 && holds > 50_000, "{refuted} {holds}");
    }

    /// A diagram of a parity has one node for each input, since edges may be negated.
    #[test]
    fn parities_are_small_and_limits_are_heeded() {
        let mut f = Formulas::default();
        let [up, down] = parities(&mut f, 300);
        let differ = !f.iff(up, down);
        let [up, differ] = [up, differ].map(|root| Gates::of(&f, root));
        let within = |gates, most| by_uses(gates, most, &Budget::unlimited());
        assert_eq!((within(&up, 100_000), within(&differ, 1_000_000)), (Ok(Decided::Holds), Ok(Decided::Refuted)));
        assert_eq!(within(&differ, 1_000), Ok(Decided::Many));
        assert_eq!(by_uses(&differ, usize::MAX, &Budget::unlimited().with_effort(1)), Err(StopReason::Effort));
    }

    #[test]
    fn a_node_is_found_again_when_there_are_more_places() {
        let budget = Budget::unlimited();
        let mut diagrams = Diagrams::new(1, 0, &budget);
        let mut made = || (0..1_000).map(|place| diagrams.node(place, TRUE, !TRUE)).collect::<Vec<Edge>>();
        assert_eq!(made(), made());
        assert_eq!(diagrams.nodes.len(), 1_001);
    }

    #[test]
    fn what_has_too_many_inputs_is_left_to_others() {
        let mut f = Formulas::default();
        let all = |f: &mut Formulas, most: u32| {
            (0..most).map(Input).fold(Formula::TRUE, |all, input| {
                let input = f.input(input);
                f.and(all, input)
            })
        };
        for (most, expected) in [(INPUTS, Decided::Holds), (INPUTS + 1, Decided::Many)] {
            let root = all(&mut f, most as u32);
            assert_eq!(by_uses(&Gates::of(&f, root), usize::MAX, &Budget::unlimited()), Ok(expected));
        }
    }
}
