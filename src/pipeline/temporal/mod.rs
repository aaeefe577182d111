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
use crate::engine::repeat::RepeatFinder;
use crate::lang::program::product::Product;
use crate::lang::program::property::Property;
use crate::ltl::automaton::{Automaton, TooLarge};
use crate::outcome::{Decision, Evidence, Verdict};
use crate::temporal::onlooker::{self, Onlooker};
use crate::temporal::{Claim, Says};
use repeat::Accepts;
use std::sync::Arc;

/// The work, and that for each place, that the program with the automaton may take before somebody is asked whether a head repeats: some tenths of a second, and
/// what a large program takes anyway.
const SOON: u64 = 20_000;
const SOON_A_PLACE: u64 = 100;
/// How many times that much a certificate is worth of what is known to hold.
const LATER: u64 = 16;

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
    /// The answer, if somebody can be asked whether some head repeats. What the program with the automaton answers soon comes with all its evidence, so it is tried
    /// first, unless no certificate is wanted.
    fn by_heads(
        &self,
        options: &Options,
        finder: RepeatFinder,
        automaton: &Automaton,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let with_effort = |units: u64| Options { budget: options.budget.clone().with_effort(units), ..options.clone() };
        let places: u64 = self.loaded.program.procedures.iter().map(|procedure| u64::from(procedure.points())).sum();
        let soon = SOON + SOON_A_PLACE * places;
        if options.certificates != Certificates::Unwanted {
            let decided = self.reduced(&with_effort(soon), observer)?;
            if !is_unknown(&decided, Some(&StopReason::Effort)) {
                return Ok(decided);
            }
        }
        let reading = self.manner.reading(self.loaded, self.claim, automaton);
        match repeat::accepts(self.loaded, options, reading, finder) {
            Accepts::Where(product) => {
                if let Some(found) = self.found(options, &product, observer)? {
                    return Ok(found);
                }
            }
            Accepts::None if options.certificates == Certificates::Unwanted && !options.cross_check => {
                let why = "no certificate is wanted".to_string();
                return Ok(self.holds(finder.variant, why));
            }
            Accepts::None if options.certificates != Certificates::Required => {
                let certified = self.reduced(&with_effort(LATER * soon), observer)?;
                if !is_unknown(&certified, None) {
                    return Ok(certified);
                }
                return Ok(self.holds(finder.variant, "it took too long to make a certificate".to_string()));
            }
            Accepts::None | Accepts::Unknown => {}
        }
        self.reduced(options, observer)
    }

    /// That the claim holds, without evidence.
    fn holds(&self, engine: &'static str, why: String) -> Decided {
        let mut decided = Decided::unknown(std::slice::from_ref(&self.property), engine, &StopReason::NotDecided);
        decided.outcome.decisions[0].verdict = Verdict::Safe(Evidence::None(why));
        decided
    }

    /// The answer of an ordinary check of the program in which something looks on.
    fn reduced(&self, options: &Options, observer: &mut dyn Observer) -> Result<Decided, Failure> {
        let One { loaded, claim, property, onlooker, manner } = self;
        let watched = Watched::new(loaded, claim, property.clone(), onlooker.clone(), *manner);
        let mut decided = decide(&watched.loaded, options, observer)?;
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
            Some(verdict) => verdict,
            None => Verdict::Unknown(StopReason::NotDecided),
        };
        decided.outcome.decisions = vec![Decision { property: property.clone(), verdict }];
        Ok(decided)
    }

    /// The answer if the alarm is come to in a program whose runs have to come by with a certain head: a run that was replayed.
    fn found(
        &self,
        options: &Options,
        product: &Product,
        observer: &mut dyn Observer,
    ) -> Result<Option<Decided>, Failure> {
        let options = Options { certificates: Certificates::Unwanted, ..options.clone() };
        let mut decided = decide(&watched::with(self.loaded, product), &options, observer)?;
        let Some(Verdict::Unsafe(replayed)) = decided.outcome.decisions.pop().map(|decision| decision.verdict) else {
            return Ok(None);
        };
        let verdict = Verdict::Unsafe(Box::new(back::replayed(self.loaded, product, self.claim, replayed.trace())?));
        decided.outcome.decisions = vec![Decision { property: self.property.clone(), verdict }];
        Ok(Some(decided))
    }
}

/// Whether nothing is known, for this reason if one is given.
fn is_unknown(decided: &Decided, why: Option<&StopReason>) -> bool {
    match &decided.outcome.decisions[0].verdict {
        Verdict::Unknown(reason) => why.is_none_or(|why| why == reason),
        _ => false,
    }
}
