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
    /// How it is told
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A line for each step
    #[default]
    Human,
    /// The log, as JSON
    Json,
}
