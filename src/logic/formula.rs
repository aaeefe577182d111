//! Interned Boolean formulas: an and-inverter graph with structural hashing and constant folding.
//!
//! Nodes are conjunctions and inputs; an edge can be negated. Equal handles mean equal formulas; a node's
//! operands have smaller indices, so a scan in the order of indices is bottom-up, and nothing recurses.

use super::below::{self, Below};
use super::met::Met;
use super::owner::Owner;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::{SmallVec, smallvec};
use std::hash::Hasher;
use std::ops::Not;

/// A formula of some [`Formulas`]; by default the one that never holds. Debug builds notice one that is used with another graph.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula {
    /// Twice the index of the node, and one more if it is negated.
    code: u32,
    owner: Owner,
}

impl Formula {
    /// The formula that never holds.
    pub const FALSE: Formula = Formula { code: 0, owner: Owner::ANY };
    /// The formula that always holds.
    pub const TRUE: Formula = Formula { code: 1, owner: Owner::ANY };

    /// The constant formula with this value.
    pub(crate) fn constant(value: bool) -> Formula {
        if value { Formula::TRUE } else { Formula::FALSE }
    }

    /// The index of its node; see [`Formulas::node`].
    pub fn node(self) -> usize {
        (self.code >> 1) as usize
    }

    /// Whether it is the negation of its node.
    pub fn is_negated(self) -> bool {
        self.code & 1 == 1
    }
}

impl Not for Formula {
    type Output = Formula;
    fn not(self) -> Formula {
        Formula { code: self.code ^ 1, ..self }
    }
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.node())
    }
}

/// A free variable of formulas; what it stands for is the caller's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Input(pub u32);

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Never holds: node 0 only.
    False,
    /// A free variable.
    Input(Input),
    /// Both hold.
    And(Formula, Formula),
}

/// The graph that formulas live in.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<Node>,
    /// The numbers of the nodes, by what they are.
    index: HashTable<u32>,
    /// The same of a clone, in which the formulas that there are mean the same.
    owner: Owner,
}

impl Default for Formulas {
    fn default() -> Formulas {
        Formulas { nodes: vec![Node::False], index: HashTable::new(), owner: Owner::unique() }
    }
}

impl Formulas {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constants.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The node with this index.
    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// The formula that is this input.
    pub fn input(&mut self, input: Input) -> Formula {
        self.intern(Node::Input(input))
    }

    /// The graph to which its formulas belong.
    pub(in crate::logic) fn owner(&self) -> Owner {
        self.owner
    }

    /// In debug builds, that the formula is one of this graph.
    #[inline]
    #[track_caller]
    pub(in crate::logic) fn check(&self, formula: Formula) {
        self.owner.check(formula.owner);
    }

    /// Both hold.
    pub fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.check(a);
        self.check(b);
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Formula::FALSE || a == !b {
            Formula::FALSE
        } else if a == Formula::TRUE || a == b {
            b
        } else {
            self.intern(Node::And(a, b))
        }
    }

    /// At least one holds.
    pub fn or(&mut self, a: Formula, b: Formula) -> Formula {
        !self.and(!a, !b)
    }

    /// Both or neither hold.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.or(both, neither)
    }

    /// `b` holds if `a` does.
    pub(crate) fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        !self.and(a, !b)
    }

    /// `then` if `cond` holds, else `other`.
    pub fn ite(&mut self, cond: Formula, then: Formula, other: Formula) -> Formula {
        if then == other {
            return then;
        }
        let yes = self.and(cond, then);
        let no = self.and(!cond, other);
        self.or(yes, no)
    }

    /// If two formulas together say that two others differ, these two: `!(a & b)` and `!(!a & !b)` say it of `a` and `b`.
    pub(crate) fn difference(&self, one: Formula, other: Formula) -> Option<(Formula, Formula)> {
        let operands = |f: Formula| match self.nodes[f.node()] {
            Node::And(a, b) if f.is_negated() => Some((a, b)),
            _ => None,
        };
        let ((a, b), (c, d)) = (operands(one)?, operands(other)?);
        ((c, d) == (!a, !b) || (d, c) == (!a, !b)).then_some(if a.is_negated() { (c, d) } else { (a, b) })
    }

    /// The formulas whose conjunction a formula is, each once: `a`, `b | c` and `!d` for `a & (b | c) & !d`. Linear.
    pub(crate) fn conjuncts(&self, root: Formula) -> Vec<Formula> {
        self.check(root);
        if !matches!(self.nodes[root.node()], Node::And(..)) || root.is_negated() {
            return Vec::from_iter((root != Formula::TRUE).then_some(root));
        }
        let mut seen = Met::none_of(root.code as usize);
        let mut conjuncts = Vec::new();
        let mut stack: SmallVec<[Formula; 32]> = smallvec![root];
        while let Some(formula) = stack.pop() {
            if !seen.insert(formula.code as usize) {
                continue;
            }
            match self.nodes[formula.node()] {
                Node::And(a, b) if !formula.is_negated() => stack.extend([b, a]),
                _ => conjuncts.push(formula),
            }
        }
        conjuncts
    }

    /// The indices of all nodes below the roots, operands before what uses them.
    pub fn cone(&self, roots: impl IntoIterator<Item = Formula>) -> Vec<usize> {
        below::met(self, roots).sorted()
    }

    /// The same nodes, each with its place among them.
    pub(crate) fn below(&self, roots: impl IntoIterator<Item = Formula>) -> Below {
        Below::of(self, roots)
    }

    /// How many nodes are below the roots, if these are no more than so many. It takes no longer than to see so many.
    pub(crate) fn size_within(&self, roots: impl IntoIterator<Item = Formula>, most: usize) -> Option<usize> {
        let mut open: SmallVec<[usize; 64]> =
            roots.into_iter().inspect(|&root| self.check(root)).map(Formula::node).collect();
        let mut met = Met::none_of(open.iter().copied().max().unwrap_or_default());
        let mut left = most;
        while let Some(node) = open.pop() {
            if !met.insert(node) {
                continue;
            }
            left = left.checked_sub(1)?;
            if let Node::And(a, b) = self.nodes[node] {
                open.extend([a.node(), b.node()]);
            }
        }
        Some(most - left)
    }

    /// The inputs that occur in the formulas, in order.
    pub fn support(&self, roots: impl IntoIterator<Item = Formula>) -> Vec<Input> {
        let inputs = self.cone(roots).into_iter().filter_map(|node| match self.nodes[node] {
            Node::Input(input) => Some(input),
            _ => None,
        });
        let mut support: Vec<Input> = inputs.collect();
        support.sort_unstable();
        support
    }

    fn intern(&mut self, node: Node) -> Formula {
        let nodes = &mut self.nodes;
        let is_it = |&index: &u32| nodes[index as usize] == node;
        let entry = self.index.entry(hash(node), is_it, |&index| hash(nodes[index as usize]));
        let index = *entry
            .or_insert_with(|| {
                // A code has 31 bits for the node: with more nodes two formulas would be taken for one.
                assert!(nodes.len() < 1 << 31, "a graph has 2^31 nodes at most");
                nodes.push(node);
                nodes.len() as u32 - 1
            })
            .get();
        Formula { code: index << 1, owner: self.owner }
    }
}

