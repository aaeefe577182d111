//! Where there is no Unix: limits cannot be kept, so nothing is run.

use super::Memory;
use crate::campaign::record::{Exit, Limits};
use std::io;
use std::process::{Child, Command};
use std::time::Duration;

/// A process; there is none.
#[derive(Clone, Copy)]
pub struct Process;

/// What a process used.
pub struct Usage {
    pub exit: Exit,
    pub cpu: Option<Duration>,
    pub peak_memory: Option<u64>,
}

/// Lets no command start.
pub fn confine(_: &mut Command, _: &Limits, _: Memory) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "runs need the limits of a Unix system"))
}

impl Process {
    pub fn new(_: &Child) -> io::Result<Process> {
        Ok(Process)
    }

    pub fn wait_for_end(self) -> io::Result<()> {
        Ok(())
    }

    pub fn kill(self) {}

    pub fn reap(self, _: Child) -> io::Result<Usage> {
        Ok(Usage { exit: Exit { code: None, signal: None }, cpu: None, peak_memory: None })
    }

    pub fn memory(self) -> Option<u64> {
        None
    }
}
