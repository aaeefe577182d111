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
    let Some(run) = entered(pump) else { return Vec::new() };
    let names = Names::of(&loaded.program, run.procedure);
    given(loaded, run).into_iter().map(|var| (names.get(var).to_string(), run.entry.get(var))).collect()
}

/// The lower one of the two activations.
fn entered(pump: &Pump) -> Option<&Run> {
    let trace = pump.run.trace();
    trace.final_stack().nth(pump.twice[0]).map(|id| trace.run(id))
}

/// The parameters of a run's procedure, and all globals.
fn given(loaded: &Loaded, run: &Run) -> Vec<Var> {
    let params = (0..loaded.program[run.procedure].params).map(Var::local);
    let globals = (0..loaded.program.globals.len()).map(Var::global);
    params.chain(globals).collect()
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
    let shown = shown(loaded, pump);
    if !shown.is_empty() {
        line += &format!(", entered with the same {}", shown[..shown.len().min(SHOWN)].join(" "));
    }
    if shown.len() > SHOWN {
        line += &format!(" and {} more", shown.len() - SHOWN);
    }
    line
}

/// The values as they are shown: bits of a number as the number.
fn shown(loaded: &Loaded, pump: &Pump) -> Vec<String> {
    let Some(run) = entered(pump) else { return Vec::new() };
    let names = Names::of(&loaded.program, run.procedure);
    let all = given(loaded, run);
    let words = names.words(&loaded.program, run.procedure);
    let of = |var: &Var| {
        words.iter().find(|(_, word)| word.bits.contains(var) && word.bits.iter().all(|bit| all.contains(bit)))
    };
    let told = all.iter().filter_map(|var| match of(var) {
        Some((name, word)) if word.bits[0] == *var => Some(format!("{name}={}", word.show(|bit| run.entry.get(bit)))),
        Some(_) => None,
        None => Some(format!("{}={}", names.get(*var), u8::from(run.entry.get(*var)))),
    });
    told.collect()
}

/// Whether a statement is a call.
pub(super) fn callee(loaded: &Loaded, place: Place) -> Option<ProcId> {
    match loaded.program[place].kind {
        Kind::Call { callee, .. } => Some(callee),
        _ => None,
    }
}
