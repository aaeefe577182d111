//! UNSAFE with what vouches for it: a trace that was replayed on the program.

use super::{Failure, Loaded, Ready};
use crate::budget::Budget;
use crate::lang::program::property::Property;
use crate::outcome::Verdict;
use crate::pds::derivation::Derivation;
use crate::validate::{NotReplayed, replay_within};
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
    match lift(program, sha256, &ready.cfg, property, derivation, alike, budget) {
        Ok(trace) => match replay_within(program, sha256, *entry, trace, budget) {
            Ok(replayed) => Ok(Verdict::Unsafe(Box::new(replayed))),
            Err(NotReplayed::Refused(refusal)) => Err(Failure::SelfCheck(refusal.to_string())),
            Err(NotReplayed::Stopped(reason)) => Ok(Verdict::Unknown(reason)),
        },
        Err(NoTrace::Stopped(reason)) => Ok(Verdict::Unknown(reason)),
        Err(NoTrace::Wrong(what)) => Err(Failure::SelfCheck(what)),
    }
}
