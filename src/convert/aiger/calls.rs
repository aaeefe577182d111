//! Who calls whom, and whether somebody calls himself.

use crate::lang::program::{ProcId, Program};
use crate::pds::analysis::components;
use crate::pds::{RuleKind, SymbolicPds};
use thiserror::Error;

/// A procedure can be active twice at a time, and a circuit has no stack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("recursion: {}", .circle.join(" calls "))]
pub struct Recursion {
    /// The names of procedures of which each calls the next; the last is the first again.
    pub(crate) circle: Vec<String>,
}

/// For each procedure whether a run may come to it.
///
/// # Errors
/// If one of these may call itself, be it through others.
pub(crate) fn active(program: &Program, pds: &SymbolicPds) -> Result<Vec<bool>, Recursion> {
    let mut callees = vec![Vec::new(); pds.procedures.len()];
    for rule in pds.rules() {
        if let RuleKind::Expansion { callee, .. } = rule.kind {
            callees[pds.procedure_of(rule.from).index()].push(callee.index() as u32);
        }
    }
    let mut active = vec![false; pds.procedures.len()];
    for component in components(&callees, [pds.entry.index() as u32]) {
        component.iter().for_each(|&member| active[member as usize] = true);
        if let Some(circle) = circle(&callees, &component) {
            let name = |id: u32| program.name(program[ProcId::from_index(id as usize)].name).to_string();
            return Err(Recursion { circle: circle.into_iter().map(name).collect() });
        }
    }
    Ok(active)
}

/// A way from a vertex to itself within a strongly connected component, if there is one.
fn circle(successors: &[Vec<u32>], component: &[u32]) -> Option<Vec<u32>> {
    let mut way = vec![*component.first()?];
    loop {
        let last = *way.last()?;
        let next = *successors[last as usize].iter().find(|next| component.contains(next))?;
        let seen = way.iter().position(|&vertex| vertex == next);
        way.push(next);
        if let Some(begin) = seen {
            return Some(way.split_off(begin));
        }
    }
}
