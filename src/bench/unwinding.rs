//! What is unwound until a property of recursion is decided (2015-fedyukovich, Table 1, in shape): the programs of `generate words`, each with and
//! without its mistake.
//!
//! An engine that unwinds calls on demand tells how far among its counters; of the others only the time is looked at.

use super::table::Member;
use crate::campaign::record::Record;
use crate::campaign::results::Cell;
use crate::engine::registry::Registry;
use crate::generate::Variant;
use crate::generate::words::catalogue::PROGRAMS;
use serde_json::Value;

/// The name of the table.
pub const NAME: &str = "depth";

/// What is looked at, in a sentence.
pub const ABOUT: &str = "what is unwound until a property of recursion over numbers is decided";

/// How large numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Their bits.
    pub bits: u32,
    /// How large those are that drive recursion, at most; `None`: as large as they can be.
    pub inputs: Option<u64>,
}

/// The size that is measured if no other is wanted.
pub const BITS: u32 = 3;

/// What an engine says of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// All its runs as one.
    pub(crate) cell: Cell,
    /// How far it has unwound calls, if it tells.
    pub unwound: Option<Unwound>,
}

/// How far calls were unwound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwound {
    /// The levels before the first question: *In* of the paper.
    pub first: u64,
    /// The longest chain of calls: ν of the paper.
    pub nu: u64,
    /// How many calls.
    pub calls: u64,
    /// How many helper assertions were tried.
    pub helpers: u64,
}

/// A program, and what each engine says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The name of the program, with the flag for its mistake.
    pub name: String,
    /// For each of the [`engines`].
    pub entries: Vec<Entry>,
}

impl Entry {
    /// Whether it was decided, rightly.
    pub fn is_decided(&self) -> bool {
        self.cell.solved()
    }
}

/// All programs, each with its name and without and with its mistake, that numbers of so many bits suffice for.
pub fn lines(size: Size) -> impl Iterator<Item = (String, Member)> {
    let Size { bits, inputs } = size;
    PROGRAMS.iter().filter(move |entry| entry.least <= bits).flat_map(move |entry| {
        [Variant::Safe, Variant::Unsafe].map(|variant| {
            let flag = if variant.is_unsafe() { " --unsafe" } else { "" };
            let few = inputs.map_or(String::new(), |inputs| format!(" --inputs {inputs}"));
            let command = format!("words {} --bits {bits}{few}{flag}", entry.name);
            (format!("{}{flag}", entry.name), Member { size: bits, command })
        })
    })
}

/// Who is asked.
pub fn engines() -> Vec<&'static str> {
    Registry::standard().columns(NAME)
}

/// Asks all engines about a program, each so many times if it decides it. `check` is that of [`super::measure::measure`].
///
/// # Errors
/// What `check` fails with.
pub fn measure<E>(
    (name, member): (String, Member),
    engines: &[&str],
    rounds: u32,
    mut check: impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Measured, E> {
    let mut entries = Vec::with_capacity(engines.len());
    for engine in engines {
        let mut runs = Vec::new();
        let mut cell = None;
        for round in 1..=rounds {
            runs.push(check(&member, engine, round)?);
            let all = Cell::of(&runs.iter().collect::<Vec<_>>());
            let is_decided = all.solved();
            cell = Some(all);
            if !is_decided {
                break;
            }
        }
        let unwound = runs.first().and_then(|run| unwound(engine, run));
        entries.extend(cell.map(|cell| Entry { cell, unwound }));
    }
    Ok(Measured { name, entries })
}

/// What an engine's counters say.
fn unwound(engine: &str, run: &Record) -> Option<Unwound> {
    let counters = run.stats.as_ref()?.as_object()?.values().next()?;
    let count = |name: &str| counters.get(name).and_then(Value::as_u64);
    let first = engine.split(':').find_map(|option| option.strip_prefix("in=")?.parse().ok());
    Some(Unwound {
        first: first.unwrap_or(0),
        nu: count("nu")?,
        calls: count("instances")?,
        helpers: count("helpers").unwrap_or(0),
    })
}
