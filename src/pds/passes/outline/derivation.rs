//! Runs of loops become parts of the runs that called them.
//!
//! A run that several call is written out for each: a loop is no run that could be shared.

use super::Outlined;
use crate::budget::{Budget, StopReason};
use crate::pds::derivation::{Callee, Derivation, DerivationBuilder, Run, RunId, Step};

/// What became of a run that returned.
enum Became {
    /// A run.
    Run(RunId),
    /// Steps of the runs that called it.
    Steps(Vec<Step>),
}

/// The derivation with the loops where they were.
pub(super) fn inline(back: &Outlined, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
    let (returned, stack) = derivation.into_runs();
    let mut builder = DerivationBuilder::default();
    let mut became: Vec<Became> = Vec::with_capacity(returned.len());
    for run in returned {
        let is_loop = back.is_loop(&run);
        let run = back.written_out(run, &became, budget)?;
        became.push(if is_loop { Became::Steps(run.steps) } else { Became::Run(builder.returned(run)) });
    }
    let mut open: Vec<Run> = Vec::with_capacity(stack.len());
    for run in stack {
        let is_loop = back.is_loop(&run);
        let run = back.written_out(run, &became, budget)?;
        match open.last_mut() {
            Some(caller) if is_loop => caller.steps.extend(run.steps),
            _ => open.push(run),
        }
    }
    Ok(builder.finish(open))
}

impl Outlined {
    fn is_loop(&self, run: &Run) -> bool {
        run.procedure.index() >= self.procedures
    }

    /// A run without the rules that are new, with the loops that it calls.
    fn written_out(&self, run: Run, became: &[Became], budget: &Budget) -> Result<Run, StopReason> {
        let mut steps = Vec::with_capacity(run.steps.len());
        for step in run.steps {
            let is_new = step.rule.index() >= self.rules;
            match step.callee {
                Callee::Returned(id) => match &became[id.index()] {
                    Became::Run(run) => steps.push(step.returning(*run)),
                    Became::Steps(inner) => {
                        for step in inner {
                            budget.poll()?;
                            steps.push(step.clone());
                        }
                    }
                },
                Callee::Open | Callee::AnyWay | Callee::OnlyWay if is_new => {}
                Callee::Open | Callee::AnyWay | Callee::OnlyWay => steps.push(step),
            }
        }
        Ok(Run { steps, ..run })
    }
}
