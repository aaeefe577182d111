//! Levels as JSON: at each position a number, as formulas over variables and the state of an automaton.

use super::document::Reference;
use super::read::{formula, variable};
use crate::lang::program::product::{Level, Levels, Operand, Position};
use crate::lang::program::{ProcId, Program, Var};
use crate::logic::formula::{Formula, Formulas, Node};
use crate::verdict::json::{Lookup, ReadError};
use crate::verdict::names::Names;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How high runs are where they come by again and again.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelPart<'a> {
    /// Where: a place of the program, `procedure#n`, or `over` or `violated`, where runs are that have ended.
    at: Cow<'a, str>,
    /// The formulas, each over earlier ones. Node n is the n-th of them, counted from 1.
    #[serde(default, borrow, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<LevelNode<'a>>,
    /// The bits of the number, the lowest first.
    bits: Vec<Reference>,
}

/// A formula of a level.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum LevelNode<'a> {
    /// The value of a variable of the program. A global that a local hides is written `::name`.
    Now(#[serde(borrow)] Cow<'a, str>),
    /// A bit of the number of the automaton's state, counted from 0, which is the lowest.
    State(usize),
    /// Both hold.
    And(Reference, Reference),
}

const OVER: &str = "over";
const VIOLATED: &str = "violated";

/// The document of levels.
pub(super) fn written<'a>(program: &'a Program, levels: &'a Levels) -> Vec<LevelPart<'a>> {
    // Positions of a procedure stand one behind the other.
    let mut seen: Option<(ProcId, Names<'_>)> = None;
    let parts = levels.iter().map(|(&position, level)| {
        let (at, names) = match position {
            Position::At(place) => {
                let known = seen.take().filter(|(procedure, _)| *procedure == place.procedure);
                let (_, names) =
                    seen.insert(known.unwrap_or_else(|| (place.procedure, Names::of(program, place.procedure))));
                (program.show(place).to_string().into(), Some(&*names))
            }
            Position::Over => (OVER.into(), None),
            Position::Violated => (VIOLATED.into(), None),
        };
        let mut number: FxHashMap<usize, i64> = FxHashMap::default();
        let reference = |number: &FxHashMap<usize, i64>, formula: Formula| match number.get(&formula.node()) {
            None => Reference::Constant(formula == Formula::TRUE),
            Some(&node) => Reference::Node(if formula.is_negated() { -node } else { node }),
        };
        let mut nodes = Vec::new();
        for node in level.formulas.cone(level.bits.iter().copied()) {
            nodes.push(match level.formulas.node(node) {
                Node::False => continue,
                Node::Input(input) => match Operand::of(input) {
                    // Where a run is over it has no variable, and none has this name.
                    Operand::Variable(var) => {
                        LevelNode::Now(names.map_or(OVER.into(), |names| names.get(var).to_string().into()))
                    }
                    Operand::State(index) => LevelNode::State(index),
                },
                Node::And(a, b) => LevelNode::And(reference(&number, a), reference(&number, b)),
            });
            number.insert(node, nodes.len() as i64);
        }
        let bits = level.bits.iter().map(|&bit| reference(&number, bit)).collect();
        LevelPart { at, nodes, bits }
    });
    parts.collect()
}

/// The levels of a document; `at` says where in it they stand.
pub(super) fn read(program: &Program, at: &str, parts: Vec<LevelPart<'_>>) -> Result<Levels, ReadError> {
    let lookup = Lookup::new(program);
    let nothing = FxHashMap::default();
    let mut seen: FxHashMap<ProcId, FxHashMap<String, Var>> = FxHashMap::default();
    let mut levels = Levels::new();
    for (index, part) in parts.into_iter().enumerate() {
        let at = format!("{at}[{index}]");
        let (position, variables) = match &*part.at {
            OVER => (Position::Over, &nothing),
            VIOLATED => (Position::Violated, &nothing),
            place => {
                let place = lookup.place(&format!("{at}.at"), place)?;
                let procedure = place.procedure;
                (Position::At(place), &*seen.entry(procedure).or_insert_with(|| lookup.variables(procedure)))
            }
        };
        if part.bits.len() > Level::WIDEST {
            let most = format!("there are more than {}", Level::WIDEST);
            return Err(ReadError::name(&format!("{at}.bits"), &most));
        }
        let mut formulas = Formulas::default();
        let mut nodes: Vec<Formula> = Vec::with_capacity(part.nodes.len());
        for (number, node) in part.nodes.into_iter().enumerate() {
            let at = format!("{at}.nodes[{number}]");
            let made = match node {
                LevelNode::Now(name) => formulas.input(Operand::Variable(variable(&at, variables, &name)?).input()),
                LevelNode::State(bit) if bit < STATES => formulas.input(Operand::State(bit).input()),
                LevelNode::State(bit) => return Err(ReadError::name(&at, &format!("no state has a bit {bit}"))),
                LevelNode::And(a, b) => {
                    let [a, b] = [a, b].map(|operand| formula(&at, &nodes, operand));
                    formulas.and(a?, b?)
                }
            };
            nodes.push(made);
        }
        let bits = part.bits.into_iter().map(|bit| formula(&format!("{at}.bits"), &nodes, bit));
        let level = Level { bits: bits.collect::<Result<_, _>>()?, formulas };
        if levels.insert(position, level).is_some() {
            return Err(ReadError::name(&format!("{at}.at"), "its level is said twice"));
        }
    }
    Ok(levels)
}

/// No automaton has more bits of state.
const STATES: usize = usize::BITS as usize;
