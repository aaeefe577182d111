//! Work on a thread of its own, which nobody waits for once it has missed its limits.
//!
//! What can take long looks at its budget and ends in an orderly way, mostly within milliseconds. Should some part not look
//! in time, it is abandoned: the answer is given without it, and it comes to its end with the process at the latest. A worker
//! prints nothing: its result and its events go to the thread that waits, or nowhere.

use super::crash;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::{Event, Observer};
use std::cell::Cell;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long after a limit work may take to end by itself. The answer is to come within a second, and a process that has used
/// up its processor time has no more than that.
pub const GRACE: Duration = Duration::from_millis(700);

/// As much as a main thread has or more; what is not used is not paid for.
const STACK: usize = 16 << 20;

/// How often the limits are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A limit was hit, and the work did not end in time.
    Abandoned(StopReason),
    /// The work met a bug, which is told already.
    Crashed,
}

/// What a worker says.
enum Word<T> {
    /// A target is reached: its index.
    Reached(usize),
    /// How far the work is.
    Progress(String),
    /// The result; `None` if there was a panic.
    Ended(Option<T>),
}

/// What a worker is given to do.
type Task = Box<dyn FnOnce() + Send>;

/// A thread that does one task after the other, until it is let go.
struct Worker(Sender<Task>);

thread_local! {
    /// The worker that has done all that this thread had for it: to begin another thread takes a tenth of a millisecond, which is much for a small program.
    static IDLE: Cell<Option<Worker>> = const { Cell::new(None) };
}

impl Worker {
    /// The one that is idle, or a new one.
    ///
    /// # Errors
    /// If the system has no thread to give, or no room for a stack.
    fn hire() -> io::Result<Worker> {
        if let Some(idle) = IDLE.take() {
            return Ok(idle);
        }
        let (sender, tasks) = channel::<Task>();
        Builder::new().stack_size(STACK).spawn(move || tasks.into_iter().for_each(|task| task()))?;
        Ok(Worker(sender))
    }
}

/// Does some work and waits for its result, but not longer than `grace` after a limit of the budget was hit. `observer` hears
/// the events of the work on this thread. If the system has no thread to give, the work is done on this one, and waited for.
///
/// # Errors
/// If there is no result.
pub fn attend<T: Send + 'static>(
    budget: &Budget,
    grace: Duration,
    observer: &mut dyn Observer,
    work: impl FnOnce(&mut dyn Observer) -> T + Send + 'static,
) -> Result<T, Lost> {
    let Ok(worker) = Worker::hire() else { return crash::guard(|| work(observer)).ok_or(Lost::Crashed) };
    let (sender, receiver) = channel();
    let task: Task = Box::new(move || {
        let result = crash::guard(|| work(&mut Messenger { sender: &sender, due: Instant::now() }));
        // Whoever no longer listens has abandoned the work.
        let _ = sender.send(Word::Ended(result));
    });
    // Its thread ends when nobody has it, and not before: no task panics.
    let _ = worker.0.send(task);
    let result = wait(budget, grace, observer, &receiver)?;
    IDLE.set(Some(worker));
    Ok(result)
}

/// Waits for the result of a worker.
fn wait<T>(
    budget: &Budget,
    grace: Duration,
    observer: &mut dyn Observer,
    receiver: &Receiver<Word<T>>,
) -> Result<T, Lost> {
    let mut struck: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(Word::Reached(target)) => observer.event(&Event::Reached { target }),
            Ok(Word::Progress(how_far)) => observer.event(&Event::Progress(&how_far)),
            Ok(Word::Ended(result)) => return result.ok_or(Lost::Crashed),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(Lost::Crashed),
        }
        match budget.check() {
            Ok(()) => struck = None,
            Err(reason) => {
                if struck.get_or_insert_with(Instant::now).elapsed() >= grace {
                    return Err(Lost::Abandoned(reason));
                }
            }
        }
    }
}

/// Carries events to the thread that waits.
struct Messenger<'a, T> {
    sender: &'a Sender<Word<T>>,
    /// When it is to be told again how far the work is.
    due: Instant,
}

impl<T> Observer for Messenger<'_, T> {
    fn event(&mut self, event: &Event<'_>) {
        let word = match event {
            &Event::Reached { target } => Word::Reached(target),
            Event::Progress(how_far) => {
                let now = Instant::now();
                if now < self.due {
                    return;
                }
                self.due = now + PAUSE;
                Word::Progress(how_far.to_string())
            }
            // Nobody who waits wants to hear of steps.
            _ => return,
        };
        let _ = self.sender.send(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpcheck::budget::CancelToken;
    use bpcheck::engine::Silent;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[derive(Default)]
    struct Heard(Vec<usize>);

    impl Observer for Heard {
        fn event(&mut self, event: &Event<'_>) {
            if let &Event::Reached { target } = event {
                self.0.push(target);
            }
        }
    }

    fn reached(target: usize) -> Event<'static> {
        Event::Reached { target }
    }

    #[test]
    fn work_that_ends_has_a_result_and_is_heard() {
        let mut heard = Heard::default();
        let result = attend(&Budget::unlimited(), GRACE, &mut heard, |observer| {
            (0..3).for_each(|target| observer.event(&reached(target)));
            7
        });
        assert_eq!(result, Ok(7));
        assert_eq!(heard.0, [0, 1, 2]);
    }

    #[test]
    fn work_that_looks_at_no_limit_is_abandoned_and_heard_no_more() {
        let late = Arc::new(AtomicBool::new(false));
        let mut heard = Heard::default();
        let start = Instant::now();
        let budget = Budget::unlimited().with_time(Arc::new(move || start.elapsed()), Duration::from_millis(50));
        let result = attend(&budget, Duration::from_millis(100), &mut heard, {
            let late = Arc::clone(&late);
            move |observer| {
                observer.event(&reached(0));
                std::thread::sleep(Duration::from_secs(2));
                observer.event(&reached(1));
                late.store(true, Ordering::SeqCst);
            }
        });
        assert_eq!(result, Err(Lost::Abandoned(StopReason::Time)));
        assert!(!late.load(Ordering::SeqCst) && start.elapsed() >= Duration::from_millis(150), "{:?}", start.elapsed());
        while !late.load(Ordering::SeqCst) {
            std::thread::sleep(PAUSE);
        }
        assert_eq!(heard.0, [0]);
    }

    #[test]
    fn work_that_heeds_its_limit_is_not_abandoned() {
        let token = CancelToken::default();
        let budget = Budget::unlimited().with_cancel(token.clone());
        token.cancel();
        let limits = budget.clone();
        let result = attend(&budget, Duration::from_secs(60), &mut Silent, move |_| {
            std::thread::sleep(3 * PAUSE);
            limits.check()
        });
        assert_eq!(result, Ok(Err(StopReason::Interrupted)));
    }

    #[test]
    fn a_panic_is_a_crash() {
        let result =
            attend(&Budget::unlimited(), GRACE, &mut Silent, |_| -> u8 { panic!("a test panics: this is expected") });
        assert_eq!(result, Err(Lost::Crashed));
    }

    #[test]
    fn a_worker_that_is_done_has_what_comes_next() {
        let who = || attend(&Budget::unlimited(), GRACE, &mut Silent, |_| std::thread::current().id());
        let first = who();
        assert!(first.is_ok() && first == who() && first != Ok(std::thread::current().id()));
        let crashed =
            attend(&Budget::unlimited(), GRACE, &mut Silent, |_| -> u8 { panic!("a test panics: this is expected") });
        assert_eq!(crashed, Err(Lost::Crashed));
        assert!(who().is_ok() && first != who());
    }
}
