//! The formulas of all procedures, over inputs with names: the same execution gives the same nodes, so whatever a solver has
//! learnt about them stays valid when a procedure is executed again.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::{Algebra, Cone, Transplant};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::Slot;
use rustc_hash::FxHashMap;

/// Something that is executed in rounds: a procedure, or what an engine makes of it, by a number of the engine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub u32);

/// In which execution a location is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Of a unit, with loops unrolled.
    Rounds(UnitId),
    /// Of a procedure, in segments.
    Segments(ProcId),
}

/// Which time a location is visited in one execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Round {
    /// In a component: after so many back edges.
    Copy(u32),
    /// What would come next is cut off here.
    Cut,
    /// The last visits of all longer runs.
    Star,
}

/// What an input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
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
    /// An input of one visit of a location.
    At(Execution, LocId, Round, What),
    /// In the relation of rounds of a component of a body's control flow.
    Rounds(UnitId, usize, Side),
}

/// An input of a relation of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
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
pub enum What {
    /// An arbitrary local at the entry, or a variable that longer runs may have changed.
    Value(Slot),
    /// Whether the rule with this number among those of the location is taken, if none before it is.
    Select(u32),
    /// A choice of a rule.
    Choice(u32, u32),
    /// Whether the callee hits.
    Hit,
    /// Whether the run begins at this head or a later one, of some that it is in the middle of.
    Source,
    /// With what it begins there.
    Now(Slot),
    /// Whether the run ends at this target.
    Stop,
    /// Of a callee's formulas: their input.
    Callee(Input),
}

/// The graph.
#[derive(Default)]
pub struct Graph {
    pub formulas: Formulas,
    /// How many nodes were copied.
    pub copied: u64,
    named: FxHashMap<Name, Formula>,
    count: u32,
}

impl Graph {
    /// The input with a name.
    pub fn input(&mut self, name: Name) -> Formula {
        if let Some(&input) = self.named.get(&name) {
            return input;
        }
        let input = self.formulas.input(Input(self.count));
        self.count += 1;
        self.named.insert(name, input);
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

    /// Formulas with other formulas in place of inputs; linear in them.
    pub fn substitute(&mut self, cone: &Cone, by: impl FnMut(&mut Graph, Input) -> Formula) -> Vec<Formula> {
        self.copied += cone.len() as u64;
        cone.values(&mut Substitution { graph: self, by })
    }

    /// A formula with others in place of some inputs.
    pub fn replaced(&mut self, formula: Formula, pairs: impl IntoIterator<Item = (Formula, Formula)>) -> Formula {
        let pairs: FxHashMap<Input, Formula> =
            pairs.into_iter().map(|(input, by)| (self.number_of(input), by)).collect();
        let cone = Cone::of(&self.formulas, [formula]);
        let by = |graph: &mut Graph, input| pairs.get(&input).copied().unwrap_or_else(|| graph.formulas.input(input));
        self.substitute(&cone, by)[0]
    }

    /// The formulas of a rule, with formulas in place of their inputs.
    pub fn import(&mut self, from: &Formulas, cone: &Cone, by: impl Fn(Input) -> Formula) -> Vec<Formula> {
        self.copied += cone.len() as u64;
        cone.values(&mut Transplant { from, into: &mut self.formulas, by: |_: &mut Formulas, input| by(input) })
    }
}

/// Formulas with others in the place of inputs, which may have names of their own.
struct Substitution<'g, F> {
    graph: &'g mut Graph,
    by: F,
}

impl<F: FnMut(&mut Graph, Input) -> Formula> Algebra for Substitution<'_, F> {
    type Value = Formula;

    fn formulas(&self) -> &Formulas {
        &self.graph.formulas
    }

    fn falsity(&self) -> Formula {
        Formula::FALSE
    }

    fn input(&mut self, input: Input) -> Formula {
        (self.by)(self.graph, input)
    }

    fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.graph.formulas.and(a, b)
    }

    fn not(&self, a: Formula) -> Formula {
        !a
    }
}
