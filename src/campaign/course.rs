//! The runs of a campaign, several at a time.

use super::plan::Task;
use super::record::Record;
use crate::budget::CancelToken;
use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What happens in a campaign.
#[derive(Debug)]
pub enum Happening {
    /// A run begins.
    Began(Task),
    /// A run has ended.
    Ended(Task, Box<Record>),
    /// A run cannot be made.
    Failed(Task, io::Error),
}

/// Makes runs, so many at a time, until there are no more, or until the campaign is to stop: then those under way are given up. `hear` is called
/// on this thread; if it fails, the campaign ends as well.
///
/// # Errors
/// What `hear` fails with.
pub fn run<E>(
    tasks: impl Iterator<Item = Task> + Send,
    jobs: NonZeroUsize,
    cancel: &CancelToken,
    make: impl Fn(Task, &CancelToken) -> io::Result<Option<Record>> + Sync,
    mut hear: impl FnMut(Happening) -> Result<(), E>,
) -> Result<(), E> {
    let tasks = Mutex::new(tasks);
    let (sender, receiver) = channel();
    let work = |sender: std::sync::mpsc::Sender<Happening>| {
        while !cancel.is_cancelled() {
            let Some(task) = tasks.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
            let happening = match sender.send(Happening::Began(task)).map(|()| make(task, cancel)) {
                // Nobody listens any more.
                Err(_) | Ok(Ok(None)) => return,
                Ok(Ok(Some(record))) => Happening::Ended(task, Box::new(record)),
                Ok(Err(error)) => Happening::Failed(task, error),
            };
            let _ = sender.send(happening);
        }
    };
    thread::scope(|threads| {
        let mut refused = None;
        for count in 0..jobs.get() {
            let sender = sender.clone();
            if let Err(error) = thread::Builder::new().spawn_scoped(threads, || work(sender)) {
                // Fewer threads do, but not none.
                refused = (count == 0).then_some(error);
                break;
            }
        }
        drop(sender);
        let first = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let heard = match refused.map(|error| (error, first())) {
            Some((error, Some(task))) => {
                hear(Happening::Began(task)).and_then(|()| hear(Happening::Failed(task, error)))
            }
            _ => receiver.iter().try_for_each(&mut hear),
        };
        if heard.is_err() {
            cancel.cancel();
        }
        heard
    })
}
