//! What each engine came to, as rows of figures: the one table that the terminal, the page, SVG and LaTeX show.

use super::duration;
use crate::campaign::results::{Results, Summary};

/// A table with a row for each engine.
pub(crate) struct Figures {
    /// The heads of the columns behind the name; times are in seconds.
    pub(crate) head: Vec<&'static str>,
    /// The rows.
    pub(crate) rows: Vec<Row>,
}

/// What an engine came to.
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is the best engine for each input, and none that there is.
    pub(crate) is_virtual: bool,
    /// A figure for each column.
    pub(crate) figures: Vec<Figure>,
}

/// A figure.
#[derive(Clone)]
pub(crate) struct Figure {
    /// The figure as text; empty where there is none.
    pub(crate) text: String,
    /// Whether no engine has a better one.
    pub(crate) is_best: bool,
    /// Whether it should not be.
    pub(crate) is_alarm: bool,
}

/// The name of the row of the best engine for each input.
pub(crate) const VIRTUAL: &str = "virtual best";

impl Figures {
    /// How many inputs an engine solves, how, and why not.
    pub(crate) fn counts(results: &Results) -> Figures {
        let summaries = results.summaries();
        let asked: Vec<usize> = summaries.iter().map(|summary| summary.asked).collect();
        let uneven = asked.windows(2).any(|pair| pair[0] != pair[1]);
        let contradictory = summaries.iter().any(|summary| summary.contradictory > 0);
        let most = summaries.iter().map(Summary::solved).max();
        let mut head = Vec::new();
        head.extend(uneven.then_some("Inputs"));
        head.extend(["Solved", "Unique", "SAFE", "UNSAFE", "UNKNOWN", "Errors", "Wrong"]);
        head.extend(contradictory.then_some("Contradictory"));
        let figures = |summary: &Summary, is_virtual: bool| {
            let own = |figure: Figure| if is_virtual { plain(String::new()) } else { figure };
            let mut figures = Vec::new();
            figures.extend(uneven.then(|| count(summary.asked)));
            let is_best = !is_virtual && Some(summary.solved()) == most;
            figures.push(Figure { is_best, ..count(summary.solved()) });
            figures.push(own(count(summary.unique)));
            figures.extend([summary.safe, summary.violated, summary.unknown()].map(count));
            figures.push(own(count(summary.errors)));
            figures.push(own(alarm(summary.wrong)));
            figures.extend(contradictory.then(|| own(alarm(summary.contradictory))));
            figures
        };
        Figures { head, rows: rows(results, &summaries, figures) }
    }

    /// How long it takes.
    pub(crate) fn times(results: &Results) -> Figures {
        let summaries = results.summaries();
        let repeated = summaries.iter().any(|summary| summary.interval.is_some());
        let least = summaries.iter().map(|summary| summary.par2).reduce(f64::min);
        let mut head = vec!["PAR-2", "Total"];
        head.extend(repeated.then_some("Mean of rounds"));
        head.push("Slowest");
        let figures = |summary: &Summary, is_virtual: bool| {
            let is_best = !is_virtual && Some(summary.par2) == least;
            let mut figures = vec![Figure { is_best, ..time(summary.par2) }, time(summary.total)];
            let interval = summary.interval.filter(|_| !is_virtual).map(duration::interval);
            figures.extend(repeated.then(|| plain(interval.unwrap_or_default())));
            figures.push(time(summary.slowest));
            figures
        };
        Figures { head, rows: rows(results, &summaries, figures) }
    }

    /// Both side by side; heads of times say their unit.
    pub(crate) fn all(results: &Results) -> (Vec<String>, Vec<Row>) {
        let (counts, times) = (Figures::counts(results), Figures::times(results));
        let seconds = times.head.iter().map(|word| format!("{word} [s]"));
        let head = counts.head.iter().map(ToString::to_string).chain(seconds).collect();
        let both = counts.rows.into_iter().zip(times.rows);
        let joined = |(mut left, right): (Row, Row)| {
            left.figures.extend(right.figures);
            left
        };
        (head, both.map(joined).collect())
    }
}

/// A row for each engine, and, of several, one for the virtual best.
fn rows(results: &Results, summaries: &[Summary], figures: impl Fn(&Summary, bool) -> Vec<Figure>) -> Vec<Row> {
    let own = results.engines.iter().zip(summaries);
    let mut rows: Vec<Row> = own
        .map(|(name, summary)| Row { name: name.clone(), is_virtual: false, figures: figures(summary, false) })
        .collect();
    if rows.len() > 1 {
        let figures = figures(&results.virtual_best(), true);
        rows.push(Row { name: VIRTUAL.to_string(), is_virtual: true, figures });
    }
    rows
}

fn plain(text: String) -> Figure {
    Figure { text, is_best: false, is_alarm: false }
}

fn count(count: usize) -> Figure {
    plain(count.to_string())
}

fn alarm(bad: usize) -> Figure {
    Figure { is_alarm: bad > 0, ..count(bad) }
}

fn time(seconds: f64) -> Figure {
    plain(duration::seconds(seconds))
}
