//! Formulas without a model whose gates have small decision diagrams.
//!
//! An engine that works on diagrams says what holds by formulas that are diagrams, so a claim of it is a product of some of these: a solver meets each path through them, and here each pair of nodes is met once.
//! A claim about two calls of `bp-examples/words/bitshift2` with 16 bits, 19,000 gates, keeps a solver busy for more than 8 seconds, and takes 0.03 s so. It needs an order of the inputs in which the diagrams
//! stay small ([`order`](super::order)). Claims that share gates share their diagrams, too.

use super::cases::Decided;
use super::diagrams::{Diagrams, TRUE};
use super::gates::{Edge, Graph};
use super::order::Order;
use crate::budget::{Budget, StopReason};

/// There is room for so many nodes for each gate at first: mostly there are about as many.
const NODES_A_GATE: usize = 2;

/// The diagrams of gates that formulas share, each made when the first of them needs it.
pub(super) struct Compiled<'a> {
    graph: &'a Graph,
    /// For each gate that is an input its place in the order.
    places: Vec<u32>,
    /// For each gate its diagram, if it is made.
    made: Vec<Option<Edge>>,
    /// For each gate whether it is listed as one to be made.
    is_listed: Vec<bool>,
    diagrams: Diagrams<'a>,
}

/// Makes the diagram of a formula, which is one of the gates, with the inputs in this order, if so many steps are enough; each is a conjunction of two nodes.
///
/// # Errors
/// The limit that was hit.
pub(super) fn decide(order: &Order, root: Edge, most: usize, budget: &Budget) -> Result<Decided, StopReason> {
    Compiled::new(order, budget).decide(root, |_| most)
}

