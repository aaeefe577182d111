//! A function as a conjunction: the columns that it fixes, those that are equal wherever it holds, and a rest without these.
//!
//! In a diagram such facts stand above everything else that depends on their columns, and make it longer; said apart they are
//! short, and who supposes them can put one thing for the other. They are found bottom-up, as M. Karr finds affine
//! relations (Acta Informatica 6, 1976), but only between two columns: what holds of a node holds of both of its children.

use super::diagram::{Diagram, Node};
use super::{BddId, Bdds, Column};
use crate::logic::formula::{Formula, Formulas};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::hash_map::Entry;

/// Larger tables (nodes times columns) are not made.
const MOST_VALUES: usize = 1 << 20;

impl Bdds {
    /// The function as a formula, factored: `column` says what a column is. Linear in nodes times columns, and if that is too
    /// much, the same as [`Bdds::formula`].
    pub(crate) fn factored(
        &self,
        a: BddId,
        formulas: &mut Formulas,
        mut column: impl FnMut(Column) -> Formula,
    ) -> Formula {
        let support = self.support(a);
        let diagram = self.store.get(a);
        if diagram.size() * support.len() > MOST_VALUES {
            return self.formula(a, formulas, column);
        }
        let facts = Facts::of(diagram, &support);
        let mut made: SmallVec<[Formula; 64]> = smallvec![Formula::FALSE, Formula::TRUE];
        for Node { column: at, low, high } in diagram.nodes() {
            let [low, high] = [low, high].map(|child| made[child as usize]);
            // On all paths to this node a fixed column has one value: the other child is false.
            made.push(match (facts.is_free(at), low) {
                (true, _) => formulas.ite(column(at), high, low),
                (false, Formula::FALSE) => high,
                (false, _) => low,
            });
        }
        let mut all = made[diagram.root() as usize];
        for (at, Value { class, negated }) in facts.fixed() {
            let fact = match class {
                Class::Constant if negated => column(at),
                Class::Constant => !column(at),
                Class::Column(other) => {
                    let [at, other] = [at, support[usize::from(other)]].map(&mut column);
                    formulas.iff(at, if negated { !other } else { other })
                }
            };
            all = formulas.and(all, fact);
        }
        all
    }
}

/// What a column is wherever a node is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    class: Class,
    /// The contrary of it.
    negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Class {
    /// False.
    Constant,
    /// The column at this index of the support, the topmost of those that are equal.
    Column(u16),
}

/// The values of all columns of a diagram's support at its root.
struct Facts<'s> {
    support: &'s [Column],
    root: Vec<Value>,
}

impl<'s> Facts<'s> {
    fn of(diagram: &Diagram, support: &'s [Column]) -> Facts<'s> {
        let width = support.len();
        let free = (0..width as u16).map(|at| Value { class: Class::Column(at), negated: false });
        // The rows of the nodes, side by side. Of the false node there is nothing to say: its row is never read. Of the true one, nothing is known.
        let mut rows: Vec<Value> = Vec::with_capacity(width * diagram.size());
        rows.extend(free.clone().chain(free));
        let mut joined = FxHashMap::default();
        for node in diagram.nodes() {
            let at = support.binary_search(&node.column).expect("a column of the support");
            let start = rows.len();
            let [low, high] = [node.low, node.high].map(|child| width * child as usize);
            let only = if node.low == 0 { high } else { low };
            rows.extend_from_within(only..only + width);
            let (known, row) = rows.split_at_mut(start);
            if node.low == 0 || node.high == 0 {
                row[at] = Value { class: Class::Constant, negated: node.low == 0 };
            } else {
                join(row, &known[high..high + width], at, &mut joined);
            }
        }
        let root = width * diagram.root() as usize;
        let root = rows[root..root + width].to_vec();
        Facts { support, root }
    }

    /// Whether a column is not said to be something else.
    fn is_free(&self, column: Column) -> bool {
        self.support.binary_search(&column).is_ok_and(|at| self.root[at].class == Class::Column(at as u16))
    }

    /// The columns that are something else.
    fn fixed(&self) -> impl Iterator<Item = (Column, Value)> + '_ {
        let all = self.support.iter().copied().zip(self.root.iter().copied());
        all.filter(|&(column, _)| !self.is_free(column))
    }
}

