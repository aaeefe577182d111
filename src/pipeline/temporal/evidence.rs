//! What vouches for a formula that holds on all runs.

use crate::budget::StopReason;
use crate::ltl::automaton::Automaton;
use crate::ltl::simulation;
use crate::outcome::{Evidence, Verdict};
use crate::pipeline::Certificates;
use crate::temporal::{Claim, automata};

/// What is said if no run of the program with the automaton is accepted: the certificate says that, and a simulation that the automaton accepts each violation.
pub(super) fn safe(claim: &Claim, automaton: &Automaton, evidence: Evidence, certificates: Certificates) -> Verdict {
    match (evidence, misses_nothing(claim, automaton)) {
        (Evidence::Certificate(accepted), Ok(())) => Verdict::Safe(Evidence::Certificate(accepted)),
        (Evidence::Certificate(_), Err(why)) if certificates == Certificates::Required => {
            Verdict::Unknown(StopReason::NoCertificate(why))
        }
        (Evidence::Certificate(_), Err(why)) => Verdict::Safe(Evidence::None(why)),
        (evidence @ Evidence::None(_), _) => Verdict::Safe(evidence),
    }
}

/// The automaton answers each step of a plain automaton of all violations, which shares nothing with it. One that is asked about itself misses none.
fn misses_nothing(claim: &Claim, automaton: &Automaton) -> Result<(), String> {
    let Some(plain) = automata::plain(claim).map_err(|too_large| too_large.to_string())? else { return Ok(()) };
    let table = simulation::find(&plain, automaton);
    let table = table.ok_or("the automaton of the formula could not be compared with a plain one")?;
    simulation::check(&table, &plain, automaton).map_err(|refused| refused.to_string())
}
