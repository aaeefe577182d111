//! Formulas evaluated bottom-up in some [`Algebra`], each node once: in truth values, perhaps with an unknown, or in other formulas.
//!
//! A [`Memo`] evaluates one formula after the other and remembers the values of nodes, densely or sparsely; a [`Cone`] is some formulas
//! made ready to be evaluated together again and again. [`Substitution`] and [`Transplant`] are the algebras of formulas, [`Values`] the
//! one of truth values.

use super::formula::{Formula, Formulas, Input, Node};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// What conjunction and negation mean.
pub trait Algebra {
    /// The value of a formula.
    type Value: Copy;

    /// The graph that the formulas are of.
    fn formulas(&self) -> &Formulas;

    /// The value of `false`.
    fn falsity(&self) -> Self::Value;

    /// A free variable.
    fn input(&mut self, input: Input) -> Self::Value;

    /// Both hold.
    fn and(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// It does not hold.
    fn not(&self, a: Self::Value) -> Self::Value;

    /// Whether a conjunction has this value if one side of it has, whatever the other side is.
    fn decides(&self, _: Self::Value) -> bool {
        false
    }
}

/// Where the values of nodes are kept.
pub trait Store<V> {
    /// The value of a node, if it is known.
    fn get(&self, node: usize) -> Option<V>;

    /// A node has a value.
    fn set(&mut self, node: usize, value: V);

    /// No value is known.
    fn clear(&mut self);
}

/// Values by the index of the node: for whoever comes to most of a graph.
#[derive(Clone, Debug)]
pub struct Dense<V> {
    values: Vec<Option<(u32, V)>>,
    /// Values of earlier rounds no longer count.
    round: u32,
}

/// Values of a few nodes of a large graph.
pub(crate) type Sparse<V> = FxHashMap<usize, V>;

impl<V> Default for Dense<V> {
    fn default() -> Dense<V> {
        Dense { values: Vec::new(), round: 0 }
    }
}

impl<V: Copy> Store<V> for Dense<V> {
    fn get(&self, node: usize) -> Option<V> {
        let (round, value) = (*self.values.get(node)?)?;
        (round == self.round).then_some(value)
    }

    fn set(&mut self, node: usize, value: V) {
        if self.values.len() <= node {
            self.values.resize(node + 1, None);
        }
        self.values[node] = Some((self.round, value));
    }

    fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.values.clear();
        }
    }
}

impl<V: Copy> Store<V> for Sparse<V> {
    fn get(&self, node: usize) -> Option<V> {
        FxHashMap::get(self, &node).copied()
    }

    fn set(&mut self, node: usize, value: V) {
        self.insert(node, value);
    }

    fn clear(&mut self) {
        FxHashMap::clear(self);
    }
}

/// The values of nodes that are known already, for one meaning of the inputs after the other.
#[derive(Clone, Debug)]
pub struct Memo<V, S = Dense<V>> {
    known: S,
    open: Vec<usize>,
    value: PhantomData<V>,
}

impl<V> Default for Memo<V> {
    fn default() -> Memo<V> {
        Memo { known: Dense::default(), open: Vec::new(), value: PhantomData }
    }
}

impl<V> Memo<V, Sparse<V>> {
    /// Nothing is known yet, and little of the graph will be.
    pub(crate) fn sparse() -> Memo<V, Sparse<V>> {
        Memo { known: Sparse::default(), open: Vec::new(), value: PhantomData }
    }
}