/// Makes of what is known of the low child what is known of both, which look at the column `at`; above it both say nothing.
fn join(low: &mut [Value], high: &[Value], at: usize, joined: &mut FxHashMap<(Class, Class, bool), Value>) {
    let own = Value { class: Class::Column(at as u16), negated: false };
    low[at] = own;
    joined.clear();
    joined.insert((Class::Constant, Class::Constant, true), own);
    for (at, (low, high)) in low.iter_mut().zip(high).enumerate().skip(at + 1) {
        let differ = low.negated != high.negated;
        if low.class == Class::Constant && high.class == Class::Constant && !differ {
            continue;
        }
        *low = match joined.entry((low.class, high.class, differ)) {
            Entry::Occupied(known) => {
                let Value { class, negated } = *known.get();
                Value { class, negated: negated != low.negated }
            }
            Entry::Vacant(new) => {
                let class = Class::Column(at as u16);
                new.insert(Value { class, negated: low.negated });
                Value { class, negated: false }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all_columns, function, manager, table};
    use super::super::{Bdds, Column, Translation};
    use crate::logic::formula::{Formula, Formulas, Input};
    use proptest::prelude::*;

    /// For each of the five lowest columns the rows of a table of 32 in which it holds.
    const TABLES: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];

    /// A fact: a column has a value, or that of a column above it, or the contrary.
    fn facts() -> impl Strategy<Value = u32> {
        (0..5usize, 0..7usize, any::<bool>()).prop_map(|(a, b, negated)| {
            let other = TABLES.get(b).copied().unwrap_or_default();
            if negated { TABLES[a] ^ other } else { !(TABLES[a] ^ other) }
        })
    }

    /// The facts of a function, by its table.
    fn expected(bits: u32, formulas: &mut Formulas, inputs: &[Formula]) -> Vec<Formula> {
        let mut all = Vec::new();
        for at in 0..5 {
            let above = (0..at).map(|other| (TABLES[other], inputs[other])).chain([(0, Formula::FALSE)]);
            // What is constant is not compared.
            let constant = |table: u32| bits & table == 0 || bits & !table == 0;
            let above: Vec<_> = above.filter(|&(table, _)| constant(TABLES[at]) == (table == 0)).collect();
            let equal = above.into_iter().find_map(|(table, other)| match TABLES[at] ^ table {
                differ if bits & differ == 0 => Some(other),
                differ if bits & !differ == 0 => Some(!other),
                _ => None,
            });
            all.extend(equal.map(|other| formulas.iff(inputs[at], other)));
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn all_facts_are_said_and_the_function_is_the_same(bits: u32, facts in prop::collection::vec(facts(), 0..4)) {
            let bits = facts.into_iter().fold(bits, |bits, fact| bits & fact);
            let (mut bdds, mut formulas) = (manager(), Formulas::default());
            let f = function(&mut bdds, bits);
            let inputs: Vec<_> = all_columns().map(|column| formulas.input(Input(column.0.into()))).collect();
            let factored = bdds.factored(f, &mut formulas, |column| inputs[column.index()]);
            let read = |bdds: &mut Bdds, Input(name): Input| Ok(bdds.literal(Column(name as u16), true));
            let back = Translation::default().diagram(&mut bdds, &formulas, factored, read).unwrap();
            prop_assert_eq!(back, f);
            prop_assert_eq!(table(&bdds, back), bits);
            if bits != 0 {
                let said = formulas.conjuncts(factored);
                for fact in expected(bits, &mut formulas, &inputs) {
                    prop_assert!(said.contains(&fact), "{bits:08x}: {fact:?} in {said:?}");
                }
            }
        }
    }
}
