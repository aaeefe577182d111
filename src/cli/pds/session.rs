//! One run of the command: its limits, its input, and where its answers go.

use super::flags::Common;
use crate::cli::exit::Exit;
use crate::cli::pushdown::Input;
use crate::cli::system::{Signals, memory_probe};
use crate::cli::worker::{GRACE, Lost, attend};
use crate::cli::{input, output, reading};
use bpcheck::budget::{Budget, StopReason};
use bpcheck::convert;
use bpcheck::engine::Silent;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

impl From<Exit> for NoResult {
    fn from(told: Exit) -> NoResult {
        NoResult::Told(told)
    }
}

impl From<StopReason> for NoResult {
    fn from(reason: StopReason) -> NoResult {
        NoResult::Stopped(reason)
    }
}

impl Session {
    /// Begins now.
    pub fn new(common: &Common) -> Session {
        let signals = Signals::install();
        let limit = common.timeout.unwrap_or(Duration::MAX);
        let budget = Budget::unlimited().with_time(signals.clock(Instant::now()), limit).with_cancel(signals.token());
        let budget = match common.memory {
            Some(limit) => budget.with_memory(memory_probe(), limit),
            None => budget,
        };
        Session { budget, signals }
    }

    /// Reads the system at `path`. What is wrong with it is told.
    pub fn read(&self, path: &Path) -> Result<Arc<Input>, NoResult> {
        let source = input::read(path, &self.budget).map_err(|unread| match unread {
            input::Unread::Stopped(reason) => NoResult::Stopped(reason),
            input::Unread::Failed(error) => {
                output::stderr(format_args!("error: cannot read {}: {error}\n", input::name(path)));
                NoResult::Told(Exit::Input)
            }
        })?;
        let read_as = convert::Input::of_system(path);
        let (input, remarks) = self.attend(move |_| Ok(Input::of(source, read_as)))?;
        reading::tell(&remarks);
        input.map(Arc::new).ok_or(NoResult::Told(Exit::Input))
    }

    /// Does what may take long.
    pub fn work<T: Send + 'static>(
        &self,
        input: &Arc<Input>,
        work: impl FnOnce(&Input, &Budget) -> Result<T, StopReason> + Send + 'static,
    ) -> Result<T, NoResult> {
        let input = Arc::clone(input);
        self.attend(move |budget| work(&input, budget))
    }

    fn attend<T: Send + 'static>(
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
