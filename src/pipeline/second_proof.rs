//! SAFE without evidence: a proof is asked of the engine that leads the race on most programs.
//!
//! Engines that decide on the way of an abstraction know no invariant at the end, and what they make one of can be much larger than what they have
//! decided by; the diagrams of post* are an invariant. A certificate is checked on the program whoever has made it, so it does not matter whose it is.

use super::course::Course;
use super::{Certificates, Decided, Failure, Loaded, Options};
use crate::budget::StopReason;
use crate::engine::{EngineSpec, Extent, Silent};
use crate::lang::program::property::Property;
use crate::outcome::{Evidence, Verdict};

/// The work that is done for it: a second or two mostly.
const EFFORT: u64 = 200_000;

/// Replaces SAFE without evidence by SAFE with the evidence of another engine, if that has any soon.
///
/// # Errors
/// [`Failure::SelfCheck`] if the other engine contradicts.
pub(super) fn ask(
    loaded: &Loaded,
    options: &Options,
    engine: &EngineSpec,
    decided: &mut Decided,
) -> Result<(), Failure> {
    let open: Vec<usize> =
        (0..decided.outcome.decisions.len()).filter(|&index| lacks_evidence(decided, index)).collect();
    let racers = options.registry.race();
    let leader = racers.first().map(|(_, leader)| leader);
    let Some(other) = leader.filter(|other| other.name() != engine.name()) else { return Ok(()) };
    let makes_proofs = engine.row().can.proves;
    if open.is_empty() || !makes_proofs || options.certificates == Certificates::Unwanted {
        return Ok(());
    }
    let decisions = &mut decided.outcome.decisions;
    let properties: Vec<Property> = open.iter().map(|&index| decisions[index].property.clone()).collect();
    let budget = options.budget.clone().with_effort(EFFORT);
    let course = Course { loaded, options, engine: other, shelf: None };
    let answers = course.about(&properties, Extent::All, &budget, &mut Silent)?.outcome.decisions;
    for (index, answer) in open.into_iter().zip(answers) {
        match answer.verdict {
            proved @ Verdict::Safe(Evidence::Certificate(_)) => {
                decisions[index].verdict = proved;
                decided.prover = Some(other.name());
            }
            Verdict::Unsafe(_) => {
                let number = loaded.number(index);
                let what = format!("property {number} is SAFE by {}, and UNSAFE by {}", engine.name(), other.name());
                return Err(Failure::SelfCheck(what));
            }
            Verdict::Safe(Evidence::None(_)) | Verdict::Unknown(_) => {}
        }
    }
    Ok(())
}

/// Whether the engine has found that no run violates a property, and cannot say why.
fn lacks_evidence(decided: &Decided, index: usize) -> bool {
    matches!(
        decided.outcome.decisions[index].verdict,
        Verdict::Safe(Evidence::None(_)) | Verdict::Unknown(StopReason::NoCertificate(_))
    )
}
