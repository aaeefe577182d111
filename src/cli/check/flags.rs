//! The flags of `check`.

use super::formulas::Formulas;
use crate::cli::reading::{Numbers, Reading};
use crate::cli::terminal::View;
use crate::cli::{engines, input, quantity};
use bpcheck::budget::Budget;
use bpcheck::engine::{Given, Selection};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::pipeline::{Certificates, Temporal};
use bpcheck::report::check::json::Config;
use bpcheck::verdict::summaries::Summaries;
use bpcheck::{Options, Source};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Properties are all `assert`s, all `abortif`s and all labels SLIC_ERROR and ERROR; --label replaces them. For each property \
found violated a trace is printed; then, for each FILE, lines such as

  property 1 assert driver.bp:24:3 main: UNSAFE
  property 2 label driver.bp:31:1 main: UNKNOWN (not decided)
  engine: saturation:post
  evidence: checked
  verdict: UNSAFE

With several FILEs a line `file: FILE` stands before each, a FILE that cannot be checked ends with a line `error: …` \
instead, and the last line counts: `20 files: 12 SAFE, 7 UNSAFE, 1 UNKNOWN`. What is wrong with an input, warnings, progress (on a terminal) and statistics go to the standard error output.

Examples:
  bpcheck check driver.bp
  bpcheck check --all --timeout 20s --memory 2G examples/*.bp
  bpcheck check --quiet --jobs 2 --timeout 20s examples
  bpcheck check --shortest --another 2 driver.bp
  bpcheck check --label ERROR --trace trace.json driver.bp
  bpcheck generate bebop | bpcheck check -
  bpcheck check --format json driver.bp | jq .verdict
";

/// Check programs: SAFE, UNSAFE with a trace, or UNKNOWN with a reason
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n{}", crate::cli::EXIT_CODES))]
pub struct Args {
    /// The programs; of a folder all files that end in .bp, below it, too; `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[arg(long, value_name = "ENGINE", default_value_t)]
    pub engine: Selection,
    /// Decide each property, instead of stopping at the first one found violated
    #[arg(long)]
    pub all: bool,
    /// Let engines of other kinds decide the same properties, too: if two disagree there is no verdict, and the exit code is 4
    #[arg(long)]
    pub cross_check: bool,
    /// Check that no run reaches this label, instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    pub labels: Vec<String>,
    /// Decide only the property with this number, as --list shows it; may be repeated
    #[arg(long = "property", value_name = "N")]
    pub properties: Vec<usize>,
    /// Print the properties with their numbers, and decide nothing
    #[arg(long, conflicts_with_all = ["quiet", "format", "trace", "certificate", "proof", "stats", "shortest", "another"])]
    pub list: bool,
    #[command(flatten)]
    pub formulas: Formulas,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub numbers: Numbers,
    /// Stop after this time for each FILE, reading included: 500ms, 20s, 2m; a bare number: seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// Stop when this much memory is in use: 512M, 2G; a bare number: bytes
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub memory: Option<u64>,
    /// Stop when decision diagrams have more nodes than this at a time
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<usize>,
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    #[arg(long)]
    pub self_check: bool,
    #[arg(long, value_name = "ORDER|FILE", default_value_t)]
    pub order: OrderFlag,
    /// Switch passes before the engine on that are off: `outline` makes procedures of loops; for comparisons
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub with: Vec<Pass>,
    /// Switch passes before the engine off: `unreachable`, `constants`, `liveness`, `cone`, `compaction` (which
    /// not every engine wants), `modref`; for comparisons
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub without: Vec<Pass>,
    /// Reject inputs that deserve a warning
    #[arg(long, value_name = "WHAT", value_enum)]
    pub deny: Option<Deny>,
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print one line for each FILE, without traces and warnings: `FILE: SAFE`
    #[arg(long, short, conflicts_with_all = ["unfold", "why", "view", "explain_safe"])]
    pub quiet: bool,
    /// Work with so many threads: check so many FILEs at a time, whose results keep their order, or let engines of `auto` work side by side on one FILE. With 1 nothing depends on how fast they are. Without it all
    /// processors are for one FILE at a time. A memory limit is one for all
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Print the engine's counters, time and memory to the standard error output
    #[arg(long)]
    pub stats: bool,
    /// Write the trace of the first violated property to this file, as JSON; only with one FILE, and only if a violation is found
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the certificate of the properties that hold to this file, as JSON; only with one FILE, and only if there is one
    #[arg(long, value_name = "FILE", conflicts_with = "no_certificate")]
    pub certificate: Option<PathBuf>,
    /// Write the same certificate to this new folder as clauses with refutations that other programs check, as `certificate check --proof` does; only with
    /// one FILE, and only if there is one
    #[arg(long, value_name = "DIR", conflicts_with = "no_certificate")]
    pub proof: Option<PathBuf>,
    /// Write a page that walks through the traces that were found, and shows the proofs, to this file; it needs no network. Only with one FILE
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Try what this file knows of procedures, and write what is known afterwards to it; only with one FILE
    ///
    /// The file is of an earlier check, of this program or of another version of it. What it says is tried on the program at hand, and what holds is used;
    /// what does not costs time, and nothing else. Without --engine the first engine decides that remembers. `recheck` does the same for two versions.
    #[arg(long, value_name = "FILE")]
    pub summaries: Option<PathBuf>,
    /// Try what this certificate says of procedures, which any engine may have made for another version of the program; only with one FILE
    #[arg(long, value_name = "CERTIFICATE", conflicts_with = "summaries")]
    pub reuse: Option<PathBuf>,
    /// Say which statements and assumptions the proof of SAFE needs, and which properties hold because no run comes to them
    ///
    /// If all other statements did anything (an assignment any values, a condition either way, an `assume` nothing), the certificate would still be
    /// accepted; if one of those that are named did, too, it would be refused. Calls stay what they are, and so do conditions that are proved.
    #[arg(long, conflicts_with = "no_certificate")]
    pub explain_safe: bool,
    /// Say SAFE on the word of the engine: no certificate is made and checked
    #[arg(long)]
    pub no_certificate: bool,
    /// Say SAFE only with a certificate that was checked, else UNKNOWN (no certificate)
    #[arg(long, conflicts_with = "no_certificate")]
    pub require_certificate: bool,
    /// Of each property that is found violated look for a trace with the fewest steps that there can be, and show that
    ///
    /// It takes a search of its own, by decision diagrams in the order of length, whichever engine has found the violation; the same limits hold. If they
    /// are hit, the violation stands, and the trace is the one that was found first.
    #[arg(long)]
    pub shortest: bool,
    /// Of each property that is found violated show so many more traces, each on a path of its own through the program, the shortest first
    ///
    /// Traces that differ in values only are no others. With --trace they are written beside the first, if that is a file: trace.json, trace.2.json, …
    #[arg(long, value_name = "K", default_value_t, hide_default_value = true)]
    pub another: usize,
    /// Print traces step by step, repeating procedure runs that occur more than once
    #[arg(long, conflicts_with = "why")]
    pub unfold: bool,
    /// Of traces print only the choices, assignments and conditions on which the violation depends
    ///
    /// Whatever else the run does could be done in another way, with other values, or not at all, and the violation would still be there. In a SARIF log
    /// the steps that matter are marked as essential.
    #[arg(long)]
    pub why: bool,
    /// In whose terms traces are
    #[arg(long, value_name = "OF", value_enum, default_value_t, conflicts_with = "unfold")]
    pub view: View,
}

/// A flag with the help that the registry of engines has for it. A check that nobody asks for help does without.
pub fn told(flag: clap::Arg) -> clap::Arg {
    match flag.get_id().as_str() {
        "engine" => flag.help(engines::help()),
        "depth" => flag.help(depth_help()),
        "self_check" => flag.help(self_check_help()),
        "order" => flag.help(order_help()).long_help(order_long_help()),
        _ => flag,
    }
}

fn order_help() -> String {
    let names: Vec<String> = engines::values(engines::ORDER).iter().map(|name| format!("`{name}`")).collect();
    format!(
        "The order of variables in decision diagrams that is tried first: {}, or a file with a name a line. `{SUITED}` is `places` if most \
         variables are bits of numbers, and otherwise `hier`",
        names.join(", ")
    )
}

fn order_long_help() -> String {
    format!(
        "{}\n\nIn the file a global is called by its name, a local `procedure.name`, a result `procedure.result#0`; a line that begins \
         with # is a comment. Variables that are not named come last.",
        order_help()
    )
}

fn depth_help() -> String {
    format!(
        "Unroll loops and nest recursive calls at most so often, and give up completeness: UNKNOWN (bound N) if that decides nothing; \
         for the {} engine",
        engines::listed(&engines::having(engines::DEPTH), "or")
    )
}

fn self_check_help() -> String {
    format!(
        "Ask a solver about each interpolant whether it is one, which takes some times as long: exit code 4 if not; for the {} engine",
        engines::listed(&engines::having(engines::SELF_CHECK), "or")
    )
}

/// How [`OrderFlag::Suited`] is written.
const SUITED: &str = "suited";

/// Which order is tried first.
#[derive(Clone, Debug, Default)]
pub enum OrderFlag {
    /// The one that suits a program best.
    #[default]
    Suited,
    /// One with a name.
    Named(&'static str),
    /// The one that is listed in this file.
    File(PathBuf),
}

impl From<&str> for OrderFlag {
    fn from(text: &str) -> OrderFlag {
        let named = engines::values(engines::ORDER).into_iter().find(|&name| name == text);
        match named {
            Some(name) => OrderFlag::Named(name),
            None if text == SUITED => OrderFlag::Suited,
            None => OrderFlag::File(text.into()),
        }
    }
}

impl fmt::Display for OrderFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderFlag::Suited => f.write_str(SUITED),
            OrderFlag::Named(order) => f.write_str(order),
            OrderFlag::File(path) => f.write_str(&input::name(path)),
        }
    }
}

/// What is treated like an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Deny {
    /// All warnings
    Warnings,
}

/// What goes to the standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document at the end, for all FILEs; `schema/check.schema.json` describes it
    Json,
    /// One SARIF 2.1.0 log at the end, for all FILEs; `docs/slam.md` describes it, and the next two
    Sarif,
    /// The path of each trace, as Newton reads it, and all else as comments
    Newton,
    /// `YES.`, `NO.` or `UNDECIDED.`, as Moped says it; with --unfold the configurations of the trace, too
    Moped,
}

impl Args {
    /// The options for one input, within a budget; `listing` is the text of the file that the order is listed in, and `recall` what is known of
    /// another version.
    pub fn options(
        &self,
        temporal: Temporal,
        listing: Option<Source>,
        recall: Option<Arc<Summaries>>,
        budget: Budget,
    ) -> Options {
        self.reading
            .options()
            .with_words(self.numbers.words)
            .with_labels(self.labels.iter().map(|label| LabelRequest::parse(label)).collect())
            .with_temporal(temporal)
            .with_only(self.properties.clone())
            .with_all(self.all)
            .with_engine(self.bounded().or_else(|| self.self_checked()).unwrap_or_else(|| self.engine.clone()))
            .with_cross_check(self.cross_check)
            .with_given(self.given(listing))
            .with_certificates(match (self.no_certificate, self.require_certificate) {
                (true, _) => Certificates::Unwanted,
                (_, true) => Certificates::Required,
                _ => Certificates::Wanted,
            })
            .with_explain_safe(self.explain_safe)
            .with_recall(recall)
            .with_shortest(self.shortest)
            .with_another(self.another)
            .with_passes(self.passes())
            .with_budget(budget)
    }

    /// What is wrong if a flag is given that says nothing about formulas, and formulas are asked.
    pub fn clash_with_formulas(&self) -> Option<String> {
        let given = [
            ("--label", !self.labels.is_empty()),
            ("--summaries", self.summaries.is_some()),
            ("--reuse", self.reuse.is_some()),
            ("--shortest", self.shortest),
            ("--another", self.another > 0),
            ("--why", self.why),
            ("--explain-safe", self.explain_safe),
        ];
        let (other, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        Some(format!("{other} is not about formulas: leave it out, or ask them in a run of their own"))
    }

    /// The usual passes, with and without some.
    fn passes(&self) -> PassSet {
        let passes = self.with.iter().fold(PassSet::default(), |passes, &pass| passes.with(pass));
        self.without.iter().fold(passes, |passes, &pass| passes.without(pass))
    }

    /// Whether what a check cost is told.
    pub fn tells_cost(&self) -> bool {
        self.stats || self.format == Format::Json
    }

    /// The engine that looks no deeper than it is to; `None` if there is no such bound, or the engine knows none.
    pub fn bounded(&self) -> Option<Selection> {
        with_option(&self.engine, &format!("{}={}", engines::DEPTH, self.depth?))
    }

    /// The engine that checks itself; `None` if it is not to, or cannot.
    pub fn self_checked(&self) -> Option<Selection> {
        with_option(&self.engine, &format!("{}=on", engines::SELF_CHECK)).filter(|_| self.self_check)
    }

    /// What all engines are given that have such options.
    fn given(&self, listing: Option<Source>) -> Vec<Given> {
        let named = |order: &str| Given::Word(format!("{}={order}", engines::ORDER));
        match &self.order {
            OrderFlag::Suited => Vec::new(),
            OrderFlag::Named(order) => vec![named(order)],
            OrderFlag::File(_) => listing.into_iter().map(|text| Given::Text(engines::ORDER, text)).collect(),
        }
    }

    /// The same as a part of a document.
    pub fn config(&self) -> Config {
        Config {
            engine: self.self_checked().as_ref().unwrap_or(&self.engine).to_string(),
            all: self.all,
            cross_check: self.cross_check,
            shortest: self.shortest,
            another: self.another,
            depth: self.depth,
            max_nodes: self.max_nodes,
            order: self.order.to_string(),
            with: self.with.iter().map(|pass| pass.to_string()).collect(),
            without: self.without.iter().map(|pass| pass.to_string()).collect(),
            labels: self.labels.clone(),
            formulas: self.formulas.flags(),
            entry: self.reading.entry.clone().unwrap_or_else(|| "main".to_string()),
            dialect: self.reading.dialect.word().to_string(),
            precedence: self.reading.precedence().word().to_string(),
            certificate: match (self.no_certificate, self.require_certificate) {
                (true, _) => "unwanted",
                (_, true) => "required",
                _ => "wanted",
            }
            .to_string(),
            deny_warnings: self.deny.is_some(),
            summaries: self.summaries.as_deref().map(input::name),
            reuse: self.reuse.as_deref().map(input::name),
            timeout_seconds: self.timeout.map(|time| time.as_secs_f64()),
            memory_bytes: self.memory,
        }
    }
}

/// An engine with an option more, if it has such.
fn with_option(engine: &Selection, option: &str) -> Option<Selection> {
    match engine {
        Selection::One(engine) => engine.clone().with(option).ok().map(Selection::One),
        Selection::Auto => None,
    }
}
