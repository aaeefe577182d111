//! How long, how much, and whether to go on at all.
//!
//! The library reads no clock and asks no operating system: whoever calls it hands in a clock and a
//! memory probe, and can ask it to stop from another thread. Engines call [`Budget::poll`] often; it looks
//! at the cancel token each time, at clock and memory every so many calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit on nodes of decision diagrams.
    Nodes,
    /// Loops and calls were followed no deeper than this.
    Bound(u32),
    /// Somebody asked it to stop.
    Interrupted,
    /// The search ended before this property's turn, because another one was found violated.
    NotDecided,
    /// The program has, or the engine meets, something that it cannot handle.
    Unsupported(String),
    /// There is no property to decide.
    NoProperty,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StopReason::Time => f.write_str("time"),
            StopReason::Memory => f.write_str("memory"),
            StopReason::Nodes => f.write_str("nodes"),
            StopReason::Bound(bound) => write!(f, "bound {bound}"),
            StopReason::Interrupted => f.write_str("interrupted"),
            StopReason::NotDecided => f.write_str("not decided"),
            StopReason::Unsupported(what) => write!(f, "unsupported: {what}"),
            StopReason::NoProperty => f.write_str("no property"),
        }
    }
}

/// A flag that any thread may raise to end a search soon. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    raised: Arc<AtomicBool>,
}

impl CancelToken {
    /// A token on a flag that somebody else raises, a signal handler perhaps.
    pub fn from_flag(raised: Arc<AtomicBool>) -> CancelToken {
        CancelToken { raised }
    }

    /// Asks the search to stop.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked.
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }
}

/// Tells a figure when asked: the time since some start, or the bytes in use.
pub type Probe<T> = Arc<dyn Fn() -> T + Send + Sync>;

/// The limits of one search. Without any it runs to its end.
#[derive(Default)]
pub struct Budget {
    clock: Option<(Probe<Duration>, Duration)>,
    memory: Option<(Probe<u64>, u64)>,
    nodes: Option<usize>,
    cancel: CancelToken,
    polls: AtomicU32,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time = self.clock.as_ref().map(|(_, limit)| limit);
        let memory = self.memory.as_ref().map(|(_, limit)| limit);
        f.debug_struct("Budget").field("time", &time).field("memory", &memory).finish_non_exhaustive()
    }
}

impl Clone for Budget {
    fn clone(&self) -> Budget {
        Budget {
            clock: self.clock.clone(),
            memory: self.memory.clone(),
            nodes: self.nodes,
            cancel: self.cancel.clone(),
            polls: AtomicU32::new(0),
        }
    }
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Stops when `clock` shows `limit` or more.
    pub fn with_time(mut self, clock: Probe<Duration>, limit: Duration) -> Budget {
        self.clock = Some((clock, limit));
        self
    }

    /// Stops when `probe` shows `limit` bytes or more.
    pub fn with_memory(mut self, probe: Probe<u64>, limit: u64) -> Budget {
        self.memory = Some((probe, limit));
        self
    }

    /// Stops an engine that keeps decision diagrams when they have more nodes than this at a time.
    pub fn with_nodes(mut self, limit: usize) -> Budget {
        self.nodes = Some(limit);
        self
    }

    /// The limit of [`Budget::with_nodes`], which whoever has the nodes looks after.
    pub fn nodes(&self) -> Option<usize> {
        self.nodes
    }

    /// Stops when `cancel` is raised.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Budget {
        self.cancel = cancel;
        self
    }

    /// Whether to go on. Cheap: clock and memory are looked at every 256th time.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn poll(&self) -> Result<(), StopReason> {
        if self.cancel.is_cancelled() {
            return Err(StopReason::Interrupted);
        }
        let polls = self.polls.fetch_add(1, Ordering::Relaxed);
        if polls % 256 == 255 { self.check() } else { Ok(()) }
    }

    /// Like [`Budget::poll`], but looks at everything at once.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.cancel.is_cancelled() {
            return Err(StopReason::Interrupted);
        }
        match &self.clock {
            Some((clock, limit)) if clock() >= *limit => return Err(StopReason::Time),
            _ => {}
        }
        match &self.memory {
            Some((probe, limit)) if probe() >= *limit => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_seen() {
        let clock: Probe<Duration> = Arc::new(|| Duration::from_secs(2));
        let memory: Probe<u64> = Arc::new(|| 10);
        assert_eq!(Budget::unlimited().check(), Ok(()));
        assert_eq!(Budget::unlimited().with_time(clock.clone(), Duration::from_secs(2)).check(), Err(StopReason::Time));
        assert_eq!(Budget::unlimited().with_time(clock, Duration::from_secs(3)).check(), Ok(()));
        assert_eq!(Budget::unlimited().with_memory(memory, 10).check(), Err(StopReason::Memory));
        let token = CancelToken::default();
        let budget = Budget::unlimited().with_cancel(token.clone());
        assert_eq!(budget.poll(), Ok(()));
        token.cancel();
        assert_eq!(budget.poll(), Err(StopReason::Interrupted));
    }
}
