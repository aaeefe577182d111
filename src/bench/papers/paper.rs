//! What the evaluation of a paper consists of: tables, whose rows are programs, and claims about them.

use super::fill::{Measured, Told};
use super::judge::Judgement;

/// A paper.
#[derive(Debug)]
pub struct Paper {
    /// As it is called here: `2007-basler`.
    pub name: &'static str,
    /// Its authors, its title, and where it was published.
    pub title: &'static str,
    /// What is other here than there.
    pub differs: &'static str,
    /// Its tables and figures.
    pub tables: &'static [Table],
    /// What it says of them.
    pub claims: &'static [Claim],
}

/// A table or a figure.
#[derive(Debug)]
pub struct Table {
    /// Where it is in the paper.
    pub title: &'static str,
    /// What is compared, and what the counters mean.
    pub about: &'static str,
    /// Who is compared.
    pub columns: &'static [Column],
    /// On what.
    pub lines: fn() -> Vec<Line>,
    /// Whether each line is shown, or only what they come to.
    pub is_listed: bool,
    /// What the lines come to.
    pub totals: &'static [Total],
    /// As a picture.
    pub plot: Option<Plot>,
}

/// Somebody who is compared.
#[derive(Debug)]
pub struct Column {
    /// What the paper calls it.
    pub name: &'static str,
    /// Who takes its place.
    pub who: Who,
    /// Counters, which stand in front of the seconds.
    pub counts: &'static [&'static str],
}

/// Who takes a place.
#[derive(Debug)]
pub enum Who {
    /// The engine that stands for this one; see [`crate::engine::registry::Registry::stand_in`].
    StandIn(&'static str),
    /// The same, with an option more that follows from what the first column told of the line.
    Following(&'static str, fn(&Told) -> Option<String>),
    /// Whoever of the columns before is quickest.
    Best,
    /// Nobody: only the paper has figures.
    Nobody,
}

/// A line: a row of the paper, and a program in the place of the paper's.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Which lines it belongs with, for totals.
    pub group: &'static str,
    /// What the paper calls it; empty where the paper names no programs.
    pub name: &'static str,
    /// For columns from the first on what the paper says; empty where it says nothing.
    pub theirs: Vec<&'static str>,
    /// The flags with which `bpcheck generate` writes ours; nothing if we have none.
    pub program: Option<String>,
    /// What grows from line to line, if anything does.
    pub size: u32,
}

impl Line {
    /// A line with one of our programs.
    pub fn of(program: impl Into<String>) -> Line {
        Line { program: Some(program.into()), ..Line::default() }
    }

    /// Whether our program has a mistake.
    pub fn is_unsafe(&self) -> bool {
        self.program.as_ref().is_some_and(|flags| flags.ends_with("--unsafe"))
    }
}

/// What lines come to.
#[derive(Debug)]
pub struct Total {
    /// What the paper calls it.
    pub name: &'static str,
    /// Of which lines; of all, if it is empty.
    pub group: &'static str,
    /// What is added up.
    pub sum: Sum,
    /// For columns from the first on what the paper says; empty where it says nothing.
    pub theirs: &'static [&'static str],
}

/// What is added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// How many are decided, of how many.
    Decided,
    /// The seconds of those that are decided.
    Seconds,
    /// How often UNSAFE is said of what is SAFE.
    FalseAlarms,
    /// How often SAFE is said of what is UNSAFE.
    Missed,
    /// Points as in the competition of 2015 (2015-friedberger, Table 6.2, whose sums give them): 2 for SAFE, 1 for UNSAFE, -6 for a false alarm, -12 for a
    /// violation that is missed.
    Score,
}

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// Two columns against each other, a mark for each line.
    Duel(usize, usize),
    /// How many lines are solved in how much time.
    Solved,
    /// A counter by the size of lines.
    Growth(&'static str),
}

/// What a paper says of what it has measured.
#[derive(Debug)]
pub struct Claim {
    /// Where it says so.
    pub place: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// When that is reproduced.
    pub rule: &'static str,
    /// What is to be known of our side; empty if there is nothing.
    pub note: &'static str,
    /// The rule.
    pub judge: fn(&Measured) -> Judgement,
}
