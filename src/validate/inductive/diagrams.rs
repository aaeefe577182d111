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
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Formulas with more inputs are left to others: this bounds the recursion, too.
const INPUTS: usize = 1_000;

/// The budget is asked after so many steps: fifty microseconds, roughly.
const STEPS_A_CHECK: usize = 100;

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
    /// The numbers of the nodes, by what they are.
    numbers: HashTable<u32>,
    /// Conjunctions that are known.
    known: Conjunctions,
    steps: usize,
    most: usize,
    budget: &'a Budget,
}

/// Why a diagram was not made.
enum Unmade {
    /// It takes too many steps.
    Steps,
    /// A limit of the budget.
    Stopped(StopReason),
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
    match diagrams.of(order) {
        Ok(root) if root == !TRUE => Ok(Decided::Refuted),
        Ok(_) => Ok(Decided::Holds),
        Err(Unmade::Steps) => Ok(Decided::Many),
        Err(Unmade::Stopped(reason)) => Err(reason),
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
        let mut nodes = Vec::with_capacity(gates);
        nodes.push(constant);
        Diagrams {
            nodes,
            numbers: HashTable::with_capacity(gates),
            known: Conjunctions::with_room_for(gates),
            steps: 0,
            most,
            budget,
        }
    }

    /// The diagram of the formula, made from those of all gates.
    fn of(&mut self, order: &Order) -> Result<Edge, Unmade> {
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
        Ok(made[gates.root.gate()].negated_if(gates.root.is_negated()))
    }

    /// The node with these children, if there has to be one.
    fn node(&mut self, place: u32, high: Edge, low: Edge) -> Edge {
        if high == low {
            return high;
        }
        let is_negated = high.is_negated();
        let node = Node { place, high: high.negated_if(is_negated), low: low.negated_if(is_negated) };
        let nodes = &mut self.nodes;
        let is_it = |&number: &u32| nodes[number as usize] == node;
        let hashed = hash(node);
        let number = match self.numbers.find(hashed, is_it) {
            Some(&number) => number,
            None => {
                let number = nodes.len() as u32;
                nodes.push(node);
                self.numbers.insert_unique(hashed, number, |&number| hash(nodes[number as usize]));
                number
            }
        };
        Edge::to(number as usize, !is_negated)
    }

    /// Both hold. Each call of itself is about lower inputs, so it is as deep as there are inputs at most.
    fn and(&mut self, a: Edge, b: Edge) -> Result<Edge, Unmade> {
        match (a, b) {
            _ if a == b || b == TRUE => return Ok(a),
            _ if a == TRUE => return Ok(b),
            _ if a == !b || a == !TRUE || b == !TRUE => return Ok(!TRUE),
            _ => {}
        }
        let pair = [a.min(b), a.max(b)];
        if let Some(known) = self.known.find(pair) {
            return Ok(known);
        }
        self.steps += 1;
        if self.steps > self.most {
            return Err(Unmade::Steps);
        }
        self.known.reserve(self.steps);
        if self.steps.is_multiple_of(STEPS_A_CHECK) {
            self.budget.poll().map_err(Unmade::Stopped)?;
        }
        let place = self.nodes[a.gate()].place.min(self.nodes[b.gate()].place);
        let [[high_a, low_a], [high_b, low_b]] = [a, b].map(|edge| self.below(edge, place));
        let high = self.and(high_a, high_b)?;
        let low = self.and(low_a, low_b)?;
        let both = self.node(place, high, low);
        self.known.learn(pair, both);
        Ok(both)
    }

    /// What it is if the input at this place holds, and if not; it looks at none above.
    fn below(&self, edge: Edge, place: u32) -> [Edge; 2] {
        let Node { place: own, high, low } = self.nodes[edge.gate()];
        if own == place { [high, low].map(|child| child.negated_if(edge.is_negated())) } else { [edge; 2] }
    }
}

fn hash(node: Node) -> u64 {
    FxBuildHasher.hash_one(node)
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
