//! The interpolant of one node: a formula for each clause of the proof, by the labels of variables (D'Silva et al.
//! 2010).
//!
//! | | label b | label ab | label a |
//! |---|---|---|---|
//! | leaf of A | disjunction of its literals with this label | | |
//! | leaf of B | | | conjunction of the complements of its literals with this label |
//! | resolution, the pivot l in the right premise | I1 & I2 | l ? I1 : I2 | I1 \| I2 |
//!
//! The formula of a clause C follows from A where the literals of C with label a or ab are false, and contradicts B
//! where those with label b or ab are false; for the empty clause this says that it is an interpolant.

use super::interface::Interfaces;
use super::label::Labels;
use super::proof::{Leaf, Origin, Proof};
use super::system::Label;
use super::tree::Tree;
use crate::logic::formula::{Formula, Formulas};
use crate::logic::sat::literal::Lit;

/// Makes interpolants, one node after the other.
pub(super) struct Builder<'a, F> {
    pub(super) proof: &'a Proof,
    pub(super) tree: &'a Tree,
    pub(super) interfaces: &'a Interfaces,
    pub(super) formulas: &'a mut Formulas,
    input: F,
    /// The formulas of variables, once they were asked for.
    inputs: Vec<Option<Formula>>,
    /// The labels of the shared variables of the node at hand.
    shared: Vec<Option<Label>>,
    /// The formulas of clauses at the node at hand.
    partial: Vec<Formula>,
}

impl<'a, F: FnMut(&mut Formulas, usize) -> Formula> Builder<'a, F> {
    pub(super) fn new(
        proof: &'a Proof,
        tree: &'a Tree,
        interfaces: &'a Interfaces,
        formulas: &'a mut Formulas,
        input: F,
    ) -> Self {
        let variables = proof.variables();
        let (inputs, shared) = (vec![None; variables], vec![None; variables]);
        Builder { proof, tree, interfaces, formulas, input, inputs, shared, partial: Vec::with_capacity(proof.len()) }
    }

    /// The interpolant of this node. Linear in the proof, and at once where nothing is shared.
    pub(super) fn interpolant(&mut self, labels: &Labels, node: usize) -> Formula {
        let interfaces = self.interfaces;
        if interfaces.shared[node].is_empty() {
            // Resolution joins what has a variable together: all leaves are on one side.
            let is_of_a = self.proof.leaves().next().is_some_and(|(_, _, leaf)| self.is_of_a(leaf, node));
            return if is_of_a { Formula::FALSE } else { Formula::TRUE };
        }
        labels.at(interfaces, node).for_each(|(variable, label)| self.shared[variable] = Some(label));
        self.partial.clear();
        for (_, literals, origin) in self.proof.clauses() {
            let formula = match origin {
                Origin::Leaf(leaf) => self.leaf(literals, self.is_of_a(leaf, node)),
                Origin::Chain { first, links } => {
                    let mut left = self.partial[first.index()];
                    for link in links {
                        let right = self.partial[link.clause.index()];
                        left = self.resolve(link.pivot, left, right, node);
                    }
                    left
                }
            };
            self.partial.push(formula);
        }
        interfaces.shared[node].iter().for_each(|shared| self.shared[shared.variable] = None);
        self.partial.last().copied().unwrap_or(Formula::TRUE)
    }

    fn is_of_a(&self, leaf: Leaf, node: usize) -> bool {
        self.tree.node(leaf.partition).is_some_and(|place| self.tree.is_within(place, node))
    }

    fn leaf(&mut self, literals: &[Lit], is_of_a: bool) -> Formula {
        // The literals that the other side's label has; what one side has alone has its own.
        let label = if is_of_a { Label::B } else { Label::A };
        let mut none = Formula::TRUE;
        for &lit in literals {
            if self.shared[lit.variable()] == Some(label) {
                let literal = self.literal(lit);
                none = self.formulas.and(none, !literal);
            }
        }
        if is_of_a { !none } else { none }
    }

    fn resolve(&mut self, pivot: Lit, left: Formula, right: Formula, node: usize) -> Formula {
        let label = match self.shared[pivot.variable()] {
            Some(label) => label,
            None if self.interfaces.is_inside(self.tree, pivot.variable(), node) => Label::A,
            None => Label::B,
        };
        match label {
            Label::B => self.formulas.and(left, right),
            Label::A => self.formulas.or(left, right),
            Label::Ab if left == right => left,
            Label::Ab => {
                let pivot = self.literal(pivot);
                if [left, right].contains(&Formula::FALSE) {
                    return self.formulas.ite(pivot, left, right);
                }
                // The same, with fewer nodes if one of them is true.
                let [no, yes] = [self.formulas.or(pivot, right), self.formulas.or(!pivot, left)];
                self.formulas.and(no, yes)
            }
        }
    }

    fn literal(&mut self, lit: Lit) -> Formula {
        let (formulas, input) = (&mut *self.formulas, &mut self.input);
        let formula = *self.inputs[lit.variable()].get_or_insert_with(|| input(formulas, lit.variable()));
        if lit.is_negated() { !formula } else { formula }
    }
}
