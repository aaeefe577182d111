//! Formulas evaluated bottom-up in some algebra, each node once: in truth values with an unknown, or in other formulas.

use super::formula::{Formula, Formulas, Input, Node};

/// What conjunction and negation mean.
pub trait Algebra {
    /// What a formula means.
    type Value: Copy;

    /// The graph that the formulas are of.
    fn formulas(&self) -> &Formulas;

    /// What never holds.
    fn falsity(&self) -> Self::Value;

    /// A free variable.
    fn input(&mut self, input: Input) -> Self::Value;

    /// Both hold.
    fn and(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// It does not hold.
    fn not(&self, a: Self::Value) -> Self::Value;
}

/// The values of nodes that are known already, for one meaning of the inputs after the other.
#[derive(Clone, Debug)]
pub struct Memo<V> {
    values: Vec<Option<(u32, V)>>,
    /// Values of earlier rounds no longer count.
    round: u32,
    open: Vec<usize>,
}

impl<V> Default for Memo<V> {
    fn default() -> Memo<V> {
        Memo { values: Vec::new(), round: 0, open: Vec::new() }
    }
}

impl<V: Copy> Memo<V> {
    /// From now on the inputs mean something else.
    pub fn forget(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.values.clear();
        }
    }

    /// What the formula means. Linear in the nodes below it that are not known yet; the stack is on the heap.
    pub fn value<A: Algebra<Value = V>>(&mut self, algebra: &mut A, root: Formula) -> V {
        self.open.extend(Some(root.node()).filter(|&node| self.known(node).is_none()));
        while let Some(&node) = self.open.last() {
            let value = match algebra.formulas().node(node) {
                Node::False => algebra.falsity(),
                Node::Input(input) => algebra.input(input),
                Node::And(a, b) => {
                    let missing = [b, a].into_iter().find(|operand| self.known(operand.node()).is_none());
                    if let Some(missing) = missing {
                        self.open.push(missing.node());
                        continue;
                    }
                    let (a, b) = (self.signed(algebra, a), self.signed(algebra, b));
                    algebra.and(a, b)
                }
            };
            if self.values.len() <= node {
                self.values.resize(node + 1, None);
            }
            self.values[node] = Some((self.round, value));
            self.open.pop();
        }
        self.signed(algebra, root)
    }

    /// The value of a formula whose node is known.
    fn signed<A: Algebra<Value = V>>(&self, algebra: &A, formula: Formula) -> V {
        let value = self.known(formula.node()).unwrap_or_else(|| algebra.falsity());
        if formula.is_negated() { algebra.not(value) } else { value }
    }

    fn known(&self, node: usize) -> Option<V> {
        let (round, value) = (*self.values.get(node)?)?;
        (round == self.round).then_some(value)
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
pub struct Transplant<'f, F> {
    /// The graph that the formulas are of.
    pub from: &'f Formulas,
    /// The graph that they are wanted in.
    pub into: &'f mut Formulas,
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
