//! Runs are believed when they were seen: each is replayed on the rules, each round once.

use super::{Configuration, Item, Lowered, PushdownSystem, Run};
use crate::pds::control::{Control, Effect};
use num_bigint::BigUint;
use thiserror::Error;

/// A run that was replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The last configuration.
    pub end: Configuration,
    /// How many rules are applied.
    pub length: BigUint,
    /// The same for each round.
    pub rounds: Vec<BigUint>,
}

/// Why a run is not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It begins elsewhere.
    #[error("the run does not begin in an initial configuration")]
    Start,
    /// A rule is applied where it does not apply, or does not exist.
    #[error("a rule does not apply")]
    Rule,
    /// A round is made where it cannot be made, or does not exist.
    #[error("a round cannot be made there")]
    Round,
    /// A round does not end where it says, or goes below its symbol.
    #[error("a round does not end where it should")]
    End,
    /// It ends in the middle of a rule.
    #[error("the run ends in the middle of a rule")]
    Middle,
}

/// Replays a run of a system. Linear in its items.
///
/// # Errors
/// If it is no run.
pub fn replay(system: &PushdownSystem, lowered: &Lowered, run: &Run) -> Result<Replayed, Refusal> {
    let mut rounds: Vec<BigUint> = Vec::with_capacity(run.rounds.len());
    for (index, round) in run.rounds.iter().enumerate() {
        let mut machine = Machine { lowered, run, state: round.state, stack: vec![round.symbol], rounds: &rounds };
        let length = machine.execute(&round.items, index)?;
        if !machine.stack.is_empty() || machine.state != round.to {
            return Err(Refusal::End);
        }
        rounds.push(length);
    }
    if !system.initial().contains(&run.start) {
        return Err(Refusal::Start);
    }
    let stack = run.start.stack.iter().rev().map(|symbol| symbol.0).collect();
    let mut machine = Machine { lowered, run, state: run.start.state.0, stack, rounds: &rounds };
    let length = machine.execute(&run.items, rounds.len())?;
    let state = lowered.state(machine.state).ok_or(Refusal::Middle)?;
    let stack = machine.stack.iter().rev().map(|&symbol| lowered.symbol(symbol)).collect::<Option<_>>();
    Ok(Replayed { end: Configuration { state, stack: stack.ok_or(Refusal::Middle)? }, length, rounds })
}

struct Machine<'a> {
    lowered: &'a Lowered,
    run: &'a Run,
    state: u32,
    /// The top last.
    stack: Vec<u32>,
    /// The lengths of the rounds that were replayed.
    rounds: &'a [BigUint],
}

impl Machine<'_> {
    /// Does what the items say; of rounds only those before `limit` may be made. How many rules that are.
    fn execute(&mut self, items: &[Item], limit: usize) -> Result<BigUint, Refusal> {
        let mut length = BigUint::ZERO;
        let mut rules = 0u64;
        for &item in items {
            match item {
                Item::Part(part) => {
                    let control = self.lowered.control();
                    if part >= control.rule_count() {
                        return Err(Refusal::Rule);
                    }
                    let rule = control.control_rule(part);
                    if self.state != rule.state || self.stack.pop() != Some(rule.symbol) {
                        return Err(Refusal::Rule);
                    }
                    self.state = rule.to;
                    match rule.effect {
                        Effect::Contraction => {}
                        Effect::Neutration(symbol) => self.stack.push(symbol),
                        Effect::Expansion(top, below) => self.stack.extend([below, top]),
                    }
                    rules += u64::from(self.lowered.origin(part).1 == 0);
                }
                Item::Round(index) => {
                    let round = self.run.rounds.get(index).filter(|_| index < limit).ok_or(Refusal::Round)?;
                    if self.state != round.state || self.stack.pop() != Some(round.symbol) {
                        return Err(Refusal::Round);
                    }
                    self.state = round.to;
                    length += &self.rounds[index];
                }
            }
        }
        Ok(length + rules)
    }
}
