//! What is said of all runs of a program: a formula, or an automaton that accepts none of them, or a monitor that comes to no error.

mod automaton;
mod condition;
mod head;
mod meaning;
mod monitor;

use crate::lang::program::product::Position;
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::program::semantics::State;
use crate::lang::program::{Expr, Place, ProcId, Program, semantics};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax;
use crate::ltl::automaton::Automaton;
use crate::ltl::formula::{Ltl, LtlGraph, Node, Unary};
use crate::ltl::hoa::Hoa;
use crate::ltl::parse::{self, Manner};
use crate::ltl::word::Letter;
use crate::monitor::Monitor;
use condition::Condition;
use meaning::Meaning;

/// A statement about all runs of a program, with what its atoms mean there.
#[derive(Clone, Debug)]
pub struct Claim {
    says: Says,
    /// For each atom what it means.
    atoms: Vec<Meaning>,
    /// Of a pushdown system the places that are its configurations, in order: the others are no positions of runs. Of a program all are.
    configurations: Option<Vec<Place>>,
}

/// What is said of all runs.
#[derive(Clone, Debug)]
pub enum Says {
    /// The formula holds on each.
    Holds {
        /// The graph in which it is.
        graph: LtlGraph,
        /// The formula.
        formula: Ltl,
    },
    /// The automaton accepts none.
    Accepts {
        /// What it is called.
        name: String,
        /// The automaton.
        automaton: Automaton,
    },
    /// The monitor comes to no error.
    Obeys(Box<Monitored>),
}

/// A monitor of a program.
#[derive(Clone, Debug)]
pub struct Monitored {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The monitor.
    pub monitor: Monitor,
    /// The procedures of which it asks whether they are below, as it numbers them.
    pub stack: Vec<ProcId>,
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
        Some(Claim::new(Says::Holds { graph, formula: parsed.formula }, atoms, of))
    }

    fn new(says: Says, atoms: Vec<Meaning>, of: Spoken<'_>) -> Claim {
        let configurations = of.source.of_system().map(|coded| head::configurations(of.program, of.source, coded));
        Claim { says, atoms, configurations }
    }

    /// Reads a Büchi automaton of the violations, in HOA or as a never claim; its atoms are those of formulas.
    ///
    /// # Errors
    /// What is wrong with it, or with one of its atoms.
    pub fn of_automaton(text: &Source, of: Spoken<'_>) -> Result<Claim, Diagnostics> {
        automaton::read(text, of)
    }

    /// Reads a monitor, whose atoms are those of formulas. What is wrong or doubtful about it is added to the remarks; if it is wrong, there is none.
    pub fn of_monitor(text: &Source, of: Spoken<'_>, remarks: &mut Diagnostics) -> Option<Claim> {
        monitor::read(text, of, remarks)
    }

    /// What is said.
    pub fn says(&self) -> &Says {
        &self.says
    }

    /// What is asked of the program: the formula as a text, which is read as [`Manner::Standard`], the automaton, or the monitor.
    pub fn kind(&self) -> PropertyKind {
        PropertyKind::Runs(match &self.says {
            Says::Holds { graph, formula } => Forbidden::Formula(graph.show(*formula).to_string()),
            Says::Accepts { name, automaton } => {
                Forbidden::Automaton { name: name.clone(), hoa: Hoa { automaton, name }.to_string() }
            }
            Says::Obeys(of) => Forbidden::Monitor { name: of.name.clone(), text: of.text.clone() },
        })
    }

    /// Whether it is about a pushdown system, and not about a program.
    pub fn is_about_a_system(&self) -> bool {
        self.configurations.is_some()
    }

    /// Whether a run is at one of its positions at this place.
    pub fn is_position(&self, place: Place) -> bool {
        self.configurations.as_ref().is_none_or(|all| all.binary_search(&place).is_ok())
    }

    /// Whether it counts steps: a formula that speaks of the next position does, and any automaton or monitor, as it looks at each.
    pub fn counts_steps(&self) -> bool {
        match &self.says {
            Says::Holds { graph, formula } => {
                let cone = graph.cone(*formula);
                cone.into_iter().any(|part| matches!(graph.node(part), Node::Unary(Unary::Next, _)))
            }
            Says::Accepts { .. } | Says::Obeys(_) => true,
        }
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
