//! One run of a command: its limits, the inputs it reads, and where its answers go.

use super::exit::Exit;
use super::pushdown::System;
use super::system::{Signals, memory_probe};
use super::worker::{GRACE, Lost, attend};
use super::{input, output, quantity, reading};
use bpcheck::Source;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::convert;
use bpcheck::engine::Silent;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The flags that limit a run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// Stop after this time, reading included: 500ms, 20s, 2m; a bare number: seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub timeout: Option<Duration>,
    /// Stop when this much memory is in use: 512M, 2G; a bare number: bytes
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub memory: Option<u64>,
}

/// The limits, and the signals that cut printing short.
pub struct Session {
    budget: Budget,
    signals: Signals,
}

/// Why there is no result.
pub enum NoResult {
    /// A limit was hit.
    Stopped(StopReason),
    /// It is told already.
    Told(Exit),
}

impl From<StopReason> for NoResult {
    fn from(reason: StopReason) -> NoResult {
        NoResult::Stopped(reason)
    }
}

impl From<Exit> for NoResult {
    fn from(exit: Exit) -> NoResult {
        NoResult::Told(exit)
    }
}

impl Session {
    /// Begins now.
    pub fn new(limits: Limits) -> Session {
        let signals = Signals::install();
        let time = limits.timeout.unwrap_or(Duration::MAX);
        let budget = Budget::unlimited().with_time(signals.clock(Instant::now()), time).with_cancel(signals.token());
        let budget = match limits.memory {
            Some(limit) => budget.with_memory(memory_probe(), limit),
            None => budget,
        };
        Session { budget, signals }
    }

    /// Reads the text at `path`.
    pub fn read(&self, path: &Path) -> Result<Source, NoResult> {
        input::read(path, &self.budget).map_err(|unread| match unread {
            input::Unread::Stopped(reason) => NoResult::Stopped(reason),
            input::Unread::Failed(error) => {
                output::stderr(format_args!("error: cannot read {}: {error}\n", input::name(path)));
                NoResult::Told(Exit::Input)
            }
        })
    }

    /// Reads the system at `path`. What is wrong with it is told.
    pub fn system(&self, path: &Path, read_as: convert::Input) -> Result<Arc<System>, NoResult> {
        let source = self.read(path)?;
        let (system, remarks) = self.attend(move |_| Ok(System::of(source, read_as)))?;
        reading::tell(&remarks);
        system.map(Arc::new).ok_or(NoResult::Told(Exit::Input))
    }

    /// Does what may take long with a system.
    pub fn work<T: Send + 'static>(
        &self,
        system: &Arc<System>,
        work: impl FnOnce(&System, &Budget) -> Result<T, StopReason> + Send + 'static,
    ) -> Result<T, NoResult> {
        let system = Arc::clone(system);
        self.attend(move |budget| work(&system, budget))
    }

    /// Does what may take long.
    pub fn attend<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Budget) -> Result<T, StopReason> + Send + 'static,
    ) -> Result<T, NoResult> {
        let budget = self.budget.clone();
        match attend(&self.budget, GRACE, &mut Silent, move |_| work(&budget)) {
            Ok(result) => result.map_err(NoResult::Stopped),
            Err(Lost::Abandoned(reason)) => Err(NoResult::Stopped(reason)),
            Err(Lost::Crashed) => Err(NoResult::Told(Exit::Internal)),
        }
    }

    /// The exit code; if a limit was hit, that is told.
    pub fn end(&self, done: Result<Exit, NoResult>) -> Exit {
        match done {
            Ok(exit) | Err(NoResult::Told(exit)) => exit,
            Err(NoResult::Stopped(reason)) => {
                output::stderr(format_args!("error: stopped: {reason}\n"));
                self.unknown(&reason)
            }
        }
    }

    /// What is answered when a limit was hit.
    pub fn unknown(&self, reason: &StopReason) -> Exit {
        match reason {
            StopReason::Interrupted => self.signals.asked_to_stop().map_or(Exit::Unknown, Exit::Signal),
            _ => Exit::Unknown,
        }
    }

    /// Writes to the standard output; `exit`, or that of the failure.
    pub fn print(&self, exit: Exit, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
        self.signals.cut_short(|| output::print(exit, write))
    }

    /// Writes a JSON document to the standard output.
    pub fn json(&self, document: &impl Serialize, exit: Exit) -> Exit {
        self.print(exit, |out| {
            serde_json::to_writer_pretty(&mut *out, document)?;
            writeln!(out)
        })
    }
}
