//! Checks one input: from its path to a report.

use super::flags::Args;
use super::inputs::Input;
use super::share::Share;
use crate::cli::companions;
use crate::cli::input::{self, Unread};
use crate::cli::system::{self, Signals};
use crate::cli::worker::{GRACE, Lost, attend};
use bpcheck::budget::{Budget, CancelToken, Probe};
use bpcheck::engine::{Observer, Silent};
use bpcheck::pipeline::{Decided, Loaded, Stopwatch, Temporal, decide, undecided};
use bpcheck::report::check::{Ending, FileReport, Resources};
use bpcheck::report::progress::Progress;
use bpcheck::verdict::summaries::Summaries;
use bpcheck::{Failure, Options, Source};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is the same for all inputs of a check.
pub struct Setting<'a> {
    /// The flags.
    pub args: &'a Args,
    /// How many work at a time.
    pub share: Share,
    /// The formulas that are asked.
    pub temporal: Temporal,
    /// The text of the file that lists the order of variables.
    pub listing: Option<Source>,
    /// What is known of another version of the program.
    pub recall: Option<Arc<Summaries>>,
    /// Those that end it.
    pub signals: &'a Signals,
    /// Raised when nobody reads the results any more.
    pub left: CancelToken,
}

/// Checks an input, from `start` on.
pub fn check(setting: &Setting<'_>, input: &Input, start: Instant) -> FileReport {
    let Setting { args, share, temporal, listing, recall, signals, left } = setting;
    let path = &input.path;
    if let Some(why) = &input.hollow {
        return FileReport {
            path: input::name(path),
            source: None,
            ending: Ending::Unreadable(why.clone()),
            resources: Resources::default(),
        };
    }
    let clock = signals.clock(start);
    let companions = companions::read(path);
    let options = args.options(
        temporal.clone(),
        listing.clone(),
        recall.clone(),
        budget(args, &clock, signals, *share).with_cancel(left.clone()),
    );
    let options = options
        .with_companions(companions)
        .with_manner(args.reading.manner(path))
        .with_stopwatch(Stopwatch::new(Arc::new(move || start.elapsed())));
    let options = Arc::new(options);
    let mut text = None;
    let result = input::read(path, &options.budget).map_err(|unread| match unread {
        Unread::Failed(error) => Ending::Unreadable(error.to_string()),
        Unread::Stopped(reason) => Ending::Stopped(reason),
    });
    let ending = result.and_then(|source| {
        text = Some(source.clone());
        let loaded = Arc::new(read_program(args, path, source, &options)?);
        let decided = answer(&loaded, &options, &clock, share.inputs == NonZeroUsize::MIN)?;
        Ok(Ending::Decided(loaded, Box::new(decided)))
    });
    let ending = ending.unwrap_or_else(|ending| ending);
    let resources = if args.tells_cost() {
        Resources { wall: start.elapsed(), cpu: system::cpu_time(), peak_memory: system::peak_memory() }
    } else {
        Resources::default()
    };
    FileReport { path: input::name(path), source: text, ending, resources }
}

/// The limits of one input. The clock is always looked at: it tells of SIGXCPU too.
fn budget(args: &Args, clock: &Probe<Duration>, signals: &Signals, share: Share) -> Budget {
    let limit = args.timeout.unwrap_or(Duration::MAX);
    let budget = Budget::unlimited().with_time(clock.clone(), limit).with_cancel(signals.token());
    let budget = match args.memory {
        Some(limit) => budget.with_memory(system::memory_probe(), limit),
        None => budget,
    };
    let budget = match args.max_nodes {
        Some(limit) => budget.with_nodes(limit),
        None => budget,
    };
    match share.threads {
        Some(threads) => budget.with_threads(threads),
        None => budget,
    }
}

fn read_program(args: &Args, path: &Path, source: Source, options: &Arc<Options>) -> Result<Loaded, Ending> {
    let work = {
        let (options, reading, path) = (Arc::clone(options), args.reading.clone(), path.to_path_buf());
        move |_: &mut dyn Observer| reading.asking(&path, source, &options)
    };
    let loaded = match attend(&options.budget, GRACE, &mut Silent, work) {
        Ok(loaded) => loaded.map_err(failed)?,
        Err(Lost::Abandoned(reason)) => return Err(Ending::Stopped(reason)),
        Err(Lost::Crashed) => return Err(Ending::Internal),
    };
    if let Some(clash) = args.clash_with_formulas().filter(|_| loaded.asks_of_runs()) {
        return Err(Ending::Request(clash));
    }
    if args.deny.is_some() && loaded.warnings.warnings() > 0 {
        return Err(Ending::Rejected(loaded.warnings));
    }
    Ok(loaded)
}

/// The answer; on a terminal, with what is going on meanwhile, if this is the only input at work.
fn answer(
    loaded: &Arc<Loaded>,
    options: &Arc<Options>,
    clock: &Probe<Duration>,
    is_alone: bool,
) -> Result<Decided, Ending> {
    let work = {
        let (loaded, options) = (Arc::clone(loaded), Arc::clone(options));
        move |observer: &mut dyn Observer| decide(&loaded, &options, observer)
    };
    let mut terminal = io::stderr();
    let decided = if is_alone && terminal.is_terminal() {
        let mut progress = Progress::new(&mut terminal, clock.clone(), loaded.source.name(), loaded.properties.len());
        let decided = attend(&options.budget, GRACE, &mut progress, work);
        progress.erase();
        decided
    } else {
        attend(&options.budget, GRACE, &mut Silent, work)
    };
    match decided {
        Ok(decided) => decided.map_err(failed),
        Err(Lost::Abandoned(reason)) => Ok(undecided(loaded, options, &reason)),
        Err(Lost::Crashed) => Err(Ending::Internal),
    }
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
