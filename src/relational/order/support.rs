//! The variables that formulas speak of.

use super::WIDEST;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::Slot;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// What reads so few ties them closely.
const FEW: usize = 4;

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
                let range = self.search(root, WIDEST);
                self.known.insert(root, range.clone());
                range
            }
        };
        &self.slots[range]
    }

    /// Splits a condition into conditions that must all hold.
    pub(super) fn conjuncts(&mut self, condition: Formula) -> SmallVec<[Formula; 8]> {
        if condition.is_negated() || !matches!(self.formulas.node(condition.node()), Node::And(..)) {
            return smallvec![condition];
        }
        self.stamp += 1;
        let mut conjuncts = SmallVec::new();
        let mut open: SmallVec<[Formula; 16]> = smallvec![condition];
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

    /// The largest parts of a formula that read no more than [`FEW`] each, if it reads more itself. Straight-line code that became one rule has values that read much;
    /// what its steps have tied is in the parts.
    pub(super) fn parts(&mut self, formula: Formula) -> Vec<Formula> {
        if !matches!(self.formulas.node(formula.node()), Node::And(..)) || self.reads_few(formula.node()) {
            return Vec::new();
        }
        let (mut parts, mut gone_through) = (Vec::new(), FxHashSet::default());
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            let Node::And(a, b) = self.formulas.node(part.node()) else { continue };
            if !gone_through.insert(part.node()) {
                continue;
            }
            if self.reads_few(part.node()) {
                parts.push(part);
            } else {
                open.extend([a, b]);
            }
        }
        parts
    }

    /// Whether a conjunction reads no more than [`FEW`].
    fn reads_few(&mut self, root: usize) -> bool {
        if let Some(known) = self.known.get(&root) {
            return (1..=FEW).contains(&known.len());
        }
        let range = self.search(root, FEW);
        let reads_few = !range.is_empty();
        if reads_few {
            self.known.insert(root, range);
        }
        reads_few
    }

    /// The inputs below a node; none if there are more than `most`.
    fn search(&mut self, root: usize, most: usize) -> Range<usize> {
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
            if self.slots.len() > start + most {
                self.slots.truncate(start);
                break;
            }
        }
        start..self.slots.len()
    }
}
