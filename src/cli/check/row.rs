//! Several inputs at a time, their results in a row.

use crate::cli::output::Audience;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{Builder, scope};
use std::time::Instant;

/// Works on so many items, `jobs` at a time, the first one from `start` on, and shows the results in the order of the items, each as soon as it is its
/// turn, until nobody reads any more. If the system has no threads for so many, fewer work.
pub fn each<T: Send>(
    count: usize,
    jobs: NonZeroUsize,
    start: Instant,
    work: impl Fn(usize, Instant) -> T + Sync,
    mut show: impl FnMut(T) -> Audience,
) -> Audience {
    let work = |index| work(index, if index == 0 { start } else { Instant::now() });
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < count);
    scope(|threads| {
        let (outbox, inbox) = channel();
        if jobs > NonZeroUsize::MIN {
            for _ in 0..jobs.get().min(count) {
                let (outbox, take, work) = (outbox.clone(), &take, &work);
                let serve = move || {
                    while let Some(index) = take() {
                        // If nobody listens, nothing is left to take either.
                        let _ = outbox.send((index, work(index)));
                    }
                };
                if Builder::new().name("check".into()).spawn_scoped(threads, serve).is_err() {
                    break;
                }
            }
        }
        drop(outbox);
        let mut early = BTreeMap::new();
        for index in 0..count {
            let result = loop {
                if let Some(result) = early.remove(&index) {
                    break result;
                }
                match inbox.recv() {
                    Ok((index, result)) => _ = early.insert(index, result),
                    // There are no workers.
                    Err(_) => break work(index),
                }
            };
            if show(result) == Audience::Left {
                next.store(count, Ordering::Relaxed);
                return Audience::Left;
            }
        }
        Audience::Listens
    })
}
