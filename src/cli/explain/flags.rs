//! The flags of `explain`.

use crate::cli::engines;
use crate::cli::reading::{Numbers, Reading};
use crate::cli::session::Limits;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::registry::{Registry, Role};
use bpcheck::report::explain::Medium;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  bpcheck explain pds-examples/esparza-2000.pds
  bpcheck explain lock.bp --engine summary
  bpcheck explain pds-examples/lock.pds --svg --step 9 > step-9.svg
  bpcheck explain pds-examples/lock.pds --tikz > lock.tex
  bpcheck explain lock.bp --format json > lock.json
  bpcheck explain lock.bp --html lock.html
";

/// See what an engine does, step by step
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program, or the explicit pushdown system; `-` is the standard input
    pub file: PathBuf,
    #[arg(long, value_name = "ENGINE", default_value = leader(), help = help())]
    pub engine: EngineSpec,
    #[command(flatten)]
    pub form: Form,
    /// Write a page that shows each step, and the traces and proofs that were found, to this file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Tell the first N steps only; a picture shows what was known after step N
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Tell of the counterexample, and not of the search: its procedure runs, and which of them call which
    #[arg(long)]
    pub trace: bool,
    /// Decide every property, not only until the first violation
    #[arg(long)]
    pub all: bool,
    /// What is asked: whether this label is reached, instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    pub labels: Vec<String>,
    /// What is asked: whether all runs satisfy this formula, as with `check --ltl`; an automaton that accepts the others reads along in the program then, saves what is there once, and calls an alarm if it is there again
    #[arg(long, value_name = "F", conflicts_with = "labels")]
    pub ltl: Option<String>,
    /// What is asked: whether this monitor, a file as `check --monitor` reads it, comes to an error, instead of the default properties; its states are variables of the program then
    #[arg(long, value_name = "FILE", conflicts_with_all = ["labels", "ltl"])]
    pub monitor: Option<PathBuf>,
    /// Make the program smaller before the engine begins, as `check` does: there are fewer steps then, but some of the program is gone, or all if that decides everything
    #[arg(long)]
    pub simplify: bool,
    /// Keep at most so many steps
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub most: usize,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub numbers: Numbers,
}

/// The engine that leads in `auto`.
fn leader() -> &'static str {
    Registry::standard()
        .rows()
        .find(|row| row.auto.is_some_and(|part| part.role == Role::Leads))
        .map_or("auto", |row| row.name)
}

fn help() -> String {
    let registry = Registry::standard();
    let names: Vec<&str> = registry.rows().filter(|row| row.can.takes_rules).map(|row| row.name).collect();
    let names = engines::listed(&names, "and");
    format!(
        "The engine, as in `check`; of an explicit system the rules are taken as they are by {names}, and as a program by others"
    )
}

/// How it is told.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(multiple = false)]
pub struct Form {
    /// A line for each step, the whole log as JSON, or a picture [default: human, or with `--html` nothing]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// A line for each step
    #[arg(long)]
    pub text: bool,
    /// A picture for LaTeX: a `tikzpicture` that needs TikZ
    #[arg(long)]
    pub tikz: bool,
    /// A picture for Graphviz
    #[arg(long)]
    pub dot: bool,
    /// A picture as SVG
    #[arg(long)]
    pub svg: bool,
}

impl Form {
    /// Whether none is asked for.
    pub fn is_open(&self) -> bool {
        self.format.is_none() && !self.text && self.medium().is_none()
    }

    /// What a picture is drawn for, if one is asked for.
    pub fn medium(&self) -> Option<Medium> {
        match self {
            Form { tikz: true, .. } | Form { format: Some(Format::Tikz), .. } => Some(Medium::Tikz),
            Form { dot: true, .. } | Form { format: Some(Format::Dot), .. } => Some(Medium::Dot),
            Form { svg: true, .. } | Form { format: Some(Format::Svg), .. } => Some(Medium::Svg),
            _ => None,
        }
    }
}

/// How a log is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A line for each step
    Human,
    /// The log, as JSON
    Json,
    /// As `--tikz`
    Tikz,
    /// As `--dot`
    Dot,
    /// As `--svg`
    Svg,
}
