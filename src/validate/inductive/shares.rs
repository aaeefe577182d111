//! Work in shares, on as many threads as are to be had.

use crate::budget::Budget;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

/// What comes of each item, in the order of the items. This thread works, and others do, as many as may, or else as there are processors; if the system has no
/// thread to give, this one does all.
pub(super) fn each<T: Sync, R: Send>(items: &[T], budget: &Budget, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let serve = || {
        while let Some((index, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
        {
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    let most = match items {
        [] | [_] => 1,
        _ => budget.threads().unwrap_or_else(|| available_parallelism().unwrap_or(NonZeroUsize::MIN)).get(),
    };
    scope(|threads| {
        for _ in 1..most.min(items.len()) {
            if Builder::new().spawn_scoped(threads, serve).is_err() {
                break;
            }
        }
        serve();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}
