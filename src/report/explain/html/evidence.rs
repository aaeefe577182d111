//! Pages of answers alone: they show the very traces and certificates that the answers rest on, and nothing is searched once more.

use super::{Found, titled};
use crate::engine::Stats;
use crate::explain::untold;
use crate::lang::program::property::Property;
use crate::outcome::{Decision, Evidence, Outcome, Verdict};
use crate::pipeline::{Decided, Loaded};
use crate::validate::Replayed;
use crate::validate::inductive::Accepted;
use std::collections::HashMap;
use std::sync::Arc;

/// The page of what a check answered.
pub fn of_answers(loaded: &Loaded, decided: &Decided) -> String {
    let explained = decided.explanations.iter().filter_map(|explanation| explanation.found.as_ref().ok());
    let vacuous: Vec<usize> = explained.flat_map(|rests| rests.vacuous.iter().copied()).collect();
    let title = format!("{} on {}", decided.outcome.engine, loaded.source.name());
    let decisions = decided.outcome.decisions.iter().enumerate().flat_map(|(index, decision)| {
        let others = decided.others_of(index).map(|replayed| Decision {
            property: decision.property.clone(),
            verdict: Verdict::Unsafe(Box::new(replayed.clone())),
        });
        std::iter::once(decision.clone()).chain(others)
    });
    let outcome = Outcome { engine: decided.outcome.engine, decisions: decisions.collect() };
    let remark = decided.stats.as_ref().and_then(Stats::remark);
    page(&title, loaded, &outcome, &vacuous, remark)
}

/// The page of a trace.
pub fn of_trace(loaded: &Loaded, replayed: &Replayed) -> String {
    let property = replayed.trace().property.clone();
    let decision = Decision { property, verdict: Verdict::Unsafe(Box::new(replayed.clone())) };
    let outcome = Outcome { engine: "trace", decisions: vec![decision] };
    page(&format!("Trace of {}", loaded.source.name()), loaded, &outcome, &[], None)
}

/// The page of a certificate; `vacuous` says of each of its properties whether it holds since no run comes to it.
pub fn of_certificate(loaded: &Loaded, accepted: &Arc<Accepted>, vacuous: &[bool]) -> String {
    let decision = |property: &Property| {
        let verdict = Verdict::Safe(Evidence::Certificate(Arc::clone(accepted)));
        Decision { property: property.clone(), verdict }
    };
    let decisions = accepted.certificate().properties.iter().map(decision).collect();
    let held = accepted.certificate().properties.iter().zip(vacuous).filter(|(_, is_vacuous)| **is_vacuous);
    let known = numbers(loaded);
    let numbers: Vec<usize> = held.filter_map(|(property, _)| known.get(property).copied()).collect();
    let outcome = Outcome { engine: "certificate", decisions };
    page(&format!("Certificate of {}", loaded.source.name()), loaded, &outcome, &numbers, None)
}

/// The numbers by which the properties are called that are asked of a program.
pub(super) fn numbers(loaded: &Loaded) -> HashMap<&Property, usize> {
    loaded.properties.iter().enumerate().map(|(index, property)| (property, loaded.number(index))).collect()
}

fn page(title: &str, loaded: &Loaded, outcome: &Outcome, vacuous: &[usize], remark: Option<&str>) -> String {
    let properties: Vec<Property> = outcome.decisions.iter().map(|decision| decision.property.clone()).collect();
    let log = untold(loaded, &properties, outcome.engine);
    titled(title, &log, Some(&Found::Program { loaded, outcome, vacuous, remark, turn: None }))
}
