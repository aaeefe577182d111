//! What the runs of a campaign come to: for each input and engine one [`Cell`] that stands for all rounds, for each engine a
//! [`Summary`], and where engines contradict each other.
//!
//! The order of the records does not matter, except that engines without a given place come in the order of their first
//! appearance, and that a round that was recorded twice counts twice.

mod cell;
mod disagreement;
mod interval;
mod median;
mod rivals;
mod setting;
mod shares;
mod summary;

pub(crate) use cell::Cell;
pub use cell::Outcome;
pub use disagreement::Disagreement;
pub(crate) use interval::Interval;
pub(crate) use median::median;
pub(crate) use rivals::TIE;
pub(crate) use setting::Setting;
pub use shares::Share;
pub(crate) use summary::Summary;

use super::record::{Answer, Record, Size};
use std::collections::{HashMap, HashSet};

/// All cells of a campaign: a row for each input, a column for each engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The columns.
    pub engines: Vec<String>,
    /// The rows, sorted by path.
    pub inputs: Vec<InputRow>,
    /// Where the runs took place.
    pub(crate) setting: Setting,
    /// Row by row. Nothing where an engine was never run on an input.
    cells: Vec<Option<Cell>>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRow {
    /// Its path, as it was found.
    pub(crate) path: String,
    /// The right answer, if it is known.
    pub(crate) expected: Option<Answer>,
    /// How large it is, if that is known.
    pub(crate) size: Option<Size>,
}

impl Results {
    /// The results of some runs. The engines of `order` come first and in that order, if they were run at all.
    pub fn new(records: &[Record], order: &[String]) -> Results {
        let engines = engines(records, order);
        let column: HashMap<&str, usize> =
            engines.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
        let mut runs: Vec<(usize, &Record)> =
            records.iter().map(|record| (column[record.engine.as_str()], record)).collect();
        runs.sort_by_key(|&(engine, record)| (record.input.path.as_str(), engine, record.round));
        let mut inputs = Vec::new();
        let mut cells: Vec<Option<Cell>> = Vec::new();
        for row in runs.chunk_by(|(_, left), (_, right)| left.input.path == right.input.path) {
            let start = cells.len();
            cells.resize(start + engines.len(), None);
            for rounds in row.chunk_by(|(left, _), (right, _)| left == right) {
                let records: Vec<&Record> = rounds.iter().map(|&(_, record)| record).collect();
                cells[start + rounds[0].0] = Some(Cell::of(&records));
            }
            inputs.push(InputRow {
                path: row[0].1.input.path.clone(),
                expected: row.iter().find_map(|(_, record)| record.expected),
                size: row.iter().find_map(|(_, record)| record.input.size),
            });
        }
        Results { engines, inputs, setting: Setting::of(records), cells }
    }

    /// What an engine answered about an input, if it was asked.
    pub fn cell(&self, input: usize, engine: usize) -> Option<&Cell> {
        self.row(input)[engine].as_ref()
    }

    /// What all engines answered about an input.
    pub(crate) fn row(&self, input: usize) -> &[Option<Cell>] {
        let width = self.engines.len();
        &self.cells[input * width..][..width]
    }

    /// What an engine answered, with the input it is about.
    pub(crate) fn column(&self, engine: usize) -> impl Iterator<Item = (usize, &Cell)> {
        (0..self.inputs.len()).filter_map(move |input| Some((input, self.cell(input, engine)?)))
    }

    /// The wrong answers, as input and engine.
    pub fn wrong(&self) -> Vec<(usize, usize)> {
        let engines = 0..self.engines.len();
        let cells = (0..self.inputs.len()).flat_map(|input| engines.clone().map(move |engine| (input, engine)));
        cells.filter(|&(input, engine)| self.cell(input, engine).is_some_and(|cell| cell.wrong)).collect()
    }

    /// The inputs about which one run says SAFE, another UNSAFE.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        (0..self.inputs.len()).filter_map(|input| Disagreement::of(input, self.row(input))).collect()
    }

    /// What each engine came to.
    pub fn summaries(&self) -> Vec<Summary> {
        let summaries = (0..self.engines.len()).map(|engine| Summary::of(self.column(engine).map(|(_, cell)| cell)));
        summaries.zip(rivals::unique(self)).map(|(summary, unique)| Summary { unique, ..summary }).collect()
    }

    /// Whose answers those of an engine are that asks several others; nothing of one that answers alone.
    pub fn shares(&self, engine: usize) -> Vec<Share> {
        shares::shares(self, engine)
    }

    /// What the virtual best engine would come to, which is the best one for each input.
    pub fn virtual_best(&self) -> Summary {
        rivals::virtual_best(self)
    }

    /// The seconds of what the virtual best engine solves.
    pub(crate) fn best_times(&self) -> Vec<f64> {
        rivals::best(self).into_iter().filter(|cell| cell.solved()).map(Cell::seconds).collect()
    }

    /// How often each engine beats each other: the row wins against the column.
    pub fn wins(&self) -> Vec<Vec<usize>> {
        rivals::wins(self)
    }

    /// Of how many inputs the right answer is known: how many are SAFE, how many UNSAFE.
    pub fn expected(&self) -> (usize, usize) {
        let count = |answer| self.inputs.iter().filter(|input| input.expected == Some(answer)).count();
        (count(Answer::Safe), count(Answer::Unsafe))
    }
}

/// The engines that were run, those of `order` first.
fn engines(records: &[Record], order: &[String]) -> Vec<String> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut names: Vec<&str> = records.iter().map(|record| record.engine.as_str()).collect();
    names.retain(|name| seen.insert(name));
    let place: HashMap<&str, usize> =
        order.iter().enumerate().rev().map(|(index, name)| (name.as_str(), index)).collect();
    names.sort_by_key(|name| place.get(name).copied().unwrap_or(usize::MAX));
    names.into_iter().map(str::to_string).collect()
}
