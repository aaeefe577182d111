//! The thread that a solver with many variables lives in.

use super::library::{Library, Question, Reply, Watch};
use crate::budget::{Budget, StopReason};
use crate::logic::sat::cnf::Cnf;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How often the budget is looked at while an answer is awaited.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A solver in its thread, waiting for a question.
pub(super) struct Worker {
    orders: Sender<Order>,
    replies: Receiver<Reply>,
    thread: JoinHandle<()>,
    /// How many clauses it has.
    loaded: usize,
    _brake: Brake,
}

/// Clauses that are new, and then a question about all.
struct Order {
    clauses: Cnf,
    question: Question,
    /// Work is told to it, and whoever tells waits for its turn.
    budget: Budget,
}

/// A flag that is raised when this is dropped: nobody waits for replies any more.
struct Brake(Arc<AtomicBool>);

impl Drop for Brake {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Worker {
    /// A solver without clauses, if the system has a thread for it.
    pub(super) fn start() -> Option<Worker> {
        let (orders, inbox) = channel();
        let (outbox, replies) = channel();
        let brake = Brake(Arc::default());
        let raised = Arc::clone(&brake.0);
        let thread = Builder::new().name("varisat".into()).spawn(move || serve(&inbox, &outbox, &raised)).ok()?;
        Some(Worker { orders, replies, thread, loaded: 0, _brake: brake })
    }

    /// Asks about all of these clauses. The worker comes back with the reply, unless it ran out of conflicts: it cannot
    /// be asked again then.
    ///
    /// # Errors
    /// Why the reply was not waited for. The thread ends as soon as it can.
    ///
    /// # Panics
    /// If the library does.
    pub(super) fn ask(
        mut self,
        cnf: &Cnf,
        question: Question,
        budget: &Budget,
    ) -> Result<(Option<Worker>, Reply), StopReason> {
        let order = Order { clauses: cnf.tail(self.loaded), question, budget: budget.clone() };
        self.loaded = cnf.len();
        // If nobody is there to take it, no reply will come either.
        let _ = self.orders.send(order);
        loop {
            match self.replies.recv_timeout(LOOK_EVERY) {
                Ok(reply) if reply.is_last() => return Ok((None, reply)),
                Ok(reply) => return Ok((Some(self), reply)),
                Err(RecvTimeoutError::Timeout) => budget.check()?,
                Err(RecvTimeoutError::Disconnected) => match self.thread.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => unreachable!("a thread whose brake is not raised replies before it ends"),
                },
            }
        }
    }
}

/// The life of the thread: it ends when nobody waits for replies, or when the solver has become useless.
fn serve(orders: &Receiver<Order>, replies: &Sender<Reply>, brake: &Arc<AtomicBool>) {
    let mut library = Library::default();
    for Order { clauses, question, budget } in orders {
        let watch = || Watch::Brake(Arc::clone(brake), budget.clone());
        if library.load(&clauses, 0, &watch()).is_err() {
            return;
        }
        let reply = library.ask(&question, watch());
        let is_last = reply.is_last();
        if replies.send(reply).is_err() || is_last {
            return;
        }
    }
}