impl<'a> Compiled<'a> {
    /// None is made yet.
    pub(crate) fn new(order: &Order<'a>, budget: &'a Budget) -> Compiled<'a> {
        let graph = order.graph();
        let gates = graph.operands.len();
        let mut places = vec![0; gates];
        order.inputs().iter().zip(0..).for_each(|(&input, place)| places[input] = place);
        let diagrams = Diagrams::with_room_for(NODES_A_GATE * gates, budget);
        Compiled { graph, places, made: vec![None; gates], is_listed: vec![false; gates], diagrams }
    }

    /// How many gates there are.
    pub(crate) fn gates(&self) -> usize {
        self.made.len()
    }

    /// How many steps were made.
    pub(crate) fn steps(&self) -> usize {
        self.diagrams.steps()
    }

    /// Makes the diagram of one of the gates, if so many steps are enough as are said for so many gates that have none yet.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn decide(&mut self, root: Edge, most: impl FnOnce(usize) -> usize) -> Result<Decided, StopReason> {
        let missing = self.missing(root);
        self.diagrams.allow(most(missing.len()));
        match (self.make(&missing), self.diagrams.stopped()) {
            (Some(()), _) if self.diagram(root) == Some(!TRUE) => Ok(Decided::Refuted),
            (Some(()), _) => Ok(Decided::Holds),
            (None, None) => Ok(Decided::Many),
            (None, Some(reason)) => Err(reason),
        }
    }

    /// The gates below one of them that have no diagram yet, operands before what uses them. Linear in these, up to sorting.
    fn missing(&mut self, root: Edge) -> Vec<usize> {
        let mut missing = Vec::new();
        let mut open = vec![root.gate()];
        while let Some(gate) = open.pop() {
            if self.made[gate].is_none() && !std::mem::replace(&mut self.is_listed[gate], true) {
                missing.push(gate);
                open.extend(self.graph.operands[gate].iter().flatten().map(|operand| operand.gate()));
            }
        }
        missing.iter().for_each(|&gate| self.is_listed[gate] = false);
        missing.sort_unstable();
        missing
    }

    /// Makes the diagrams of gates whose operands have some by then.
    fn make(&mut self, gates: &[usize]) -> Option<()> {
        for &gate in gates {
            let diagram = match self.graph.operands[gate] {
                Some([a, b]) => {
                    let (a, b) = (self.diagram(a)?, self.diagram(b)?);
                    self.diagrams.and(a, b)?
                }
                None if self.graph.falsity == Some(gate) => !TRUE,
                None => self.diagrams.input(self.places[gate]),
            };
            self.made[gate] = Some(diagram);
        }
        Some(())
    }

    fn diagram(&self, edge: Edge) -> Option<Edge> {
        Some(self.made[edge.gate()]?.negated_if(edge.is_negated()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{each, each_graph, parities};
    use super::super::gates::Gates;
    use super::super::order;
    use super::*;
    use crate::logic::formula::{Formula, Formulas, Input};

    fn by_uses(gates: &Gates, most: usize, budget: &Budget) -> Result<Decided, StopReason> {
        decide(&order::by_uses(&gates.graph), gates.root, most, budget)
    }

    #[test]
    fn what_has_no_model_is_refuted_and_nothing_else() {
        let (mut refuted, mut holds) = (0, 0);
        each(|f, formula, has_model, seed| {
            let gates = Gates::of(f, formula);
            // The inputs of half of the formulas from the first to the last, those of the others the other way round.
            let bits: Vec<Option<usize>> = (0..gates.graph.operands.len())
                .map(|gate| Some(if seed.is_multiple_of(2) { gate } else { gates.graph.operands.len() - gate }))
                .collect();
            let by_places = order::by_places(&gates.graph, &bits);
            let expected = if has_model { Decided::Holds } else { Decided::Refuted };
            for order in [Some(order::by_uses(&gates.graph)), by_places].into_iter().flatten() {
                let said = decide(&order, gates.root, usize::MAX, &Budget::unlimited());
                assert_eq!(said, Ok(expected), "{formula:?} of {seed}");
            }
            refuted += usize::from(!has_model);
            holds += usize::from(has_model);
        });
        assert!(refuted > 5_000 && holds > 50_000, "{refuted} {holds}");
    }

    /// Formulas that share their diagrams are decided as each alone, and one that takes too many steps does not matter to the others.
    #[test]
    fn formulas_share_their_diagrams() {
        let mut many = 0;
        let budget = Budget::unlimited();
        each_graph(|f, formulas, seed| {
            let roots: Vec<Formula> = formulas.iter().map(|&(formula, _)| formula).collect();
            let (graph, edge) = Graph::below(f, &roots);
            let mut shared = Compiled::new(&order::by_uses(&graph), &budget);
            for &(formula, has_model) in formulas {
                let root = edge(formula);
                let few = shared.decide(root, |_| 2);
                let said = shared.decide(root, |gates| 1_000 * gates);
                let expected = if has_model { Decided::Holds } else { Decided::Refuted };
                assert_eq!(said, Ok(expected), "{formula:?} of {seed}");
                assert!(few == said || few == Ok(Decided::Many));
                many += usize::from(few != said);
                let again = shared.decide(root, |gates| {
                    assert_eq!(gates, 0, "it is made");
                    0
                });
                assert_eq!(again, said);
            }
        });
        assert!(many > 5_000, "{many}");
    }

    /// Claims that follow each other in straight code read more choices each, and share all but the last of these: what one more takes does not depend on how many there were.
    #[test]
    fn many_claims_in_a_row_take_as_many_steps_each() {
        let mut f = Formulas::default();
        let mut next = (0..).map(Input);
        let mut fresh = |f: &mut Formulas| f.input(next.next().expect("there is no last one"));
        let [mut a, mut b, mut c, mut d] = [0; 4].map(|_| fresh(&mut f));
        let fails: Vec<Formula> = (0..3_000)
            .map(|_| {
                let choice = fresh(&mut f);
                let [a_and_c, b_or_d] = [f.and(!a, c), f.or(b, d)];
                let then = [!a, a_and_c, c, d];
                let other = [a, b, b_or_d, a];
                [a, b, c, d] = [0, 1, 2, 3].map(|at| f.ite(choice, then[at], other[at]));
                let both = f.and(a, c);
                let either = f.or(both, b);
                f.and(!either, both)
            })
            .collect();
        let (graph, edge) = Graph::below(&f, &fails);
        let budget = Budget::unlimited();
        let mut shared = Compiled::new(&order::by_uses(&graph), &budget);
        let mut decide = |fails| shared.decide(edge(fails), |gates| 1_000 + 16 * gates);
        assert!(fails.iter().all(|&fails| decide(fails) == Ok(Decided::Refuted)));
        assert!(shared.steps() < 100 * fails.len(), "{}", shared.steps());
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
}
