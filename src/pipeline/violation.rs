//! UNSAFE with what vouches for it: a trace that was replayed on the program.

use super::{Failure, Loaded, Ready};
use crate::budget::Budget;
use crate::lang::program::property::Property;
use crate::outcome::Verdict;
use crate::pds::derivation::Derivation;
use crate::validate::replay;
use crate::verdict::{Alike, NoTrace, lift};

/// What is said of a property about which a derivation of the system that was built from the program says that it is violated.
///
/// # Errors
/// [`Failure::SelfCheck`] if the program has no such run.
pub(super) fn violation(
    loaded: &Loaded,
    ready: &Ready,
    property: &Property,
    derivation: &Derivation,
    alike: Alike,
    budget: &Budget,
) -> Result<Verdict, Failure> {
    let Loaded { source, program, entry, .. } = loaded;
    let sha256 = source.sha256();
    match lift(program, &sha256, &ready.cfg, property, derivation, alike, budget) {
        Ok(trace) => {
            let replayed = replay(program, &sha256, *entry, trace);
            let replayed = replayed.map_err(|refusal| Failure::SelfCheck(refusal.to_string()))?;
            Ok(Verdict::Unsafe(Box::new(replayed)))
        }
        Err(NoTrace::Stopped(reason)) => Ok(Verdict::Unknown(reason)),
        Err(NoTrace::Wrong(what)) => Err(Failure::SelfCheck(what)),
    }
}
