//! What is unwound until a property of recursion is decided (2015-fedyukovich, Table 1, in shape): the programs of `generate words`, each with and
//! without its mistake.
//!
//! An engine that unwinds calls on demand tells how far among its counters; of the others only the time is looked at.

use super::counted::count;
use super::table::Member;
use crate::campaign::record::Record;
use crate::engine::registry::Registry;
use crate::generate::Variant;
use crate::generate::words::catalogue::PROGRAMS;
use std::fmt;

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

/// `0, 3, 7, 0`.
impl fmt::Display for Unwound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unwound { first, nu, calls, helpers } = self;
        write!(f, "{first}, {nu}, {calls}, {helpers}")
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

/// What an engine's counters say.
pub fn unwound(engine: &str, run: &Record) -> Option<Unwound> {
    let count = |name: &str| count(run, name);
    let first = engine.split(':').find_map(|option| option.strip_prefix("in=")?.parse().ok());
    Some(Unwound {
        first: first.unwrap_or(0),
        nu: count("nu")?,
        calls: count("instances")?,
        helpers: count("helpers").unwrap_or(0),
    })
}
