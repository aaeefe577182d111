//! The results for the script of the page: as short as they can be told, since there may be many.

use super::rows;
use crate::campaign::record::Answer;
use crate::campaign::results::{Cell, Outcome, Results};
use crate::report::campaign::svg::size;
use crate::report::markup::harmless;
use serde_json::{Value, json};
use std::collections::HashMap;

/// An input with the answers of all engines. `js/data.js` gives the places names.
pub(crate) fn json(results: &Results, links: &[Option<String>]) -> String {
    let sizes = size::sizes(results);
    let mut reasons = Reasons::default();
    let notes = notes(results);
    let folder = rows::folder(results);
    let rows: Vec<Value> = (0..results.inputs.len())
        .map(|input| {
            let row = &results.inputs[input];
            let cells: Vec<Value> = results.row(input).iter().map(|cell| told(cell.as_ref(), &mut reasons)).collect();
            let expected = match row.expected {
                Some(Answer::Safe) => "SAFE",
                Some(Answer::Unsafe) => "UNSAFE",
                Some(Answer::Unknown) | None => "",
            };
            json!([row.path[folder.len()..], links[input], expected, sizes[input], notes[input], cells])
        })
        .collect();
    let unit = size::unit(results);
    let all = json!({
        "engines": results.engines, "unit": unit, "folder": folder, "reasons": reasons.texts, "rows": rows,
    });
    harmless(&all.to_string())
}

/// What is remarkable about each input: 4 if answers disagree, 2 if one is wrong, 1 if rounds differ, added up.
pub(crate) fn notes(results: &Results) -> Vec<u8> {
    let has = |input: usize, is: fn(&Cell) -> bool| results.row(input).iter().flatten().any(is);
    let note = |input| 2 * u8::from(has(input, |cell| cell.wrong)) + u8::from(has(input, |cell| cell.varies));
    let mut notes: Vec<u8> = (0..results.inputs.len()).map(note).collect();
    results.disagreements().iter().for_each(|disagreement| notes[disagreement.input] += 4);
    notes
}

/// Reasons and errors, each once.
#[derive(Default)]
struct Reasons {
    texts: Vec<String>,
    index: HashMap<String, usize>,
}

impl Reasons {
    fn of(&mut self, text: &str) -> usize {
        *self.index.entry(text.to_string()).or_insert_with(|| {
            self.texts.push(text.to_string());
            self.texts.len() - 1
        })
    }
}

/// Outcome, seconds of processors, seconds by the clock, bytes, whether it is wrong, whether it varies, the reason, and how far the mean of the rounds may be off.
fn told(cell: Option<&Cell>, reasons: &mut Reasons) -> Value {
    let Some(cell) = cell else { return Value::Null };
    let (code, reason) = match &cell.outcome {
        Outcome::Safe => ("s", None),
        Outcome::Unsafe => ("u", None),
        Outcome::Unknown(reason) => ("k", Some(reasons.of(reason))),
        Outcome::Error(error) => ("e", Some(reasons.of(error))),
        Outcome::Contradictory => ("c", None),
    };
    let rounded = |seconds: f64| (seconds * 1e5).round() / 1e5;
    let memory = cell.memory.map(f64::round);
    let flags = [cell.wrong, cell.varies].map(u8::from);
    let interval = cell.interval().map(|interval| [interval.mean, interval.half].map(rounded));
    json!([code, rounded(cell.seconds()), rounded(cell.wall), memory, flags[0], flags[1], reason, interval])
}
