//! How long, how much, and whether to go on at all.
//!
//! The library reads no clock and asks no operating system: whoever calls it hands in a clock and a
//! memory probe, and can ask it to stop from another thread. Engines call [`Budget::poll`] often; it looks
//! at the cancel token each time, at clock and memory every so many calls.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
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
    /// The limit on work.
    Effort,
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
    /// No run was found that violates the property, but nothing that could be checked proves that there is none: why
    /// not.
    NoCertificate(String),
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StopReason::Time => f.write_str("time"),
            StopReason::Memory => f.write_str("memory"),
            StopReason::Nodes => f.write_str("nodes"),
            StopReason::Effort => f.write_str("effort"),
            StopReason::Bound(bound) => write!(f, "bound {bound}"),
            StopReason::Interrupted => f.write_str("interrupted"),
            StopReason::NotDecided => f.write_str("not decided"),
            StopReason::Unsupported(what) => write!(f, "unsupported: {what}"),
            StopReason::NoProperty => f.write_str("no property"),
            StopReason::NoCertificate(_) => f.write_str("no certificate"),
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

/// So many steps of a pass over a program take as long as a unit of work of an engine, roughly.
const SMALL_STEPS: u32 = 32;

/// Tells a figure when asked: the time since some start, or the bytes in use.
pub type Probe<T> = Arc<dyn Fn() -> T + Send + Sync>;

/// The limits of one search. Without any it runs to its end.
#[derive(Default)]
pub struct Budget {
    clock: Option<(Probe<Duration>, Duration)>,
    memory: Option<(Probe<u64>, u64)>,
    nodes: Option<usize>,
    threads: Option<NonZeroUsize>,
    cancel: Vec<CancelToken>,
    polls: AtomicU32,
    is_for_steps: bool,
    efforts: Vec<Arc<AtomicU64>>,
    marks: Vec<Arc<Mark>>,
}

/// Something that is to be done after so much work, and perhaps again after more.
struct Mark {
    left: AtomicU64,
    reached: Box<dyn Fn() -> Option<u64> + Send + Sync>,
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
            threads: self.threads,
            cancel: self.cancel.clone(),
            polls: AtomicU32::new(0),
            is_for_steps: self.is_for_steps,
            efforts: self.efforts.clone(),
            marks: self.marks.clone(),
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
    pub(crate) fn nodes(&self) -> Option<usize> {
        self.nodes
    }

    /// Says how many threads there are. Otherwise there are as many as processors, and two at least for `auto`. With one nothing
    /// works side by side, and nothing depends on how fast threads are.
    pub fn with_threads(mut self, most: NonZeroUsize) -> Budget {
        self.threads = Some(most);
        self
    }

    /// How many threads there are, if that is said.
    pub(crate) fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Stops when `cancel` is raised, too.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Budget {
        self.cancel.push(cancel);
        self
    }

    /// Stops at three quarters of the limit on memory, which leaves the rest to others.
    pub(crate) fn with_less_memory(mut self) -> Budget {
        self.memory = self.memory.map(|(probe, limit)| (probe, limit / 4 * 3));
        self
    }

    /// Stops at three quarters of the time that is left, which leaves the rest to others.
    pub(crate) fn with_less_time(mut self) -> Budget {
        let less = self.time_left().map_or(Duration::ZERO, |left| left / 4);
        self.clock = self.clock.map(|(clock, limit)| (clock, limit.saturating_sub(less)));
        self
    }

