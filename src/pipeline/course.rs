//! One engine's part of the road: from the program to answers that were checked.

use super::shelf::Shelf;
use super::violation::violation;
use super::{Certificates, Decided, Failure, Loaded, Options, Phases, Ready, prepare};
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, EngineSpec, Event, Extent, Finding, Observer, Question};
use crate::lang::program::property::Property;
use crate::outcome::{Decision, Outcome, Verdict};
use crate::pds::passes::PassSet;
use crate::verdict::Alike;
use std::sync::Arc;
use std::time::Duration;

/// The work that is done to decide properties that come before one that was found violated: some tenths of a second mostly.
const EFFORT: u64 = 20_000;

/// An engine with a program before it.
#[derive(Clone, Copy)]
pub(super) struct Course<'a> {
    pub loaded: &'a Loaded,
    pub options: &'a Options,
    pub engine: &'a EngineSpec,
    /// Where what is made ready is kept, if other engines look at the same program.
    pub shelf: Option<&'a Shelf>,
}

impl Course<'_> {
    /// The engine's answers.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] only.
    pub fn decide(&self, extent: Extent, budget: &Budget, observer: &mut dyn Observer) -> Result<Decided, Failure> {
        self.about(&self.loaded.properties, extent, budget, observer)
    }

    /// The same, but if the search ends with the first violation, that is one of the first property that is violated, and all before
    /// it are decided: so every engine says the same. Only what takes too much [`EFFORT`] besides is left undecided.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] only.
    pub fn decide_in_order(
        &self,
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let mut decided = self.decide(extent, budget, observer)?;
        let Some(found) = decided.outcome.first_violation().filter(|_| extent == Extent::First) else {
            return Ok(decided);
        };
        let before = &mut decided.outcome.decisions[..found];
        if before.iter().any(is_open) {
            let budget = budget.clone().with_effort(EFFORT);
            let more = self.about(&self.loaded.properties[..found], Extent::All, &budget, observer)?;
            decided.phases += more.phases;
            fill_in(before, more.outcome.decisions);
        }
        decided.outcome.end_with_first_violation();
        Ok(decided)
    }

    /// The answers about some of the properties.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] only.
    pub fn about(
        &self,
        properties: &[Property],
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let stopwatch = &self.options.stopwatch;
        let mut start = stopwatch.now();
        let engine = self.engine()?;
        let ready = match self.prepare(properties, engine.passes(self.options.passes), budget) {
            Ok(ready) => ready,
            Err(reason) => return Ok(Decided::unknown(properties, engine.name(), &reason)),
        };
        let prepare = stopwatch.lap(&mut start);
        let mut decided = self.decide_ready(properties, &ready, extent, budget, observer)?;
        decided.phases.prepare = prepare;
        Ok(decided)
    }

    /// The answers about the properties that a program was made ready for.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] only.
    pub fn decide_ready(
        &self,
        properties: &[Property],
        ready: &Ready,
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let stopwatch = &self.options.stopwatch;
        let mut start = stopwatch.now();
        let mut engine = self.engine()?;
        let wants_proof = self.options.certificates != Certificates::Unwanted;
        let fitted = self.fitted(properties, ready);
        let lemmas = fitted.as_ref().map(|fitted| &fitted.lemmas);
        let question = Question { system: &ready.system, targets: &ready.targets, extent, wants_proof, lemmas };
        let findings = engine.run(&question, budget, observer);
        let is_unreachable = |finding: &&Finding| matches!(finding, Finding::Unreachable);
        for (target, _) in findings.targets.iter().enumerate().filter(|(_, finding)| is_unreachable(finding)) {
            observer.event(&Event::Unreachable { target });
        }
        let learnt = fitted.as_ref().zip(findings.learnt.as_ref());
        let recalled = learnt.map(|(fitted, learnt)| self.recalled(properties, ready, fitted, learnt));
        let search = stopwatch.lap(&mut start);
        let proved = findings.targets.iter().zip(properties).filter(|(finding, _)| is_unreachable(finding));
        let proved: Vec<Property> = proved.map(|(_, property)| property.clone()).collect();
        let evidence = self.evidence(proved, ready, findings.proof, &budget.clone().with_any_effort())?;
        let certify = stopwatch.lap(&mut start);
        let mut decisions = Vec::with_capacity(properties.len());
        for (property, finding) in properties.iter().zip(findings.targets) {
            let verdict = match finding {
                Finding::Unreachable => evidence.clone(),
                Finding::Unknown(reason) => Verdict::Unknown(reason),
                Finding::Lost(what) => return Err(Failure::SelfCheck(what)),
                Finding::Reached(derivation) => {
                    // What was found before a limit was hit stands, but not what has to be gone through yet.
                    let budget = if derivation.is_told() { budget.clone().until_cancelled() } else { budget.clone() };
                    match ready.system.back.derivation(*derivation, &budget) {
                        Ok(derivation) => violation(self.loaded, ready, property, &derivation, Alike::One, &budget)?,
                        Err(reason) => Verdict::Unknown(reason),
                    }
                }
            };
            decisions.push(Decision { property: property.clone(), verdict });
        }
        let outcome = Outcome { engine: engine.name(), decisions };
        let phases = Phases { prepare: Duration::ZERO, search, certify, replay: stopwatch.lap(&mut start) };
        Ok(Decided {
            outcome,
            others: Vec::new(),
            ways: Vec::new(),
            race: Vec::new(),
            prover: None,
            is_vacuous: false,
            heads: None,
            explanations: Vec::new(),
            assured: Vec::new(),
            recalled,
            stats: Some(findings.stats),
            phases,
        })
    }

    /// The engine, with its options and those that all are given.
    ///
    /// # Errors
    /// [`Failure::Request`], if the program was loaded with other options.
    pub(super) fn engine(&self) -> Result<Box<dyn Engine + Send>, Failure> {
        self.engine.engine(&self.options.given, &self.loaded.program).map_err(Failure::Request)
    }

    /// Program to what the engine works on.
    fn prepare(&self, properties: &[Property], passes: PassSet, budget: &Budget) -> Result<Arc<Ready>, StopReason> {
        match self.shelf {
            Some(shelf) if properties == self.loaded.properties => shelf.ready(self.loaded, passes, budget),
            _ => prepare(self.loaded, properties, passes, budget).map(Arc::new),
        }
    }
}

