//! post* and pre* of an explicit system, on its rules as they are.

use super::Numbered;
use crate::budget::{Budget, StopReason};
use crate::engine::account::{Accounted, OnRules, Recorder, State, StateKind};
use crate::engine::saturation::Direction;
use crate::engine::saturation::explicit::{Role, Saturated, post_star, pre_star};
use crate::engine::saturation::weights::Reachable;
use crate::pds::explicit::{Lowered, PushdownSystem};

/// What saturation of a system does; at most `most` events are kept.
///
/// # Errors
/// The limit that was hit.
pub fn rules(
    system: &PushdownSystem,
    direction: Direction,
    most: usize,
    budget: &Budget,
) -> Result<OnRules, StopReason> {
    let mut recorder = Recorder::new(most);
    let lowered = Lowered::new(system);
    let saturated = match direction {
        Direction::Post => post_star(system, lowered, &mut Reachable, &(), budget, &mut recorder)?,
        Direction::Pre => pre_star(system, lowered, &mut Reachable, &(), budget, &mut recorder)?,
    };
    let mut numbered = Numbered::new(|part| saturated.lowered.origin(part).0, |_, _| None);
    let steps: Vec<_> = recorder.told().iter().filter_map(|told| numbered.step(told)).collect();
    let symbols = 0..saturated.lowered.control().symbols();
    Ok(OnRules {
        engine: direction.name(),
        accounted: Accounted {
            states: saturated.roles.iter().zip(0..).map(|(&role, id)| state(system, &saturated, role, id)).collect(),
            account: Box::new(steps),
        },
        left_out: recorder.left_out(),
        symbols: symbols.map(|symbol| saturated.lowered.symbol_name(system, symbol).to_string()).collect(),
    })
}

fn state(system: &PushdownSystem, saturated: &Saturated<()>, role: Role, id: u32) -> State {
    let name = saturated.role_name(system, role);
    let kind = match role {
        Role::Control(state) if saturated.lowered.state(state).is_none() => StateKind::Inner,
        Role::Control(_) => StateKind::Control,
        Role::Given(_) => StateKind::Given,
        Role::Callee(..) => StateKind::Callee,
    };
    State { name, kind, is_final: saturated.automaton.is_final(id) }
}
