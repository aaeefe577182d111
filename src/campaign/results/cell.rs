//! All rounds of an engine on an input, as one.

use super::{Interval, median};
use crate::campaign::record::{Answer, Record};

/// What an engine answered about an input, over all rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What the rounds have in common.
    pub outcome: Outcome,
    /// Whether a round ended otherwise than another.
    pub varies: bool,
    /// Whether a round gave the opposite of the expected answer.
    pub(crate) wrong: bool,
    /// Whether a round said SAFE.
    pub(crate) said_safe: bool,
    /// Whether a round said UNSAFE.
    pub(crate) said_unsafe: bool,
    /// What each round cost, in their order: seconds of processors, or, where the system does not tell, by the clock.
    pub(crate) times: Vec<f64>,
    /// What was granted to each, in seconds.
    pub(crate) limit: f64,
    /// Median of the seconds by the clock.
    pub wall: f64,
    /// Median of the seconds of processors, if the system tells.
    pub cpu: Option<f64>,
    /// Median of the most memory in use in bytes, if the system tells.
    pub memory: Option<f64>,
    /// Whose answer it is: the name under which counters stand, if they stand under one.
    pub by: Option<String>,
}

/// What the rounds have in common. If they differ, it is the first that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Each says SAFE.
    Safe,
    /// Each says UNSAFE.
    Unsafe,
    /// UNKNOWN, and why.
    Unknown(String),
    /// No answer, and why.
    Error(String),
    /// One says SAFE, another UNSAFE.
    Contradictory,
}

impl Cell {
    /// The rounds as one. There is at least one.
    pub(crate) fn of(rounds: &[&Record]) -> Cell {
        let said = |answer| rounds.iter().any(|record| record.verdict == Some(answer));
        let outcomes: Vec<Outcome> = rounds.iter().map(|record| Outcome::of(record)).collect();
        let open = outcomes.iter().find(|outcome| !matches!(outcome, Outcome::Safe | Outcome::Unsafe));
        let (said_safe, said_unsafe) = (said(Answer::Safe), said(Answer::Unsafe));
        let outcome = if said_safe && said_unsafe { &Outcome::Contradictory } else { open.unwrap_or(&outcomes[0]) };
        Cell {
            outcome: outcome.clone(),
            varies: outcomes.iter().any(|outcome| *outcome != outcomes[0]),
            wrong: rounds.iter().any(|record| record.is_wrong()),
            said_safe,
            said_unsafe,
            times: rounds.iter().map(|record| record.cost.cpu_seconds.unwrap_or(record.cost.wall_seconds)).collect(),
            limit: rounds.iter().map(|record| record.limits.seconds).fold(0.0, f64::max),
            wall: median(rounds.iter().map(|record| record.cost.wall_seconds)).unwrap_or(0.0),
            cpu: median(rounds.iter().filter_map(|record| record.cost.cpu_seconds)),
            memory: median(rounds.iter().filter_map(|record| Some(record.cost.peak_memory_bytes? as f64))),
            by: by(rounds[0]),
        }
    }

    /// Whether each round gave the same answer, SAFE or UNSAFE, and nothing is known against it.
    pub fn solved(&self) -> bool {
        !self.wrong && matches!(self.outcome, Outcome::Safe | Outcome::Unsafe)
    }

    /// What it cost: seconds of processors, or, where the system does not tell, by the clock.
    pub(crate) fn seconds(&self) -> f64 {
        self.cpu.unwrap_or(self.wall)
    }

    /// Where the mean of what it costs lies, as far as the rounds tell.
    pub(crate) fn interval(&self) -> Option<Interval> {
        Interval::of(&self.times)
    }

    /// What it costs by PAR-2: twice the limit if it is not solved.
    pub fn penalized(&self) -> f64 {
        if self.solved() { self.seconds() } else { 2.0 * self.limit }
    }
}

/// The name under which the counters of a run stand, if they stand under one.
fn by(record: &Record) -> Option<String> {
    let mut names = record.stats.as_ref()?.as_object()?.keys();
    names.next().filter(|_| names.next().is_none()).cloned()
}

impl Outcome {
    fn of(record: &Record) -> Outcome {
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "no reason".to_string());
        match record.verdict {
            Some(Answer::Safe) => Outcome::Safe,
            Some(Answer::Unsafe) => Outcome::Unsafe,
            Some(Answer::Unknown) => Outcome::Unknown(or_none(&record.reason)),
            None => Outcome::Error(or_none(&record.error)),
        }
    }

    /// Its word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Outcome::Safe => "SAFE",
            Outcome::Unsafe => "UNSAFE",
            Outcome::Unknown(_) => "UNKNOWN",
            Outcome::Error(_) => "error",
            Outcome::Contradictory => "SAFE and UNSAFE",
        }
    }
}
