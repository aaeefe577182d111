//! What SAFE rests on.

use super::{Failure, Loaded};
use crate::budget::{Budget, StopReason};
use crate::outcome::{Evidence, Outcome, Verdict};
use crate::validate::inductive::{self, Accepted, NotAccepted, Uses, uses};
use std::sync::Arc;

/// What the proof of some properties needs of the program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The numbers of the properties, from 1.
    pub properties: Vec<usize>,
    /// What the proof needs, and which of the properties hold since no run comes to them; or why that is not known.
    pub found: Result<Rests, StopReason>,
}

/// What a proof rests on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rests {
    /// The parts of the program that it needs.
    pub uses: Uses,
    /// The numbers of the properties that hold vacuously.
    pub vacuous: Vec<usize>,
}

/// The numbers of the properties, from 1, that hold since no run comes to them; none of a proof for which a limit was hit.
///
/// # Errors
/// [`Failure::SelfCheck`] if a certificate that was accepted no longer is.
pub fn vacuous(loaded: &Loaded, outcome: &Outcome, budget: &Budget) -> Result<Vec<usize>, Failure> {
    let mut numbers = Vec::new();
    for (accepted, _) in certificates(loaded, outcome) {
        match vacuous_by(loaded, outcome, accepted, budget) {
            Ok(more) => numbers.extend(more),
            Err(NotAccepted::Stopped(_)) => {}
            Err(refused) => return Err(is_refused(&refused)),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// One for each certificate.
///
/// # Errors
/// [`Failure::SelfCheck`] if a certificate that was accepted no longer is.
pub(super) fn explain(loaded: &Loaded, outcome: &Outcome, budget: &Budget) -> Result<Vec<Explanation>, Failure> {
    let explanation = |(accepted, properties): (&Arc<Accepted>, Vec<usize>)| {
        let found = match rests(loaded, outcome, accepted, budget) {
            Ok(rests) => Ok(rests),
            Err(NotAccepted::Stopped(reason)) => Err(reason),
            Err(refused) => return Err(is_refused(&refused)),
        };
        Ok(Explanation { properties, found })
    };
    certificates(loaded, outcome).into_iter().map(explanation).collect()
}

/// The certificates, each with the numbers of the properties that it proves.
fn certificates<'o>(loaded: &Loaded, outcome: &'o Outcome) -> Vec<(&'o Arc<Accepted>, Vec<usize>)> {
    let mut certificates: Vec<(&Arc<Accepted>, Vec<usize>)> = Vec::new();
    for (index, decision) in outcome.decisions.iter().enumerate() {
        let number = loaded.number(index);
        if let Verdict::Safe(Evidence::Certificate(accepted)) = &decision.verdict {
            match certificates.iter_mut().find(|(known, _)| Arc::ptr_eq(known, accepted)) {
                Some((_, numbers)) => numbers.push(number),
                None => certificates.push((accepted, vec![number])),
            }
        }
    }
    certificates
}

fn is_refused(why: &NotAccepted) -> Failure {
    Failure::SelfCheck(format!("the certificate is refused: {why}"))
}

fn rests(loaded: &Loaded, outcome: &Outcome, accepted: &Accepted, budget: &Budget) -> Result<Rests, NotAccepted> {
    let Loaded { program, source, entry, .. } = loaded;
    let sha256 = source.sha256();
    let uses = uses(program, sha256, *entry, accepted, budget)?;
    Ok(Rests { uses, vacuous: vacuous_by(loaded, outcome, accepted, budget)? })
}

fn vacuous_by(
    loaded: &Loaded,
    outcome: &Outcome,
    accepted: &Accepted,
    budget: &Budget,
) -> Result<Vec<usize>, NotAccepted> {
    let Loaded { program, source, entry, .. } = loaded;
    let is_vacuous = inductive::vacuous(program, source.sha256(), *entry, accepted, budget)?;
    let vacuous: Vec<_> =
        accepted.certificate().properties.iter().zip(is_vacuous).filter(|(_, is_vacuous)| *is_vacuous).collect();
    let is_among = |property| vacuous.iter().any(|(other, _)| *other == property);
    let decisions = outcome.decisions.iter().enumerate();
    let among = decisions.filter(|(_, decision)| is_among(&decision.property));
    Ok(among.map(|(index, _)| loaded.number(index)).collect())
}