/// Of a node, as it stands in a graph.
fn hash(node: Node) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(match node {
        Node::False => 0,
        // No conjunction has a constant as its first operand.
        Node::Input(Input(name)) => u64::from(name),
        Node::And(a, b) => u64::from(a.code) << 32 | u64::from(b.code),
    });
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(formulas: &Formulas, root: Formula, inputs: u32) -> bool {
        let mut values = vec![false; formulas.len()];
        for node in formulas.cone([root]) {
            let of = |f: Formula| values[f.node()] != f.is_negated();
            values[node] = match formulas.node(node) {
                Node::False => false,
                Node::Input(Input(i)) => inputs >> i & 1 == 1,
                Node::And(a, b) => of(a) && of(b),
            };
        }
        values[root.node()] != root.is_negated()
    }

    /// Every pair of functions of two variables, every operator, against truth tables.
    #[test]
    fn operators_agree_with_truth_tables() {
        let mut f = Formulas::default();
        let (x, y) = (f.input(Input(0)), f.input(Input(1)));
        let minterms = [f.and(!x, !y), f.and(x, !y), f.and(!x, y), f.and(x, y)];
        let functions: Vec<Formula> = (0..16u32)
            .map(|table| (0..4).filter(|i| table >> i & 1 == 1).fold(Formula::FALSE, |acc, i| f.or(acc, minterms[i])))
            .collect();
        for (ta, &a) in functions.iter().enumerate() {
            for (tb, &b) in functions.iter().enumerate() {
                let results = [f.and(a, b), f.or(a, b), f.iff(a, b), f.implies(a, b), f.ite(a, b, x)];
                for i in 0..4u32 {
                    let (va, vb) = (ta >> i & 1 == 1, tb >> i & 1 == 1);
                    let expected = [va & vb, va | vb, va == vb, !va | vb, if va { vb } else { i & 1 == 1 }];
                    for (result, expected) in results.iter().zip(expected) {
                        assert_eq!(value(&f, *result, i), expected, "{ta:04b} {tb:04b} at {i:02b}");
                    }
                }
            }
        }
    }

    /// With parts that several formulas share.
    #[test]
    fn a_size_within_a_bound_is_that_of_the_cone() {
        let mut f = Formulas::default();
        let mut some: Vec<Formula> = (0..4).map(|input| f.input(Input(input))).chain([Formula::TRUE]).collect();
        for step in 0..60 {
            let (a, b) = (some[step * 7 % some.len()], some[step * step % some.len()]);
            some.push(f.and(if step % 3 == 0 { !a } else { a }, !b));
        }
        for roots in some.windows(3) {
            let size = f.cone(roots.iter().copied()).len();
            for most in 0..size + 3 {
                let expected = (size <= most).then_some(size);
                assert_eq!(f.size_within(roots.iter().copied(), most), expected, "{size} and {most}");
            }
        }
    }

    #[test]
    fn equal_formulas_have_equal_handles() {
        let mut f = Formulas::default();
        let (x, y) = (f.input(Input(0)), f.input(Input(1)));
        assert_eq!(f.and(x, y), f.and(y, x));
        assert_eq!(f.and(x, !x), Formula::FALSE);
        assert_eq!(f.or(x, Formula::TRUE), Formula::TRUE);
        assert_eq!(f.ite(x, y, y), y);
        let both = f.and(x, y);
        assert_eq!(f.support([both]), [Input(0), Input(1)]);
    }
}
