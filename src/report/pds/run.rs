//! A run, step by step. Of a long one the rounds, each from a call to its return, are shown in one line, unless one asks for
//! every step; then it is unfolded while it is written.

use crate::pds::explicit::{
    Configuration, Journey, Leg, Lowered, PushdownSystem, Replayed, Rule, Run, StateId, SymbolId,
};
use crate::report::trace::MOST_STEPS;
use serde::Serialize;
use std::io::{self, Write};

/// Runs with at most this many steps are written out.
pub(crate) const SHORT: u32 = 200;
/// How many symbols of a stack are shown.
const SHOWN: usize = 12;
/// How wide the column of configurations is at least.
const WIDTH: usize = 24;

/// Writes a run that was replayed. Rounds are folded if it is long and `unfold` is not asked for.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn Write,
    system: &PushdownSystem,
    lowered: &Lowered,
    run: &Run,
    replayed: &Replayed,
    unfold: bool,
) -> io::Result<()> {
    let is_long = replayed.length > MOST_STEPS.into();
    let folded = replayed.length > SHORT.into() && (is_long || !unfold);
    let steps = if replayed.length == 1u32.into() { "step" } else { "steps" };
    let note = match (folded, is_long) {
        (true, true) => ", too many to be unfolded: calls that return in one line each",
        (true, false) => ", calls that return in one line each (--unfold shows all)",
        _ => "",
    };
    writeln!(out, "run of {} {steps}{note}", replayed.length)?;
    let mut state = run.start.state;
    let mut stack: Vec<SymbolId> = run.start.stack.iter().rev().copied().collect();
    writeln!(out, "  {}", show(system, state, &stack))?;
    for leg in Journey::new(lowered, run, folded) {
        let why = match leg {
            Leg::Rule(rule) => {
                let rule = &system.rules()[rule];
                stack.pop();
                stack.extend(rule.push.iter().rev());
                state = rule.to;
                system.show_rule(rule).to_string()
            }
            Leg::Round(index) => {
                stack.pop();
                state = lowered.state(run.rounds[index].to).unwrap_or(state);
                format!("{} steps until the call returns", replayed.rounds[index])
            }
        };
        writeln!(out, "  {:WIDTH$}  {why}", show(system, state, &stack))?;
    }
    Ok(())
}

/// A configuration, its top last, without the depths of a deep stack.
fn show(system: &PushdownSystem, state: StateId, stack: &[SymbolId]) -> String {
    configuration(system, state, stack.iter().rev().copied(), stack.len())
}

/// A configuration with a stack of this height, its top first, without the depths of a deep one.
pub(in crate::report) fn configuration(
    system: &PushdownSystem,
    state: StateId,
    stack: impl Iterator<Item = SymbolId>,
    height: usize,
) -> String {
    let top: Vec<SymbolId> = stack.take(SHOWN).collect();
    let mut text = system.show_parts(state, &top).to_string();
    if height > SHOWN {
        text.pop();
        text += &format!(" \u{2026} {} more>", height - SHOWN);
    }
    text
}

/// A rule, without the depths of what it pushes.
pub(in crate::report) fn rule(system: &PushdownSystem, rule: &Rule) -> String {
    let right = configuration(system, rule.to, rule.push.iter().copied(), rule.push.len());
    format!("{} -> {right}", system.show_parts(rule.state, &[rule.symbol]))
}

/// A run for programs: a graph, whose rounds are written once.
#[derive(Clone, Debug, Serialize)]
pub struct RunDocument {
    /// The number of steps, in decimal: it may be too large for a number.
    length: String,
    start: String,
    end: String,
    /// What is done; a round is made by its index.
    items: Vec<ItemRow>,
    rounds: Vec<RoundRow>,
}

#[derive(Clone, Debug, Serialize)]
struct RoundRow {
    length: String,
    items: Vec<ItemRow>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum ItemRow {
    /// The number of a rule, from 1. If it pushes more than two symbols, rounds that begin inside it push the rest: they
    /// come before the rule that follows.
    Rule(usize),
    /// An index of `rounds`.
    Round(usize),
}

/// The run as a document.
pub fn document(system: &PushdownSystem, lowered: &Lowered, run: &Run, replayed: &Replayed) -> RunDocument {
    let items = |items: &[crate::pds::explicit::Item]| -> Vec<ItemRow> {
        let row = |&item: &_| match item {
            crate::pds::explicit::Item::Part(part) => match lowered.origin(part) {
                (rule, 0) => Some(ItemRow::Rule(rule + 1)),
                _ => None,
            },
            crate::pds::explicit::Item::Round(index) => Some(ItemRow::Round(index)),
        };
        items.iter().filter_map(row).collect()
    };
    let text = |configuration: &Configuration| system.show(configuration).to_string();
    let rounds = run.rounds.iter().zip(&replayed.rounds);
    RunDocument {
        length: replayed.length.to_string(),
        start: text(&run.start),
        end: text(&replayed.end),
        items: items(&run.items),
        rounds: rounds
            .map(|(round, length)| RoundRow { length: length.to_string(), items: items(&round.items) })
            .collect(),
    }
}
