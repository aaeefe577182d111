//! The program in which a monitor looks on.

use super::{Claim, Monitored, Said};
use crate::lang::program::product::{Part, Position, Product, Rule, Supervisor};
use crate::lang::program::{ProcId, Program};
use crate::ltl::formula::{Binary, Ltl, LtlGraph, Node, Unary};
use crate::monitor::Target;

/// The program of which a run comes to [`Product::alarm`] if and only if the monitor, which is that of the claim, comes to an error on a run that begins with
/// `entry`.
pub fn supervised(program: &Program, entry: ProcId, claim: &Claim, monitored: &Monitored) -> Product {
    let Monitored { monitor, stack, .. } = monitored;
    let states: Vec<&str> = monitor.states.iter().map(|state| state.name.as_str()).collect();
    let rules = |position: Position| {
        let said: Vec<Said<'_>> = claim.said(position).collect();
        let all = monitor.states.iter().enumerate();
        let all = all.flat_map(|(from, state)| state.rules.iter().map(move |rule| (from, rule)));
        let followed = all.filter_map(|(from, rule)| {
            let to = match rule.to {
                Target::State(state) => Some(state),
                Target::Error(_) => None,
            };
            Some(Rule { from, when: condition(&monitor.graph, rule.when, &said)?, below: &rule.below, to })
        });
        followed.collect()
    };
    program.supervised(entry, &Supervisor { states: &states, rules: &rules, stack })
}

/// What is left of a condition at a position, operands before their operators, and nothing of one that always holds; `None` if it never holds.
fn condition<'a>(graph: &LtlGraph, formula: Ltl, said: &[Said<'a>]) -> Option<Vec<Part<'a>>> {
    let mut known: Vec<Option<bool>> = vec![None; formula.index() + 1];
    for part in graph.cone(formula) {
        let of = |operand: Ltl| known[operand.index()];
        known[part.index()] = match graph.node(part) {
            Node::Constant(value) => Some(value),
            Node::Atom(atom) => match said[atom.index()] {
                Said::Known(holds) => Some(holds),
                Said::If { .. } => None,
            },
            Node::Unary(Unary::Not, f) => of(f).map(|value| !value),
            Node::Unary(..) => None,
            Node::Binary(operator, f, g) => match (operator, of(f), of(g)) {
                (Binary::And, Some(false), _) | (Binary::And, _, Some(false)) => Some(false),
                (Binary::Or, Some(true), _) | (Binary::Or, _, Some(true)) => Some(true),
                (Binary::Implies, Some(false), _) | (Binary::Implies, _, Some(true)) => Some(true),
                (Binary::And, Some(f), Some(g)) => Some(f && g),
                (Binary::Or, Some(f), Some(g)) => Some(f || g),
                (Binary::Implies, Some(f), Some(g)) => Some(!f || g),
                (Binary::Xor, Some(f), Some(g)) => Some(f != g),
                (Binary::Iff, Some(f), Some(g)) => Some(f == g),
                _ => None,
            },
        };
    }
    match known[formula.index()] {
        Some(true) => Some(Vec::new()),
        Some(false) => None,
        None => Some(written(graph, formula, &known, said)),
    }
}

/// What is to be written of a formula.
enum Task<'a> {
    All(Ltl),
    Part(Part<'a>),
}

/// A formula of which it is not known whether it holds, without those parts of which it is.
fn written<'a>(graph: &LtlGraph, formula: Ltl, known: &[Option<bool>], said: &[Said<'a>]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut tasks = vec![Task::All(formula)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Part(part) => {
                parts.push(part);
                continue;
            }
            Task::All(formula) => graph.node(formula),
        };
        match node {
            Node::Atom(atom) => {
                if let Said::If { program, expr, .. } = said[atom.index()] {
                    parts.push(Part::Expr(program, expr));
                }
            }
            Node::Constant(_) => {}
            Node::Unary(_, f) => tasks.extend([Task::Part(Part::Not), Task::All(f)]),
            Node::Binary(operator, f, g) => {
                let (left, right) = (known[f.index()], known[g.index()]);
                let (alone, is_negated) = match (operator, left, right) {
                    (_, None, None) => {
                        tasks.extend([Task::Part(part(operator)), Task::All(g), Task::All(f)]);
                        continue;
                    }
                    (Binary::Xor, Some(value), _) => (g, value),
                    (Binary::Xor, _, Some(value)) => (f, value),
                    (Binary::Iff, Some(value), _) => (g, !value),
                    (Binary::Iff, _, Some(value)) => (f, !value),
                    // Otherwise it would be known that this holds.
                    (Binary::Implies, _, Some(_)) => (f, true),
                    (_, Some(_), _) => (g, false),
                    (_, _, Some(_)) => (f, false),
                };
                tasks.extend(is_negated.then_some(Task::Part(Part::Not)));
                tasks.push(Task::All(alone));
            }
        }
    }
    parts
}

/// An operator that speaks of one position.
fn part<'a>(operator: Binary) -> Part<'a> {
    match operator {
        Binary::Or => Part::Or,
        Binary::Xor => Part::Xor,
        Binary::Implies => Part::Implies,
        Binary::Iff => Part::Iff,
        _ => Part::And,
    }
}
