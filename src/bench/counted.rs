//! Tables that show, beside how soon engines decide, what some of them count on the way.

use super::ask::ask;
use super::table::Member;
use crate::campaign::record::Record;
use crate::campaign::results::Cell;
use serde_json::Value;

/// What an engine says of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// All its runs as one.
    pub(crate) cell: Cell,
    /// What it has counted, if it tells.
    pub told: Option<T>,
}

/// A program, and what each engine says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured<T> {
    /// The name of the program.
    pub name: String,
    /// For each engine.
    pub entries: Vec<Entry<T>>,
}

impl<T> Entry<T> {
    /// Whether it was decided, rightly.
    pub fn is_decided(&self) -> bool {
        self.cell.solved()
    }
}

/// Asks all engines about a program with its name, each so many times if it decides it; `told` reads what an engine has counted in its first run.
/// `check` is that of [`super::measure::measure`].
///
/// # Errors
/// What `check` fails with.
pub fn measure<T, E>(
    (name, member): (String, Member),
    engines: &[&str],
    rounds: u32,
    told: impl Fn(&str, &Record) -> Option<T>,
    mut check: impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Measured<T>, E> {
    let mut entries = Vec::with_capacity(engines.len());
    for engine in engines {
        let (cell, runs) = ask(&member, engine, rounds, &mut check)?;
        let told = runs.first().and_then(|run| told(engine, run));
        entries.push(Entry { cell, told });
    }
    Ok(Measured { name, entries })
}

/// A counter of the engine that a run was made by.
pub(crate) fn count(run: &Record, name: &str) -> Option<u64> {
    run.stats.as_ref()?.as_object()?.values().next()?.get(name).and_then(Value::as_u64)
}
