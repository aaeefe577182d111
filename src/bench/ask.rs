//! An engine and a program, so many times.

use super::table::Member;
use crate::campaign::record::Record;
use crate::campaign::results::Cell;

/// Asks an engine about a program so many times, but not again once it did not decide it: all runs, and the same as one. `check` is that of
/// [`super::measure::measure`].
///
/// # Errors
/// What `check` fails with.
pub(super) fn ask<E>(
    member: &Member,
    engine: &str,
    rounds: u32,
    check: &mut impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<(Cell, Vec<Record>), E> {
    let mut runs = vec![check(member, engine, 1)?];
    let mut cell = as_one(&runs);
    for round in 2..=rounds {
        if !cell.solved() {
            break;
        }
        runs.push(check(member, engine, round)?);
        cell = as_one(&runs);
    }
    Ok((cell, runs))
}

fn as_one(runs: &[Record]) -> Cell {
    Cell::of(&runs.iter().collect::<Vec<_>>())
}
