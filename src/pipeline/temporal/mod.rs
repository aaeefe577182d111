//! Formulas about runs that never end, decided by checks of a program in which an automaton reads along.
//!
//! ```text
//! formula -> automaton of its violations -> program with the automaton -> an ordinary check -> the run taken back, its loop replayed
//!                                                                                          -> the certificate, and that the automaton misses nothing
//! ```
//!
//! So every engine decides them. Of a violation nobody is believed: the run is one of the program itself, its loop closes there, and the formula is
//! evaluated on the word that it is. SAFE rests on a certificate of the program with the automaton, and on a simulation of a plain automaton of the same formula.

mod asked;
mod back;
mod evidence;
mod vacuity;
mod watched;

pub(super) use asked::claims;
pub use asked::{Asked, Temporal, claim};
pub use evidence::{Assured, NotAssured, assured};
use watched::{Manner, Watched};

use super::{Certificates, Decided, Failure, Loaded, Options, decide};
use crate::budget::StopReason;
use crate::engine::Observer;
use crate::lang::program::property::Property;
use crate::outcome::{Decision, Evidence, Verdict};
use crate::temporal::{Claim, automata};
use std::sync::Arc;

/// Decides the properties of a program, which are formulas, one after the other.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub(super) fn decided(loaded: &Loaded, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    let mut all = super::undecided(loaded, options, &StopReason::NotDecided);
    for (index, claim) in loaded.claims.iter().enumerate() {
        let one = decided_one(loaded, options, claim, observer)?;
        let is_violated = matches!(one.outcome.decisions[0].verdict, Verdict::Unsafe(_));
        all.outcome.decisions[index].verdict = one
            .outcome
            .decisions
            .into_iter()
            .next()
            .map_or_else(|| Verdict::Unknown(StopReason::NotDecided), |decision| decision.verdict);
        all.outcome.engine = one.outcome.engine;
        all.phases += one.phases;
        all.assured.extend(one.assured);
        (all.race, all.stats, all.prover) = (one.race, one.stats, all.prover.or(one.prover));
        if is_violated && !options.all {
            break;
        }
    }
    let is_safe = |decision: &Decision| matches!(decision.verdict, Verdict::Safe(_));
    all.is_vacuous = all.outcome.decisions.iter().all(is_safe) && vacuity::is_vacuous(loaded, options)?;
    Ok(all)
}

/// The answer about one formula.
fn decided_one(
    loaded: &Loaded,
    options: &Options,
    claim: &Claim,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    let property = Property { kind: claim.kind(), place: loaded.properties[0].place };
    let unknown =
        |reason: StopReason| Decided::unknown(std::slice::from_ref(&property), super::engine(options), &reason);
    let automaton = match automata::of_violations(claim) {
        Ok(automaton) => automaton,
        Err(too_large) => return Ok(unknown(StopReason::Unsupported(too_large.to_string()))),
    };
    let Temporal { counts_steps, only_infinite, .. } = options.temporal;
    let watched = Watched::new(loaded, claim, property.clone(), automaton, Manner { only_infinite, counts_steps });
    let options =
        Options { all: true, explain_safe: false, recall: None, shortest: false, another: 0, ..options.clone() };
    let mut decided = decide(&watched.loaded, &options, observer)?;
    let verdict = match decided.outcome.decisions.pop().map(|decision| decision.verdict) {
        Some(Verdict::Unsafe(replayed)) => {
            Verdict::Unsafe(Box::new(back::lasso(loaded, &watched.product, claim, replayed.trace())?))
        }
        Some(Verdict::Safe(Evidence::Certificate(accepted))) => {
            match Assured::new(claim, watched, Arc::clone(&accepted)) {
                Ok(assured) => {
                    decided.assured.push(Arc::new(assured));
                    Verdict::Safe(Evidence::Certificate(accepted))
                }
                Err(why) if options.certificates == Certificates::Required => {
                    Verdict::Unknown(StopReason::NoCertificate(why))
                }
                Err(why) => Verdict::Safe(Evidence::None(why)),
            }
        }
        Some(verdict) => verdict,
        None => Verdict::Unknown(StopReason::NotDecided),
    };
    decided.outcome.decisions = vec![Decision { property, verdict }];
    Ok(decided)
}
