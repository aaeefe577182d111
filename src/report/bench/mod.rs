//! Published tables as Markdown that is readable in a terminal too: a [`head`] that says how figures were got, and a [`section`]
//! for each table; the [`frontier`] and the [`widest`]; [`unwinding`] and [`blocks`], which show counters, too; [`papers`], the evaluations of papers; and [`progress`], what is being measured.

pub mod blocks;
mod counted;
mod figure;
pub mod frontier;
pub mod papers;
mod pipe;
pub mod progress;
pub mod unwinding;
pub mod widest;

use super::campaign::duration;
use super::campaign::table::word;
use crate::bench::growth;
use crate::bench::measure::{Measured, Row};
use crate::bench::ratio::ratio;
use crate::bench::table::Table;
use crate::campaign::record::{Limits, Record};
use crate::engine::registry::{Means, Registry};

/// How figures are to be read.
fn legend() -> String {
    let registry = Registry::standard();
    let [sat, diagrams] = [Means::Sat, Means::Diagrams].map(|means| {
        let rows = registry.rows().filter(|row| row.means == means).map(|row| format!("`{}`", row.name));
        rows.collect::<Vec<_>>().join(" or ")
    });
    format!(
        "Seconds of processor time. `-`: not decided within these limits, or not asked, since a smaller program of the family was not decided. \
         SAT / BDD: the time of the fastest {sat} divided by that of the fastest {diagrams}, with `<` or `>` where one of them was stopped."
    )
}

/// What was measured where, and within which limits, before the first table.
pub fn head(version: &str, machine: &str, limits: &Limits, rounds: u32) -> String {
    let memory = limits.memory_bytes.map_or(String::new(), |bytes| format!(" and {}", duration::bytes(bytes as f64)));
    let median = if rounds > 1 { format!(", the median of {rounds} checks") } else { String::new() };
    let seconds = duration::limit(limits.seconds);
    format!("bpcheck {version} on {machine}; at most {seconds}{memory} a check{median}.\n\n{}\n", legend())
}

/// A table with its heading, an empty line before it.
pub fn section(measured: &Measured) -> String {
    let Table { name, about, engines, growth_from, .. } = measured.table;
    let named = engines.iter().map(|engine| format!("`{engine}`"));
    let head = std::iter::once("`bpcheck generate`".to_string()).chain(named).chain(["SAT / BDD".to_string()]);
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for family in &measured.families {
        rows.extend(family.iter().map(|row| figures(engines, row)));
        rows.extend(growth_from.map(|from| growth_row(engines, family, from)));
    }
    format!("\n### {name}: {about}\n\n{}", pipe::table(&rows))
}

fn figures(engines: &[&str], row: &Row) -> Vec<String> {
    let mut figures = vec![format!("`{}`", row.member.command)];
    figures.extend(row.cells.iter().map(|cell| figure::cell(cell.as_ref())));
    figures.push(figure::ratio(ratio(engines, &row.cells)));
    figures
}

/// The row that tells how time grows in a family from a size on.
fn growth_row(engines: &[&str], family: &[Row], from: u32) -> Vec<String> {
    let exponents = (0..engines.len()).map(|engine| figure::exponent(growth::of(family, engine, from)));
    let named = [format!("exponent of N from {from} on")].into_iter().chain(exponents);
    named.chain([String::new()]).collect()
}

/// What is wrong with a run, if its answer is, or if there is none.
pub fn complaint(command: &str, record: &Record) -> Option<String> {
    let Record { engine, expected, verdict, error, .. } = record;
    match (expected.map(word), verdict.map(word), error) {
        (Some(expected), Some(verdict), _) if record.is_wrong() => {
            Some(format!("wrong answer: {engine} says {verdict} of {command}, which is {expected}"))
        }
        (_, _, Some(error)) => Some(format!("{engine} has no answer to {command}: {error}")),
        _ => None,
    }
}
