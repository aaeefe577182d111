//! A certificate is accepted if each local step of its proof holds.
//!
//! By induction over runs: an activation is always in a state that the contract it was entered under allows for. So it is enough
//! that
//!
//! - runs begin as the first contract of the entry procedure says;
//! - from the entry, and from each place with an invariant, control comes to the next such places in states that their invariants
//!   allow for, whatever the choices;
//! - each call is one that the callee's contract allows for, and what follows it takes any return that its summary allows for;
//! - each return is one that the own summary allows for;
//! - no property of the certificate is violated on the way.
//!
//! Each of these is a [`claim::Claim`]: a formula that must not have a model. Many are false by construction, or have small diagrams ([`compiled`]) in some [`order`] of what they are about, which claims about the same paths share. Where
//! some are large, those that follow are looked at one by one: they may contradict themselves soon ([`propagate`]), or be like one that is [`known`], or have diagrams of their own, or fall into few [`cases`]; the others a SAT solver refutes. [`encode`] says what statements do, [`walk`] puts them together, [`values`] what is supposed on the way, [`Frame`] knows which globals a
//! procedure cannot write. [`obligations`](obligations()) hands all of them out, for others to refute; [`uses`](uses()) tells which statements they need,
//! and [`vacuous`] which properties no run comes to.
//!
//! [`Frame`]: crate::lang::program::frame::Frame

mod cases;
mod claim;
mod compiled;
mod conjunctions;
mod diagrams;
mod encode;
mod gates;
mod known;
mod lowest;
mod obligations;
mod order;
mod propagate;
mod refusal;
mod regions;
mod scene;
mod shares;
mod uses;
mod vacuity;
mod values;
mod walk;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

pub use obligations::{Obligation, obligations};
pub use refusal::Refusal;
pub use uses::{Uses, uses};
pub use vacuity::vacuous;

use super::property;
use crate::budget::{Budget, StopReason};
use crate::lang::program::property::Property;
use crate::lang::program::{ProcId, Program};
use crate::verdict::Certificate;
use claim::{Batch, Failed};
use known::Known;
use walk::{Ground, speaks_sense};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAccepted {
    /// It does not prove what it claims.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// A limit was hit before that was known.
    #[error("the certificate could not be checked: {0}")]
    Stopped(StopReason),
}

/// A certificate that the program bears out. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Accepted {
    certificate: Certificate,
    claims: usize,
}

impl Accepted {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The first of some properties that it does not prove.
    pub fn lacks<'p>(&self, properties: &'p [Property]) -> Option<&'p Property> {
        properties.iter().find(|property| !self.certificate.properties.contains(property))
    }

    /// How many claims there were, those with them that are clear from the form of their formulas.
    pub fn claims(&self) -> usize {
        self.claims
    }
}

/// Checks that no run of the program that begins in `entry` violates [`Certificate::properties`]. Whether these are the properties that
/// were asked for, the caller has to see. The same answer on any number of threads.
///
/// # Errors
/// The first thing that the program does not bear out, or the limit that was hit.
pub fn check(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    certificate: Certificate,
    budget: &Budget,
) -> Result<Accepted, NotAccepted> {
    let claims = claims_hold(program, program_sha256, entry, &certificate, budget)?;
    Ok(Accepted { certificate, claims })
}

/// Checks the certificate; how many claims there are.
fn claims_hold(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<usize, NotAccepted> {
    is_about(program, program_sha256, entry, certificate)?;
    let ground = Ground::new(program, certificate);
    let mut first = Batch::default();
    ground.begin(&mut first)?;
    let known = Known::default();
    first.settle(program, &known, budget)?;
    let contracts: Vec<usize> = (0..certificate.contracts.len()).collect();
    // What comes first in the certificate is told, whoever is done first.
    let parts: Vec<&[usize]> = contracts.chunks(CONTRACTS).collect();
    let mut claims = first.made;
    for share in shares::each(&parts, budget, |share| settle(&ground, share, &known, budget)) {
        claims += share?;
    }
    Ok(claims)
}

/// How many contracts are checked in one go: most are small.
const CONTRACTS: usize = 8;

/// Checks some contracts; how many claims there were.
fn settle(ground: &Ground<'_>, contracts: &[usize], known: &Known, budget: &Budget) -> Result<usize, NotAccepted> {
    let mut batch = Batch::default();
    let mut claims = 0;
    for &index in contracts {
        budget.check().map_err(NotAccepted::Stopped)?;
        ground.contract(index, &mut batch, |batch| -> Result<(), NotAccepted> {
            if batch.is_large() {
                batch.settle(ground.program, known, budget)?;
                claims += batch.made;
                *batch = Batch::default();
            }
            Ok(())
        })?;
    }
    batch.settle(ground.program, known, budget)?;
    Ok(claims + batch.made)
}

/// It is about this program, and speaks of nothing that is not there.
fn is_about(program: &Program, sha256: &str, entry: ProcId, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.program != sha256 {
        return Err(Refusal::whole(format!("it is about a program with the SHA-256 {}", certificate.program)));
    }
    if certificate.entry != entry {
        return Err(Refusal::whole("it is about runs that begin in another procedure"));
    }
    if certificate.properties.is_empty() {
        return Err(Refusal::whole("it proves no property"));
    }
    if let Some(property) = certificate.properties.iter().find(|property| !property::exists(program, property)) {
        let is_there = property.place.procedure.index() < program.procedures.len();
        let place = if is_there { format!(" at {}", program.show(property.place)) } else { String::new() };
        return Err(Refusal::whole(format!("the program has no such property: {}{place}", property.kind.word())));
    }
    for (index, contract) in certificate.contracts.iter().enumerate() {
        if contract.procedure.index() >= program.procedures.len() || !speaks_sense(program, contract) {
            return Err(Refusal::whole(format!("contract {index} speaks of what the program does not have")));
        }
    }
    Ok(())
}

impl From<Refusal> for NotAccepted {
    fn from(refusal: Refusal) -> NotAccepted {
        NotAccepted::Refused(Box::new(refusal))
    }
}

impl From<Failed> for NotAccepted {
    fn from(failed: Failed) -> NotAccepted {
        match failed {
            Failed::Refused(refusal) => NotAccepted::Refused(refusal),
            Failed::Stopped(reason) => NotAccepted::Stopped(reason),
        }
    }
}
