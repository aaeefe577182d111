//! Several engines at once: the first that answers all that was asked has the answer, checked like any other, and the others
//! are stopped.
//!
//! One *scouts*, state by state, for about a millisecond, which decides programs with few states at once. If that is not enough, one *leads*. How long each is alone is said in work, not in
//! time, and only one engine is at work. Most programs are decided by
//! then, in the same way at each time and on every machine, and nobody has worked for nothing. If they are not, others *join*, the one that has scouted before them, from the start: as many work at a time as there
//! are threads, and the others wait for their [turns]. Whoever has all answers and looks for what proves them is not held up for a while (with one thread it has half of the time, if not more), and whoever has too much to try has little, until it says otherwise ([`outlook`]). When somebody joins, and how much of the time it has, depends on what is seen of the program at once ([`feature`]): whether its variables are the bits of
//! numbers, whether there are many, and whether there are calls and loops at all (if not, and few properties are asked, another one leads); and nobody joins before the time that an easy program of this size takes, or while the one that leads proves its answers. What was found while scouting stands, whoever comes to a limit. With one thread one works at a time, and time is counted in work, so who is first is the same each time. With more it depends on the machine, but
//! not what is said of the properties, unless some are much harder than a later one that is violated: see
//! [`Course::decide_in_order`](super::course::Course::decide_in_order).

mod entrant;
mod feature;
mod outlook;
mod race;
mod starts;
mod turns;

use super::{Decided, Failure, Loaded, Options};
use crate::engine::{EngineSpec, Extent, Observer};
use entrant::entrants;
use race::Race;
use std::time::Duration;

/// An engine that took part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Began {
    /// Which, as its specification.
    pub engine: String,
    /// When it began to work.
    pub at: Duration,
}

/// The answers, and whose they are. `observer` hears of the one that leads; if it has not begun, of the violations that were found state by state.
///
/// # Errors
/// [`Failure::SelfCheck`] if evidence fails, or engines contradict each other.
pub(super) fn decide(
    loaded: &Loaded,
    options: &Options,
    extent: Extent,
    observer: &mut dyn Observer,
) -> Result<(EngineSpec, Decided), Failure> {
    let race = Race::new(loaded, options, extent, entrants(loaded, options));
    race.run(observer);
    race.end(observer)
}
