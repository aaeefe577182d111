//! The evaluations of papers with our figures: as text, paper by paper ([`section`]) and what was reproduced of all ([`summary`]); and as a page ([`page`]).

mod grid;
pub mod page;
mod picture;

use super::pipe;
use crate::bench::papers::fill::Measured;
use crate::bench::papers::judge::Judgement;
use crate::bench::papers::paper::Claim;
use crate::campaign::record::Limits;
use crate::report::campaign::duration;

/// How figures are to be read.
const LEGEND: &str = "Each paper has its tables, row by row: what the paper says stands under its own name, and beside it what an engine of ours, in its place, takes for a program of ours: counters, and seconds of processor time. `-`: not decided within \
                      these limits, or nobody was asked. Then come the claims of the paper. Each is decided by a rule over the figures of this run, which is written beside it.";

/// What was measured where, and within which limits, before the first paper.
pub fn head(version: &str, machine: &str, limits: &Limits, rounds: u32) -> String {
    format!("{}\n\n{LEGEND}\n", setting(version, machine, limits, rounds))
}

/// What was measured where, in a sentence.
fn setting(version: &str, machine: &str, limits: &Limits, rounds: u32) -> String {
    let memory = limits.memory_bytes.map_or(String::new(), |bytes| format!(" and {}", duration::bytes(bytes as f64)));
    let median = if rounds > 1 { format!(", the median of {rounds} checks") } else { String::new() };
    format!("bpcheck {version} on {machine}; at most {}{memory} a check{median}.", duration::limit(limits.seconds))
}

/// The claims of a paper with their judgements.
fn judged(measured: &Measured) -> impl Iterator<Item = (&'static Claim, Judgement)> {
    measured.paper.claims.iter().map(|claim| (claim, (claim.judge)(measured)))
}

/// A paper with its heading, an empty line before it.
pub fn section(measured: &Measured) -> String {
    let paper = measured.paper;
    let mut text = format!("\n### {}\n\n{}. {}\n", paper.name, paper.title, paper.differs);
    for filled in &measured.tables {
        text += &format!("\n#### {}: {}\n\n{}\n\n", paper.name, filled.table.title, filled.table.about);
        text += &pipe::table(&grid::rows(filled));
    }
    text += &format!("\n#### {}: claims\n\n", paper.name);
    for (number, (claim, judgement)) in (1..).zip(judged(measured)) {
        let Claim { place, says, rule, note, .. } = claim;
        let part = |name: &str, text: &str| if text.is_empty() { String::new() } else { format!(" {name}{text}") };
        text += &format!(
            "{number}. **{}** ({place}). {says}{}{}{}\n",
            judgement.word(),
            part("Rule: ", rule),
            part("Measured: ", &format!("{}.", judgement.measured())),
            part("", note)
        );
    }
    text
}

/// How many claims of each paper were reproduced, an empty line before it.
pub fn summary(all: &[Measured]) -> String {
    format!("\n### What was reproduced\n\n{}", pipe::table(&tally(all)))
}

/// A row for each paper, and one for all.
fn tally(all: &[Measured]) -> Vec<Vec<String>> {
    let words = ["reproduced", "not reproduced", "not measured"];
    let mut sums = [0; 3];
    let mut rows = vec![["paper", "claims"].into_iter().chain(words).map(str::to_string).collect::<Vec<_>>()];
    for measured in all {
        let found: Vec<&str> = judged(measured).map(|(_, judgement)| judgement.word()).collect();
        let counts = words.map(|word| found.iter().filter(|&&own| own == word).count());
        (0..3).for_each(|index| sums[index] += counts[index]);
        rows.push(tally_row(measured.paper.name, counts));
    }
    if all.len() > 1 {
        rows.push(tally_row("together", sums));
    }
    rows
}

fn tally_row(name: &str, counts: [usize; 3]) -> Vec<String> {
    let numbers = [counts.iter().sum::<usize>()].into_iter().chain(counts).map(|count| count.to_string());
    [name.to_string()].into_iter().chain(numbers).collect()
}
