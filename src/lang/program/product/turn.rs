//! What is saved at a cut, and when it is there again.

use super::super::expression::BinaryOp;
use super::super::model::*;
use super::super::write::{Writer, statement};
use super::Watcher;
use super::automaton::{number, with};
use super::ghosts::Ghosts;
use crate::lang::pool::List;

/// How many statements there are at a cut.
pub(super) const STATEMENTS: u32 = 4;

/// A cut.
pub(super) struct Cut<'a> {
    /// Its number.
    pub mark: usize,
    /// The globals that are compared.
    pub globals: &'a [Var],
    /// How many parameters and locals are compared.
    pub locals: usize,
    /// The local that says that the activation has saved; none of one that never returns.
    pub base: Option<Var>,
}

/// The statements at a cut, which stand at `here`: a branch to the call of the alarm, that call, a branch to what saves, and that.
pub(super) fn statements(
    writer: &mut Writer<'_>,
    ghosts: &Ghosts,
    watcher: &Watcher<'_>,
    alarm: ProcId,
    cut: &Cut<'_>,
    here: u32,
) -> [Statement; STATEMENTS as usize] {
    let mut again = writer.variable(ghosts.saved);
    if let Some(accepted) = ghosts.accepted {
        let accepted = writer.variable(accepted);
        again = writer.binary(BinaryOp::And, again, accepted);
    }
    if let Some(mark) = number(writer, &ghosts.mark, cut.mark, Writer::variable) {
        again = writer.binary(BinaryOp::And, again, mark);
    }
    let kept = kept(ghosts, cut);
    for &(now, then) in &kept {
        let (now, then) = (writer.variable(now), writer.variable(then));
        let same = writer.binary(BinaryOp::Iff, now, then);
        again = writer.binary(BinaryOp::And, again, same);
    }
    let mut saves = writer.choice(0);
    let saved = writer.variable(ghosts.saved);
    let not_yet = writer.not(saved);
    saves = writer.binary(BinaryOp::And, saves, not_yet);
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
    for var in cut.base.into_iter().chain([ghosts.saved]) {
        targets.push(Some(var));
        values.push(writer.constant(true));
    }
    for (index, &bit) in ghosts.mark.iter().enumerate() {
        targets.push(Some(bit));
        values.push(writer.constant(cut.mark >> index & 1 == 1));
    }
    for (now, then) in kept {
        targets.push(Some(then));
        values.push(writer.variable(now));
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

/// What is compared, each with where it is kept.
fn kept(ghosts: &Ghosts, cut: &Cut<'_>) -> Vec<(Var, Var)> {
    let state = ghosts.state.iter().copied().zip(ghosts.state_then.iter().copied());
    let globals = cut.globals.iter().copied().zip(ghosts.globals_then.iter().copied());
    let locals = (0..cut.locals).map(Var::local).zip(ghosts.locals_then.iter().copied());
    state.chain(globals).chain(locals).collect()
}