    /// The time until it stops, if there is a clock.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.clock.as_ref().map(|(clock, limit)| limit.saturating_sub(clock()))
    }

    /// Stops only when it is asked to, and at its nodes: for what is to be brought to its end when a limit was hit.
    pub(crate) fn until_cancelled(mut self) -> Budget {
        self.clock = None;
        self.memory = None;
        self.efforts.clear();
        self
    }

    /// Stops at all limits but those on work.
    pub(crate) fn with_any_effort(mut self) -> Budget {
        self.efforts.clear();
        self
    }

    /// Stops when this budget and its clones together have spent so much work, a measure that is the same on all machines: a look at
    /// the budget is one unit, and solvers spend more.
    pub fn with_effort(mut self, units: u64) -> Budget {
        self.efforts.push(Arc::new(AtomicU64::new(units)));
        self
    }

    /// Counts a unit of work for [`SMALL_STEPS`] looks at it instead of one: for passes over a program, which look at it at each step.
    pub(crate) fn for_small_steps(mut self) -> Budget {
        self.is_for_steps = true;
        self
    }

    /// Work has been done.
    pub(crate) fn spend(&self, units: u64) {
        self.linger(units);
        for left in &self.efforts {
            // Of several threads each takes what is there.
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(units)));
        }
    }

    /// How much work may still be done, if that is limited.
    pub(crate) fn effort(&self) -> Option<u64> {
        self.efforts.iter().map(|left| left.load(Ordering::Relaxed)).min()
    }

    /// Work goes on that will be spent when it is done: it has come so far that others may want their turn.
    pub(crate) fn linger(&self, units: u64) {
        self.marks.iter().for_each(|mark| mark.count(units));
    }

    /// Calls `reached` when this budget and its clones together have spent so much work, and again after as much more as it says. It may take
    /// its time: whoever spends waits.
    pub(crate) fn with_mark(mut self, units: u64, reached: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Budget {
        self.marks.push(Arc::new(Mark { left: AtomicU64::new(units), reached: Box::new(reached) }));
        self
    }

    /// What the clock shows, if there is one: to say how long something took, and to decide nothing.
    pub fn now(&self) -> Option<Duration> {
        self.clock.as_ref().map(|(clock, _)| clock())
    }

    /// Whether to go on. Cheap: clock and memory are looked at every 256th time.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn poll(&self) -> Result<(), StopReason> {
        if self.is_cancelled() {
            return Err(StopReason::Interrupted);
        }
        // Two threads may count the same poll: that is the price for one locked instruction less.
        let polls = self.polls.load(Ordering::Relaxed).wrapping_add(1);
        self.polls.store(polls, Ordering::Relaxed);
        if !self.is_for_steps || polls.is_multiple_of(SMALL_STEPS) {
            self.spend(1);
        }
        if self.effort() == Some(0) {
            return Err(StopReason::Effort);
        }
        if polls.is_multiple_of(256) { self.check() } else { Ok(()) }
    }

    /// Like [`Budget::poll`], but looks at everything at once.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.is_cancelled() {
            return Err(StopReason::Interrupted);
        }
        if self.effort() == Some(0) {
            return Err(StopReason::Effort);
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

    fn is_cancelled(&self) -> bool {
        self.cancel.iter().any(CancelToken::is_cancelled)
    }
}

impl Mark {
    fn count(&self, units: u64) {
        let less = |left: u64| (left > 0).then(|| left.saturating_sub(units));
        // Nothing is left of it while it is reached, so that no other thread reaches it, too.
        if let Ok(left) = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            && left <= units
            && let Some(more) = (self.reached)()
        {
            self.left.store(more, Ordering::Relaxed);
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
        let other = CancelToken::default();
        let limited =
            budget.clone().with_time(Arc::new(|| Duration::MAX), Duration::ZERO).with_memory(Arc::new(|| 1), 0);
        assert_eq!((limited.check(), limited.until_cancelled().check()), (Err(StopReason::Time), Ok(())));
        let both = budget.clone().with_cancel(other.clone());
        other.cancel();
        assert_eq!((budget.poll(), both.poll()), (Ok(()), Err(StopReason::Interrupted)));
        token.cancel();
        assert_eq!(budget.poll(), Err(StopReason::Interrupted));
    }

    #[test]
    fn small_steps_are_parts_of_a_unit() {
        let budget = Budget::unlimited().with_effort(2);
        let small = budget.clone().for_small_steps();
        assert!((1..SMALL_STEPS).all(|_| small.poll().is_ok()) && budget.effort() == Some(2));
        assert_eq!((small.poll(), budget.effort(), budget.poll()), (Ok(()), Some(1), Err(StopReason::Effort)));
    }

    #[test]
    fn an_effort_is_that_of_all_clones_together() {
        let outer = Budget::unlimited().with_effort(5);
        let inner = outer.clone().with_effort(2);
        assert_eq!((outer.effort(), inner.effort(), inner.poll()), (Some(5), Some(2), Ok(())));
        inner.spend(1);
        assert_eq!((inner.check(), inner.poll()), (Err(StopReason::Effort), Err(StopReason::Effort)));
        assert_eq!((outer.effort(), outer.poll()), (Some(2), Ok(())));
        assert_eq!((outer.poll(), outer.clone().until_cancelled().poll()), (Err(StopReason::Effort), Ok(())));
    }

    #[test]
    fn a_mark_is_reached_by_all_clones_together_and_again() {
        let reached = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&reached);
        let again = move || (count.fetch_add(1, Ordering::Relaxed) == 0).then_some(2);
        let budget = Budget::unlimited().with_mark(3, again);
        let clone = budget.clone();
        for expected in [0, 0, 1, 1, 2, 2, 2, 2] {
            assert_eq!(if expected == 0 { budget.poll() } else { clone.poll() }, Ok(()));
            assert_eq!(reached.load(Ordering::Relaxed), expected);
        }
        let units = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&units);
        let budget = Budget::unlimited().with_mark(10, move || {
            count.fetch_add(1, Ordering::Relaxed);
            None
        });
        budget.spend(4);
        budget.linger(5);
        assert_eq!(units.load(Ordering::Relaxed), 0);
        budget.spend(7);
        assert_eq!(units.load(Ordering::Relaxed), 1);
    }
}
