//! The flags of `fuzz`.

use bpcheck::generate::random::Knobs;
use bpcheck::hunt::fuzz::{Plan, Shape};
use clap::value_parser;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Each input is asked of all engines, each with flags of its own: passes, orders, and whatever else there is. Traces and certificates are \
written as JSON, read back and checked again; some programs are enumerated run by run. Limits are on work, not on time: the same flags \
give the same answers on every machine, and the line `digest: …` says so in short. Throughput goes to the standard error output.

What two contradict each other about, what fails a check, and what makes the tool panic is written to the folder of --out, headed by \
the commands that show it; the exit code is 4 then, and 0 if nothing is wrong. With --log a line of JSON is kept for each shard that was examined. \
Its `command` examines the shard again; the same command with the same log goes on where it was stopped.

Examples:
  bpcheck fuzz --seed 7 --programs 100000
  bpcheck fuzz --shape recursion --seed 1 --programs 1000000 --log campaigns/recursion.jsonl
  bpcheck fuzz --shape recursion --seed 1 --first 30000 --programs 10000
";

/// Hunt for wrong answers: random programs, asked of all engines, all evidence checked
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// What the inputs are like: `tiny`, `small`, `recursion`, `loops`, `gotos`, `deep` (loops and recursion that go on until a value is
    /// met), `chained` (values carried from variable to variable, through calls and branches), `data` (many variables), or `pds` (explicit pushdown systems)
    #[arg(long, value_name = "SHAPE", default_value_t)]
    pub shape: Shape,
    /// Fixes the inputs and how they are asked, together with their shape
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// How many inputs
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub programs: u64,
    /// The number of the first one
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub first: u64,
    #[command(flatten)]
    pub size: Size,
    /// How many inputs make a shard
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub shard: u64,
    /// On how many threads; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Append a line of JSON for each shard to this file, and skip those that stand there
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Where inputs with something wrong are written
    #[arg(long, value_name = "FOLDER", default_value = "findings")]
    pub out: PathBuf,
}

/// How large and how wild programs are, if not as their shape has it.
#[derive(Clone, clap::Args)]
pub struct Size {
    /// Procedures of a program at most, `main` included
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    procedures: Option<u32>,
    /// Global variables at most
    #[arg(long, value_name = "N")]
    globals: Option<u32>,
    /// Locals of a procedure at most, parameters not counted
    #[arg(long, value_name = "N")]
    locals: Option<u32>,
    /// Statements of a procedure at most
    #[arg(long, value_name = "N")]
    statements: Option<u32>,
    /// Whether procedures may call themselves, directly or not
    #[arg(long, value_name = "BOOL")]
    recursion: Option<bool>,
    /// Whether there may be `while`, and `goto` to earlier places
    #[arg(long, value_name = "BOOL")]
    loops: Option<bool>,
    /// Whether there may be `goto`
    #[arg(long, value_name = "BOOL")]
    gotos: Option<bool>,
}

impl Args {
    /// The inputs. Nothing if a size is asked of pushdown systems.
    pub fn plan(&self) -> Option<Plan> {
        let Args { shape, seed, size, .. } = self;
        let usual = shape.knobs();
        let knobs = Knobs {
            procedures: size.procedures.unwrap_or(usual.procedures),
            globals: size.globals.unwrap_or(usual.globals),
            locals: size.locals.unwrap_or(usual.locals),
            statements: size.statements.unwrap_or(usual.statements),
            recursion: size.recursion.unwrap_or(usual.recursion),
            loops: size.loops.unwrap_or(usual.loops),
            gotos: size.gotos.unwrap_or(usual.gotos),
            ..usual
        };
        let is_sized = knobs != shape.knobs();
        (*shape != Shape::Pds || !is_sized).then_some(Plan { shape: *shape, knobs, seed: *seed })
    }
}
