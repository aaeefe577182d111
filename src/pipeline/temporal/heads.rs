//! Heads that repeat, and the levels of heads if none does; and turns with the program that keeps copies.

use super::repeat::{self, Accepts};
use super::{One, back, watched};
use crate::budget::{Budget, StopReason};
use crate::engine::repeat::RepeatFinder;
use crate::engine::{Observer, Selection, Silent};
use crate::lang::program::product::{Levels, Product};
use crate::ltl::automaton::Automaton;
use crate::outcome::{Decision, Evidence, Verdict};
use crate::pipeline::{Certificates, Decided, Failure, Options, cross_check, decide};
use crate::temporal::product::Reading;

/// The work, and that for each place, that the program with the automaton may take before somebody is asked whether a head repeats: some tenths of a second, and
/// what a large program takes anyway.
const SOON: u64 = 20_000;
const SOON_A_PLACE: u64 = 100;
/// How many times that much a certificate is worth of what is known to hold, if levels cannot say why.
const LATER: u64 = 16;
/// How many times as long each turn is as the one before in which heads are looked for.
const LONGER: u64 = 4;

/// What came of looking for heads that repeat.
enum Native {
    /// An answer.
    Answered(Box<Decided>),
    /// None, for this reason.
    Stopped(StopReason),
}