fn is_open(decision: &Decision) -> bool {
    matches!(decision.verdict, Verdict::Unknown(StopReason::NotDecided))
}

/// What is open is as another search says that did some work, if that was enough. What is known may have taken more, and stays.
fn fill_in(known: &mut [Decision], more: Vec<Decision>) {
    for (known, more) in known.iter_mut().zip(more).filter(|(known, _)| is_open(known)) {
        if !matches!(more.verdict, Verdict::Unknown(StopReason::Effort)) {
            *known = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::Source;
    use crate::outcome::Evidence;
    use crate::pipeline::load;

    #[test]
    fn what_is_known_stays_when_the_rest_is_decided() {
        let text = "void main() begin assert(T); assert(T); assert(T); end";
        let loaded = load(&Source::new("t.bp", text), &Options::default()).expect("a program");
        let safe = || Verdict::Safe(Evidence::None("a test says so".into()));
        let decisions = |verdicts: [Verdict; 3]| -> Vec<Decision> {
            let both = loaded.properties.iter().cloned().zip(verdicts);
            both.map(|(property, verdict)| Decision { property, verdict }).collect()
        };
        let open = || Verdict::Unknown(StopReason::NotDecided);
        let spent = || Verdict::Unknown(StopReason::Effort);
        let mut known = decisions([safe(), open(), open()]);
        fill_in(&mut known, decisions([spent(), spent(), safe()]));
        let words: Vec<String> = known.iter().map(|decision| decision.verdict.to_string()).collect();
        assert_eq!(words, ["SAFE", "UNKNOWN (not decided)", "SAFE"]);
    }
}
