//! Checks one input: from its path to a report.

use super::flags::Args;
use crate::cli::input::{self, Unread};
use crate::cli::system::{self, Signals};
use bpcheck::budget::{Budget, Probe, StopReason};
use bpcheck::engine::{Observer, Silent};
use bpcheck::pipeline::{Decided, Loaded, decide, load};
use bpcheck::report::check::{Ending, FileReport, Resources};
use bpcheck::report::progress::Progress;
use bpcheck::verdict::{Decision, Outcome, Verdict};
use bpcheck::{Failure, Options, Source};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

/// Checks the input at `path`, from `start` on.
pub fn check(args: &Args, path: &Path, signals: &Signals, start: Instant) -> FileReport {
    let clock = signals.clock(start);
    let options = args.options(budget(args, &clock, signals));
    let mut sha256 = None;
    let result = input::read(path, &options.budget).map_err(|unread| match unread {
        Unread::Failed(error) => Ending::Unreadable(error.to_string()),
        Unread::Stopped(reason) => Ending::Stopped(reason),
    });
    let ending = result.and_then(|source| {
        sha256 = Some(source.sha256());
        let loaded = read_program(args, &source, &options)?;
        let decided = answer(&loaded, &options, &clock)?;
        Ok(Ending::Decided(Box::new(loaded), Box::new(decided)))
    });
    let ending = ending.unwrap_or_else(|ending| ending);
    let resources = Resources { wall: start.elapsed(), cpu: system::cpu_time(), peak_memory: system::peak_memory() };
    FileReport { path: input::name(path), sha256, ending, resources }
}

/// The limits of one input. The clock is always looked at: it tells of SIGXCPU too.
fn budget(args: &Args, clock: &Probe<Duration>, signals: &Signals) -> Budget {
    let limit = args.timeout.unwrap_or(Duration::MAX);
    let budget = Budget::unlimited().with_time(clock.clone(), limit).with_cancel(signals.token());
    let budget = match args.memory {
        Some(limit) => budget.with_memory(system::memory_probe(), limit),
        None => budget,
    };
    match args.max_nodes {
        Some(limit) => budget.with_nodes(limit),
        None => budget,
    }
}

fn read_program(args: &Args, source: &Source, options: &Options) -> Result<Loaded, Ending> {
    let loaded = load(source, options).map_err(failed)?;
    if args.deny.is_some() && loaded.warnings.warnings() > 0 {
        return Err(Ending::Rejected(loaded.warnings));
    }
    Ok(loaded)
}

fn answer(loaded: &Loaded, options: &Options, clock: &Probe<Duration>) -> Result<Decided, Ending> {
    // Reading takes time too, and an engine looks at its limits only once it is under way.
    if let Err(reason) = options.budget.check() {
        return Ok(undecided(loaded, options, &reason));
    }
    let mut terminal = io::stderr();
    if !terminal.is_terminal() {
        return decide(loaded, options, &mut Silent).map_err(failed);
    }
    let mut progress = Progress::new(&mut terminal, clock.clone(), loaded.source.name(), loaded.properties.len());
    let decided = decide(loaded, options, &mut progress as &mut dyn Observer);
    progress.erase();
    decided.map_err(failed)
}

/// The answers of an engine that had no time to begin.
fn undecided(loaded: &Loaded, options: &Options, reason: &StopReason) -> Decided {
    let unknown =
        |property: &_| Decision { property: Clone::clone(property), verdict: Verdict::Unknown(reason.clone()) };
    let decisions = loaded.properties.iter().map(unknown).collect();
    Decided { outcome: Outcome { engine: options.engine.engine(options.order).name(), decisions }, stats: None }
}

fn failed(failure: Failure) -> Ending {
    match failure {
        Failure::Rejected(diagnostics) => Ending::Rejected(diagnostics),
        Failure::Request(what) => Ending::Request(what),
        Failure::SelfCheck(what) => Ending::SelfCheck(what),
        // The library may learn to fail in ways that this client does not know.
        other => Ending::SelfCheck(other.to_string()),
    }
}
