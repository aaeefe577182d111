//! A program that remembers one of its activations, and sounds the alarm when the procedure is entered again above it with the same values.

use super::super::expression::BinaryOp;
use super::super::model::*;
use super::super::write::Writer;
use super::Counting;
use super::insert::{self, Alarm, Entered, Handing, Kept, Plan};

impl Program {
    /// The same program, with an alarm that is entered when two activations of `procedure` are on the stack that were entered with the same globals
    /// and parameters, `values` among these. Between them there are only procedures `within`.
    pub fn recurring(&self, entry: ProcId, within: &[bool], procedure: ProcId, values: &[(Var, bool)]) -> Counting {
        let globals = (0..self.globals.len()).map(Var::global);
        let all = globals.chain((0..self[procedure].params).map(Var::local));
        let others: Vec<Var> = all.filter(|var| values.iter().all(|(known, _)| known != var)).collect();
        let plan = Plan {
            entry,
            within,
            registers: others.len() + 1,
            alarms: 1,
            entered: |writer: &mut Writer<'_>, entered: ProcId, own: &[Var]| match entered == procedure {
                true => compared(writer, own, values, &others),
                false => Entered { alarms: Vec::new(), kept: None },
            },
            chooses: false,
            handed: |writer: &mut Writer<'_>, call: &Handing<'_>| match call.caller {
                Some(own) => own.iter().map(|&own| writer.variable(own)).collect(),
                None => (0..others.len() + 1).map(|_| writer.constant(false)).collect(),
            },
        };
        insert::instrumented(self, &plan)
    }
}

/// The first register says whether an activation is remembered that is below, the others which values of these variables that was entered with.
fn compared(writer: &mut Writer<'_>, own: &[Var], values: &[(Var, bool)], others: &[Var]) -> Entered {
    let mut when = writer.variable(own[0]);
    for &(variable, value) in values {
        let is = writer.is(variable, value);
        when = writer.binary(BinaryOp::And, when, is);
    }
    for (&variable, &saved) in others.iter().zip(&own[1..]) {
        let now = writer.variable(variable);
        let then = writer.variable(saved);
        let same = writer.binary(BinaryOp::Iff, now, then);
        when = writer.binary(BinaryOp::And, when, same);
    }
    let mut chosen = writer.choice(0);
    for &(variable, value) in values {
        let is = writer.is(variable, value);
        chosen = writer.binary(BinaryOp::And, chosen, is);
    }
    let mut kept = vec![writer.constant(true)];
    kept.extend(others.iter().map(|&variable| writer.variable(variable)));
    Entered { alarms: vec![Alarm { index: 0, when }], kept: Some(Kept { when: chosen, values: kept }) }
}
