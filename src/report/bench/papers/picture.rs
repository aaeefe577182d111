//! The pictures of a paper: what its figures show, of our runs.

use crate::bench::papers::fill::Filled;
use crate::bench::papers::paper::{Column, Plot};
use crate::campaign::record::Record;
use crate::campaign::results::Results;
use crate::report::campaign::svg::lines::{self, Curve};
use crate::report::campaign::svg::{Dress, cactus, scatter};

/// A picture with what is said about it.
pub(super) struct Picture {
    /// What is to be seen.
    pub(super) note: &'static str,
    /// The picture.
    pub(super) svg: String,
}

/// The picture of a table, if it has one and anything was asked.
pub(super) fn picture(filled: &Filled) -> Option<Picture> {
    match filled.table.plot? {
        Plot::Duel(a, b) => duel(filled, a, b),
        Plot::Solved => solved(filled),
        Plot::Growth(counter) => growth(filled, counter),
    }
}

/// The runs of some columns, and who was asked in each.
fn results(filled: &Filled, columns: &[usize]) -> Option<Results> {
    let mut records: Vec<Record> = Vec::new();
    let mut order: Vec<String> = Vec::new();
    for &column in columns {
        // One name for a column, though each line may be asked with an option of its own.
        let name = &filled.table.columns[column].name;
        let told = filled.rows.iter().filter_map(|row| row.told[column].as_ref());
        let renamed = told.flat_map(|told| &told.runs).map(|run| Record { engine: (*name).to_string(), ..run.clone() });
        records.extend(renamed);
        order.push((*name).to_string());
    }
    (!records.is_empty()).then(|| Results::new(&records, &order))
}

fn duel(filled: &Filled, a: usize, b: usize) -> Option<Picture> {
    let results = results(filled, &[a, b]).filter(|results| results.engines.len() == 2)?;
    let note = "A mark for each program: squares are SAFE, crosses UNSAFE. Above the diagonal the one across is quicker; on the lines beside it, twice and ten times.";
    Some(Picture { note, svg: scatter::plot(&results, 0, 1, Dress::Page) })
}

fn solved(filled: &Filled) -> Option<Picture> {
    let columns: Vec<usize> = (0..filled.table.columns.len()).collect();
    let note = "How many programs are decided if each may take so much time. The further to the right and the lower, the better.";
    Some(Picture { note, svg: cactus::plot(&results(filled, &columns)?, Dress::Page) })
}

fn growth(filled: &Filled, counter: &str) -> Option<Picture> {
    let curve = |(index, column): (usize, &Column)| Curve {
        name: column.name.to_string(),
        points: filled
            .rows
            .iter()
            .filter_map(|row| Some((f64::from(row.line.size), row.count(index, counter)? as f64)))
            .collect(),
    };
    let curves: Vec<Curve> = filled.table.columns.iter().enumerate().map(curve).collect();
    let svg = lines::plot(filled.table.title, "N", "questions", &curves, Dress::Page)?;
    Some(Picture { note: "Questions about predicates by the number of procedures.", svg })
}
