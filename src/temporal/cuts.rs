//! Where runs that never end come by again and again.

use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use crate::pds::analysis::components;

/// Loop heads, and entries of procedures that are recursive, in order. A run that never ends comes to some of these again and again in an activation that
/// does not return: either it stays in one, whose flow graph, with calls as steps, has a cycle that it goes round, or its stack
/// grows for ever, so it enters procedures of one recursive component again and again.
pub(super) fn cuts(program: &Program) -> Vec<Place> {
    let count = program.procedures.len();
    let mut callees = vec![Vec::new(); count];
    for place in program.procedure_ids().flat_map(|procedure| program.places(procedure)) {
        if let Kind::Call { callee, .. } = program[place].kind {
            callees[place.procedure.index()].push(callee.index() as u32);
        }
    }
    let mut is_recursive = vec![false; count];
    for component in components(&callees, 0..count as u32) {
        let is_cycle = component.len() > 1 || callees[component[0] as usize].contains(&component[0]);
        component.iter().for_each(|&procedure| is_recursive[procedure as usize] = is_cycle);
    }
    let mut cuts = Vec::new();
    for procedure in program.procedure_ids() {
        if is_recursive[procedure.index()] {
            cuts.push(Place { procedure, point: Point::ENTRY });
        }
        let heads = heads(program, procedure);
        let points = (0..).map(Point).zip(heads).filter(|(_, is_head)| *is_head);
        cuts.extend(points.map(|(point, _)| Place { procedure, point }));
    }
    cuts
}

/// For each point whether an edge of the flow graph leads back to it, in the order of a search in depth: each cycle has such a point.
fn heads(program: &Program, procedure: ProcId) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        OnPath,
        Done,
    }
    let points = program[procedure].points() as usize;
    let (mut seen, mut heads) = (vec![Seen::Not; points], vec![false; points]);
    seen[0] = Seen::OnPath;
    let mut path = vec![(Point::ENTRY, 0)];
    while let Some((point, taken)) = path.last_mut() {
        let place = Place { procedure, point: *point };
        *taken += 1;
        match successor(program, place, *taken - 1) {
            None => {
                seen[point.0 as usize] = Seen::Done;
                path.pop();
            }
            Some(next) => match seen[next.0 as usize] {
                Seen::OnPath => heads[next.0 as usize] = true,
                Seen::Done => {}
                Seen::Not => {
                    seen[next.0 as usize] = Seen::OnPath;
                    path.push((next, 0));
                }
            },
        }
    }
    heads
}

/// The points to which control goes from a place in the same activation, one after the other.
pub(super) fn successor(program: &Program, place: Place, index: usize) -> Option<Point> {
    let statement = &program[place];
    match statement.kind {
        Kind::Return(_) | Kind::End => None,
        Kind::Goto(targets) => program[targets].get(index).copied(),
        Kind::Branch { yes, .. } => [yes, statement.next].get(index).copied(),
        _ => (index == 0).then_some(statement.next),
    }
}
