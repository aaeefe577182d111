//! Stops a check from another thread: `cargo run --example stop_from_another_thread`.

use bpcheck::budget::{Budget, CancelToken, StopReason};
use bpcheck::generate::counter;
use bpcheck::outcome::Overall;
use bpcheck::{Failure, Options, Source, check};
use std::thread;
use std::time::Duration;

fn main() -> Result<(), Failure> {
    // A counter of 60 bits keeps an engine that visits state by state busy for a lifetime.
    let text = counter::write(&counter::Options { bits: 60, ..counter::Options::default() });
    let token = CancelToken::default();
    let options = Options::default()
        .with_engine("explicit".parse().map_err(|error| Failure::Request(format!("{error}")))?)
        .with_budget(Budget::unlimited().with_cancel(token.clone()));
    let checking = thread::spawn(move || check(&Source::new("counter.bp", text), &options));
    thread::sleep(Duration::from_millis(200));
    token.cancel();
    let outcome = checking.join().expect("the library does not panic")?;
    println!("{}", outcome.overall());
    assert_eq!(outcome.overall(), Overall::Unknown(StopReason::Interrupted));
    Ok(())
}
