//! All that the page knows, as JSON for its scripts.

use super::Found;
use super::limits::{self, LeftOut};
use super::proof::{self, Proof};
use super::trace::{self, Program, Trace};
use crate::explain::{Layout, Log};
use crate::report::explain::words::Words;
use crate::verdict::{Evidence, Verdict};
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(super) struct Data {
    /// The log, as `schema/explain.schema.json` has it, but for what is too long.
    log: Log,
    /// What happens in each step.
    words: Vec<String>,
    /// Where the states of the automaton stand.
    places: Vec<(f64, f64)>,
    /// The procedure where runs begin.
    entry: Option<usize>,
    /// One for each target of the log.
    properties: Vec<Property>,
    program: Option<Program>,
    traces: Vec<Trace>,
    proofs: Vec<Proof>,
    /// In sentences.
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct Property {
    verdict: String,
    /// Whether no run comes to it.
    is_vacuous: bool,
    /// Rows of `traces` and `proofs`.
    trace: Option<usize>,
    proof: Option<usize>,
}

/// All of it.
pub(super) fn data(log: &Log, found: Option<&Found<'_>>) -> Data {
    let mut left_out = LeftOut::default();
    let log = limits::log(log, &mut left_out);
    let mut data = Data {
        words: Words::all(&log),
        places: Layout::of(&log).states,
        log,
        entry: found.map(|found| found.loaded.entry.index()),
        properties: Vec::new(),
        program: found.map(|found| trace::program(&found.loaded.program, &found.loaded.source)),
        traces: Vec::new(),
        proofs: Vec::new(),
        left_out: Vec::new(),
    };
    if let Some(found) = found {
        data.evidence(found, &mut left_out);
    }
    data.left_out = left_out.sentences();
    data
}

impl Data {
    fn evidence(&mut self, found: &Found<'_>, left_out: &mut LeftOut) {
        // Properties that were proved together have one proof.
        let mut known = Vec::new();
        for (index, decision) in found.outcome.decisions.iter().enumerate() {
            let is_vacuous = found.vacuous.contains(&(index + 1));
            let mut property = Property { verdict: decision.verdict.to_string(), is_vacuous, trace: None, proof: None };
            match &decision.verdict {
                Verdict::Unsafe(trace) => {
                    if let Some(trace) = trace::trace(index, trace, left_out) {
                        property.trace = Some(self.traces.len());
                        self.traces.push(trace);
                    }
                }
                Verdict::Safe(Evidence::Certificate(certificate)) => {
                    let row = known.iter().position(|other| Arc::ptr_eq(other, certificate));
                    property.proof = Some(row.unwrap_or(known.len()));
                    if row.is_none() {
                        known.push(certificate.clone());
                        self.proofs.push(proof::proof(found.loaded, certificate, left_out));
                    }
                }
                Verdict::Safe(Evidence::None(why)) => property.verdict += &format!(" (without a proof: {why})"),
                Verdict::Unknown(_) => {}
            }
            self.properties.push(property);
        }
    }
}
