//! What is saved at a cut, and when it is there again.

use super::super::expression::BinaryOp;
use super::super::model::*;
use super::super::write::{Writer, statement};
use super::Watcher;
use super::automaton::{number, with};
use super::ghosts::{Ghosts, Then};
use crate::lang::pool::List;

/// How many statements there are at a cut.
pub(super) const STATEMENTS: u32 = 4;

/// A cut.
pub(super) struct Seen<'a> {
    /// Its number; see [`super::marks`].
    pub mark: usize,
    /// What is compared, each with where it is kept.
    pub kept: &'a [(Var, Then)],
    /// Whether something was saved.
    pub saved: Var,
    /// The local that says that the activation has saved; none of one that never returns.
    pub base: Option<Var>,
    /// Whether it may be another activation that has saved.
    pub is_recursive: bool,
}

/// The statements at a cut, which stand at `here`: a branch to the call of the alarm, that call, a branch to what saves, and that.
pub(super) fn statements(
    writer: &mut Writer<'_>,
    ghosts: &Ghosts,
    watcher: &Watcher<'_>,
    alarm: ProcId,
    cut: &Seen<'_>,
    here: u32,
) -> [Statement; STATEMENTS as usize] {
    let has_saved = cut.base.filter(|_| !cut.is_recursive).unwrap_or(cut.saved);
    let mut again = writer.variable(has_saved);
    if let Some(accepted) = ghosts.accepted {
        let accepted = writer.variable(accepted);
        again = writer.binary(BinaryOp::And, again, accepted);
    }
    if let Some(mark) = number(writer, &ghosts.mark, cut.mark, Writer::variable) {
        again = writer.binary(BinaryOp::And, again, mark);
    }
    for &(now, then) in cut.kept {
        let same = match then {
            Then::Was(then) => {
                let (now, then) = (writer.variable(now), writer.variable(then));
                writer.binary(BinaryOp::Iff, now, then)
            }
            Then::Is(value) => writer.is(now, value),
        };
        again = writer.binary(BinaryOp::And, again, same);
    }
    let mut saves = writer.choice(0);
    let saved = writer.variable(cut.saved);
    let not_yet = writer.not(saved);
    saves = writer.binary(BinaryOp::And, saves, not_yet);
    for &(now, then) in cut.kept {
        if let Then::Is(value) = then {
            let is = writer.is(now, value);
            saves = writer.binary(BinaryOp::And, saves, is);
        }
    }
    if watcher.turning.iter().any(|turning| !turning) {
        let mut turning = None;
        for state in (0..watcher.turning.len()).filter(|&state| watcher.turning[state]) {
            let is = number(writer, &ghosts.state, state, Writer::variable);
            let is = is.unwrap_or_else(|| writer.constant(true));
            turning = Some(with(writer, BinaryOp::Or, turning, is));
        }
        let turning = turning.unwrap_or_else(|| writer.constant(false));
        saves = writer.binary(BinaryOp::And, saves, turning);
    }
    let (mut targets, mut values) = (Vec::new(), Vec::new());
    for var in cut.base.into_iter().chain([cut.saved]) {
        targets.push(Some(var));
        values.push(writer.constant(true));
    }
    for (index, &bit) in ghosts.mark.iter().enumerate() {
        targets.push(Some(bit));
        values.push(writer.constant(cut.mark >> index & 1 == 1));
    }
    for &(now, then) in cut.kept {
        if let Then::Was(then) = then {
            targets.push(Some(then));
            values.push(writer.variable(now));
        }
    }
    let call = Kind::Call { callee: alarm, args: List::new(0, 0), targets: List::new(0, 0) };
    let (targets, values) = (writer.targets(targets), writer.list(values));
    let save = Kind::Assign { targets, values, constrain: None };
    [
        statement(Kind::Branch { cond: again, yes: Point(here + 1) }, here + 2),
        statement(call, here + 2),
        Statement { choices: 1, ..statement(Kind::Branch { cond: saves, yes: Point(here + 3) }, here + 4) },
        statement(save, here + 4),
    ]
}
