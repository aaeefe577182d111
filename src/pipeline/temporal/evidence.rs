//! Why no run violates a claim: a certificate that the program with an automaton does not come to its alarm, and a simulation that the automaton misses no
//! violation.

use super::watched::{Manner, Watched};
use crate::budget::Budget;
use crate::lang::program::Program;
use crate::lang::program::product::Levels;
use crate::lang::program::property::{Forbidden, Property, PropertyKind};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::Ladder;
use crate::ltl::automaton::Automaton;
use crate::ltl::hoa::{self, Hoa};
use crate::ltl::simulation::{self, Simulation};
use crate::pipeline::Loaded;
use crate::temporal::Claim;
use crate::temporal::onlooker::{self, Onlooker};
use crate::validate::inductive::{self, Accepted, NotAccepted};
use crate::verdict::Certificate;
use crate::verdict::certificate::json::{Assurance, Unread, assurances_from_json};
use crate::verdict::json::ReadError;
use std::borrow::Cow;
use std::sync::Arc;

/// Why no run of a program violates a claim. All of it was checked.
#[derive(Debug)]
pub struct Assured {
    /// The program with what looks on.
    watched: Watched,
    /// Why the automaton misses no violation; none of an automaton or a monitor that is asked about itself.
    simulation: Option<Simulation>,
    /// Why the alarm is not come to.
    pub accepted: Arc<Accepted>,
}

impl Assured {
    /// A claim holds if the program with the automaton does not come to its alarm, and the automaton misses no violation.
    ///
    /// # Errors
    /// Why it is not known that it misses none.
    pub(super) fn new(claim: &Claim, watched: Watched, accepted: Arc<Accepted>) -> Result<Assured, String> {
        let plain = onlooker::plain(claim).map_err(|too_large| too_large.to_string())?;
        let simulation = match (plain, &watched.onlooker) {
            (Some(plain), Onlooker::Automaton(automaton)) => {
                let table = simulation::find(&plain, automaton);
                let table = table.ok_or("the automaton of the formula could not be compared with a plain one")?;
                simulation::check(&table, &plain, automaton).map_err(|refused| refused.to_string())?;
                Some(table)
            }
            _ => None,
        };
        Ok(Assured { watched, simulation, accepted })
    }

    /// What no run violates.
    pub fn property(&self) -> &Property {
        &self.watched.property
    }

    /// The levels of heads that only grow, if that is why it holds.
    pub fn levels(&self) -> Option<&Levels> {
        self.watched.levels.as_ref()
    }

    /// The program with the automaton, which does not come to its alarm.
    pub fn with_automaton(&self) -> &Loaded {
        &self.watched.loaded
    }

    /// Whether runs that end do not count.
    pub fn is_about_infinite_runs(&self) -> bool {
        self.watched.manner.only_infinite
    }

    /// The same, to be written.
    pub fn assurance(&self) -> Assurance<'_, (&Program, &Certificate)> {
        let Watched { onlooker, levels, manner, loaded, property, .. } = &self.watched;
        let automaton = match (&property.kind, onlooker) {
            (PropertyKind::Runs(Forbidden::Formula(_)), Onlooker::Automaton(automaton)) => Some(automaton),
            _ => None,
        };
        let pairs = self.simulation.iter().flat_map(|simulation| &simulation.pairs);
        Assurance {
            property: property.clone(),
            only_infinite: manner.only_infinite,
            counts_steps: manner.counts_steps,
            automaton: automaton.map(|automaton| Hoa { automaton, name: "violations" }.to_string()),
            simulation: pairs.map(|(&(leader, follower), &rank)| [leader, follower, rank as usize]).collect(),
            levels: levels.as_ref().map(Cow::Borrowed),
            certificate: (&loaded.program, self.accepted.certificate()),
        }
    }
}

/// Why it is not known that no run violates a claim.
#[derive(Debug)]
pub enum NotAssured {
    /// The text is not such a certificate, or not one of the program.
    Unread(ReadError),
    /// The claim means nothing, or the automaton is none.
    Unclear(Diagnostics),
    /// The certificate does not say why the claim holds.
    Refused(String),
    /// The certificate of the program with the automaton is not accepted.
    NotAccepted(Box<Loaded>, NotAccepted),
}

