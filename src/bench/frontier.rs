//! How wide numbers can be: for each program of `generate words` and each engine the most bits that it decides.

use super::measure::{Row, family};
use super::table::Member;
use crate::campaign::record::Record;
use crate::engine::registry::Registry;
use crate::generate::Variant;
use crate::generate::words::catalogue::PROGRAMS;

/// The name of the table.
pub const NAME: &str = "words";

/// What is looked at, in a sentence.
pub const ABOUT: &str = "the most bits with which a program over numbers is decided";

/// The widths with all inputs: the depth of recursion grows with the numbers.
const NARROW: [u32; 6] = [2, 3, 4, 5, 6, 8];
/// The widths with few inputs: the depth stays, and the data grow.
const WIDE: [u32; 2] = [16, 32];
/// How large these are at most.
pub const INPUTS: u64 = 20;

/// A program in all widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The flags of `bpcheck generate words` but for its size.
    pub name: String,
    /// With all inputs, small ones first.
    pub narrow: Vec<Member>,
    /// With few.
    pub wide: Vec<Member>,
}

impl Line {
    /// The program in all widths.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.narrow.iter().chain(&self.wide)
    }
}

/// What an engine decides of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The most bits with all inputs.
    pub narrow: Option<u32>,
    /// The most bits with few.
    pub wide: Option<u32>,
    /// Whether one of its answers was wrong.
    pub is_wrong: bool,
}

/// A program, and what each engine decides of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The name of the [`Line`].
    pub name: String,
    /// For each of the [`engines`].
    pub reaches: Vec<Reach>,
}

/// All programs, each with and without its mistake.
pub fn lines() -> impl Iterator<Item = Line> {
    lines_of(&NARROW, &WIDE)
}

/// The same with other widths.
pub(super) fn lines_of(narrow: &'static [u32], wide: &'static [u32]) -> impl Iterator<Item = Line> {
    PROGRAMS.iter().flat_map(move |entry| {
        [Variant::Safe, Variant::Unsafe].map(|variant| {
            let flag = if variant.is_unsafe() { " --unsafe" } else { "" };
            let member = |bits: u32, inputs: &str| Member {
                size: bits,
                command: format!("words {} --bits {bits}{inputs}{flag}", entry.name),
            };
            let few = format!(" --inputs {INPUTS}");
            let narrow = narrow.iter().filter(|&&bits| bits >= entry.least);
            Line {
                name: format!("{}{flag}", entry.name),
                narrow: narrow.map(|&bits| member(bits, "")).collect(),
                wide: wide.iter().map(|&bits| member(bits, &few)).collect(),
            }
        })
    })
}

/// Who is asked.
pub fn engines() -> Vec<&'static str> {
    Registry::standard().columns(NAME)
}

/// Asks all engines about a program, about no wider one than the first that it does not decide. `check` is that of [`super::measure::measure`].
///
/// # Errors
/// What `check` fails with.
pub fn measure<E>(
    line: Line,
    engines: &[&str],
    rounds: u32,
    mut check: impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Measured, E> {
    let narrow = family(line.narrow, engines, rounds, &mut check)?;
    let wide = family(line.wide, engines, rounds, &mut check)?;
    let reaches = (0..engines.len()).map(|engine| Reach {
        narrow: widest(&narrow, engine),
        wide: widest(&wide, engine),
        is_wrong: narrow.iter().chain(&wide).any(|row| row.cells[engine].as_ref().is_some_and(|cell| cell.wrong)),
    });
    Ok(Measured { name: line.name, reaches: reaches.collect() })
}

/// The largest member that an engine decides.
fn widest(rows: &[Row], engine: usize) -> Option<u32> {
    let decided = rows.iter().filter(|row| row.cells[engine].as_ref().is_some_and(|cell| cell.solved()));
    decided.map(|row| row.member.size).max()
}
