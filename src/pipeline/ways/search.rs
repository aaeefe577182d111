//! The search for violations with the fewest steps.

use crate::budget::StopReason;
use crate::engine::paths::Paths;
use crate::engine::{Engine, Extent, Finding, Question, Silent};
use crate::lang::program::property::Property;
use crate::outcome::Verdict;
use crate::pipeline::violation::violation;
use crate::pipeline::{Failure, Loaded, Options, Ready, prepare};
use crate::validate::Replayed;
use crate::verdict::Alike;

/// A search for violations of some properties.
pub(super) struct Search<'a> {
    loaded: &'a Loaded,
    properties: &'a [Property],
    options: &'a Options,
    ready: Ready,
}

/// What a search finds.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Violation(Box<Replayed>),
    None,
    Stopped(StopReason),
}

impl<'a> Search<'a> {
    /// Makes the program ready for it.
    ///
    /// # Errors
    /// The limit that was hit, or that nobody can search so.
    pub fn new(loaded: &'a Loaded, properties: &'a [Property], options: &'a Options) -> Result<Search<'a>, StopReason> {
        let passes = engine(options, &Paths::default())?.passes(options.passes);
        let ready = prepare(loaded, properties, passes, &options.budget)?;
        Ok(Search { loaded, properties, options, ready })
    }

    /// For each property the violation with the fewest steps, on none of the forbidden paths; these are paths to violations of one property, so if there are
    /// any, no other is looked for.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] if what is found is none.
    pub fn nearest(&self, forbidden: &Paths) -> Result<Vec<Found>, Failure> {
        let Search { options, properties, ready, .. } = self;
        let mut engine = match engine(options, forbidden) {
            Ok(engine) => engine,
            Err(reason) => return Ok(vec![Found::Stopped(reason); properties.len()]),
        };
        let question = Question {
            system: &ready.system,
            targets: &ready.targets,
            extent: Extent::All,
            wants_proof: false,
            lemmas: None,
        };
        let findings = engine.run(&question, &options.budget, &mut Silent).targets;
        properties.iter().zip(findings).map(|(property, finding)| self.checked(property, finding)).collect()
    }

    /// What is found, once it was replayed. Its trace goes the way of the derivation.
    fn checked(&self, property: &Property, finding: Finding) -> Result<Found, Failure> {
        let Search { loaded, options, ready, .. } = self;
        let budget = &options.budget;
        let derivation = match finding {
            Finding::Reached(derivation) => ready.system.back.derivation(*derivation, budget),
            Finding::Unreachable => return Ok(Found::None),
            Finding::Unknown(reason) => return Ok(Found::Stopped(reason)),
            Finding::Lost(what) => return Err(Failure::SelfCheck(what)),
        };
        let derivation = match derivation {
            Ok(derivation) => derivation,
            Err(reason) => return Ok(Found::Stopped(reason)),
        };
        Ok(match violation(loaded, ready, property, &derivation, Alike::Apart, budget)? {
            Verdict::Unsafe(replayed) => Found::Violation(replayed),
            Verdict::Unknown(reason) => Found::Stopped(reason),
            Verdict::Safe(_) => Found::None,
        })
    }
}

/// What searches.
fn engine(options: &Options, forbidden: &Paths) -> Result<Box<dyn Engine + Send>, StopReason> {
    let engine = options.registry.nearest(forbidden.clone());
    engine.ok_or_else(|| StopReason::Unsupported("a search for the fewest steps".into()))
}
