//! Formulas about runs that never end, and monitors, decided by checks of a program in which an automaton reads along.
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
mod heads;
mod repeat;
#[cfg(test)]
mod tests;
mod vacuity;
mod watched;

pub(super) use asked::claims;
pub use asked::{Asked, Temporal, claim};
pub use evidence::{Assured, NotAssured, assured};
use watched::{Manner, Watched};

use super::{Certificates, Decided, Failure, Loaded, Options, decide};
use crate::budget::StopReason;
use crate::engine::Observer;
use crate::lang::program::product::{Levels, Product};
use crate::lang::program::property::Property;
use crate::ltl::automaton::TooLarge;
use crate::outcome::{Decision, Evidence, Verdict};
use crate::temporal::onlooker::{self, Onlooker};
use crate::temporal::{Claim, Says};
use crate::verdict::trace::{Trace, Turn};
use std::sync::Arc;

/// Decides the properties of a program, which are formulas, one after the other.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub(super) fn decided(loaded: &Loaded, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
    let mut all = super::undecided(loaded, options, &StopReason::NotDecided);
    for (index, claim) in loaded.claims.iter().enumerate() {
        let one = decided_one(loaded, options, claim, observer)?;
        let is_violated = one.outcome.decisions[0].verdict.is_unsafe();
        all.outcome.decisions[index].verdict = one
            .outcome
            .decisions
            .into_iter()
            .next()
            .map_or_else(|| Verdict::Unknown(StopReason::NotDecided), |decision| decision.verdict);
        all.outcome.engine = one.outcome.engine;
        all.phases += one.phases;
        all.assured.extend(one.assured);
        for other in one.others {
            match all.others.iter_mut().find(|known| known.engine == other.engine) {
                Some(known) => known.decisions.extend(other.decisions),
                None => all.others.push(other),
            }
        }
        (all.race, all.stats, all.heads, all.prover) = (one.race, one.stats, one.heads, all.prover.or(one.prover));
        if is_violated && !options.all {
            break;
        }
    }
    let is_safe = |decision: &Decision| matches!(decision.verdict, Verdict::Safe(_));
    // A monitor looks at runs that block, too.
    let looks_at_some = loaded.claims.iter().any(|claim| matches!(claim.says(), Says::Obeys(_)));
    let may_be_vacuous = !looks_at_some && all.outcome.decisions.iter().all(is_safe);
    all.is_vacuous = may_be_vacuous && vacuity::is_vacuous(loaded, options)?;
    Ok(all)
}

/// A program in which something looks on.
#[derive(Debug)]
pub struct Looking {
    /// The program; what is asked of it is that it does not come to its alarm.
    pub loaded: Loaded,
    product: Product,
}

impl Looking {
    /// How a run to the alarm goes on for ever; nothing, if it does not.
    pub fn turn(&self, trace: &Trace) -> Option<Turn> {
        back::turn(&self.product, trace)
    }
}

/// The program in which what finds out that the first claim is violated looks on. None if there is no claim.
///
/// # Errors
/// If what looks on is too large.
pub fn with_onlooker(loaded: &Loaded, options: &Options) -> Result<Option<Looking>, TooLarge> {
    let Some(claim) = loaded.claims.first() else { return Ok(None) };
    let onlooker = onlooker::of_violations(claim)?;
    let Temporal { counts_steps, only_infinite, .. } = options.temporal;
    let manner = Manner { only_infinite, counts_steps };
    let property = loaded.properties[0].clone();
    let Watched { loaded, product, .. } = Watched::new(loaded, claim, property, (onlooker, None), manner);
    Ok(Some(Looking { loaded, product }))
}

/// The answer about one claim.
fn decided_one(
    loaded: &Loaded,
    options: &Options,
    claim: &Claim,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    let property = Property { kind: claim.kind(), place: loaded.properties[0].place };
    let onlooker = match onlooker::of_violations(claim) {
        Ok(onlooker) => onlooker,
        Err(too_large) => {
            let reason = StopReason::Unsupported(too_large.to_string());
            return Ok(Decided::unknown(&[property], super::engine(options), &reason));
        }
    };
    let Temporal { counts_steps, only_infinite, .. } = options.temporal;
    let manner = Manner { only_infinite, counts_steps };
    let options =
        Options { all: true, explain_safe: false, recall: None, shortest: false, another: 0, ..options.clone() };
    let one = One { loaded, claim, property, onlooker, manner };
    match (repeat::finder(&options), &one.onlooker) {
        (Some(finder), Onlooker::Automaton(automaton)) => one.by_heads(&options, finder, automaton, observer),
        _ => one.reduced(&options, observer),
    }
}

/// A claim that is to be decided.
struct One<'a> {
    loaded: &'a Loaded,
    claim: &'a Claim,
    property: Property,
    onlooker: Onlooker,
    manner: Manner,
}

impl One<'_> {
    /// The answer of an ordinary check of the program in which something looks on.
    fn reduced(&self, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
        self.checked(options, None, observer)
    }

    /// The same, or, with levels, whether these grow. That one does not is nothing against the claim: whoever has made the levels is wrong.
    fn checked(
        &self,
        options: &Options,
        levels: Option<Levels>,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let One { loaded, claim, property, onlooker, manner } = self;
        let watched = Watched::new(loaded, claim, property.clone(), (onlooker.clone(), levels), *manner);
        let mut decided = decide(&watched.loaded, options, observer)?;
        let verdict = match decided.outcome.decisions.pop().map(|decision| decision.verdict) {
            Some(Verdict::Unsafe(_)) if watched.levels.is_some() => {
                return Err(Failure::SelfCheck("levels of heads that do not grow".into()));
            }
            Some(Verdict::Unsafe(replayed)) => {
                Verdict::Unsafe(Box::new(back::replayed(loaded, &watched.product, claim, replayed.trace())?))
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
        decided.outcome.decisions = vec![Decision { property: property.clone(), verdict }];
        Ok(decided)
    }
}
