//! Metamorphic tests: a program that is written in another way, but means the same, has the same verdict. So wrong
//! verdicts show without anybody knowing the right one.

mod change;
mod tree;
mod visit;

use crate::support;
use bpcheck::budget::{Budget, Probe};
use bpcheck::generate::choices::Seeded;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::{Options, Source, check};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A budget in which a clock ticks at each look: a search that is too long for a test ends the same way everywhere.
fn ticks(limit: u64) -> Budget {
    let ticks = AtomicU64::new(0);
    let clock: Probe<Duration> = Arc::new(move || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed)));
    Budget::unlimited().with_time(clock, Duration::from_secs(limit))
}

/// `SAFE`, `UNSAFE`, or `None` for what takes too long.
fn verdict(text: &str) -> Option<String> {
    let options = Options::default().with_budget(ticks(1_000));
    let outcome =
        check(&Source::new("test.bp", text), &options).unwrap_or_else(|failure| panic!("{failure:?}:\n{text}"));
    Some(outcome.overall().to_string()).filter(|verdict| !verdict.starts_with("UNKNOWN"))
}

/// How often each change was held against the original.
type Counts = BTreeMap<&'static str, u32>;

/// The program changed in each way, against the program itself.
fn compare(text: &str, seed: u64, counts: &mut Counts) {
    let Some(expected) = verdict(text) else { return };
    let source = Source::new("test.bp", text);
    let program = tree::read(&parse(&source, Ladder::Standard, &mut Diagnostics::new(&source)));
    let mut choices = Seeded::new(seed);
    let changed = [
        ("as it is", Some(program.clone())),
        ("renamed", Some(change::rename(&program))),
        ("reordered", Some(change::reorder(&program))),
        ("negated", change::negate(&program, &mut choices)),
        ("inlined", change::inline(&program, &mut choices)),
    ];
    for (what, changed) in changed {
        let Some(changed) = changed.map(|program| program.to_string()) else { continue };
        if let Some(found) = verdict(&changed) {
            assert_eq!(found, expected, "{what} from {expected} to {found}: seed {seed}\n{text}\n\n{changed}");
            *counts.entry(what).or_default() += 1;
        }
    }
}

#[test]
fn random_programs() {
    let mut counts = Counts::new();
    for seed in 0..1_000 {
        let options = random::Options { seed, knobs: Knobs { procedures: 2 + seed as u32 % 3, ..Knobs::default() } };
        compare(&random::write(&options), seed, &mut counts);
    }
    let enough = [("as it is", 900), ("renamed", 900), ("reordered", 900), ("negated", 700), ("inlined", 300)];
    assert!(enough.iter().all(|&(what, least)| counts[what] >= least), "{counts:?}");
}

/// Those without a label of their own: the change might give it another name, or two places.
#[test]
fn examples() {
    let mut counts = Counts::new();
    for path in support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), "bp") {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if text.lines().count() < 200 && support::head(&text, "label").is_none() {
            for seed in 0..4 {
                compare(&text, seed, &mut counts);
            }
        }
    }
    assert!(counts.values().all(|&times| times > 100), "{counts:?}");
}

/// Locals of a procedure that is called in a loop are fresh in each round, those of its copy as well.
#[test]
fn a_copy_begins_afresh() {
    let text = "bool f() begin decl l; return l; end
                void main() begin
                  decl a, b, again;
                  again := F;
                  while (*) do b := a; a := f(); assert(!again | (a = b)); again := T; od
                end";
    let mut counts = Counts::new();
    compare(text, 0, &mut counts);
    assert_eq!((verdict(text).as_deref(), counts["inlined"]), (Some("UNSAFE"), 1));
}