/// Checks a certificate about the endless runs of a program.
///
/// # Errors
/// The first thing that is wrong with it, or the limit that was hit.
pub fn assured(loaded: &Loaded, ladder: Ladder, text: &[u8], budget: &Budget) -> Result<Vec<Assured>, NotAssured> {
    let assurances = assurances_from_json(&loaded.program, &loaded.source, text).map_err(NotAssured::Unread)?;
    assurances.into_iter().map(|assurance| checked(loaded, ladder, assurance, budget)).collect()
}

/// Checks what is said about one claim.
fn checked(
    loaded: &Loaded,
    ladder: Ladder,
    assurance: Assurance<'_, Unread<'_>>,
    budget: &Budget,
) -> Result<Assured, NotAssured> {
    let refused = |why: &str| NotAssured::Refused(why.to_string());
    let Assurance { property, only_infinite, counts_steps, automaton, simulation, levels, certificate } = assurance;
    let claim = super::claim(loaded, ladder, &property.kind).map_err(NotAssured::Unclear)?;
    let claim = claim.ok_or_else(|| refused("a claim is about runs as a whole"))?;
    let plain = onlooker::plain(&claim).map_err(|too_large| NotAssured::Refused(too_large.to_string()))?;
    let (onlooker, simulation) = match (plain, automaton) {
        (Some(plain), Some(hoa)) => {
            let automaton = read(&hoa, &plain).map_err(NotAssured::Unclear)?;
            let automaton = automaton.ok_or_else(|| refused("the automaton has other atoms than the formula"))?;
            let pairs = simulation
                .into_iter()
                .map(|[leader, follower, rank]| u32::try_from(rank).map(|rank| ((leader, follower), rank)));
            let pairs = pairs.collect::<Result<_, _>>().map_err(|_| refused("a rank of the simulation is too high"))?;
            let table = Simulation { pairs };
            simulation::check(&table, &plain, &automaton).map_err(|why| NotAssured::Refused(why.to_string()))?;
            (Onlooker::Automaton(automaton), Some(table))
        }
        (None, None) => {
            let onlooker = onlooker::of_violations(&claim);
            (onlooker.map_err(|too_large| NotAssured::Refused(too_large.to_string()))?, None)
        }
        (Some(_), None) => return Err(refused("the automaton of the formula is missing")),
        (None, Some(_)) => return Err(refused("only a formula has an automaton of its violations")),
    };
    if let (Onlooker::Monitor(_), Some(_)) = (&onlooker, &levels) {
        return Err(refused("nothing grows as a monitor looks on"));
    }
    let watched = Watched::new(
        loaded,
        &claim,
        property,
        (onlooker, levels.map(Cow::into_owned)),
        Manner { only_infinite, counts_steps },
    );
    let certificate = certificate.of(&watched.loaded.program).map_err(NotAssured::Unread)?;
    let Loaded { source, program, entry, properties, .. } = &watched.loaded;
    match inductive::check(program, source.sha256(), *entry, certificate, budget) {
        Ok(accepted) if accepted.lacks(properties).is_some() => {
            Err(refused("it does not say that the automaton's alarm is not come to"))
        }
        Ok(accepted) => Ok(Assured { watched, simulation, accepted: Arc::new(accepted) }),
        Err(not) => Err(NotAssured::NotAccepted(Box::new(watched.loaded), not)),
    }
}

/// An automaton with the atoms of another one, in their order; none if it has others.
fn read(hoa: &str, of: &Automaton) -> Result<Option<Automaton>, Diagnostics> {
    let text = Source::new("the automaton of the certificate", hoa);
    let mut remarks = Diagnostics::new(&text);
    let automaton = hoa::read(&text, &mut remarks).ok_or(remarks)?;
    Ok((automaton.atoms == of.atoms).then_some(automaton))
}
