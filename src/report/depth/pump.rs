//! What comes again and again where there is no bound.

use crate::lang::program::{Kind, Place, ProcId, Var};
use crate::pipeline::Loaded;
use crate::pipeline::depth::Pump;
use crate::verdict::names::Names;
use crate::verdict::trace::{End, Run};

/// So many values are shown, those of parameters first.
const SHOWN: usize = 8;

/// A call on the way from the one activation to the other.
pub(super) struct Call {
    /// The caller.
    pub procedure: ProcId,
    /// Where it calls.
    pub place: Place,
}

/// The calls on the way from the one activation to the other.
pub(super) fn calls(pump: &Pump) -> Vec<Call> {
    let trace = pump.run.trace();
    let stack: Vec<&Run> = trace.final_stack().map(|id| trace.run(id)).collect();
    let [first, again] = pump.twice;
    let calls = stack[first..again].iter().filter_map(|run| match run.end {
        End::Calling { point, .. } => {
            Some(Call { procedure: run.procedure, place: Place { procedure: run.procedure, point } })
        }
        End::Returned { .. } | End::Violation { .. } => None,
    });
    calls.collect()
}

/// With what it is entered each time.
pub(super) fn values(loaded: &Loaded, pump: &Pump) -> Vec<(String, bool)> {
    let trace = pump.run.trace();
    let Some(run) = trace.final_stack().nth(pump.twice[0]).map(|id| trace.run(id)) else { return Vec::new() };
    let names = Names::of(&loaded.program, run.procedure);
    let params = (0..loaded.program[run.procedure].params).map(Var::local);
    let globals = (0..loaded.program.globals.len()).map(Var::global);
    params.chain(globals).map(|var| (names.get(var).to_string(), run.entry.get(var))).collect()
}

/// The same in a line: `g x.bp:12:3 -> f x.bp:6:5 -> g, entered with the same x=1`.
pub(super) fn line(loaded: &Loaded, pump: &Pump) -> String {
    let program = &loaded.program;
    let name = |procedure: ProcId| program.name(program[procedure].name);
    let calls = calls(pump);
    let mut line = String::new();
    for call in &calls {
        let at = loaded.source.locate(program.span(call.place));
        line += &format!("{} {at} -> ", name(call.procedure));
    }
    line += calls.first().map_or("", |call| name(call.procedure));
    let values = values(loaded, pump);
    let shown: Vec<String> =
        values.iter().take(SHOWN).map(|(name, value)| format!("{name}={}", u8::from(*value))).collect();
    if !shown.is_empty() {
        line += &format!(", entered with the same {}", shown.join(" "));
    }
    if values.len() > SHOWN {
        line += &format!(" and {} more", values.len() - SHOWN);
    }
    line
}

/// Whether a statement is a call.
pub(super) fn callee(loaded: &Loaded, place: Place) -> Option<ProcId> {
    match loaded.program[place].kind {
        Kind::Call { callee, .. } => Some(callee),
        _ => None,
    }
}
