//! Whether formulas hold only because the program has no run that they are about.

use super::{claim, decided_one};
use crate::engine::Silent;
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::syntax::Ladder;
use crate::outcome::Verdict;
use crate::pipeline::{Failure, Loaded, Options};

/// How much work that is worth: the answers are there already.
const EFFORT: u64 = 20_000;

/// Whether even the formula `false` holds. What is not found out soon is not said.
///
/// # Errors
/// [`Failure::SelfCheck`] only.
pub(super) fn is_vacuous(loaded: &Loaded, options: &Options) -> Result<bool, Failure> {
    let nothing = PropertyKind::Runs(Forbidden::Formula("false".into()));
    let Ok(Some(claim)) = claim(loaded, Ladder::Standard, &nothing) else { return Ok(false) };
    let budget = options.budget.clone().with_effort(EFFORT);
    let options = Options { budget, cross_check: false, ..options.clone() };
    let decided = decided_one(loaded, &options, &claim, &mut Silent)?;
    Ok(matches!(decided.outcome.decisions[..], [ref decision] if matches!(decision.verdict, Verdict::Safe(_))))
}
