//! What an engine came to.

use super::{Cell, Interval, Outcome};
use std::collections::BTreeMap;

/// What an engine came to. Each input that it was asked about is counted once: as SAFE, UNSAFE, UNKNOWN, error, wrong or
/// contradictory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Inputs that it was asked about.
    pub asked: usize,
    /// SAFE, and nothing is known against it.
    pub safe: usize,
    /// UNSAFE, and nothing is known against it.
    pub violated: usize,
    /// UNKNOWN, by reason.
    pub unknown: BTreeMap<String, usize>,
    /// No answer.
    pub errors: usize,
    /// A round gave the opposite of the expected answer.
    pub wrong: usize,
    /// The rounds contradict each other, and the right answer is not known.
    pub contradictory: usize,
    /// The sum of the seconds of processors, twice the limit for each input that is not solved.
    pub par2: f64,
    /// Seconds of processors for the inputs that are solved.
    pub total: f64,
    /// The most seconds that one of them took.
    pub slowest: f64,
    /// Inputs that no other engine solves.
    pub unique: usize,
    /// Where the mean over rounds of the seconds for all inputs that are solved lies; nothing if there are not several rounds of each.
    pub(crate) interval: Option<Interval>,
}

impl Summary {
    pub(super) fn of<'a>(cells: impl Iterator<Item = &'a Cell>) -> Summary {
        let mut summary = Summary::default();
        // For each round, the sum of what it took.
        let mut rounds: Option<Vec<f64>> = None;
        let mut even = true;
        for cell in cells {
            summary.count(cell);
            if cell.solved() {
                let sums = rounds.get_or_insert_with(|| vec![0.0; cell.times.len()]);
                even &= sums.len() == cell.times.len();
                sums.iter_mut().zip(&cell.times).for_each(|(sum, time)| *sum += time);
            }
        }
        summary.interval = rounds.filter(|_| even).and_then(|sums| Interval::of(&sums));
        summary
    }

    fn count(&mut self, cell: &Cell) {
        self.asked += 1;
        self.par2 += cell.penalized();
        if cell.solved() {
            self.total += cell.seconds();
            self.slowest = self.slowest.max(cell.seconds());
        }
        match &cell.outcome {
            _ if cell.wrong => self.wrong += 1,
            Outcome::Safe => self.safe += 1,
            Outcome::Unsafe => self.violated += 1,
            Outcome::Unknown(reason) => *self.unknown.entry(reason.clone()).or_default() += 1,
            Outcome::Error(_) => self.errors += 1,
            Outcome::Contradictory => self.contradictory += 1,
        }
    }

    /// How many inputs are solved.
    pub fn solved(&self) -> usize {
        self.safe + self.violated
    }

    /// How many are UNKNOWN, for whatever reason.
    pub(crate) fn unknown(&self) -> usize {
        self.unknown.values().sum()
    }
}
