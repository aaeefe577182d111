//! Where runs come by, if nothing is saved.
//!
//! What is wanted is whether the automaton accepts between two times that an activation comes by. An activation that it calls in between comes by spots
//! of its own. So *accepted* begins anew at each spot, and what it was is kept by a local of the activation, *before*; at the return *accepted* is what one of
//! both is: whether the automaton has accepted since the last spot of the caller, in the caller or in the callee.

use super::super::expression::{BinaryOp, Expr};
use super::super::model::*;
use super::super::write::{Writer, statement};
use super::ghosts::Ghosts;
use crate::lang::pool::List;

/// The statements at a spot, which stand at `here`: a branch to the call of the alarm, that call, and *accepted* begins anew.
pub(super) fn statements(
    writer: &mut Writer<'_>,
    ghosts: &Ghosts,
    alarm: ProcId,
    compared: &[Var],
    before: Option<Var>,
    here: u32,
) -> Vec<Statement> {
    let mut any = writer.choice(0);
    for &var in ghosts.state.iter().chain(&ghosts.accepted).chain(compared) {
        let var = writer.variable(var);
        any = writer.binary(BinaryOp::Xor, any, var);
    }
    let call = Kind::Call { callee: alarm, args: List::new(0, 0), targets: List::new(0, 0) };
    let branch = Statement { choices: 1, ..statement(Kind::Branch { cond: any, yes: Point(here + 1) }, here + 2) };
    let mut statements = vec![branch, statement(call, here + 2)];
    if let Some(accepted) = ghosts.accepted {
        let (mut targets, mut values) = (vec![Some(accepted)], vec![writer.constant(false)]);
        if let Some(before) = before {
            targets.push(Some(before));
            values.push(either(writer, accepted, before));
        }
        let (targets, values) = (writer.targets(targets), writer.list(values));
        statements.push(statement(Kind::Assign { targets, values, constrain: None }, here + 3));
    }
    statements
}

/// What is done before a return: *accepted* is what it is since the caller came by.
pub(super) fn returns(writer: &mut Writer<'_>, accepted: Var, before: Var, next: u32) -> Statement {
    let value = either(writer, accepted, before);
    let (targets, values) = (writer.targets(vec![Some(accepted)]), writer.list(vec![value]));
    statement(Kind::Assign { targets, values, constrain: None }, next)
}

fn either(writer: &mut Writer<'_>, one: Var, other: Var) -> Expr {
    let (one, other) = (writer.variable(one), writer.variable(other));
    writer.binary(BinaryOp::Or, one, other)
}
