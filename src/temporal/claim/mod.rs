//! A formula about the runs of a program.

mod condition;
mod meaning;

use crate::lang::program::product::Position;
use crate::lang::program::semantics::State;
use crate::lang::program::{Expr, ProcId, Program, semantics};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax;
use crate::ltl::formula::{Ltl, LtlGraph, Node, Unary};
use crate::ltl::parse::{self, Manner};
use crate::ltl::word::Letter;
use condition::Condition;
use meaning::Meaning;

/// A formula about the runs of a program, with what its atoms mean there.
#[derive(Clone, Debug)]
pub struct Claim {
    graph: LtlGraph,
    formula: Ltl,
    /// For each atom what it means.
    atoms: Vec<Meaning>,
}

/// What is known of an atom at a position without looking at variables.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// Whether it holds.
    Known(bool),
    /// It holds if the expression does, of a program whose variables are the first ones of the one that is spoken of.
    If {
        /// The program of the expression.
        program: &'a Program,
        /// The expression; it makes no choice.
        expr: Expr,
        /// The procedure whose locals it names, if it names locals.
        of: Option<ProcId>,
    },
}

/// The text of a program, and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The text.
    pub source: &'a Source,
    /// The program.
    pub program: &'a Program,
    /// How expressions are read.
    pub ladder: syntax::Ladder,
}

impl Claim {
    /// Reads a formula about a program. What is wrong or doubtful about it is added to the remarks; if it is wrong, there is none.
    pub fn read(text: &Source, manner: Manner, of: Spoken<'_>, remarks: &mut Diagnostics) -> Option<Claim> {
        let mut graph = LtlGraph::default();
        let parsed = parse::parse(text, manner, &mut graph, remarks)?;
        let mut atoms = Vec::with_capacity(parsed.atoms.len());
        for (id, atom, span) in parsed.atoms {
            match meaning::meaning(&atom, span, text, of, remarks) {
                Ok(meaning) => atoms.push((id, meaning)),
                Err(remark) => remarks.push(*remark),
            }
        }
        if remarks.has_errors() {
            return None;
        }
        atoms.sort_by_key(|(id, _)| *id);
        let atoms = atoms.into_iter().map(|(_, meaning)| meaning).collect();
        Some(Claim { graph, formula: parsed.formula, atoms })
    }

    /// The graph in which the formula is.
    pub fn graph(&self) -> &LtlGraph {
        &self.graph
    }

    /// The formula.
    pub fn formula(&self) -> Ltl {
        self.formula
    }

    /// The formula as a text, which is read as [`Manner::Standard`].
    pub fn text(&self) -> String {
        self.graph.show(self.formula).to_string()
    }

    /// Whether it speaks of the next position.
    pub fn counts_steps(&self) -> bool {
        let cone = self.graph.cone(self.formula);
        cone.into_iter().any(|part| matches!(self.graph.node(part), Node::Unary(Unary::Next, _)))
    }

    /// What is known of each atom at a position.
    pub fn said(&self, position: Position) -> impl Iterator<Item = Said<'_>> {
        self.atoms.iter().map(move |atom| atom.said(position))
    }

    /// The atoms that hold at a position, in a state of the activation that is there; of a run that is over the locals are not looked at.
    pub fn letter(&self, position: Position, state: &State) -> Letter {
        let none = semantics::Bits::new();
        let holds = |said: Said<'_>| match said {
            Said::Known(holds) => holds,
            Said::If { program, expr, .. } => semantics::evaluate(program, expr, state, state, &none),
        };
        let atoms = (0..).map(crate::ltl::formula::AtomId::new);
        Letter::new(atoms.zip(self.said(position)).filter(|(_, said)| holds(*said)).map(|(atom, _)| atom))
    }
}
