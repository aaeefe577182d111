//! The formulas of all procedures, over inputs with names: the same execution gives the same nodes, so whatever a solver has
//! learnt about them stays valid when a procedure is executed again.

use super::interface::RuleCone;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// A body of a procedure: see [`super::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct UnitId(pub u32);

/// Which time a location is visited in one execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Round {
    /// In a component: after so many back edges.
    Copy(u32),
    /// What would come next is cut off here.
    Cut,
    /// The last visits of all longer runs.
    Star,
}

/// What an input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// Whether over-approximations are open: one for all.
    Open,
    /// A value with which a procedure is entered.
    Entry(ProcId, Slot),
    /// A value that a procedure leaves.
    Exit(ProcId, Slot),
    /// Whether a procedure hits.
    ExitHit(ProcId),
    /// Whether what a procedure does is the case with this number, if none after it is.
    Case(ProcId, u32),
    /// In the chain of a component, the link with this number, its member with this index: an input of the member's body, or
    /// whether the link is a label of the member if of none before it.
    Link(u32, u32, u32, Option<Input>),
    /// An input of one visit of a location in one body.
    At(UnitId, LocId, Round, What),
    /// In the relation of rounds of a component of a body's control flow.
    Rounds(UnitId, usize, Side),
}

/// An input of a relation of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// Part of the state before, by its place.
    Before(u32),
    /// Of a state on the way.
    Between(u32),
    /// Of the state after.
    After(u32),
    /// A variable that does not change.
    Kept(Slot),
}

/// What an input of a visit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// An arbitrary local at the entry, or a variable that longer runs may have changed.
    Value(Slot),
    /// Whether the rule with this number among those of the location is taken, if none before it is.
    Select(u32),
    /// A choice of a rule.
    Choice(u32, u32),
    /// Whether the callee hits.
    Hit,
    /// Of a callee's formulas: their input.
    Callee(Input),
}

/// The graph.
#[derive(Default)]
pub(super) struct Graph {
    pub formulas: Formulas,
    /// How many nodes were copied.
    pub copied: u64,
    known: FxHashMap<Name, Formula>,
    count: u32,
}

impl Graph {
    /// The input with a name.
    pub fn input(&mut self, name: Name) -> Formula {
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let input = self.formulas.input(Input(self.count));
        self.count += 1;
        self.known.insert(name, input);
        input
    }

    /// The number of an input.
    pub fn number(&mut self, name: Name) -> Input {
        let input = self.input(name);
        self.number_of(input)
    }

    /// The number of an input that is given as a formula.
    pub fn number_of(&self, input: Formula) -> Input {
        match self.formulas.node(input.node()) {
            Node::Input(number) => number,
            _ => Input(u32::MAX),
        }
    }

    /// Whether over-approximations are open.
    pub fn open(&mut self) -> Formula {
        self.input(Name::Open)
    }

    /// Formulas with other formulas in place of inputs. `cone` is the cone of the roots; linear in it.
    pub fn substitute(
        &mut self,
        cone: &[usize],
        roots: &[Formula],
        mut replace: impl FnMut(&mut Graph, Input) -> Formula,
    ) -> Vec<Formula> {
        let mut images: FxHashMap<usize, Formula> = FxHashMap::default();
        images.reserve(cone.len());
        self.copied += cone.len() as u64;
        for &node in cone {
            let image = match self.formulas.node(node) {
                Node::False => Formula::FALSE,
                Node::Input(input) => replace(self, input),
                Node::And(a, b) => {
                    let [a, b] = [a, b].map(|f| negated(images[&f.node()], f.is_negated()));
                    self.formulas.and(a, b)
                }
            };
            images.insert(node, image);
        }
        roots.iter().map(|root| negated(images[&root.node()], root.is_negated())).collect()
    }

    /// The formulas of a rule, with formulas in place of their inputs.
    pub fn import(&mut self, from: &Formulas, cone: &RuleCone, replace: impl Fn(Input) -> Formula) -> Vec<Formula> {
        let mut images: Vec<Formula> = Vec::with_capacity(cone.nodes.len());
        self.copied += cone.nodes.len() as u64;
        let image = |images: &[Formula], f: Formula| {
            let at = cone.nodes.binary_search(&f.node()).expect("a cone is closed");
            negated(images[at], f.is_negated())
        };
        for &node in &cone.nodes {
            let formula = match from.node(node) {
                Node::False => Formula::FALSE,
                Node::Input(input) => replace(input),
                Node::And(a, b) => {
                    let [a, b] = [a, b].map(|f| image(&images, f));
                    self.formulas.and(a, b)
                }
            };
            images.push(formula);
        }
        cone.roots.iter().map(|&root| image(&images, root)).collect()
    }
}

fn negated(formula: Formula, is_negated: bool) -> Formula {
    if is_negated { !formula } else { formula }
}

/// The values of formulas under a valuation of the inputs, found when asked for.
pub(super) struct Values<'a, F> {
    formulas: &'a Formulas,
    input: F,
    known: FxHashMap<usize, bool>,
}

impl<'a, F: FnMut(Input) -> bool> Values<'a, F> {
    /// Nothing is known yet.
    pub fn new(formulas: &'a Formulas, input: F) -> Values<'a, F> {
        Values { formulas, input, known: FxHashMap::default() }
    }

    /// The value of a formula; each node is looked at once.
    pub fn of(&mut self, formula: Formula) -> bool {
        let mut stack = vec![formula.node()];
        while let Some(&node) = stack.last() {
            if self.known.contains_key(&node) {
                stack.pop();
                continue;
            }
            let value = match self.formulas.node(node) {
                Node::False => Some(false),
                Node::Input(input) => Some((self.input)(input)),
                Node::And(a, b) => match (self.edge(a), self.edge(b)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(a), Some(b)) => Some(a && b),
                    (a_known, _) => {
                        stack.push(if a_known.is_none() { a.node() } else { b.node() });
                        None
                    }
                },
            };
            if let Some(value) = value {
                self.known.insert(node, value);
                stack.pop();
            }
        }
        self.known[&formula.node()] != formula.is_negated()
    }

    fn edge(&self, formula: Formula) -> Option<bool> {
        self.known.get(&formula.node()).map(|&value| value != formula.is_negated())
    }
}