impl One<'_> {
    /// The answer, if somebody can be asked whether some head repeats.
    pub(super) fn by_heads(
        &self,
        options: &Options,
        finder: RepeatFinder,
        automaton: &Automaton,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let alone = Options { cross_check: false, ..options.clone() };
        let reading = self.manner.reading(self.loaded, self.claim, automaton);
        let mut decided = match &options.engine {
            Selection::Auto => self.in_turns(&alone, finder, reading, observer)?,
            Selection::One(_) => match self.natively(&alone, finder, reading, &options.budget, observer)? {
                Native::Answered(decided) => *decided,
                Native::Stopped(_) => self.reduced(&alone, observer)?,
            },
        };
        if options.cross_check {
            let mut other = self.reduced(options, &mut Silent)?;
            cross_check::agree(&decided.outcome, &other.outcome)?;
            decided.others = vec![other.outcome];
            decided.others.append(&mut other.others);
        }
        Ok(decided)
    }

    /// The answer by the program with the automaton, or by heads that repeat, in turns, each with more work than the last. What the program with the automaton answers soon needs
    /// nothing else, so it is first, unless no certificate is wanted.
    fn in_turns(
        &self,
        options: &Options,
        finder: RepeatFinder,
        reading: Reading<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Decided, Failure> {
        let mut heads_first = options.certificates == Certificates::Unwanted;
        let mut times: u64 = 1;
        loop {
            // What the program with the automaton has come to, if it comes to nothing else.
            let mut last = None;
            if !heads_first {
                let limited = self.with_effort(options, times);
                let mut decided = self.reduced(&limited, observer)?;
                match decided.outcome.decisions[0].verdict {
                    Verdict::Unsafe(_) | Verdict::Safe(Evidence::Certificate(_)) => return Ok(decided),
                    Verdict::Unknown(StopReason::Effort) => {
                        if let Err(reason) = options.budget.check() {
                            decided.outcome.decisions[0].verdict = Verdict::Unknown(reason);
                            return Ok(decided);
                        }
                    }
                    Verdict::Safe(_) | Verdict::Unknown(_) => last = Some(decided),
                }
            }
            heads_first = false;
            let budget = match last.as_ref().map(|decided| &decided.outcome.decisions[0].verdict) {
                None => self.with_effort(options, times).budget,
                Some(Verdict::Unknown(_)) => options.budget.clone(),
                // It is known to hold; there may be a certificate.
                Some(_) => self.with_effort(options, LATER).budget,
            };
            match (self.natively(options, finder, reading, &budget, observer)?, last) {
                (Native::Answered(decided), _) => return Ok(*decided),
                (Native::Stopped(_), Some(last)) => return Ok(last),
                (Native::Stopped(StopReason::Effort), None) => times = times.saturating_mul(LONGER),
                (Native::Stopped(_), None) => return self.reduced(options, observer),
            }
        }
    }

    /// The answer by heads that repeat, which are looked for within this budget.
    fn natively(
        &self,
        options: &Options,
        finder: RepeatFinder,
        reading: Reading<'_>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Native, Failure> {
        let is_wanted = options.certificates != Certificates::Unwanted;
        let (accepts, effort) = match repeat::accepts(self.loaded, reading, finder, is_wanted, budget) {
            Ok(known) => known,
            Err(reason) => return Ok(Native::Stopped(reason)),
        };
        let mut native = match accepts {
            Accepts::Where(product) => self.found(options, &product, observer)?,
            Accepts::None(levels) => self.grow(options, finder, levels, observer)?,
        };
        if let Native::Answered(decided) = &mut native {
            decided.heads = Some(effort);
        }
        Ok(native)
    }

    /// The answer if no head repeats, with these levels as the reason.
    fn grow(
        &self,
        options: &Options,
        finder: RepeatFinder,
        levels: Option<Levels>,
        observer: &mut dyn Observer,
    ) -> Result<Native, Failure> {
        let is_required = options.certificates == Certificates::Required;
        if options.certificates == Certificates::Unwanted {
            return Ok(self.holds(finder.variant, "no certificate is wanted".to_string()));
        }
        let Some(levels) = levels else {
            let why = "heads have too many levels, or too large ones".to_string();
            if is_required {
                return Ok(Native::Stopped(StopReason::NoCertificate(why)));
            }
            let decided = self.reduced(&self.with_effort(options, LATER), observer)?;
            return Ok(match decided.outcome.decisions[0].verdict {
                Verdict::Unknown(_) => self.holds(finder.variant, why),
                Verdict::Unsafe(_) | Verdict::Safe(_) => Native::Answered(Box::new(decided)),
            });
        };
        let remark = told(&levels);
        let mut decided = self.checked(options, Some(levels), observer)?;
        if let Some(remark) = remark {
            decided.stats = decided.stats.map(|stats| stats.with_remark(remark));
        }
        Ok(match &decided.outcome.decisions[0].verdict {
            Verdict::Unknown(reason) if is_required => Native::Stopped(reason.clone()),
            Verdict::Unknown(reason) => {
                self.holds(finder.variant, format!("that levels grow was not proved: {reason}"))
            }
            Verdict::Unsafe(_) | Verdict::Safe(_) => Native::Answered(Box::new(decided)),
        })
    }

    /// The same options with so many times the work that is little.
    fn with_effort(&self, options: &Options, times: u64) -> Options {
        let soon = SOON + SOON_A_PLACE * self.loaded.program.size() as u64;
        Options { budget: options.budget.clone().with_effort(times.saturating_mul(soon)), ..options.clone() }
    }

    /// That the claim holds, without evidence.
    fn holds(&self, engine: &'static str, why: String) -> Native {
        let mut decided = Decided::unknown(std::slice::from_ref(&self.property), engine, &StopReason::NotDecided);
        decided.outcome.decisions[0].verdict = Verdict::Safe(Evidence::None(why));
        Native::Answered(Box::new(decided))
    }

    /// The answer if the alarm is come to in a program whose runs have to come by with a certain head: a run that was replayed.
    fn found(&self, options: &Options, product: &Product, observer: &mut dyn Observer) -> Result<Native, Failure> {
        let options = Options { certificates: Certificates::Unwanted, ..options.clone() };
        let mut decided = decide(&watched::with(self.loaded, product), &options, observer)?;
        let Some(Verdict::Unsafe(replayed)) = decided.outcome.decisions.pop().map(|decision| decision.verdict) else {
            return Ok(Native::Stopped(StopReason::NotDecided));
        };
        let verdict = Verdict::Unsafe(Box::new(back::replayed(self.loaded, product, self.claim, replayed.trace())?));
        decided.outcome.decisions = vec![Decision { property: self.property.clone(), verdict }];
        Ok(Native::Answered(Box::new(decided)))
    }
}

/// What whoever reads the verdict may want to know of levels; nothing if none can grow.
fn told(levels: &Levels) -> Option<String> {
    let widths = || levels.values().map(|level| level.bits.len()).filter(|&bits| bits > 0);
    let (places, bits) = (widths().count(), widths().max()?);
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    Some(format!("levels: numbers of {bits} bit{}, at {places} place{}", plural(bits), plural(places)))
}
