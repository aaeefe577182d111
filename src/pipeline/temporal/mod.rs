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
mod repeat;
mod vacuity;
mod watched;

pub(super) use asked::claims;
pub use asked::{Asked, Temporal, claim};
pub use evidence::{Assured, NotAssured, assured};
use watched::{Manner, Watched};

use super::{Certificates, Decided, Failure, Loaded, Options, decide};
use crate::budget::StopReason;
use crate::engine::Observer;
use crate::lang::program::product::Product;
use crate::lang::program::property::Property;
use crate::ltl::automaton::TooLarge;
use crate::outcome::{Decision, Evidence, Verdict};
use crate::temporal::onlooker::{self, Onlooker};
use crate::temporal::{Claim, Says};
use repeat::Accepts;
use std::sync::Arc;

/// The work that is worth a certificate of what is known to hold: some seconds.
const EFFORT: u64 = 1_000_000;

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
    // A monitor looks at runs that block, too.
    let looks_at_some = loaded.claims.iter().any(|claim| matches!(claim.says(), Says::Obeys(_)));
    let may_be_vacuous = !looks_at_some && all.outcome.decisions.iter().all(is_safe);
    all.is_vacuous = may_be_vacuous && vacuity::is_vacuous(loaded, options)?;
    Ok(all)
}

/// The program in which what finds out that the first claim is violated looks on; what is asked of it is that it does not come to its alarm. None if there is no
/// claim.
///
/// # Errors
/// If what looks on is too large.
pub fn with_onlooker(loaded: &Loaded, options: &Options) -> Result<Option<Loaded>, TooLarge> {
    let Some(claim) = loaded.claims.first() else { return Ok(None) };
    let onlooker = onlooker::of_violations(claim)?;
    let Temporal { counts_steps, only_infinite, .. } = options.temporal;
    let manner = Manner { only_infinite, counts_steps };
    Ok(Some(Watched::new(loaded, claim, loaded.properties[0].clone(), onlooker, manner).loaded))
}

/// The answer about one claim.
fn decided_one(
    loaded: &Loaded,
    options: &Options,
    claim: &Claim,
    observer: &mut dyn Observer,
) -> Result<Decided, Failure> {
    let property = Property { kind: claim.kind(), place: loaded.properties[0].place };
    let unknown =
        |reason: StopReason| Decided::unknown(std::slice::from_ref(&property), super::engine(options), &reason);
    let onlooker = match onlooker::of_violations(claim) {
        Ok(onlooker) => onlooker,
        Err(too_large) => return Ok(unknown(StopReason::Unsupported(too_large.to_string()))),
    };
    let Temporal { counts_steps, only_infinite, .. } = options.temporal;
    let manner = Manner { only_infinite, counts_steps };
    let mut options =
        Options { all: true, explain_safe: false, recall: None, shortest: false, another: 0, ..options.clone() };
    let accepts = match &onlooker {
        Onlooker::Automaton(automaton) => repeat::accepts(loaded, &options, claim, automaton, manner),
        Onlooker::Monitor(_) => Accepts::Unknown,
    };
    if let Accepts::Where(product) = &accepts
        && let Some(decided) = found(loaded, &options, claim, product, &property, observer)?
    {
        return Ok(decided);
    }
    let holds = matches!(accepts, Accepts::None(_));
    if let Accepts::None(engine) = accepts
        && options.certificates == Certificates::Unwanted
        && !options.cross_check
    {
        let mut decided = unknown(StopReason::NotDecided);
        decided.outcome.engine = engine;
        let why = "no certificate is wanted".to_string();
        decided.outcome.decisions[0].verdict = Verdict::Safe(Evidence::None(why));
        return Ok(decided);
    }
    if holds && options.certificates != Certificates::Required {
        options.budget = options.budget.with_effort(EFFORT);
    }
    let watched = Watched::new(loaded, claim, property.clone(), onlooker, manner);
    let mut decided = decide(&watched.loaded, &options, observer)?;
    let verdict = match decided.outcome.decisions.pop().map(|decision| decision.verdict) {
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
        Some(Verdict::Unknown(why)) if holds && options.certificates != Certificates::Required => {
            Verdict::Safe(Evidence::None(format!("it took too long to make one: {why}")))
        }
        Some(verdict) => verdict,
        None => Verdict::Unknown(StopReason::NotDecided),
    };
    decided.outcome.decisions = vec![Decision { property, verdict }];
    Ok(decided)
}

/// The answer if the alarm is come to in a program whose runs have to come by with a certain head: a run that was replayed.
///
/// # Errors
/// [`Failure::SelfCheck`] if the run is none of the program.
fn found(
    loaded: &Loaded,
    options: &Options,
    claim: &Claim,
    product: &Product,
    property: &Property,
    observer: &mut dyn Observer,
) -> Result<Option<Decided>, Failure> {
    let options = Options { certificates: Certificates::Unwanted, ..options.clone() };
    let mut decided = decide(&watched::with(loaded, product), &options, observer)?;
    let Some(Verdict::Unsafe(replayed)) = decided.outcome.decisions.pop().map(|decision| decision.verdict) else {
        return Ok(None);
    };
    let verdict = Verdict::Unsafe(Box::new(back::replayed(loaded, product, claim, replayed.trace())?));
    decided.outcome.decisions = vec![Decision { property: property.clone(), verdict }];
    Ok(Some(decided))
}
