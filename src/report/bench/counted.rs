//! Tables with counters in front of seconds.

use super::{figure, pipe};
use crate::bench::counted::{Entry, Measured};
use std::fmt::Display;

/// A row for each program, and how many each engine decides. The engines that tell of counters come first.
pub(super) fn table<T: Display>(title: &str, engines: &[&str], measured: &[Measured<T>]) -> String {
    let counting = telling(engines, measured);
    let timed = (0..engines.len()).filter(|engine| !counting.contains(engine));
    let order: Vec<usize> = counting.iter().copied().chain(timed).collect();
    let head = order.iter().map(|&engine| format!("`{}`", engines[engine]));
    let mut rows: Vec<Vec<String>> = vec![[title.to_string()].into_iter().chain(head).collect()];
    for Measured { name, entries } in measured {
        let cells = order.iter().map(|&engine| cell(&entries[engine]));
        rows.push([format!("`{name}`")].into_iter().chain(cells).collect());
    }
    let all = measured.len();
    let decided = order.iter().map(|&engine| {
        let count = measured.iter().filter(|line| line.entries[engine].is_decided()).count();
        format!("{count} of {all}")
    });
    rows.push(["decided".to_string()].into_iter().chain(decided).collect());
    pipe::table(&rows)
}

/// The engines that tell of counters.
pub(super) fn telling<T>(engines: &[&str], measured: &[Measured<T>]) -> Vec<usize> {
    let tells = |engine: &usize| measured.iter().any(|line| line.entries[*engine].told.is_some());
    (0..engines.len()).filter(tells).collect()
}

/// `0, 3, 7, 0: 0.012`; of an engine that tells of no counters the seconds alone.
pub(super) fn cell<T: Display>(entry: &Entry<T>) -> String {
    let figure = figure::cell(Some(&entry.cell));
    match &entry.told {
        Some(told) if entry.is_decided() => format!("{told}: {figure}"),
        _ => figure,
    }
}
