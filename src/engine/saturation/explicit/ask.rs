//! Questions about post*, answered with evidence that was checked.

use super::{Saturated, shortest_post_star};
use crate::budget::{Budget, StopReason};
use crate::pds::explicit::{Pattern, PushdownSystem, Refusal, Replayed, Run, replay};
use num_bigint::BigUint;
use thiserror::Error;

/// Whether some configuration of a set can be reached.
#[derive(Clone, Debug)]
pub enum Answer {
    /// By this run, which is a shortest one. It was replayed.
    Reached(Box<(Run, Replayed)>),
    /// By none: the automaton accepts nothing of the set, and what it accepts was found closed under the rules.
    Unreachable,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// A limit was hit.
    #[error("{0}")]
    Stopped(StopReason),
    /// The run found is none: a bug.
    #[error("the run found for a target was refused: {0}")]
    Refused(Refusal),
    /// The run found does not end in the set, or not after as many steps as was said: a bug.
    #[error("the run found for a target leads elsewhere")]
    Elsewhere,
    /// The automaton misses configurations: a bug.
    #[error("the automaton found is not closed under the rules")]
    NotInductive,
}

impl From<StopReason> for NoAnswer {
    fn from(reason: StopReason) -> NoAnswer {
        NoAnswer::Stopped(reason)
    }
}

/// For each set of configurations whether some of it can be reached.
///
/// # Errors
/// The limit that was hit, or that the evidence did not pass its check.
pub fn ask(
    system: &PushdownSystem,
    sets: &[Pattern],
    budget: &Budget,
) -> Result<(Saturated<BigUint>, Vec<Answer>), NoAnswer> {
    let reached = shortest_post_star(system, budget)?;
    let answers = sets.iter().map(|set| one(system, &reached, set)).collect::<Result<Vec<_>, _>>()?;
    let is_claimed = answers.iter().any(|answer| matches!(answer, Answer::Unreachable));
    if is_claimed && !reached.is_inductive(system) {
        return Err(NoAnswer::NotInductive);
    }
    Ok((reached, answers))
}

fn one(system: &PushdownSystem, reached: &Saturated<BigUint>, set: &Pattern) -> Result<Answer, NoAnswer> {
    let Some(path) = reached.shortest(set) else { return Ok(Answer::Unreachable) };
    let run = reached.run(&path);
    let replayed = replay(system, &reached.lowered, &run).map_err(NoAnswer::Refused)?;
    let end = &replayed.end;
    if replayed.length != path.length || !set.matches(end.state, end.stack.iter().copied()) {
        return Err(NoAnswer::Elsewhere);
    }
    Ok(Answer::Reached(Box::new((run, replayed))))
}
