//! How threads are shared among inputs, and among those that work on each.

use std::num::NonZeroUsize;

/// Who works at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// So many inputs.
    pub inputs: NonZeroUsize,
    /// So many threads on each, if that is said.
    pub threads: Option<NonZeroUsize>,
}

impl Share {
    /// Of so many threads, for so many inputs. If it is not said how many, one input has all that there are.
    pub fn of(jobs: Option<NonZeroUsize>, inputs: usize) -> Share {
        let Some(jobs) = jobs else {
            return Share { inputs: NonZeroUsize::MIN, threads: None };
        };
        let inputs = NonZeroUsize::new(inputs.min(jobs.get())).unwrap_or(NonZeroUsize::MIN);
        let threads = NonZeroUsize::new(jobs.get() / inputs).unwrap_or(NonZeroUsize::MIN);
        Share { inputs, threads: Some(threads) }
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
            (share.inputs.get(), share.threads.map_or(0, NonZeroUsize::get))
        };
        assert_eq!(
            [of(1, 5), of(2, 1), of(2, 5), of(4, 2), of(5, 2), of(3, 0)],
            [(1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (1, 3)]
        );
        assert_eq!(Share::of(None, 7), Share { inputs: some(1), threads: None });
    }
}
