//! SAFE with what vouches for it: a certificate that was checked on the program.

use super::course::Course;
use super::{Certificates, Failure, Loaded, Ready};
use crate::budget::{Budget, StopReason};
use crate::engine::NoProof;
use crate::lang::program::property::Property;
use crate::logic::bdd::{self, Limits};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::outcome::{Evidence, Verdict};
use crate::pds::proof::Proof;
use crate::validate::inductive::{self, NotAccepted};
use crate::verdict::certify;
use std::sync::Arc;

/// How many nodes of diagrams a proof may take on its way back through the passes.
const MOST_NODES: usize = 1 << 22;

impl Course<'_> {
    /// What is said of properties that the engine has found not to be violated.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] if the proof does not hold.
    pub(super) fn evidence(
        &self,
        properties: Vec<Property>,
        ready: &Ready,
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
        let proof = match proof {
            Some(Ok(proof)) => proof,
            Some(Err(why)) => return Ok(none(why.to_string())),
            None if !self.engine.row().can.proves => return Ok(none(format!("{} makes no proofs", self.engine))),
            None => return Err(Failure::SelfCheck(format!("{} says SAFE without a proof", self.engine))),
        };
        match self.check(properties, ready, proof, budget) {
            Ok(evidence) => Ok(Verdict::Safe(evidence)),
            Err(NotAccepted::Stopped(reason)) => Ok(none(format!("it could not be checked: {reason}"))),
            // What an engine says it has proved must hold.
            Err(refused) => Err(Failure::SelfCheck(format!("the certificate is refused: {refused}"))),
        }
    }

    /// The certificate that a proof stands for, if it holds.
    fn check(
        &self,
        properties: Vec<Property>,
        ready: &Ready,
        proof: Proof,
        budget: &Budget,
    ) -> Result<Evidence, NotAccepted> {
        let Loaded { source, program, entry, .. } = self.loaded;
        let sha256 = source.sha256();
        let limits = Limits { budget: budget.clone(), nodes: MOST_NODES };
        let mut exists =
            |formulas: &mut Formulas, formula: Formula, order: &[Input], is_gone: &dyn Fn(&Input) -> bool| {
                bdd::exists(formulas, formula, order, is_gone, limits.clone())
            };
        let proof = ready.system.back.proof(proof, &mut exists).map_err(NotAccepted::Stopped)?;
        let certificate = certify(sha256, &ready.cfg, *entry, properties, &proof);
        let accepted = inductive::check(program, sha256, *entry, certificate, budget)?;
        Ok(Evidence::Certificate(Arc::new(accepted)))
    }
}
