//! Formulas that are known to have no model, up to the names of their inputs: procedures that are alike have claims that are alike.

use crate::logic::formula::{Formula, Formulas, Input, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Mutex, PoisonError};

/// A formula without the names of its inputs: its nodes bottom-up, each as two numbers, and the root.
pub(super) type Shape = Box<[u32]>;

/// The shapes that have been refuted, by cases or by a solver. All threads share it.
#[derive(Default)]
pub(super) struct Known {
    refuted: Mutex<FxHashSet<Shape>>,
}

impl Known {
    /// Whether a formula of this shape has been refuted.
    pub(crate) fn is_refuted(&self, shape: &Shape) -> bool {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).contains(shape)
    }

    /// A formula of this shape has no model.
    pub(crate) fn learn(&self, shape: Shape) {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).insert(shape);
    }
}

/// The shape of a formula. Inputs are told apart by where they occur first, so formulas of one shape differ in the names of inputs only.
pub(super) fn shape(formulas: &Formulas, root: Formula) -> Shape {
    const INPUT: u32 = u32::MAX;
    let cone = formulas.cone([root]);
    let mut number: FxHashMap<usize, u32> = FxHashMap::default();
    let mut inputs: FxHashMap<Input, u32> = FxHashMap::default();
    let mut shape = Vec::with_capacity(2 * cone.len() + 1);
    let edge = |number: &FxHashMap<usize, u32>, f: Formula| number[&f.node()] << 1 | u32::from(f.is_negated());
    for (index, &node) in (0..).zip(&cone) {
        match formulas.node(node) {
            Node::False => shape.extend([INPUT, INPUT]),
            Node::Input(input) => {
                let next = inputs.len() as u32;
                shape.extend([INPUT, *inputs.entry(input).or_insert(next)]);
            }
            Node::And(a, b) => shape.extend([edge(&number, a), edge(&number, b)]),
        }
        number.insert(node, index);
    }
    shape.push(edge(&number, root));
    shape.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_inputs_do_not_count_and_their_places_do() {
        let mut f = Formulas::default();
        let [a, b, c, d] = [3, 1, 7, 5].map(|index| f.input(Input(index)));
        let [ab, cd, aa] = [f.and(a, !b), f.and(c, !d), f.and(a, b)];
        assert_eq!(shape(&f, ab), shape(&f, cd));
        assert_ne!(shape(&f, ab), shape(&f, aa));
        assert_ne!(shape(&f, ab), shape(&f, !ab));
        let [twice, apart] = [f.and(ab, c), f.and(ab, !a)];
        assert_ne!(shape(&f, twice), shape(&f, apart));
    }
}
