//! The table and the plots for a paper: LaTeX that is taken in with `\input`. Tables need the package `booktabs`, plots `pgfplots`. What a paper changes,
//! such as sizes and captions, stands around them and not in them.

mod escape;
mod plots;
mod tables;

use super::svg::{pairs, scatter_stem};
use crate::campaign::results::Results;
use std::collections::HashSet;

/// A file for a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the file.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// All tables and plots. The same text each time.
pub fn files(results: &Results) -> Vec<Part> {
    let part = |file: &str, text: String| Part { file: file.to_string(), text };
    let mut parts = vec![part("summary.tex", tables::summary(results)), part("cactus.tex", plots::cactus(results))];
    if results.engines.len() > 1 {
        parts.push(part("wins.tex", tables::wins(results)));
    }
    if let Some(text) = plots::size(results) {
        parts.push(part("time-by-size.tex", text));
    }
    let mut taken = HashSet::new();
    for (a, b) in pairs(results) {
        let file = scatter_stem(results, a, b, &mut taken) + ".tex";
        parts.push(Part { file, text: plots::scatter(results, a, b) });
    }
    parts
}

/// What stands at the beginning of each file: what it is, what it needs, and how it came about.
fn head(results: &Results, what: &str, package: &str) -> String {
    let setting = &results.setting;
    let lines = [
        vec![what.to_string(), format!("needs \\usepackage{{{package}}}")],
        setting.tools.clone(),
        setting.machines.clone(),
        setting.commands.clone(),
    ];
    // A comment ends with its line.
    let line = |text: &String| format!("% {}\n", text.replace(|c: char| c.is_control(), " "));
    lines.iter().flatten().map(line).collect()
}
