//! The portfolio beside the virtual best: what one would take who knew for each input which engine is best for it, or that the portfolio is.
//!
//! No engine is granted longer than the portfolio took, since then it is not the best, so this takes minutes where the table of all times takes hours.

use crate::inputs::{self, Group};
use crate::measure;
use crate::portfolio::ENGINES;
use std::path::Path;

/// Seconds of wall time for a check.
const LIMIT: f64 = 15.0;
/// What takes less is asked more often, and the quickest counts.
const SHORT: f64 = 0.3;
/// How often.
const TIMES: usize = 3;
/// So many inputs are listed on which most is lost.
const LISTED: usize = 12;

pub const NAME: &str = "best";
pub const ABOUT: &str = "the default engine beside the best of each input, with evidence, in wall time: a quarter of an hour; with N behind it each Nth input";

/// What an input took.
struct Measured {
    name: String,
    auto: f64,
    best: f64,
    /// Whose time that is.
    by: &'static str,
}

/// A row for each group of inputs, one for all, and where most is lost.
pub fn print(folder: &Path, step: &str) {
    println!("wall seconds with evidence, at most {LIMIT} a check\n");
    println!("inputs       auto       best  ratio");
    let mut all = Vec::new();
    for Group { name, inputs, .. } in inputs::groups(folder, step.parse().unwrap_or(1)) {
        let measured: Vec<_> = inputs.iter().filter_map(|(path, expected)| measure(path, expected)).collect();
        row(&measured, &format!("{name} ({} decided by none)", inputs.len() - measured.len()));
        all.extend(measured);
    }
    row(&all, "all");
    let late = all.iter().filter(|one| one.auto > 2.0 * one.best).map(|one| one.best);
    println!("\nmore than twice the time only where the best takes {:.2} s at most", late.fold(0.0, f64::max));
    all.sort_by(|a, b| (b.auto - b.best).total_cmp(&(a.auto - a.best)));
    println!();
    for Measured { name, auto, best, by } in all.iter().take(LISTED) {
        println!("{auto:17.2} {best:10.2} {:6.2}  {name}, by {by}", auto / best);
    }
}

fn row(measured: &[Measured], name: &str) {
    let auto: f64 = measured.iter().map(|one| one.auto).sum();
    let best: f64 = measured.iter().map(|one| one.best).sum();
    println!("{:6} {auto:10.2} {best:10.2} {:6.2}  {name}", measured.len(), auto / best);
}

/// An input, if any engine decides it.
fn measure(path: &Path, expected: &str) -> Option<Measured> {
    let (auto, single) = ENGINES.split_last().expect("engines");
    let own = quickest(auto, path, expected, LIMIT);
    let mut best = own.map(|seconds| (seconds, *auto));
    for engine in single {
        let granted = best.map_or(LIMIT, |(seconds, _)| seconds);
        if let Some(seconds) = quickest(engine, path, expected, granted).filter(|&seconds| seconds < granted) {
            best = Some((seconds, engine));
        }
    }
    let (best, by) = best?;
    // What it does not decide takes it the limit, at least.
    Some(Measured { name: inputs::name(path), auto: own.unwrap_or(LIMIT), best, by })
}

/// What an engine takes, if it decides within so many seconds.
fn quickest(engine: &str, path: &Path, expected: &str, granted: f64) -> Option<f64> {
    let milliseconds = (granted * 1000.0).ceil().max(20.0);
    let flags = format!("--engine {engine} --require-certificate --timeout {milliseconds}ms");
    let once = || {
        let measured = measure::certified(path, &flags, 4 * LIMIT as u32, expected);
        measured.is_decided().then(|| measured.document["resources"]["wall_seconds"].as_f64()).flatten()
    };
    let first = once()?;
    let more = if first < SHORT { TIMES - 1 } else { 0 };
    Some((0..more).filter_map(|_| once()).fold(first, f64::min))
}
