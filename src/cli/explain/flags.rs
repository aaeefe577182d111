//! The flags of `explain`.

use crate::cli::quantity;
use crate::cli::reading::Reading;
use bpcheck::engine::EngineSpec;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  bpcheck explain pds-examples/esparza-2000.pds
  bpcheck explain lock.bp --engine summary
  bpcheck explain lock.bp --format json > lock.json
  bpcheck explain lock.bp --html lock.html
";

/// See what an engine does, step by step
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program, or the explicit pushdown system; `-` is the standard input
    pub file: PathBuf,
    /// The engine: `saturation[:post|:pre]`, `summary[…]` as in `check`; of an explicit system saturation works on its rules as they are
    #[arg(long, value_name = "ENGINE", default_value = "saturation")]
    pub engine: EngineSpec,
    /// How it is told on the standard output [default: human, or with `--html` not at all]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write a page that shows each step, and the traces and proofs that were found, to this file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Tell the first N steps only
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Decide every property, not only until the first violation
    #[arg(long)]
    pub all: bool,
    /// What is asked: whether this label is reached, instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    pub labels: Vec<String>,
    /// Keep at most so many steps
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub most: usize,
    /// Stop after this time: 500ms, 20s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub reading: Reading,
}

/// How a log is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A line for each step
    Human,
    /// The log, as JSON
    Json,
}