impl<V: Copy, S: Store<V>> Memo<V, S> {
    /// From now on the inputs mean something else.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// What the formula means. Linear in the nodes below it that are not known yet; the stack is on the heap.
    pub fn value<A: Algebra<Value = V>>(&mut self, algebra: &mut A, root: Formula) -> V {
        algebra.formulas().check(root);
        self.open.extend(Some(root.node()).filter(|&node| self.known.get(node).is_none()));
        while let Some(&node) = self.open.last() {
            let value = match algebra.formulas().node(node) {
                Node::False => algebra.falsity(),
                Node::Input(input) => algebra.input(input),
                Node::And(a, b) => match [b, a].map(|operand| self.signed(algebra, operand)) {
                    [Some(value), _] | [_, Some(value)] if algebra.decides(value) => value,
                    [Some(b), Some(a)] => algebra.and(a, b),
                    [b_value, _] => {
                        self.open.push(if b_value.is_none() { b.node() } else { a.node() });
                        continue;
                    }
                },
            };
            self.known.set(node, value);
            self.open.pop();
        }
        self.signed(algebra, root).unwrap_or_else(|| algebra.falsity())
    }

    /// The value of a formula whose node is known.
    fn signed<A: Algebra<Value = V>>(&self, algebra: &A, formula: Formula) -> Option<V> {
        let value = self.known.get(formula.node())?;
        Some(if formula.is_negated() { algebra.not(value) } else { value })
    }
}

/// Some formulas, made ready to be evaluated together again and again: all nodes below them in the order of the graph, operands by
/// their places.
#[derive(Clone, Debug)]
pub(crate) struct Cone {
    pub(in crate::logic) nodes: Vec<Place>,
    pub(in crate::logic) roots: Vec<Operand>,
}

/// A node, with its operands by their places.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) enum Place {
    False,
    Input(Input),
    And(Operand, Operand),
}

/// A place among the nodes, and whether it is negated.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Operand {
    pub(in crate::logic) place: u32,
    pub(in crate::logic) is_negated: bool,
}

impl Cone {
    /// The nodes below these roots. Linear in them, up to sorting.
    pub(crate) fn of(formulas: &Formulas, roots: impl IntoIterator<Item = Formula>) -> Cone {
        let roots: Vec<Formula> = roots.into_iter().collect();
        let below = formulas.below(roots.iter().copied());
        let operand =
            |formula: Formula| Operand { place: below.place(formula.node()) as u32, is_negated: formula.is_negated() };
        let nodes = below.nodes().iter().map(|&index| match formulas.node(index) {
            Node::False => Place::False,
            Node::Input(input) => Place::Input(input),
            Node::And(a, b) => Place::And(operand(a), operand(b)),
        });
        Cone { nodes: nodes.collect(), roots: roots.iter().map(|&root| operand(root)).collect() }
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the roots mean, in their order. Linear.
    pub(crate) fn values<A: Algebra>(&self, algebra: &mut A) -> Vec<A::Value> {
        let mut values: Vec<A::Value> = Vec::with_capacity(self.nodes.len());
        for &node in &self.nodes {
            let value = match node {
                Place::False => algebra.falsity(),
                Place::Input(input) => algebra.input(input),
                Place::And(a, b) => {
                    let [a, b] = [a, b].map(|operand| operand.value(algebra, &values));
                    algebra.and(a, b)
                }
            };
            values.push(value);
        }
        self.roots.iter().map(|root| root.value(algebra, &values)).collect()
    }
}

impl Operand {
    fn value<A: Algebra>(self, algebra: &A, values: &[A::Value]) -> A::Value {
        let value = values[self.place as usize];
        if self.is_negated { algebra.not(value) } else { value }
    }
}

/// The truth values of formulas under a valuation of the inputs, found when asked for, each node's at most once.
pub(crate) struct Values<'f, F> {
    valuation: Valuation<'f, F>,
    memo: Memo<bool, Sparse<bool>>,
}

impl<'f, F: FnMut(Input) -> bool> Values<'f, F> {
    /// Nothing is known yet.
    pub(crate) fn new(formulas: &'f Formulas, input: F) -> Values<'f, F> {
        Values { valuation: Valuation { formulas, input }, memo: Memo::sparse() }
    }

    /// The value of a formula.
    pub(crate) fn of(&mut self, formula: Formula) -> bool {
        self.memo.value(&mut self.valuation, formula)
    }
}

/// Truth values.
struct Valuation<'f, F> {
    formulas: &'f Formulas,
    input: F,
}

