//! What only the operating system knows: signals, memory, processor time.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
use portable as os;
#[cfg(unix)]
use unix as os;

pub use os::{apart, cpu_time, end, file_permissions, folder_permissions, outlive_file_limit, peak_memory};

use super::exit::Exit;
use bpcheck::budget::{CancelToken, Probe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The signals that a check answers in an orderly way.
///
/// Ctrl-C and SIGTERM raise a flag, and the check ends with what it knows. A second one, or one that comes while
/// results are being printed, ends the process at once, but not one that comes so soon after the first that it is the same. SIGXCPU is a time limit.
#[derive(Clone, Default)]
pub struct Signals {
    /// Ctrl-C or SIGTERM came.
    stop: Arc<AtomicBool>,
    /// Which of the two; 0: none.
    which: Arc<AtomicUsize>,
    /// The first one is to end the process.
    at_once: Arc<AtomicBool>,
    /// The processor time is used up.
    cpu: Arc<AtomicBool>,
    /// Any of these came.
    any: Arc<AtomicBool>,
}

impl Signals {
    /// Answers signals from now on.
    pub fn install() -> Signals {
        let signals = Signals::default();
        os::install(&signals);
        signals
    }

    /// The number of the signal that asked to stop.
    pub fn asked_to_stop(&self) -> Option<u8> {
        u8::try_from(self.which.load(Ordering::SeqCst)).ok().filter(|&number| number > 0)
    }

    /// A token that is raised by Ctrl-C and SIGTERM.
    pub fn token(&self) -> CancelToken {
        CancelToken::from_flag(Arc::clone(&self.stop))
    }

    /// A token that is raised by these, and by the end of the processor time: for work that has no clock, and ends with what it has.
    pub fn any(&self) -> CancelToken {
        CancelToken::from_flag(Arc::clone(&self.any))
    }

    /// What to exit with, if such work was ended: 128 and the number of the signal, or, at the end of the processor time, UNKNOWN, as for any time limit.
    pub fn ended(&self) -> Option<Exit> {
        let signal = self.asked_to_stop().map(Exit::Signal);
        signal.or_else(|| self.cpu.load(Ordering::SeqCst).then_some(Exit::Unknown))
    }

    /// A clock that shows the time since `start`, and the end of time once the processor time is used up.
    pub fn clock(&self, start: Instant) -> Probe<Duration> {
        let cpu = Arc::clone(&self.cpu);
        Arc::new(move || if cpu.load(Ordering::Relaxed) { Duration::MAX } else { start.elapsed() })
    }

    /// Does something, such as printing, that a signal may cut short.
    pub fn cut_short<T>(&self, run: impl FnOnce() -> T) -> T {
        self.at_once.store(true, Ordering::SeqCst);
        let result = run();
        self.at_once.store(false, Ordering::SeqCst);
        result
    }
}

/// Tells the memory in use, in bytes; asks the system at most once a millisecond, since that is dear. What was freed before, by the file
/// before this one perhaps, does not count.
pub fn memory_probe() -> Probe<u64> {
    const PAUSE: u64 = 1_000;
    os::give_back();
    let start = Instant::now();
    let (next, last) = (AtomicU64::new(0), AtomicU64::new(0));
    Arc::new(move || {
        let now = start.elapsed().as_micros() as u64;
        if now >= next.load(Ordering::Relaxed) {
            next.store(now + PAUSE, Ordering::Relaxed);
            last.store(os::memory().unwrap_or(0), Ordering::Relaxed);
        }
        last.load(Ordering::Relaxed)
    })
}
