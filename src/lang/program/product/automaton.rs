//! One step of the automaton as a statement.

use super::super::expression::{BinaryOp, Expr};
use super::super::model::*;
use super::super::write::{Writer, statement};
use super::ghosts::Ghosts;
use super::{Step, Watcher};

/// What the automaton does at a position whose steps these are; nothing if it always stays where it is.
pub(super) fn reads(
    writer: &mut Writer<'_>,
    ghosts: &Ghosts,
    watcher: &Watcher<'_>,
    steps: &[Step<'_>],
    next: u32,
) -> Option<Statement> {
    let stays = |state: usize| steps.iter().any(|step| (step.from, step.to) == (state, state) && step.when.is_empty());
    if ghosts.state.is_empty() && ghosts.accepted.is_none() && stays(0) {
        return None;
    }
    let relation = relation(writer, ghosts, steps);
    if ghosts.state.is_empty() && ghosts.accepted.is_none() {
        return Some(statement(Kind::Assume(relation), next));
    }
    let mut values: Vec<Expr> = (0..ghosts.state.len() as u32).map(|index| writer.choice(index)).collect();
    values.extend(ghosts.accepted.map(|accepted| accepts(writer, ghosts, watcher, accepted)));
    let targets = ghosts.state.iter().copied().chain(ghosts.accepted).map(Some).collect();
    let (targets, values) = (writer.targets(targets), writer.list(values));
    let kind = Kind::Assign { targets, values, constrain: Some(relation) };
    Some(Statement { choices: ghosts.state.len() as u32, ..statement(kind, next) })
}

/// One of the steps is taken.
fn relation(writer: &mut Writer<'_>, ghosts: &Ghosts, steps: &[Step<'_>]) -> Expr {
    let mut any: Option<Expr> = None;
    for step in steps {
        let mut all = number(writer, &ghosts.state, step.from, Writer::variable);
        for &(program, expr, holds) in &step.when {
            let condition = writer.quoted(program, expr, |var| var);
            let condition = if holds { condition } else { writer.not(condition) };
            all = Some(with(writer, BinaryOp::And, all, condition));
        }
        if let Some(to) = number(writer, &ghosts.state, step.to, Writer::primed) {
            all = Some(with(writer, BinaryOp::And, all, to));
        }
        let all = all.unwrap_or_else(|| writer.constant(true));
        any = Some(with(writer, BinaryOp::Or, any, all));
    }
    any.unwrap_or_else(|| writer.constant(false))
}

/// Whether it has accepted since something was saved, if something is, this position included.
fn accepts(writer: &mut Writer<'_>, ghosts: &Ghosts, watcher: &Watcher<'_>, accepted: Var) -> Expr {
    let saved = ghosts.saved.map(|saved| writer.variable(saved));
    let mut accepts = writer.variable(accepted);
    for state in (0..watcher.accepting.len()).filter(|&state| watcher.accepting[state]) {
        let is = number(writer, &ghosts.state, state, Writer::variable);
        let is = is.unwrap_or_else(|| writer.constant(true));
        accepts = writer.binary(BinaryOp::Or, accepts, is);
    }
    with(writer, BinaryOp::And, saved, accepts)
}

/// Whether these bits, read in this way, are a number; nothing if there are none.
pub(super) fn number<'p>(
    writer: &mut Writer<'p>,
    bits: &[Var],
    value: usize,
    read: fn(&mut Writer<'p>, Var) -> Expr,
) -> Option<Expr> {
    let mut all = None;
    for (index, &bit) in bits.iter().enumerate() {
        let is = read(writer, bit);
        let is = if value >> index & 1 == 1 { is } else { writer.not(is) };
        all = Some(with(writer, BinaryOp::And, all, is));
    }
    all
}

/// Both, or the second alone if there is no first; they were written one right behind the other.
pub(super) fn with(writer: &mut Writer<'_>, op: BinaryOp, first: Option<Expr>, second: Expr) -> Expr {
    match first {
        Some(first) => writer.binary(op, first, second),
        None => second,
    }
}
