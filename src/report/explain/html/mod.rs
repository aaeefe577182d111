//! The page: what an engine did, step by step, and what it found out, in one file that asks nothing of the network. The frame of it is `page.html`, how it looks
//! `style.css`, what it does `js/`; here these are filled and joined. All that the scripts show is in [`data`], the sentences too.

mod data;
mod evidence;
mod flow;
mod limits;
mod proof;
mod system;
mod trace;

pub use evidence::{of_answers, of_certificate, of_trace};

use crate::engine::registry::Registry;
use crate::engine::saturation::explicit::Answer;
use crate::explain::Log;
use crate::lang::source::Source;
use crate::outcome::Outcome;
use crate::pds::explicit::{Lowered, Parsed};
use crate::pipeline::Loaded;
use crate::report::markup::{escape, harmless};
use crate::report::template::fill;
use crate::verdict::trace::Turn;

/// What was found out; the evidence was checked.
#[derive(Clone, Copy)]
pub enum Found<'a> {
    /// About the properties of a program.
    Program {
        /// The program.
        loaded: &'a Loaded,
        /// The answers.
        outcome: &'a Outcome,
        /// The numbers of the properties, from 1, that hold since no run comes to them.
        vacuous: &'a [usize],
        /// What the engine has to say beside, as `tracked: 2 of 3 variables`.
        remark: Option<&'a str>,
        /// How the violation goes on for ever, if its trace does not say it.
        turn: Option<&'a Turn>,
    },
    /// About the targets of an explicit system.
    System {
        /// The system.
        parsed: &'a Parsed,
        /// Its text.
        source: &'a Source,
        /// Its control part, of whose rules runs are made.
        lowered: &'a Lowered,
        /// The answers, one for each target.
        answers: &'a [Answer],
    },
}

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// Joined to one function, with those of the engines in the middle, so that each sees the names of those before it, and the page
/// none of them.
const BEFORE: [&str; 4] = [
    include_str!("js/data.js"),
    include_str!("js/address.js"),
    include_str!("js/source.js"),
    include_str!("js/rules.js"),
];
const AFTER: [&str; 13] = [
    include_str!("js/flow-graphs.js"),
    include_str!("js/flow-places.js"),
    include_str!("js/flow.js"),
    include_str!("js/steps.js"),
    include_str!("js/predict.js"),
    include_str!("js/run.js"),
    include_str!("js/configuration.js"),
    include_str!("js/trace.js"),
    include_str!("js/why.js"),
    include_str!("js/proof.js"),
    include_str!("js/pushdown.js"),
    include_str!("js/try.js"),
    include_str!("js/main.js"),
];

/// All scripts in order.
fn scripts(registry: &Registry) -> Vec<&'static str> {
    let engines = registry.rows().flat_map(|row| row.telling.page.scripts).copied();
    BEFORE.into_iter().chain(engines).chain(AFTER).collect()
}

/// The page of a log, and of what was found out, if that is known. The same text each time.
pub fn page(log: &Log, found: Option<&Found<'_>>) -> String {
    titled(&format!("{} on {}", log.engine, log.input.path), log, found)
}

fn titled(title: &str, log: &Log, found: Option<&Found<'_>>) -> String {
    let data = serde_json::to_string(&data::data(log, found)).expect("all of it can be said in JSON");
    let registry = Registry::standard();
    let script = format!("(function () {{\n\"use strict\";\n{}}})();\n", scripts(&registry).concat());
    let panes: String = registry.rows().map(|row| row.telling.page.pane).collect();
    fill(
        TEMPLATE,
        &[
            ("title", &escape(title)),
            ("style", STYLE),
            ("panes", &panes),
            ("data", &harmless(&data)),
            ("script", &script),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The scripts share one function: a name that is given twice would be that of the last one, in silence.
    #[test]
    fn no_two_scripts_give_the_same_name() {
        let mut names = HashSet::new();
        for line in scripts(&Registry::standard()).iter().flat_map(|script| script.lines()) {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            if let ["async", "function", name, ..] | ["function" | "const" | "let", name, ..] = words[..] {
                assert!(name.is_empty() || names.insert(name), "{name}");
            }
        }
        assert!(names.len() > 100, "{}", names.len());
    }
}
