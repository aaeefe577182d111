//! The flags of `bench`.

use crate::cli::quantity::{duration, size};
use bpcheck::bench::papers::PAPERS;
use bpcheck::bench::papers::paper::Paper;
use bpcheck::bench::unwinding::{self, BITS, Size};
use bpcheck::bench::{blocks, frontier, papers, published, widest};
use bpcheck::generate::words::catalogue::PROGRAMS;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use std::time::Duration;

/// The time limit of a check, where `papers` alone is measured, and else.
const SHORT: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Each check is a process of its own with --no-certificate, since what is compared is how soon engines decide. The limits are those of `compare`. Each row is named by \
the flags with which `bpcheck generate` writes its program. An engine that does not decide a program is not asked again about it, nor about larger ones of its family.

The tables are Markdown and go to the standard output, each when it is done; those in docs/measurements.md were made like this. The folder of --output gets the programs, in \
`programs`, and `runs.jsonl`, a line for each check (`schema/campaign.schema.json`), which `bpcheck compare merge` makes plots of. `words` looks for the widest numbers that an engine decides, in 2,000 checks; with --output there is a picture of it, `words.svg`. `widest` goes on until no engine decides a width, and drops on the way who falls behind; that takes hours at 60 s. `depth` is made of the same programs with numbers of one size, and tells of engines that unwind calls how far they have; `blocks` tells of those with tables of blocks what they kept. The exit code is 4 if an answer is wrong.

`papers` measures the tables and figures of five papers again, with engines of ours in the places of theirs, and says of each claim whether the figures of this run bear it out, by a rule that is written beside it. --paper takes some of them, \
and --html writes all of it as one page, with plots.

Examples:
  bpcheck bench
  bpcheck bench bebop cnf --timeout 60s --repeat 1 --output results
  bpcheck bench words --timeout 5s --repeat 1 --output words
  bpcheck bench widest --timeout 60s --memory 8G --program gcd --program hanoi
  bpcheck bench depth --timeout 3s --repeat 1
  bpcheck bench depth --timeout 5s --repeat 1 --bits 16 --inputs 20
  bpcheck bench blocks --repeat 1
  bpcheck bench papers --html papers.html
  bpcheck bench papers --paper 2014-komuravelli --timeout 10s --repeat 3
";

/// Measure again what the manual says of performance: tables of families of `generate`, engine beside engine
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Which tables; all but `words`, `widest`, `depth`, `blocks` and `papers`, if none is named
    #[arg(value_name = "TABLE", value_parser = tables())]
    pub tables: Vec<String>,
    /// The time limit of a check: `500ms`, `20s`, `2m`; otherwise 10 s, or 2 s if `papers` alone is measured
    #[arg(long, value_name = "T", value_parser = duration)]
    timeout: Option<Duration>,
    /// The memory limit of a check: `512M`, `2G`
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: u64,
    /// How many checks of each program by each engine; medians count; otherwise 3, or 1 if only `papers` and `widest` are measured, of which `widest` never asks twice
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Which programs in the tables `words`, `widest` and `depth`; all, if none is named; may be repeated
    #[arg(long = "program", value_name = "NAME", value_parser = PossibleValuesParser::new(PROGRAMS.map(|entry| entry.name)), hide_possible_values = true)]
    programs: Vec<String>,
    /// How many bits numbers have in the table `depth`
    #[arg(long, value_name = "K", default_value_t = BITS, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub bits: u32,
    /// How large the numbers that drive recursion are in the table `depth`, at most; all inputs, if it is not given
    #[arg(long, value_name = "N")]
    pub inputs: Option<u64>,
    /// Which papers in the table `papers`; all, if none is named; may be repeated
    #[arg(long = "paper", value_name = "PAPER", value_parser = names_of_papers())]
    papers: Vec<String>,
    /// Write the table `papers` as a page to this file, too
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Keep the programs, and a log of all checks, in this folder
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl Args {
    /// How large numbers are in the table `depth`.
    pub fn size(&self) -> Size {
        Size { bits: self.bits, inputs: self.inputs }
    }

    /// Whether this table is named.
    pub fn names(&self, table: &str) -> bool {
        self.tables.iter().any(|own| own == table)
    }

    /// Whether many programs are asked about, and nothing else.
    pub fn is_papers_alone(&self) -> bool {
        !self.tables.is_empty() && self.tables.iter().all(|own| own == papers::NAME)
    }

    /// The time limit of a check.
    pub fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(if self.is_papers_alone() { SHORT } else { LONG })
    }

    /// How many checks of each program by each engine.
    pub fn repeat(&self) -> u32 {
        let once = [papers::NAME, widest::NAME];
        let is_once = !self.tables.is_empty() && self.tables.iter().all(|own| once.contains(&own.as_str()));
        self.repeat.unwrap_or(if is_once { 1 } else { 3 })
    }

    /// Whether the row with this name, of a table of programs over numbers, is to be measured.
    pub fn has_row(&self, name: &str) -> bool {
        self.programs.is_empty() || name.split(' ').next().is_some_and(|own| self.programs.iter().any(|one| one == own))
    }

    /// The papers that are measured.
    pub fn papers(&self) -> Vec<&'static Paper> {
        let wanted = |paper: &&Paper| self.papers.is_empty() || self.papers.iter().any(|own| own == paper.name);
        if self.names(papers::NAME) { PAPERS.into_iter().filter(wanted).collect() } else { Vec::new() }
    }

    /// What is wrong with the flags together.
    pub fn mistake(&self) -> Option<String> {
        let numbers = [frontier::NAME, widest::NAME, unwinding::NAME];
        if !self.programs.is_empty() && !numbers.iter().any(|table| self.names(table)) {
            let [words, widest, depth] = numbers;
            return Some(format!("--program is about the tables `{words}`, `{widest}` and `{depth}`: name one"));
        }
        let flag = match (&self.html, self.papers.as_slice()) {
            (Some(_), _) => "--html",
            (None, [_, ..]) => "--paper",
            (None, []) => return None,
        };
        (!self.names(papers::NAME)).then(|| format!("{flag} is about the table `{}`: name it", papers::NAME))
    }
}

fn names_of_papers() -> PossibleValuesParser {
    let papers = PAPERS.iter().map(|paper| PossibleValue::new(paper.name).help(paper.title));
    papers.collect::<Vec<_>>().into()
}

fn tables() -> PossibleValuesParser {
    let tables = published::tables().into_iter().map(|table| (table.name, table.about));
    let named = [
        (frontier::NAME, frontier::ABOUT),
        (widest::NAME, widest::ABOUT),
        (unwinding::NAME, unwinding::ABOUT),
        (blocks::NAME, blocks::ABOUT),
        (papers::NAME, papers::ABOUT),
    ];
    let named = tables.chain(named);
    named.map(|(name, about)| PossibleValue::new(name).help(about)).collect::<Vec<_>>().into()
}
