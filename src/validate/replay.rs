//! A trace is accepted if the program does what it says.
//!
//! Every run is executed once, so that the work is linear in the size of the trace, however long it is when
//! written out. That is enough, because a run depends on nothing but its entry state and its choices:
//!
//! - a run whose calls name runs that were checked is itself right, by induction over the index;
//! - a call may take the result of a run from another place if procedure, globals and parameters are the same;
//! - the runs of the final stack are held together by their entry states.
//!
//! A trace has also to be canonical (see [`crate::verdict::trace`]): it says nothing that could be
//! said otherwise. For the truth of its claim that would not be needed. But so nothing in it, be it a single
//! bit, can be altered without being noticed.

use super::claim::Passages;
use super::length::Length;
use super::property;
use super::refusal::Refusal;
use super::run::Execution;
use crate::budget::{Budget, StopReason};
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::semantics::is_initial;
use crate::lang::program::{ProcId, Program};
use crate::verdict::trace::{End, Run, Trace};
use rustc_hash::FxHashSet;

/// A trace that the program bears out. Only [`replay`] and [`replay_claim`](super::replay_claim) make one.
#[derive(Clone, Debug)]
pub struct Replayed {
    trace: Trace,
    lengths: Vec<Length>,
    total: Length,
    passages: Passages,
}

impl Replayed {
    /// The trace.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How many steps each run has, those of its callees that returned included, its end as one.
    pub fn lengths(&self) -> &[Length] {
        &self.lengths
    }

    /// What a monitor did on the way, if one looked on.
    pub fn passages(&self) -> &Passages {
        &self.passages
    }

    /// The same, with what a monitor did on the way.
    pub(super) fn with_passages(self, passages: Passages) -> Replayed {
        Replayed { passages, ..self }
    }

    /// How many steps there are from the beginning to the violation.
    pub fn length(&self) -> &Length {
        &self.total
    }
}

/// Why a trace was not replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotReplayed {
    /// The first thing that the program does not bear out.
    Refused(Refusal),
    /// The limit that was hit.
    Stopped(StopReason),
}

impl From<Refusal> for NotReplayed {
    fn from(refusal: Refusal) -> NotReplayed {
        NotReplayed::Refused(refusal)
    }
}

impl From<StopReason> for NotReplayed {
    fn from(reason: StopReason) -> NotReplayed {
        NotReplayed::Stopped(reason)
    }
}

/// Executes a trace on the program: a run of it that begins in `entry` and violates [`Trace::property`]. Whether
/// that is the property that was asked for, the caller has to see.
///
/// # Errors
/// The first thing that the program does not bear out.
pub fn replay(program: &Program, program_sha256: &str, entry: ProcId, trace: Trace) -> Result<Replayed, Refusal> {
    unlimited(replay_within(program, program_sha256, entry, trace, &Budget::unlimited()))
}

/// What comes out where there are no limits.
pub(super) fn unlimited(replayed: Result<Replayed, NotReplayed>) -> Result<Replayed, Refusal> {
    replayed.map_err(|why| match why {
        NotReplayed::Refused(refusal) => refusal,
        NotReplayed::Stopped(reason) => unreachable!("{reason:?}"),
    })
}

/// The same within a budget.
///
/// # Errors
/// See [`NotReplayed`].
pub(crate) fn replay_within(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    trace: Trace,
    budget: &Budget,
) -> Result<Replayed, NotReplayed> {
    if trace.turn.is_some() || matches!(trace.property.kind, PropertyKind::Runs(_)) {
        let expected = "one that a run violates at its end";
        return Err(Refusal::whole("the property", expected, "one about runs that never end").into());
    }
    replayed(program, program_sha256, entry, trace, budget)
}

/// The same, whatever a run that ends so is said to show.
pub(super) fn replayed(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    trace: Trace,
    budget: &Budget,
) -> Result<Replayed, NotReplayed> {
    if trace.program != program_sha256 {
        return Err(Refusal::whole("the SHA-256 of the program", program_sha256, &trace.program).into());
    }
    let Property { kind, place } = &trace.property;
    let is_there = match kind {
        PropertyKind::Runs(_) => property::is_there(program, *place),
        _ => property::exists(program, &trace.property),
    };
    if !is_there {
        return Err(Refusal::whole("the property", "one of the program", trace.property.kind.to_string()).into());
    }
    if !(1..=trace.runs.len()).contains(&trace.stack) {
        let expected = format!("1 to {} runs", trace.runs.len());
        return Err(Refusal::whole("the height of the final stack", expected, trace.stack).into());
    }
    let first_open = trace.runs.len() - trace.stack;
    let mut lengths: Vec<Length> = Vec::with_capacity(trace.runs.len());
    let mut seen = FxHashSet::default();
    for (index, run) in trace.runs.iter().enumerate() {
        has_its_end(&trace, first_open, index)?;
        Execution::check(program, &trace, index, budget)?;
        if index < first_open && !seen.insert(run) {
            return Err(Refusal::whole(&format!("run {index}"), "no two runs that are the same", "one more").into());
        }
        lengths.push(length(run, &lengths));
    }
    begins(program, entry, &trace.runs[first_open])?;
    all_are_needed(&trace, first_open)?;
    let mut total = Length::default();
    lengths[first_open..].iter().for_each(|length| total.add(length));
    Ok(Replayed { trace, lengths, total, passages: Passages::default() })
}

/// The runs before the final stack return, the last one violates the property, the others of the stack wait.
fn has_its_end(trace: &Trace, first_open: usize, index: usize) -> Result<(), Refusal> {
    let (expected, fits) = match &trace.runs[index].end {
        end if index < first_open => ("a return", matches!(end, End::Returned { .. })),
        end if index + 1 < trace.runs.len() => ("a call", matches!(end, End::Calling { .. })),
        end => ("a violation", matches!(end, End::Violation { .. })),
    };
    if fits { Ok(()) } else { Err(Refusal::whole(&format!("the end of run {index}"), expected, "another")) }
}

fn begins(program: &Program, entry: ProcId, first: &Run) -> Result<(), Refusal> {
    if first.procedure != entry {
        let name = |id: ProcId| program.name(program[id].name);
        return Err(Refusal::whole("the procedure that begins", name(entry), name(first.procedure)));
    }
    if !is_initial(program, &first.entry.globals) {
        let what = "the first values of the globals";
        return Err(Refusal::whole(what, "initialisers to be respected", "another value"));
    }
    Ok(())
}

fn all_are_needed(trace: &Trace, first_open: usize) -> Result<(), Refusal> {
    let mut needed = vec![false; first_open];
    let calls = trace.runs.iter().flat_map(|run| &run.steps).filter_map(|step| step.call);
    calls.for_each(|callee| needed[callee.index()] = true);
    match needed.iter().position(|needed| !needed) {
        Some(idle) => Err(Refusal::whole(&format!("run {idle}"), "a call of it", "none")),
        None => Ok(()),
    }
}

fn length(run: &Run, earlier: &[Length]) -> Length {
    let mut length = Length::of(run.steps.len() + 1);
    run.steps.iter().filter_map(|step| step.call).for_each(|callee| length.add(&earlier[callee.index()]));
    length
}
