//! Programs over numbers of k bits: those on which the papers about recursion measure.
//!
//! Each is some ten lines in a small [`language`] of procedures over numbers (`programs/*.words`), and is written out over bits: a number x is the variables
//! `x_0`, `x_1`, …, the lowest bit first, as the comment `// words: NAME_BIT` says. `inputs` bounds what drives the recursion, so that wide numbers need
//! no deeper stacks than the papers have.
//!
//! **Verdict.** The safe variant has the property of its paper, an assertion or that all runs end; the unsafe one has a mistake which a run meets only after it has gone deep. Tests hold
//! both against an interpreter of the language, on all inputs.

mod blast;
pub mod catalogue;
pub mod language;
mod size;

pub use size::{BITS, Size};

use super::listing::Listing;
use catalogue::Entry;

/// The least bound on inputs: with a lower one mistakes are none.
pub const LEAST_INPUTS: u64 = 3;

/// Writes a program of the [`catalogue`].
///
/// # Panics
/// If the size is out of range: fewer bits than the program's least, more than [`BITS`], a bound below [`LEAST_INPUTS`] or above the largest number.
pub fn write(entry: &Entry, size: &Size) -> String {
    assert!(size.bits >= entry.least && BITS.contains(&size.bits), "numbers have so many bits");
    assert!(size.inputs.is_none_or(|inputs| (LEAST_INPUTS..=size.max()).contains(&inputs)), "inputs are numbers");
    let program = language::parse(entry.text).expect("the programs of the catalogue are in the language");
    let inputs = size.inputs.map_or(String::new(), |inputs| format!(" --inputs {inputs}"));
    let flags = format!("words {} --bits {}{inputs}{}", entry.name, size.bits, size.variant.flag());
    let mut out = Listing::new(Some(size.variant), &flags);
    out.line("// words: NAME_BIT");
    for about in entry.text.lines().take_while(|line| line.starts_with("//")) {
        out.line(about);
    }
    blast::write(&mut out, &program, size);
    out.finish()
}
