//! Plots of a campaign: how many inputs an engine solves in how much time ([`cactus`]), two engines against each other
//! ([`scatter`]), time by size ([`size`]), whose answers they are ([`shares`]); counters by size ([`lines`]); and the [`table`] of all engines. Each is made by one function, for a file or for a page.
//!
//! What is SAFE, UNSAFE or wrong differs in shape, and engines in shape and dashes: colour only helps.

mod axis;
pub(crate) mod cactus;
mod canvas;
mod frame;
mod layers;
mod legend;
pub(crate) mod lines;
mod mark;
pub(crate) mod palette;
pub(super) mod range;
pub mod scatter;
pub(crate) mod shares;
pub(crate) mod size;
mod table;
mod trend;

use crate::campaign::results::Results;
use std::collections::HashSet;

/// Of so many engines at most, all pairs are drawn; of more, each against the one that solves the most.
const ALL_PAIRS: usize = 6;
/// How many characters of an engine's name go into the name of a file.
const FILE_NAME: usize = 40;

/// Where a plot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// In a file of its own, with its title and colours.
    File,
    /// In a page that has a headline for it, and the colours as variables.
    Page,
}

/// A plot and a name for its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The name of the file.
    pub file: String,
    /// The plot.
    pub svg: String,
}

/// All plots as files. The names consist of letters, digits and `-`, and differ.
pub fn files(results: &Results) -> Vec<Plot> {
    let mut plots = vec![
        Plot { file: "summary.svg".to_string(), svg: table::plot(results, Dress::File) },
        Plot { file: "cactus.svg".to_string(), svg: cactus::plot(results, Dress::File) },
    ];
    if let Some(svg) = size::plot(results, Dress::File) {
        plots.push(Plot { file: "time-by-size.svg".to_string(), svg });
    }
    if let Some(svg) = shares::plot(results, Dress::File) {
        plots.push(Plot { file: "answers.svg".to_string(), svg });
    }
    let mut taken = HashSet::new();
    for (a, b) in pairs(results) {
        let stem = scatter_stem(results, a, b, &mut taken);
        plots.push(Plot { file: format!("{stem}.svg"), svg: scatter::plot(results, a, b, Dress::File) });
    }
    plots
}

/// The name for the files of a pair of engines, without an ending; numbered if it is taken.
pub(super) fn scatter_stem(results: &Results, a: usize, b: usize, taken: &mut HashSet<String>) -> String {
    let stem = format!("scatter-{}-{}", file_name(&results.engines[a]), file_name(&results.engines[b]));
    let numbered = format!("{stem}-{}-{}", a + 1, b + 1);
    if taken.insert(stem.clone()) { stem } else { numbered }
}

/// The pairs of engines that are drawn.
pub fn pairs(results: &Results) -> Vec<(usize, usize)> {
    let count = results.engines.len();
    if count <= ALL_PAIRS {
        return (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    }
    let summaries = results.summaries();
    let best = (0..count).rev().max_by_key(|&engine| summaries[engine].solved()).unwrap_or(0);
    (0..count).filter(|&engine| engine != best).map(|engine| (best, engine)).collect()
}

fn file_name(engine: &str) -> String {
    let plain: String =
        engine.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(FILE_NAME).collect();
    plain.trim_matches('-').to_string()
}
