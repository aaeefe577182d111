//! How high the stacks of a system become: the longest word that the automaton of all reachable configurations accepts.
//!
//! What a run does above a symbol of the stack depends on the control state and the symbol with which it began there, its *head*. So if a stack is reached
//! on which one head has begun twice, what was between can be done again and again, and there is no bound. A stack with more symbols than heads that
//! are reached can make (each rule makes at most so many wait at once) is such a stack.

use super::ask::NoAnswer;
use super::query::Path;
use super::{Role, Saturated, shortest_post_star};
use crate::budget::{Budget, StopReason};
use crate::engine::saturation::automaton::TransitionId;
use crate::pds::analysis::components;
use crate::pds::control::Control;
use crate::pds::explicit::{PushdownSystem, Replayed, Run, replay};
use num_bigint::BigUint;
use std::collections::VecDeque;

/// The most symbols on a stack.
#[derive(Clone, Debug)]
pub enum Height {
    /// So many; this run leads to such a stack, if runs begin at all. That there are no more, an automaton shows that was found closed under the rules.
    Bounded(usize, Option<Box<(Run, Replayed)>>),
    /// There is no bound: this run leads to a stack that has more symbols than heads can make.
    Unbounded(Box<(Run, Replayed)>),
}

/// How high the stacks of a system become.
///
/// # Errors
/// The limit that was hit, or that the evidence did not pass its check.
pub fn height(system: &PushdownSystem, budget: &Budget) -> Result<(Saturated<BigUint>, Height), NoAnswer> {
    let reached = shortest_post_star(system, budget)?;
    if !reached.is_inductive(system) {
        return Err(NoAnswer::NotInductive);
    }
    let words = Words::new(&reached);
    let height = match words.longest(budget)? {
        Longest::None => Height::Bounded(0, None),
        Longest::Path(path) => {
            let (run, replayed) = replayed(system, &reached, path)?;
            Height::Bounded(replayed.end.stack.len(), Some(Box::new((run, replayed))))
        }
        Longest::Cycle(around) => {
            let path = words.beyond(&around, most_of_heads(system, &reached)).ok_or(NoAnswer::Elsewhere)?;
            Height::Unbounded(Box::new(replayed(system, &reached, path)?))
        }
    };
    Ok((reached, height))
}

/// How many symbols a stack can have at most on which no head has begun twice.
fn most_of_heads(system: &PushdownSystem, reached: &Saturated<BigUint>) -> usize {
    let heads = reached.roles.iter().filter(|role| matches!(role, Role::Callee(..))).count();
    let initial = system.initial().iter().map(|configuration| configuration.stack.len()).max().unwrap_or(0);
    let pushed = system.rules().iter().map(|rule| rule.push.len()).max().unwrap_or(0);
    initial + (heads + 1) * pushed
}

fn replayed(
    system: &PushdownSystem,
    reached: &Saturated<BigUint>,
    transitions: Vec<TransitionId>,
) -> Result<(Run, Replayed), NoAnswer> {
    let weights = transitions.iter().map(|&id| &reached.automaton.transition(id).weight);
    let length = weights.sum();
    let Some(&first) = transitions.first() else { return Err(NoAnswer::Elsewhere) };
    let path = Path { state: reached.automaton.transition(first).edge.from, transitions, length };
    let run = reached.run(&path);
    let replayed = replay(system, &reached.lowered, &run).map_err(NoAnswer::Refused)?;
    let symbols = path.transitions.iter().filter(|&&id| reached.automaton.transition(id).edge.symbol.is_some()).count();
    match replayed.end.stack.len() == symbols {
        true => Ok((run, replayed)),
        false => Err(NoAnswer::Elsewhere),
    }
}

/// The words that the automaton accepts from control states of the system.
struct Words<'a> {
    reached: &'a Saturated<BigUint>,
    /// For each state the transitions that leave it, and read nothing that only engines know.
    leaving: Vec<Vec<TransitionId>>,
    successors: Vec<Vec<u32>>,
    begins: Vec<u32>,
}

enum Longest {
    /// Nothing is accepted, or the empty word only.
    None,
    Path(Vec<TransitionId>),
    /// A state from which a word leads back to it.
    Cycle(u32),
}

