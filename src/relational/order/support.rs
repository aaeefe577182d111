//! The variables that formulas speak of.

use super::WIDEST;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::Slot;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Supports of formulas; each is computed once.
pub(super) struct Supports<'a> {
    formulas: &'a Formulas,
    /// The stamp of the last search that met each node.
    met: Vec<u32>,
    stamp: u32,
    stack: Vec<usize>,
    slots: Vec<Slot>,
    known: FxHashMap<usize, Range<usize>>,
}

impl<'a> Supports<'a> {
    pub(super) fn new(formulas: &'a Formulas) -> Supports<'a> {
        let met = vec![0; formulas.len()];
        Supports { formulas, met, stamp: 0, stack: Vec::new(), slots: Vec::new(), known: FxHashMap::default() }
    }

    /// What a formula reads, choices included; nothing if that is more than [`WIDEST`].
    pub(super) fn of(&mut self, formula: Formula) -> &[Slot] {
        let root = formula.node();
        let range = match self.known.get(&root) {
            Some(known) => known.clone(),
            None => {
                let range = self.search(root);
                self.known.insert(root, range.clone());
                range
            }
        };
        &self.slots[range]
    }

    /// Splits a condition into conditions that must all hold.
    pub(super) fn conjuncts(&mut self, condition: Formula) -> Vec<Formula> {
        self.stamp += 1;
        let mut conjuncts = Vec::new();
        let mut open = vec![condition];
        while let Some(formula) = open.pop() {
            match self.formulas.node(formula.node()) {
                Node::And(a, b) if !formula.is_negated() => {
                    let met = std::mem::replace(&mut self.met[formula.node()], self.stamp);
                    if met != self.stamp {
                        open.extend([a, b]);
                    }
                }
                _ => conjuncts.push(formula),
            }
        }
        conjuncts
    }

    fn search(&mut self, root: usize) -> Range<usize> {
        self.stamp += 1;
        let start = self.slots.len();
        self.stack.clear();
        self.stack.push(root);
        while let Some(node) = self.stack.pop() {
            if std::mem::replace(&mut self.met[node], self.stamp) == self.stamp {
                continue;
            }
            match self.formulas.node(node) {
                Node::False => {}
                Node::Input(input) => self.slots.push(Slot::of(input)),
                Node::And(a, b) => self.stack.extend([a.node(), b.node()]),
            }
            if self.slots.len() > start + WIDEST {
                self.slots.truncate(start);
                break;
            }
        }
        start..self.slots.len()
    }
}
