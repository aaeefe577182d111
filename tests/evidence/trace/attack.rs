//! Traces of engines offered where they prove nothing: for programs that were changed, and changed themselves. Every wrong one is refused.

use super::Subject;
use super::interpret::is_run;
use super::mutations::mutants;
use crate::support;
use crate::support::mutation;
use bpcheck::lang::program::property::{Property, properties};
use bpcheck::outcome::Verdict;
use bpcheck::validate::replay;
use bpcheck::verdict::Trace;
use bpcheck::verdict::json::{trace_from_json, trace_to_json};
use bpcheck::{Options, check};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many offers each of both tests makes at least.
const OFFERS: usize = 5_000;

/// How many programs are changed, and how many have changed traces.
const PROGRAMS: usize = 3_000;
const CHANGED: usize = 500;

/// A random program.
fn random(seed: usize) -> Subject {
    Subject::new("x.bp", &mutation::small(seed as u64))
}

fn text(subject: &Subject) -> &str {
    std::str::from_utf8(subject.source.bytes()).expect("text")
}

/// The different traces that engines find, each by its JSON.
fn traces(subject: &Subject, engines: &[&str]) -> Vec<Trace> {
    let mut found: Vec<Trace> = Vec::new();
    for engine in engines {
        let engine = engine.parse().expect("an engine");
        let options = Options::default().with_engine(engine).with_all(true).with_budget(support::ticks(300));
        let outcome = check(&subject.source, &options).unwrap_or_else(|failure| panic!("{failure}\n{}", text(subject)));
        for decision in outcome.decisions {
            if let Verdict::Unsafe(replayed) = decision.verdict
                && !found.contains(replayed.trace())
            {
                found.push(replayed.trace().clone());
            }
        }
    }
    found
}

/// A count that several threads add to.
#[derive(Default)]
struct Count(AtomicUsize);

impl Count {
    fn add(&self, one: bool) {
        self.0.fetch_add(usize::from(one), Ordering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn traces_of_other_programs_are_refused() {
    let [offers, accepted] = [(); 2].map(|()| Count::default());
    support::each(PROGRAMS, |seed| {
        let subject = random(seed);
        let traces = traces(&subject, &support::variants());
        let texts: Vec<String> = traces.iter().map(|t| trace_to_json(&subject.program, &subject.source, t)).collect();
        if texts.is_empty() {
            return;
        }
        for changed in mutation::mutants(text(&subject)) {
            let Some(verdicts) = mutation::explicit(&changed) else { continue };
            let mutant = Subject::new("x.bp", &changed);
            let asked = properties(&mutant.program, &[]).expect("the default");
            let main = mutant.program.find_procedure("main").expect("a main");
            for text in &texts {
                let offered = text.replace(&subject.sha256, &mutant.sha256);
                let Ok(trace) = trace_from_json(&mutant.program, offered.as_bytes()) else { continue };
                let holds = |(property, verdict): (&Property, &Verdict)| {
                    *property == trace.property && matches!(verdict, Verdict::Safe(_))
                };
                let is_wrong = asked.iter().zip(&verdicts).any(holds);
                match replay(&mutant.program, &mutant.sha256, main, trace.clone()) {
                    Ok(_) => {
                        assert!(!is_wrong, "accepted, and wrong:\n{changed}\n{offered}");
                        assert_ne!(
                            is_run(&mutant.program, main, &trace),
                            Some(false),
                            "accepted, and no run:\n{changed}\n{offered}"
                        );
                        accepted.add(true);
                    }
                    // Everything but the text of the program is looked at.
                    Err(refusal) => assert!(!refusal.to_string().contains("SHA-256"), "{refusal}"),
                }
                offers.add(is_wrong);
            }
        }
    });
    let (offers, accepted) = (offers.get(), accepted.get());
    eprintln!("{offers} offers for mutants that are SAFE, all refused; {accepted} accepted for others");
    assert!(offers >= OFFERS && accepted > 0, "{offers} and {accepted}");
}

#[test]
fn changed_traces_are_refused_or_runs() {
    let [offers, accepted, real] = [(); 3].map(|()| Count::default());
    let engines = support::variants();
    support::each(CHANGED, |seed| {
        let subject = random(seed);
        let main = subject.program.find_procedure("main").expect("a main");
        for trace in traces(&subject, &[engines[seed % engines.len()]]) {
            assert_eq!(is_run(&subject.program, main, &trace), Some(true), "{trace:#?}\n{}", text(&subject));
            for (what, mutant) in mutants(&subject, &trace) {
                let is_run = is_run(&subject.program, main, &mutant);
                let is_accepted = subject.replay(&mutant).is_ok();
                assert!(
                    !is_accepted || is_run == Some(true),
                    "{what}: accepted, and no run:\n{mutant:#?}\n{}",
                    text(&subject)
                );
                offers.add(true);
                accepted.add(is_accepted);
                real.add(is_run == Some(true));
            }
        }
    });
    let (offers, accepted, real) = (offers.get(), accepted.get(), real.get());
    eprintln!("{offers} changed traces; {real} are runs, and of these {accepted} are in canonical form and accepted");
    assert!(offers >= OFFERS && real > 0 && 2 * real < offers, "{real} of {offers}");
}
