//! The flags of `bench`.

use crate::cli::quantity::{duration, size};
use bpcheck::bench::unwinding::{self, BITS, Size};
use bpcheck::bench::{blocks, frontier, published};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Each check is a process of its own with --no-certificate, since what is compared is how soon engines decide. The limits are those of `compare`. Each row is named by \
the flags with which `bpcheck generate` writes its program. An engine that does not decide a program is not asked again about it, nor about larger ones of its family.

The tables are Markdown and go to the standard output, each when it is done; those in docs/measurements.md were made like this. The folder of --output gets the programs, in \
`programs`, and `runs.jsonl`, a line for each check (`schema/campaign.schema.json`), which `bpcheck compare merge` makes plots of. `words` looks for the widest numbers that an engine decides, in 2,000 checks; with --output there is a picture of it, `words.svg`. `depth` is made of the same programs with numbers of one size, and tells of engines that unwind calls how far they have; `blocks` tells of those with tables of blocks what they kept. The exit code is 4 if an answer is wrong.

Examples:
  bpcheck bench
  bpcheck bench bebop cnf --timeout 60s --repeat 1 --output results
  bpcheck bench words --timeout 5s --repeat 1 --output words
  bpcheck bench depth --timeout 3s --repeat 1
  bpcheck bench depth --timeout 5s --repeat 1 --bits 16 --inputs 20
  bpcheck bench blocks --repeat 1
";

/// Measure again what the manual says of performance: tables of families of `generate`, engine beside engine
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Which tables; all but `words`, `depth` and `blocks`, if none is named
    #[arg(value_name = "TABLE", value_parser = tables())]
    pub tables: Vec<String>,
    /// The time limit of a check: `500ms`, `20s`, `2m`
    #[arg(long, value_name = "T", default_value = "10s", value_parser = duration)]
    pub timeout: Duration,
    /// The memory limit of a check: `512M`, `2G`
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: u64,
    /// How many checks of each program by each engine; medians count
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// How many bits numbers have in the table `depth`
    #[arg(long, value_name = "K", default_value_t = BITS, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub bits: u32,
    /// How large the numbers that drive recursion are in the table `depth`, at most; all inputs, if it is not given
    #[arg(long, value_name = "N")]
    pub inputs: Option<u64>,
    /// Keep the programs, and a log of all checks, in this folder
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl Args {
    /// How large numbers are in the table `depth`.
    pub fn size(&self) -> Size {
        Size { bits: self.bits, inputs: self.inputs }
    }
}

fn tables() -> PossibleValuesParser {
    let tables = published::tables().into_iter().map(|table| (table.name, table.about));
    let named = [(frontier::NAME, frontier::ABOUT), (unwinding::NAME, unwinding::ABOUT), (blocks::NAME, blocks::ABOUT)];
    let named = tables.chain(named);
    named.map(|(name, about)| PossibleValue::new(name).help(about)).collect::<Vec<_>>().into()
}
