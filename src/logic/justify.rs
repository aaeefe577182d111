//! Why formulas have the values that they have: inputs that are enough.

use super::fold::{Cone, Operand, Place};
use super::formula::Input;

impl Cone {
    /// Some of the inputs that count, in the order of the graph: as long as these, and all inputs that do not count, keep their values, these
    /// roots, by their places among the roots, keep theirs. Of the two sides of a conjunction that is false one is justified, the
    /// one with fewer inputs below it. Linear in the cone.
    pub(crate) fn justify(
        &self,
        roots: impl IntoIterator<Item = usize>,
        mut value: impl FnMut(Input) -> bool,
        mut counts: impl FnMut(Input) -> bool,
    ) -> Vec<Input> {
        // For each node its value, and how many inputs justify it, those that several sides need counted again.
        let mut known: Vec<(bool, u32)> = Vec::with_capacity(self.nodes.len());
        let of = |known: &[(bool, u32)], operand: Operand| {
            let (value, cost) = known[operand.place as usize];
            (value != operand.is_negated, cost)
        };
        for &node in &self.nodes {
            let this = match node {
                Place::False => (false, 0),
                Place::Input(input) => (value(input), u32::from(counts(input))),
                Place::And(a, b) => match (of(&known, a), of(&known, b)) {
                    ((true, a), (true, b)) => (true, a.saturating_add(b)),
                    ((false, a), (true, _)) => (false, a),
                    ((true, _), (false, b)) => (false, b),
                    ((false, a), (false, b)) => (false, a.min(b)),
                },
            };
            known.push(this);
        }
        let mut wanted = vec![false; self.nodes.len()];
        roots.into_iter().for_each(|root| wanted[self.roots[root].place as usize] = true);
        let mut inputs = Vec::new();
        for place in (0..self.nodes.len()).rev().filter(|&place| known[place].1 > 0) {
            if !wanted[place] {
                continue;
            }
            match self.nodes[place] {
                Place::False => {}
                Place::Input(input) => inputs.push(input),
                Place::And(a, b) => {
                    let ((left, cost), (right, other)) = (of(&known, a), of(&known, b));
                    let takes_left = left == right && (left || cost <= other) || !left && right;
                    let takes_right = left && right || !right && !takes_left;
                    wanted[a.place as usize] |= takes_left;
                    wanted[b.place as usize] |= takes_right;
                }
            }
        }
        inputs.reverse();
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::fold::Values;
    use crate::logic::formula::{Formula, Formulas};

    /// Of random formulas: whatever the inputs are that count and are not named, the roots keep their values.
    #[test]
    fn what_is_named_is_enough() {
        let mut formulas = Formulas::default();
        let mut all: Vec<Formula> = (0..8).map(|index| formulas.input(Input(index))).collect();
        let mut random = 1u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let (mut named, mut counted) = (0, 0);
        for _ in 0..2_000 {
            let [a, b] = [0, 1].map(|_| {
                let formula = all[draw(all.len())];
                if draw(2) == 0 { formula } else { !formula }
            });
            all.push(formulas.and(a, b));
            let roots = [all[draw(all.len())], *all.last().expect("one")];
            let (values, counts) = (draw(256), draw(256));
            let cone = Cone::of(&formulas, roots);
            let is = |set: usize, Input(index): Input| set >> index & 1 == 1;
            let inputs = cone.justify([0, 1], |input| is(values, input), |input| is(counts, input));
            let kept = inputs.iter().fold(!counts & 255, |set, input| set | 1 << input.0);
            let mut before = Values::new(&formulas, |input| is(values, input));
            let expected = roots.map(|root| before.of(root));
            for other in 0..256 {
                let mixed = values & kept | other & !kept;
                let mut after = Values::new(&formulas, |input| is(mixed, input));
                assert_eq!(roots.map(|root| after.of(root)), expected);
            }
            assert!(inputs.iter().all(|&input| is(counts, input)));
            named += inputs.len();
            counted += counts.count_ones() as usize;
        }
        assert!(named > 100 && named < counted / 2, "{named} of {counted}");
    }
}
