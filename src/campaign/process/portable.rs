//! Where there is no Unix: limits cannot be kept, so nothing is run.

use super::Memory;
use crate::campaign::record::{Exit, Limits};
use std::io;
use std::process::{Child, Command};
use std::time::Duration;

/// A process; there is none.
#[derive(Clone, Copy)]
pub(crate) struct Process;

/// What a process used: processor time, and memory in bytes.
pub(crate) struct Usage {
    pub(crate) exit: Exit,
    pub(crate) cpu: Option<Duration>,
    pub(crate) peak_memory: Option<u64>,
}

/// Lets no command start.
pub(crate) fn confine(_: &mut Command, _: &Limits, _: Memory) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "runs need the limits of a Unix system"))
}

impl Process {
    pub(crate) fn new(_: &Child) -> io::Result<Process> {
        Ok(Process)
    }

    pub(crate) fn wait_for_end(self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn kill(self) {}

    pub(crate) fn reap(self, _: Child) -> io::Result<Usage> {
        Ok(Usage { exit: Exit { code: None, signal: None }, cpu: None, peak_memory: None })
    }

    pub(crate) fn memory(self) -> Option<u64> {
        None
    }
}