impl<F: FnMut(Input) -> bool> Algebra for Valuation<'_, F> {
    type Value = bool;

    fn formulas(&self) -> &Formulas {
        self.formulas
    }

    fn falsity(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input) -> bool {
        (self.input)(input)
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }

    fn not(&self, a: bool) -> bool {
        !a
    }

    fn decides(&self, value: bool) -> bool {
        !value
    }
}

/// Formulas with other formulas in the place of inputs.
pub struct Substitution<'f, F> {
    /// The graph that both are of.
    pub formulas: &'f mut Formulas,
    /// What stands in the place of an input.
    pub by: F,
}

impl<F: FnMut(&mut Formulas, Input) -> Formula> Algebra for Substitution<'_, F> {
    type Value = Formula;

    fn formulas(&self) -> &Formulas {
        self.formulas
    }

    fn falsity(&self) -> Formula {
        Formula::FALSE
    }

    fn input(&mut self, input: Input) -> Formula {
        (self.by)(self.formulas, input)
    }

    fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.formulas.and(a, b)
    }

    fn not(&self, a: Formula) -> Formula {
        !a
    }
}

/// Formulas of one graph said in another one.
pub(crate) struct Transplant<'f, F> {
    /// The graph that the formulas are of.
    pub(crate) from: &'f Formulas,
    /// The graph that they are wanted in.
    pub(crate) into: &'f mut Formulas,
    /// What stands in the place of an input.
    pub by: F,
}

impl<F: FnMut(&mut Formulas, Input) -> Formula> Algebra for Transplant<'_, F> {
    type Value = Formula;

    fn formulas(&self) -> &Formulas {
        self.from
    }

    fn falsity(&self) -> Formula {
        Formula::FALSE
    }

    fn input(&mut self, input: Input) -> Formula {
        (self.by)(self.into, input)
    }

    fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.into.and(a, b)
    }

    fn not(&self, a: Formula) -> Formula {
        !a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_moved_to_another_graph() {
        let (mut from, mut into) = (Formulas::default(), Formulas::default());
        let [x, y] = [0, 1].map(|index| from.input(Input(index)));
        let differ = !from.iff(x, y);
        let [z, not_z] = [into.input(Input(7)), !into.input(Input(7))];
        let by = |_: &mut Formulas, input: Input| if input == Input(0) { z } else { not_z };
        let mut transplant = Transplant { from: &from, into: &mut into, by };
        assert_eq!(Memo::default().value(&mut transplant, differ), Formula::TRUE);
    }

    #[test]
    fn inputs_are_replaced_at_once() {
        let mut f = Formulas::default();
        let (x, y) = (f.input(Input(0)), f.input(Input(1)));
        let both = f.iff(x, y);
        let mut memo = Memo::default();
        let swap = |f: &mut Formulas, input: Input| f.input(Input(1 - input.0));
        assert_eq!(memo.value(&mut Substitution { formulas: &mut f, by: swap }, !both), !both);
        assert_eq!(memo.value(&mut Substitution { formulas: &mut f, by: swap }, x), y, "x is known, and it is y");
        memo.forget();
        let fixed = |f: &mut Formulas, input: Input| if input == Input(0) { Formula::TRUE } else { f.input(input) };
        assert_eq!(memo.value(&mut Substitution { formulas: &mut f, by: fixed }, both), y);
    }

    #[test]
    fn deep_formulas_do_not_need_the_stack() {
        let mut f = Formulas::default();
        let mut deep = f.input(Input(0));
        for index in 1..200_000 {
            let x = f.input(Input(index));
            deep = !f.and(deep, x);
        }
        let yes = |_: &mut Formulas, _: Input| Formula::TRUE;
        assert_eq!(Memo::default().value(&mut Substitution { formulas: &mut f, by: yes }, deep), Formula::FALSE);
    }
}
