//! In which order diagrams look at inputs, from the top.

use super::gates::Graph;

/// Gates, and all inputs among them, each once. Only those below make one, so that no diagram is made in the order of other gates.
pub(super) struct Order<'a> {
    graph: &'a Graph,
    inputs: Vec<usize>,
}

impl<'a> Order<'a> {
    /// The gates.
    pub(crate) fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The gates of the inputs, from the top.
    pub(crate) fn inputs(&self) -> &[usize] {
        &self.inputs
    }
}

/// Each stands where the gates that use it are on average, counted by the longest way from what no gate uses. The inputs of a diagram stand as they do in it, roughly, and those of several are interleaved.
pub(super) fn by_uses(graph: &Graph) -> Order<'_> {
    let operands = &graph.operands;
    let mut depth = vec![0; operands.len()];
    let mut uses = vec![(0, 0); operands.len()];
    for gate in (0..operands.len()).rev() {
        let below: u64 = depth[gate] + 1;
        for operand in operands[gate].iter().flatten().map(|edge| edge.gate()) {
            depth[operand] = depth[operand].max(below);
            uses[operand] = (uses[operand].0 + below, uses[operand].1 + 1);
        }
    }
    let mut inputs = inputs(graph);
    // In thousandths, so that it is a whole number.
    inputs.sort_by_key(|&input| uses[input].0 * 1_000 / uses[input].1.max(1));
    Order { graph, inputs }
}

/// The bits of numbers by their places in these, the lowest on top, and above them whatever is not a bit: what numbers have to do with each other is mostly that of each place, and of what is carried over to
/// the next one. For each gate it is said which place it has, if it is a bit. Nothing if there are no numbers.
pub(super) fn by_places<'a>(graph: &'a Graph, bits: &[Option<usize>]) -> Option<Order<'a>> {
    let mut inputs = inputs(graph);
    inputs.sort_by_key(|&input| bits[input]);
    inputs.last().and_then(|&last| bits[last]).map(|_| Order { graph, inputs })
}

fn inputs(graph: &Graph) -> Vec<usize> {
    let is_input = |&gate: &usize| graph.operands[gate].is_none() && graph.falsity != Some(gate);
    (0..graph.operands.len()).filter(is_input).collect()
}

#[cfg(test)]
mod tests {
    use super::super::gates::Gates;
    use super::*;
    use crate::logic::formula::{Formula, Formulas, Input};

    /// A diagram by hand, in an order that is not the one of the names: it is found again.
    #[test]
    fn the_order_of_a_diagram_is_seen() {
        let mut f = Formulas::default();
        let order: Vec<u32> = (0..20).map(|at| at * 7 % 20).collect();
        let literals: Vec<Formula> = order.iter().map(|&name| f.input(Input(name))).collect();
        // Whether a third of them hold, from the bottom up.
        let mut counts = [Formula::TRUE, Formula::FALSE, Formula::FALSE];
        for &literal in literals.iter().rev() {
            counts = [0, 1, 2].map(|count| f.ite(literal, counts[(count + 2) % 3], counts[count]));
        }
        let gates = Gates::of(&f, counts[0]);
        let cone = f.cone([counts[0]]);
        let found: Vec<usize> = by_uses(&gates.graph).inputs().iter().map(|&gate| cone[gate]).collect();
        assert_eq!(found, literals.iter().map(|literal| literal.node()).collect::<Vec<_>>());
    }

    #[test]
    fn bits_stand_by_their_places_below_what_is_none() {
        let mut f = Formulas::default();
        let inputs: Vec<Formula> = (0..5).map(|name| f.input(Input(name))).collect();
        let all = inputs.iter().rev().fold(Formula::TRUE, |all, &input| f.and(input, all));
        let (gates, cone) = (Gates::of(&f, all), f.cone([all]));
        let place = [Some(1), Some(0), None, Some(1), Some(0)];
        let bits: Vec<Option<usize>> =
            cone.iter().map(|&node| place[inputs.iter().position(|input| input.node() == node)?]).collect();
        let order = by_places(&gates.graph, &bits).expect("there are bits");
        let named: Vec<usize> = order.inputs().iter().map(|&gate| cone[gate]).collect();
        let expected: Vec<usize> = [2, 1, 4, 0, 3].map(|name: usize| inputs[name].node()).to_vec();
        assert_eq!(named, expected);
        assert!(by_places(&gates.graph, &vec![None; bits.len()]).is_none());
    }
}
