//! A process of its own for each run, with hard limits: it can neither hurt another run nor the campaign.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
use portable as os;
#[cfg(unix)]
use unix as os;

use super::record::{Exit, Limits};
use crate::budget::CancelToken;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process has, beyond its limits, to end in an orderly way with what it knows.
const GRACE: Duration = Duration::from_secs(2);
/// How often the clock is looked at.
const PAUSE: Duration = Duration::from_millis(20);
/// After so many pauses the memory in use is looked at, which takes a millisecond.
const MEMORY: u32 = 5;
/// As much of an output is read.
const OUTPUT: u64 = 64 << 20;

/// What may be done to keep a process within its memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Memory {
    /// The system refuses it more room for addresses than this many bytes beyond the limit; and what is in use is looked at besides.
    Refused {
        /// What a process reserves and does not use.
        beyond: u64,
    },
    /// What is in use is looked at: for those that reserve much more than they use.
    #[default]
    Watched,
}

/// Why a process was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It took too much time, by the clock or of processors.
    Time,
    /// It took too much memory.
    Memory,
    /// Somebody wants the campaign to stop.
    Cancelled,
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// How the process ended: its exit code, or the signal that ended it.
    pub(crate) exit: Exit,
    /// Why it was ended, if it did not end by itself.
    pub(crate) stopped: Option<Stopped>,
    /// What it wrote to its standard output, cut if it is very long.
    pub(crate) stdout: Vec<u8>,
    /// The same of its standard error output.
    pub(crate) stderr: Vec<u8>,
    /// How long it took by the clock.
    pub(crate) wall: Duration,
    /// The processor time of the process and of those that it waited for, where the system tells.
    pub(crate) cpu: Option<Duration>,
    /// The most memory that one process had in use, in bytes, where the system tells.
    pub(crate) peak_memory: Option<u64>,
}

/// Runs a command to its end, or to that of its limits. All that it started ends with it.
///
/// # Errors
/// If it cannot be started or waited for.
pub fn run(mut command: Command, limits: &Limits, memory: Memory, cancel: &CancelToken) -> io::Result<Ended> {
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    os::confine(&mut command, limits, memory)?;
    let start = Instant::now();
    let child = command.spawn()?;
    let process = os::Process::new(&child)?;
    let is_too_large = || limits.memory_bytes.zip(process.memory()).is_some_and(|(limit, used)| used > limit);
    let time = Duration::from_secs_f64(limits.seconds) + GRACE;
    let mut stopped = None;
    let waited = thread::scope(|threads| {
        let (sender, receiver) = sync_channel(1);
        thread::Builder::new().spawn_scoped(threads, move || {
            let ended = process.wait_for_end();
            let _ = sender.send(ended);
        })?;
        for pause in 1_u32.. {
            match receiver.recv_timeout(PAUSE) {
                Ok(ended) => return ended,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the process cannot be waited for"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let reason = if cancel.is_cancelled() {
                Stopped::Cancelled
            } else if start.elapsed() > time {
                Stopped::Time
            } else if pause.is_multiple_of(MEMORY) && is_too_large() {
                Stopped::Memory
            } else {
                continue;
            };
            stopped.get_or_insert(reason);
            process.kill();
        }
        unreachable!("a process that was killed ends")
    });
    let wall = start.elapsed();
    // What it started and left behind, and itself, if it could not be waited for.
    process.kill();
    let os::Usage { exit, cpu, peak_memory } = process.reap(child)?;
    waited?;
    Ok(Ended { exit, stopped, stdout: content(&mut stdout)?, stderr: content(&mut stderr)?, wall, cpu, peak_memory })
}

fn content(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(OUTPUT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
