//! Who takes part, from when on, and for how long at a time.

use crate::budget::Budget;
use crate::engine::EngineSpec;
use crate::engine::registry::Role;
use crate::pipeline::{Loaded, Options};
use std::num::NonZeroUsize;

/// A program with more places has more than a few states mostly: nobody scouts.
const FEW_PLACES: u64 = 2_000;

/// The work that the one that scouts does first: a few milliseconds. Who ends earlier waits for it.
const FEW_STATES: u64 = 10_000;

/// The work that the one that leads does before the first joins: some milliseconds mostly.
const HEAD_START: u64 = 1_000;
/// The same for each place of the program, which takes time to be gone through even if there is nothing to find.
const HEAD_START_A_PLACE: u64 = 1;

/// With more than one thread, the one that leads has one of them for itself for so many head starts: some seconds.
const LEAD: u64 = 500;

/// Who takes part.
pub struct Entrant {
    /// The engine.
    pub engine: EngineSpec,
    /// From when on.
    pub begins: Begins,
    /// The work of its first turn.
    pub first_turn: u64,
    /// The work of each later one.
    pub turn: u64,
    /// The work that it may do, if not as much as there is.
    pub effort: Option<u64>,
}

/// From when on somebody takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// From the start; its first turn is its own, whatever the others find.
    Scouting,
    /// From the start.
    Leading,
    /// When the one that leads has done so much.
    After(u64),
}

/// How many work at a time, if it is not said.
const THREADS: usize = 2;

/// How many work at a time.
pub fn threads(budget: &Budget) -> usize {
    budget.threads().map_or(THREADS, NonZeroUsize::get)
}

/// All that take part: the one that leads, then the one that scouts, if there is one, and then those that join.
pub fn entrants(loaded: &Loaded, options: &Options) -> Vec<Entrant> {
    let places: u64 = loaded.program.procedures.iter().map(|procedure| u64::from(procedure.points())).sum();
    let head_start = HEAD_START + HEAD_START_A_PLACE * places;
    let parts =
        options.registry.race().into_iter().filter(|(part, _)| part.role != Role::Scouts || places <= FEW_PLACES);
    parts
        .map(|(part, engine)| {
            let (begins, first_turn) = match part.role {
                Role::Leads if threads(&options.budget) == 1 => (Begins::Leading, head_start),
                Role::Leads => (Begins::Leading, LEAD * head_start),
                Role::Scouts => (Begins::Scouting, FEW_STATES),
                Role::Joins { after } => (Begins::After(u64::from(after) * head_start), part.turn),
            };
            Entrant { engine, begins, first_turn, turn: part.turn, effort: part.effort }
        })
        .collect()
}
