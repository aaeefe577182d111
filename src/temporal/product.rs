//! The program in which an automaton reads along.

use super::cuts::cuts;
use super::silent::Sight;
use super::{Claim, Said};
use crate::lang::program::product::{Position, Product, Step, Watcher};
use crate::lang::program::{ProcId, Program};
use crate::ltl::automaton::{Automaton, Edge};

/// The program of which a run comes to [`Product::alarm`] if and only if a run that begins with `entry` is one that the automaton accepts, whose atoms are those of
/// the claim. `reads_all` says that each position is read, as an automaton wants that tells a word from one in which a letter is repeated. A run
/// that ends is one that stays where it is, unless it does not count.
pub fn product(
    program: &Program,
    entry: ProcId,
    claim: &Claim,
    automaton: &Automaton,
    reads_all: bool,
    ends_count: bool,
) -> Product {
    let accepting: Vec<bool> = automaton.states.iter().map(|state| state.is_accepting).collect();
    let steps = |position: Position| {
        let said: Vec<Said<'_>> = claim.said(position).collect();
        let from = automaton.states.iter().enumerate();
        let edges = from.flat_map(|(from, state)| state.edges.iter().map(move |edge| (from, edge)));
        edges.filter_map(|(from, edge)| step(from, edge, &said)).collect()
    };
    let sight = Sight::new(program, claim);
    let watcher = Watcher {
        accepting: &accepting,
        turning: &automaton.turning(),
        steps: &steps,
        is_silent: &|place| !reads_all && sight.is_silent(place),
        cuts: &cuts(program),
        ends_count,
    };
    program.watched(entry, &watcher)
}

/// An edge at a position, if it can be taken there.
fn step<'a>(from: usize, edge: &Edge, said: &[Said<'a>]) -> Option<Step<'a>> {
    let mut when = Vec::new();
    for &(atom, holds) in edge.guard.literals() {
        match said[atom.index()] {
            Said::Known(known) if known != holds => return None,
            Said::Known(_) => {}
            Said::If { program, expr, .. } => when.push((program, expr, holds)),
        }
    }
    Some(Step { from, to: edge.to, when })
}
