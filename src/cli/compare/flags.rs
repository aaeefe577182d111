//! The flags of `compare`.

use crate::cli::check::Formulas;
use crate::cli::quantity::{duration, size};
use crate::cli::reading::Reading;
use bpcheck::campaign::plan::Shard;
use bpcheck::engine::Selection;
use bpcheck::engine::registry::Registry;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

const EXAMPLES: &str = "\
Each run is a process of its own. The time limit holds for the clock and for processors, the memory limit for all that a run has in use, \
and a run that is past them is ended: UNKNOWN (time), UNKNOWN (memory). An answer that comes too late does not count.

Another tool takes part with --tool: a description in TOML says how it is started, what it reads, and what its words mean; docs/tools.md explains it, and contrib/tools has some.

The folder of --output gets `runs.jsonl`, a line for each run as soon as it has ended (`schema/campaign.schema.json` describes it), and at the \
end `runs.csv`, `report.html`, the folder `plots` (the table and the plots as SVG) and the folder `latex` (the same for a paper, with the packages booktabs \
and pgfplots). After an interruption of whatever kind the same command with --resume makes the runs that are \
missing. One campaign at a time has a folder. With --shard a part of the inputs is run, here or on another machine; `bpcheck compare merge` puts the parts together.

Right answers are known from `--expected` (the names in its column `file` are relative to the folder that the list is in), from a line `// expect: SAFE` at the beginning of a program (and `// label: L` or `// ltl: F`, if it is about a label or a formula), or from a task definition of BenchExec, \
`NAME.yml`, beside it. Of formulas, automata and monitors that flags ask about, as those of `check`, only the list knows. The exit code is 4 if an answer is wrong, or if one run says SAFE and another UNSAFE of the same input; it is 3 if a run ended \
with an error, such as a program that was rejected or a tool that crashed, and not with an answer.

Examples:
  bpcheck compare bp-examples --timeout 10s --output results
  bpcheck compare drivers/ --engines summary,saturation:post --repeat 3 --jobs 2 --output results
  bpcheck compare drivers/ --shard 3/8 --output part-3
  bpcheck compare merge part-* --output results
  bpcheck compare slam/ --expected slam/expected.tsv --label SLIC_ERROR --output results
  bpcheck compare drivers/ --engines auto --tool contrib/tools/z3.toml --output results
";

/// Who is compared if nobody says who is.
static COMPARED: LazyLock<String> = LazyLock::new(|| Registry::standard().compared().join(","));

/// Compare engines: each on each file, within the same limits; tables and plots
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub run: Option<Run>,
    // Not a part of `Run`: clap takes such a part for absent if it has parts itself.
    #[command(flatten)]
    pub asked: Asked,
}

/// How inputs are read, and what is asked of them.
#[derive(clap::Args)]
pub struct Asked {
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub formulas: Formulas,
}

#[derive(clap::Subcommand)]
pub enum Command {
    Merge(Merge),
}

/// Put the parts of a campaign together
#[derive(clap::Args)]
pub struct Merge {
    /// Logs of runs, or folders with such logs
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,
    /// The folder for what comes out
    #[arg(long, short, value_name = "DIR", default_value = "results")]
    pub output: PathBuf,
}

/// What is to be run.
#[derive(clap::Args)]
pub struct Run {
    /// Programs, or folders: all `.bp`, `.smt2` and `.pds` files below them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The engines, as `check --engine` takes them
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = COMPARED.as_str())]
    pub engines: Vec<Selection>,
    /// Another tool that takes part, as this description in TOML has it; may be repeated
    #[arg(long = "tool", value_name = "FILE")]
    pub tools: Vec<PathBuf>,
    /// Ask whether this label is reached, unless a list or the program itself names another; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    pub labels: Vec<String>,
    /// The time limit of a run: `500ms`, `20s`, `2m`
    #[arg(long, value_name = "T", default_value = "60s", value_parser = duration)]
    pub timeout: Duration,
    /// The memory limit of a run: `512M`, `2G`
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: u64,
    /// How many runs at a time. Some engines have two threads; whoever wants exact times leaves each two processors
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// How many runs of each engine on each input; medians count, and tables have confidence intervals
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Run the K-th of N parts only
    #[arg(long, value_name = "K/N", default_value_t = Shard::ALL)]
    pub shard: Shard,
    /// Go on with the runs that the folder of --output holds
    #[arg(long)]
    pub resume: bool,
    /// A table of right answers: columns `file`, `expected`, and perhaps `label`, comma or tab between them; files are named from the folder of the table
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,
    /// The folder for what comes out
    #[arg(long, short, value_name = "DIR", default_value = "results")]
    pub output: PathBuf,
    /// More flags of `check`, for all engines of this tool
    #[arg(last = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}
