//! Bugs of ours: a panic, in whatever thread, becomes a message that asks for a report, and exit code 6.

use bpcheck::report::visible::visible;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};

/// Raised by the hook: a panic in another thread must not be lost when that thread's result is not asked for.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// From now on panics are told the way users can act on.
pub fn install() {
    set_hook(Box::new(tell));
}

/// Runs something that catches panics itself and tells about them: nothing is said meanwhile.
pub fn entrusted<T>(run: impl FnOnce() -> T) -> T {
    let usual = take_hook();
    set_hook(Box::new(|_| {}));
    let result = run();
    set_hook(usual);
    result
}

/// Whether any thread panicked since [`install`].
pub fn happened() -> bool {
    PANICKED.load(Ordering::Relaxed)
}

/// Runs something that may meet a bug; `None` if it did.
pub fn guard<T>(run: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(run)).ok();
    if result.is_none() && !PANICKED.swap(true, Ordering::Relaxed) {
        ask_for_report("a panic that work to which panics were entrusted has not caught");
    }
    result
}

fn tell(info: &PanicHookInfo<'_>) {
    PANICKED.store(true, Ordering::Relaxed);
    let payload = info.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    match info.location() {
        Some(place) => ask_for_report(&format!("{message} ({place})")),
        None => ask_for_report(message),
    }
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        let _ = writeln!(stderr(), "{backtrace}");
    }
}

/// Nothing can be done if even this cannot be written.
fn ask_for_report(message: &str) {
    let (version, message) = (env!("CARGO_PKG_VERSION"), visible(message.as_bytes()));
    let _ = writeln!(
        stderr(),
        "error: internal error: {message}\n\
         This is a bug of bpcheck {version}, not of your input. Please report it, with the input, the command line and \
         this text;\nwith RUST_BACKTRACE=1 in the environment the text says more."
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught() {
        assert_eq!(guard(|| 1), Some(1));
        assert_eq!(guard(|| -> u8 { panic!("a test panics: this is expected") }), None);
    }
}
