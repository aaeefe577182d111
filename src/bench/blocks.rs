//! What tables of blocks save (2015-friedberger, its evaluation, in shape): programs with and without recursion, by each way to keep tables.
//!
//! An engine that has tables of blocks tells of them among its counters; of the others only the time is looked at.

use super::counted::count;
use super::table::Member;
use crate::campaign::record::Record;
use crate::engine::registry::Registry;
use std::fmt;

/// The name of the table.
pub const NAME: &str = "blocks";

/// What is looked at, in a sentence.
pub const ABOUT: &str = "tables of blocks over the variables that are tracked, kept and not kept";

/// The portfolio, which is no engine of the registry.
const AUTO: &str = "auto";

/// The flags of `bpcheck generate` for each program: those of which little decides, recursive ones first, and those of which most does.
const PROGRAMS: [&str; 27] = [
    "wide --bits 4 --data 60 --shape recursion",
    "wide --bits 4 --data 60 --shape recursion --unsafe",
    "wide --bits 6 --data 40 --shape recursion",
    "wide --bits 6 --data 40 --shape recursion --unsafe",
    "wide --bits 6 --data 80 --shape recursion",
    "wide --bits 6 --data 80 --shape recursion --unsafe",
    "parameters --data 40",
    "parameters --data 40 --unsafe",
    "parameters --data 400",
    "parameters --data 400 --unsafe",
    "tickets --locks 20 --data 30",
    "tickets --locks 20 --data 30 --unsafe",
    "dispatch --flags 40",
    "dispatch --flags 40 --unsafe",
    "freebits --shape recursion --variables 64",
    "wide --bits 6 --data 40 --shape loop",
    "wide --bits 6 --data 40 --shape loop --unsafe",
    "locks --locks 16",
    "locks --locks 16 --unsafe",
    "slam --procedures 4 --locals 16",
    "slam --procedures 4 --locals 16 --unsafe",
    "bebop --procedures 100",
    "recursion --bits 4",
    "recursion --bits 4 --unsafe",
    "counter --bits 6",
    "assertions --kind related --depth 4",
    "cnf --variables 25",
];

/// What an engine says of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tabled {
    /// Searches, each with more tracked than the one before.
    pub rounds: u64,
    /// Calls that brought new entries to the table of a block.
    pub entered: u64,
    /// Calls whose entries were all there.
    pub hits: u64,
    /// Increments of tables that were kept from one search to the next.
    pub kept: u64,
    /// Increments that were dropped.
    pub dropped: u64,
    /// Variables that are tracked at the end.
    pub tracked: u64,
    /// Variables that are live somewhere.
    pub live: u64,
}

/// `8, 12, 30, 71/15, 6/66`.
impl fmt::Display for Tabled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tabled { rounds, entered, hits, kept, dropped, tracked, live } = self;
        write!(f, "{rounds}, {entered}, {hits}, {kept}/{dropped}, {tracked}/{live}")
    }
}

/// All programs, each with its name.
pub fn lines() -> impl Iterator<Item = (String, Member)> {
    PROGRAMS.iter().map(|&command| (command.to_string(), Member { size: 0, command: command.to_string() }))
}

/// Who is asked.
pub fn engines() -> Vec<&'static str> {
    Registry::standard().columns(NAME).into_iter().chain([AUTO]).collect()
}

/// What an engine's counters say.
pub fn tabled(_engine: &str, run: &Record) -> Option<Tabled> {
    Some(Tabled {
        rounds: count(run, "rounds")?,
        entered: count(run, "entered")?,
        hits: count(run, "table_hits")?,
        kept: count(run, "kept")?,
        dropped: count(run, "dropped")?,
        tracked: count(run, "variables")?,
        live: count(run, "all_variables")?,
    })
}
