//! Who takes part, from when on, and for how long at a time.
//!
//! With one thread what an engine has had is counted in work, for the sake of repetition. But how long the same work takes differs by ten times from program to program, so with more threads,
//! where nothing can be repeated, it is time, if there is a clock.

use super::feature::has;
use crate::budget::Budget;
use crate::engine::EngineSpec;
use crate::engine::registry::Role;
use crate::pipeline::{Loaded, Options};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

/// A program with more places has more than a few states mostly: nobody scouts.
const FEW_PLACES: u64 = 2_000;

/// The work that is scouted before anybody else begins: half a millisecond mostly. Who takes longer is as often the slower one.
const SCOUTED: u64 = 500;

/// The work that the one that leads does alone, before the first joins: some milliseconds mostly.
const HEAD_START: u64 = 1_000;
/// What is more of both for each place of the program, which takes time to be gone through even if there is nothing to find.
const WORK_A_PLACE: u64 = 1;
/// Where time counts, nobody joins before there was so much for each place, or a quarter of what is left: an easy program takes no longer, and somebody else would need as much time and memory besides.
const TIME_A_PLACE: Duration = Duration::from_micros(40);

/// Who takes part.
pub struct Entrant {
    /// The engine.
    pub engine: EngineSpec,
    /// From when on.
    pub begins: Begins,
    /// The work that it may do before all others, if it scouts.
    pub scouts: Option<u64>,
    /// The work after which it is asked for the first time whether others are to go on.
    pub first_turn: u64,
    /// The work of a millisecond, roughly.
    pub stretch: u64,
    /// How much of the time it has.
    pub share: u32,
    /// In what that is counted.
    pub counts: Counts,
    /// The work that it may do, if not as much as there is.
    pub effort: Option<u64>,
}

/// In what it is counted what an engine has had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// In work, of which this much is taken for ten milliseconds.
    Work(u64),
    /// In time, looked at after each bit of work.
    Time(u64),
}

/// From when on somebody takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// From the start, if nobody who scouted has the answers.
    Leading,
    /// When the one that leads has done so much work, and this much time has gone by since it began.
    After(u64, Duration),
}

/// The time that `pace` is about.
pub const TEN_MILLISECONDS: Duration = Duration::from_millis(10);
/// The work of ten milliseconds is done in so many parts, and the clock looked at after each.
const PARTS: u64 = 10;

/// So many work at a time at least, if it is not said how many.
const THREADS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// How many work at a time. To ask how many processors may be used takes as long as to decide a small program.
pub fn at_a_time(budget: &Budget) -> usize {
    of_threads(budget.threads(), || available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

fn of_threads(said: Option<NonZeroUsize>, processors: impl FnOnce() -> NonZeroUsize) -> usize {
    said.unwrap_or_else(|| processors().max(THREADS)).get()
}

/// All that take part, the one that leads first.
pub fn entrants(loaded: &Loaded, options: &Options) -> Vec<Entrant> {
    let places = loaded.program.size() as u64;
    let head_start = HEAD_START + WORK_A_PLACE * places;
    let easy = TIME_A_PLACE.saturating_mul(u32::try_from(places).unwrap_or(u32::MAX));
    let is_alone = options.budget.threads() == Some(NonZeroUsize::MIN);
    let counts_time = !is_alone && options.stopwatch.runs();
    let time = match options.budget.time_left() {
        _ if !counts_time => Duration::ZERO,
        Some(left) => easy.min(left / 4),
        None => easy,
    };
    let mut parts = options.registry.race();
    parts.retain(|(part, _)| part.role != Role::Scouts || places <= FEW_PLACES);
    for (part, _) in &mut parts {
        if let Some(with) = part.with.iter().find(|with| has(loaded, with.feature)) {
            (part.role, part.share) = (with.role, with.share);
        }
    }
    parts.sort_by_key(|(part, _)| (part.role != Role::Leads, part.role != Role::Scouts));
    parts
        .into_iter()
        .map(|(part, engine)| {
            let stretch = part.pace.div_ceil(PARTS);
            let (begins, first_turn) = match part.role {
                Role::Leads => (Begins::Leading, head_start),
                Role::Scouts => (Begins::After(head_start, time), part.pace),
                Role::Joins { after } => (Begins::After(u64::from(after) * head_start, time), part.pace),
            };
            let scouts = (part.role == Role::Scouts).then_some(SCOUTED + WORK_A_PLACE * places);
            let counts = if counts_time { Counts::Time(stretch) } else { Counts::Work(part.pace) };
            Entrant { engine, begins, scouts, first_turn, stretch, share: part.share, counts, effort: part.effort }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_work_at_a_time_at_least_unless_it_is_said_how_many() {
        let some = |count| NonZeroUsize::new(count).expect("not zero");
        assert_eq!([1, 2, 8].map(|processors| of_threads(None, || some(processors))), [2, 2, 8]);
        assert_eq!(of_threads(Some(NonZeroUsize::MIN), || unreachable!("nobody asks")), 1);
    }
}
