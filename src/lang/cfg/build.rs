//! From the program to its control-flow graphs.

use super::super::program::{Kind, Place, Program};
use super::{Action, Cfg, Edge, LocId, Location, Role};
use crate::budget::{Budget, StopReason};
use std::sync::Arc;

/// The control-flow graphs of all procedures. Linear in the program.
pub fn build(program: &Program) -> Cfg {
    within(program, &Budget::unlimited()).expect("no limit can be hit")
}

/// The same within a budget.
///
/// # Errors
/// The limit that was hit.
pub(crate) fn within(program: &Program, budget: &Budget) -> Result<Cfg, StopReason> {
    let points = program.size();
    let mut locations = Vec::with_capacity(points + points / 4);
    let mut edges = Vec::with_capacity(points + points / 2);
    let mut first_edge = Vec::with_capacity(points + points / 4 + 1);
    let mut first_location = Vec::with_capacity(program.procedures.len() + 1);
    for procedure in program.procedure_ids() {
        let base = locations.len() as u32;
        first_location.push(base);
        locations.extend(program.places(procedure).map(|place| Location { place, role: Role::At }));
        // The hidden locations follow in the order of their statements; their edges, too.
        let mut hidden = Vec::new();
        let mut next_hidden = locations.len() as u32;
        for place in program.places(procedure) {
            budget.poll()?;
            first_edge.push(edges.len() as u32);
            let role = statement(program, place, base, LocId(next_hidden), &mut edges);
            if let Some(role) = role {
                hidden.push(Location { place, role });
                next_hidden += 1;
            }
        }
        for location in &hidden {
            first_edge.push(edges.len() as u32);
            if location.role == Role::Returned {
                let to = LocId(base + program[location.place].next.0);
                edges.push(Edge { to, action: Action::Store, target: 0 });
            }
        }
        locations.append(&mut hidden);
    }
    first_location.push(locations.len() as u32);
    first_edge.push(edges.len() as u32);
    Ok(Cfg { locations: Arc::new(locations), edges, first_edge, first_location })
}

/// The edges of one statement; if it needs `hidden`, that location's role.
fn statement(program: &Program, place: Place, base: u32, hidden: LocId, edges: &mut Vec<Edge>) -> Option<Role> {
    let statement = &program[place];
    let next = LocId(base + statement.next.0);
    let mut edge = |to, action, target| edges.push(Edge { to, action, target });
    match statement.kind {
        Kind::Enter | Kind::Skip => edge(next, Action::Pass, 0),
        Kind::Goto(points) => {
            for (target, point) in program[points].iter().enumerate() {
                edge(LocId(base + point.0), Action::Pass, target as u32);
            }
        }
        Kind::Branch { cond, yes } => {
            edge(LocId(base + yes.0), Action::Guard(cond, true), 0);
            edge(next, Action::Guard(cond, false), 0);
        }
        Kind::Assume(cond) => edge(next, Action::Guard(cond, true), 0),
        Kind::Assert(cond) | Kind::AbortIf(cond) => {
            let holds = matches!(statement.kind, Kind::Assert(_));
            edge(next, Action::Guard(cond, holds), 0);
            edge(hidden, Action::Guard(cond, !holds), 0);
            return Some(Role::Violated);
        }
        Kind::Assign { .. } | Kind::Relate(_) | Kind::Dead(_) => edge(next, Action::Update, 0),
        Kind::Call { callee, .. } => {
            edge(hidden, Action::Call(callee), 0);
            return Some(Role::Returned);
        }
        Kind::Return(_) | Kind::End => edge(LocId(base + place.point.0), Action::Return, 0),
    }
    None
}
