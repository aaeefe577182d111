//! What tables of blocks save, as a table.

use super::counted;
use crate::bench::blocks::{ABOUT, NAME, Tabled};
use crate::bench::counted::Measured;

/// The table with its heading, an empty line before it: a row for each program.
pub fn section(engines: &[&str], measured: &[Measured<Tabled>]) -> String {
    format!(
        "\n### {NAME}: {ABOUT}\n\nIn front of the seconds stand the rounds, one more than there were refinements; the calls that brought new entries to the table of a block, and those whose entries were all \
         there; the increments that were kept from one round to the next and those that were dropped; and the variables that are tracked at the end, of those that are live somewhere.\n\n{}",
        counted::table("`bpcheck generate`", engines, measured)
    )
}