impl<'a> Words<'a> {
    fn new(reached: &'a Saturated<BigUint>) -> Words<'a> {
        let automaton = &reached.automaton;
        let states = automaton.states() as usize;
        let is_of_the_system = |id: &TransitionId| {
            let symbol = automaton.transition(*id).edge.symbol;
            symbol.is_none_or(|symbol| reached.lowered.symbol(symbol).is_some())
        };
        let leaving: Vec<Vec<TransitionId>> = (0..states as u32)
            .map(|state| automaton.leaving(state).iter().copied().filter(is_of_the_system).collect())
            .collect();
        let to = |id: &TransitionId| automaton.transition(*id).edge.to;
        let successors = leaving.iter().map(|ids| ids.iter().map(to).collect()).collect();
        let controls = 0..reached.lowered.control().states();
        let begins = controls.filter(|&state| reached.lowered.state(state).is_some()).collect();
        Words { reached, leaving, successors, begins }
    }

    fn reads(&self, id: TransitionId) -> bool {
        self.reached.automaton.transition(id).edge.symbol.is_some()
    }

    fn to(&self, id: TransitionId) -> u32 {
        self.reached.automaton.transition(id).edge.to
    }

    /// The longest word. From each state that is reached some final state is: whatever saturation adds can be completed.
    fn longest(&self, budget: &Budget) -> Result<Longest, StopReason> {
        let mut best: Vec<Option<(usize, Option<TransitionId>)>> = vec![None; self.leaving.len()];
        for component in components(&self.successors, self.begins.iter().copied()) {
            budget.poll()?;
            let state = component[0];
            if component.len() > 1 || self.successors[state as usize].contains(&state) {
                return Ok(Longest::Cycle(state));
            }
            let own = self.reached.automaton.is_final(state).then_some((0, None));
            let further = self.leaving[state as usize].iter().filter_map(|&id| {
                let (length, _) = best[self.to(id) as usize]?;
                Some((length + usize::from(self.reads(id)), Some(id)))
            });
            best[state as usize] = own.into_iter().chain(further).max_by_key(|&(length, _)| length);
        }
        let first = self.begins.iter().filter_map(|&state| Some((best[state as usize]?.0, std::cmp::Reverse(state))));
        let Some((_, std::cmp::Reverse(mut state))) = first.max() else { return Ok(Longest::None) };
        let mut path = Vec::new();
        while let Some((_, Some(id))) = best[state as usize] {
            path.push(id);
            state = self.to(id);
        }
        Ok(if path.is_empty() { Longest::None } else { Longest::Path(path) })
    }

    /// A word of more than `most` symbols, by way of this state that leads back to itself.
    fn beyond(&self, around: &u32, most: usize) -> Option<Vec<TransitionId>> {
        let mut path = self.way(&self.begins, |state| state == *around)?;
        let first = self.leaving[*around as usize].iter().find_map(|&id| {
            let mut round = vec![id];
            round.extend(self.way(&[self.to(id)], |state| state == *around)?);
            Some(round)
        });
        let round = first?;
        let symbols = round.iter().filter(|&&id| self.reads(id)).count();
        if symbols == 0 {
            return None;
        }
        (0..=most / symbols).for_each(|_| path.extend(&round));
        path.extend(self.way(&[*around], |state| self.reached.automaton.is_final(state))?);
        Some(path)
    }

    /// A way with the fewest transitions from some of these states.
    fn way(&self, from: &[u32], is_there: impl Fn(u32) -> bool) -> Option<Vec<TransitionId>> {
        let mut by: Vec<Option<Option<(u32, TransitionId)>>> = vec![None; self.leaving.len()];
        let mut open: VecDeque<u32> = from.iter().copied().collect();
        from.iter().for_each(|&state| by[state as usize] = Some(None));
        while let Some(state) = open.pop_front() {
            if is_there(state) {
                let mut way = Vec::new();
                let mut at = state;
                while let Some(Some((before, id))) = by[at as usize] {
                    way.push(id);
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            for &id in &self.leaving[state as usize] {
                let to = self.to(id);
                if by[to as usize].is_none() {
                    by[to as usize] = Some(Some((state, id)));
                    open.push_back(to);
                }
            }
        }
        None
    }
}
