//! Ways back: what is known of a system after a pass is said of the one before it.

use super::lifting::Lifting;
use crate::budget::{Budget, StopReason};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::derivation::Derivation;
use crate::pds::proof::Proof;
use std::fmt;
use std::sync::Arc;

/// The way back of a pass.
pub(crate) trait Back: fmt::Debug + Send + Sync {
    /// A derivation of the system after the pass, as one of the system before.
    ///
    /// # Errors
    /// The limit that was hit.
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason>;

    /// A proof about the system after the pass, as one about the system before.
    ///
    /// # Errors
    /// The limit that was hit.
    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason>;
}

/// Eliminates inputs of a formula, given all of them in some order and which of them are to go: what holds for some values of these.
pub(crate) type Exists<'a> =
    &'a mut dyn FnMut(&mut Formulas, Formula, &[Input], &dyn Fn(&Input) -> bool) -> Result<Formula, StopReason>;

/// The ways back of all passes that ran.
#[derive(Clone, Debug, Default)]
pub struct WayBack {
    /// In the order of the passes.
    passes: Vec<Arc<dyn Back>>,
}

impl WayBack {
    /// That of one more pass.
    pub(super) fn push(&mut self, back: impl Back + 'static) {
        self.passes.push(Arc::new(back));
    }

    /// A derivation of the system after all passes, as one of the system as it was.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        self.passes.iter().rev().try_fold(derivation, |derivation, pass| pass.derivation(derivation, budget))
    }

    /// A proof about the system after all passes, as one about the system as it was.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn proof(&self, proof: Proof, exists: Exists<'_>) -> Result<Proof, StopReason> {
        let mut lifting = Lifting::new(proof, exists);
        for pass in self.passes.iter().rev() {
            pass.proof(&mut lifting)?;
        }
        Ok(lifting.proof)
    }
}
