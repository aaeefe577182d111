//! SAFE with what vouches for it: a certificate that was checked on the program.

use super::Ready;
use super::course::Course;
use super::{Certificates, Failure};
use crate::budget::{Budget, StopReason};
use crate::engine::saturation::Direction;
use crate::engine::{EngineSpec, Extent, Finding, NoProof, Silent};
use crate::lang::program::property::Property;
use crate::pds::passes::Prepared;
use crate::pds::proof::Proof;
use crate::validate::inductive::{self, NotAccepted};
use crate::verdict::{Evidence, Verdict, certify};
use std::sync::Arc;

/// The work that is done for a certificate by others than the engine that has decided: some tenths of a second mostly.
const EFFORT: u64 = 30_000;

impl Course<'_> {
    /// What is said of properties that the engine has found not to be violated.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] if the proof does not hold.
    pub(super) fn evidence(
        &self,
        properties: Vec<Property>,
        system: &Prepared,
        proof: Option<Result<Proof, NoProof>>,
        budget: &Budget,
    ) -> Result<Verdict, Failure> {
        let none = |why: String| match self.options.certificates {
            Certificates::Required => Verdict::Unknown(StopReason::NoCertificate(why)),
            _ => Verdict::Safe(Evidence::None(why)),
        };
        if self.options.certificates == Certificates::Unwanted || properties.is_empty() {
            return Ok(none("no certificate is wanted".into()));
        }
        let certified = match proof {
            Some(Ok(proof)) => told(self.check(&properties, system, &proof, budget))?,
            Some(Err(NoProof::Stopped(reason))) => Err(reason.to_string()),
            Some(Err(NoProof::Unable)) | None => self.found(&properties, system, budget)?,
        };
        Ok(certified.map_or_else(none, Verdict::Safe))
    }

    /// The certificate that a proof stands for, if it holds.
    fn check(
        &self,
        properties: &[Property],
        system: &Prepared,
        proof: &Proof,
        budget: &Budget,
    ) -> Result<Evidence, NotAccepted> {
        let (program, sha256) = (&self.loaded.program, self.loaded.source.sha256());
        let certificate = certify(program, &sha256, system, properties.to_vec(), proof);
        inductive::check(program, &sha256, self.loaded.entry, &certificate, budget)?;
        Ok(Evidence::Certificate(Arc::new(certificate)))
    }

    /// For an engine that has no proof of its own. The code may be its own proof, up to loops and calls; else saturation has one perhaps.
    fn found(&self, properties: &[Property], system: &Prepared, budget: &Budget) -> Result<Found, Failure> {
        let budget = &budget.clone().with_effort(EFFORT);
        let of_code = Proof::of_code(&system.pds, system.cuts.heads.clone());
        match self.check(properties, system, &of_code, budget) {
            Ok(evidence) => Ok(Ok(evidence)),
            Err(_) => self.proved_by_saturation(properties, budget),
        }
    }

    /// The properties are known to hold, and saturation proves it.
    fn proved_by_saturation(&self, properties: &[Property], budget: &Budget) -> Result<Found, Failure> {
        let course = Course { engine: EngineSpec::Saturation(Direction::Post), ..*self };
        let mut engine = course.engine.engine(self.options.order, &self.loaded.listed);
        let Ready { system, targets, .. } = match course.prepare(properties, engine.passes(), budget) {
            Ok(prepared) => prepared,
            Err(reason) => return Ok(Err(reason.to_string())),
        };
        let findings = engine.run(&system, &targets, Extent::All, budget, &mut Silent);
        if findings.targets.iter().any(|finding| matches!(finding, Finding::Reached(_))) {
            let what = format!("a property holds by {}, and is violated by {}", self.engine, course.engine);
            return Err(Failure::SelfCheck(what));
        }
        let is_decided = findings.targets.iter().all(|finding| matches!(finding, Finding::Unreachable));
        match findings.proof.filter(|_| is_decided) {
            Some(Ok(proof)) => told(course.check(properties, &system, &proof, budget)),
            _ => Ok(Err("no engine has a proof within its limits".into())),
        }
    }
}

/// Evidence, or why there is none.
type Found = Result<Evidence, String>;

/// What an engine says it has proved must hold.
fn told(checked: Result<Evidence, NotAccepted>) -> Result<Found, Failure> {
    match checked {
        Ok(evidence) => Ok(Ok(evidence)),
        Err(NotAccepted::Stopped(reason)) => Ok(Err(format!("it could not be checked: {reason}"))),
        Err(refused) => Err(Failure::SelfCheck(format!("the certificate is refused: {refused}"))),
    }
}
