//! How threads are shared among inputs, and among those that work on each.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// Who works at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// So many inputs.
    pub inputs: NonZeroUsize,
    /// So many threads on each.
    pub threads: NonZeroUsize,
}

impl Share {
    /// Of so many threads, for so many inputs. If it is not said how many, one input has all processors, and two threads at least.
    pub fn of(jobs: Option<NonZeroUsize>, inputs: usize) -> Share {
        let Some(jobs) = jobs else {
            let processors = available_parallelism().unwrap_or(NonZeroUsize::MIN);
            return Share { inputs: NonZeroUsize::MIN, threads: processors.max(TWO) };
        };
        let inputs = NonZeroUsize::new(inputs.min(jobs.get())).unwrap_or(NonZeroUsize::MIN);
        let threads = NonZeroUsize::new(jobs.get() / inputs).unwrap_or(NonZeroUsize::MIN);
        Share { inputs, threads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_shared() {
        let some = |count| NonZeroUsize::new(count).expect("not zero");
        let of = |jobs, inputs| {
            let share = Share::of(Some(some(jobs)), inputs);
            (share.inputs.get(), share.threads.get())
        };
        assert_eq!(
            [of(1, 5), of(2, 1), of(2, 5), of(4, 2), of(5, 2), of(3, 0)],
            [(1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (1, 3)]
        );
        let share = Share::of(None, 7);
        assert!(share.inputs == some(1) && share.threads.get() > 1, "{share:?}");
    }
}
