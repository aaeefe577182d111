//! Formulas of linear temporal logic as a graph: equal formulas are one node.
//!
//! A node's operands have smaller indices, so a scan in the order of indices is bottom-up, and nothing recurses, however deep a formula is.

mod normal;
mod print;

pub use print::Shown;

use rustc_hash::FxHashMap;

/// A formula of some [`LtlGraph`]. Equal handles of one graph mean equal formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ltl(u32);

impl Ltl {
    /// The index of its node; those of its operands are smaller.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An atom of some [`LtlGraph`], numbered from 0 in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(u32);

impl AtomId {
    /// The atom with this number.
    pub fn new(index: usize) -> AtomId {
        AtomId(index as u32)
    }

    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always this value.
    Constant(bool),
    /// An atom holds now.
    Atom(AtomId),
    /// An operator with one operand.
    Unary(Unary, Ltl),
    /// An operator with two operands, the left one first.
    Binary(Binary, Ltl, Ltl),
}

impl Node {
    /// Its operands, the left one first.
    pub fn operands(self) -> impl Iterator<Item = Ltl> {
        let (first, second) = match self {
            Node::Constant(_) | Node::Atom(_) => (None, None),
            Node::Unary(_, operand) => (Some(operand), None),
            Node::Binary(_, left, right) => (Some(left), Some(right)),
        };
        first.into_iter().chain(second)
    }
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `! f`: it does not hold.
    Not,
    /// `X f`: it holds at the next position.
    Next,
    /// `F f`: it holds now or later.
    Finally,
    /// `G f`: it holds now and always.
    Globally,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `f & g`: both hold.
    And,
    /// `f | g`: one holds.
    Or,
    /// `f xor g`: exactly one holds.
    Xor,
    /// `f -> g`: if the first holds, so does the second.
    Implies,
    /// `f <-> g`: both hold, or none.
    Iff,
    /// `f U g`: the second holds now or later, and until then the first.
    Until,
    /// `f R g`: the second holds up to a position at which the first holds, too, that one included, or always.
    Release,
    /// `f W g`: as `f U g`, or the first always holds.
    WeakUntil,
    /// `f M g`: as `f R g`, and the first does hold at some position.
    StrongRelease,
}

/// The graph that formulas live in, with the spellings of their atoms.
#[derive(Clone, Debug, Default)]
pub struct LtlGraph {
    nodes: Vec<Node>,
    index: FxHashMap<Node, Ltl>,
    atoms: Vec<String>,
    names: FxHashMap<String, AtomId>,
}

impl LtlGraph {
    /// What a formula is made of.
    pub fn node(&self, formula: Ltl) -> Node {
        self.nodes[formula.index()]
    }

    /// The formula that always has this value.
    pub fn constant(&mut self, value: bool) -> Ltl {
        self.intern(Node::Constant(value))
    }

    /// The formula that says that an atom holds now. Atoms with one spelling are one.
    pub fn atom(&mut self, spelling: &str) -> Ltl {
        let atom = self.names.get(spelling).copied().unwrap_or_else(|| {
            let atom = AtomId::new(self.atoms.len());
            self.atoms.push(spelling.to_string());
            self.names.insert(spelling.to_string(), atom);
            atom
        });
        self.intern(Node::Atom(atom))
    }

    /// An operator with its operand.
    pub fn unary(&mut self, operator: Unary, operand: Ltl) -> Ltl {
        self.intern(Node::Unary(operator, operand))
    }

    /// An operator with its operands.
    pub fn binary(&mut self, operator: Binary, left: Ltl, right: Ltl) -> Ltl {
        self.intern(Node::Binary(operator, left, right))
    }

    /// The spellings of all atoms, in the order of their numbers.
    pub fn atoms(&self) -> &[String] {
        &self.atoms
    }

    /// A formula and all that it is made of, operands before what has them.
    pub fn cone(&self, formula: Ltl) -> Vec<Ltl> {
        let mut is_below = vec![false; formula.index() + 1];
        is_below[formula.index()] = true;
        for index in (0..=formula.index()).rev() {
            if is_below[index] {
                self.nodes[index].operands().for_each(|operand| is_below[operand.index()] = true);
            }
        }
        (0..=formula.0).filter(|&index| is_below[index as usize]).map(Ltl).collect()
    }

    fn intern(&mut self, node: Node) -> Ltl {
        *self.index.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            Ltl(self.nodes.len() as u32 - 1)
        })
    }
}
