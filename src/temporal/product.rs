//! The program in which an automaton reads along.

use super::cuts::cuts;
use super::silent::Sight;
use super::{Claim, Said};
use crate::lang::program::product::{Head, Levels, Position, Product, Stations, Step, Watcher};
use crate::lang::program::{ProcId, Program};
use crate::ltl::automaton::{Automaton, Edge};

/// What an automaton reads of a program, and how; its atoms are those of the claim.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where its runs begin.
    pub entry: ProcId,
    /// What is claimed.
    pub claim: &'a Claim,
    /// The automaton.
    pub automaton: &'a Automaton,
    /// Whether each position is read, as an automaton wants that tells a word from one in which a letter is repeated.
    pub reads_all: bool,
    /// Whether a run that ends is one that stays where it is; otherwise it does not count.
    pub ends_count: bool,
}

/// The program of which a run comes to [`Product::alarm`] if and only if a run is one that the automaton accepts.
pub fn product(reading: Reading<'_>) -> Product {
    read(reading, |watcher| reading.program.watched(reading.entry, watcher))
}

/// The same, for runs only that come by with this again and again.
pub fn product_at(reading: Reading<'_>, head: &Head) -> Product {
    read(reading, |watcher| reading.program.watched_at(reading.entry, watcher, head))
}

/// The program of which a run comes to [`Product::alarm`] if a level does not grow as it has to; if none does, the automaton accepts no run.
pub fn product_with(reading: Reading<'_>, levels: &Levels) -> Product {
    read(reading, |watcher| reading.program.watched_with(reading.entry, watcher, levels))
}

/// The program in which the automaton reads along, and nothing is saved.
pub fn stations(reading: Reading<'_>) -> Stations {
    read(reading, |watcher| reading.program.with_stations(reading.entry, watcher))
}

fn read<T>(reading: Reading<'_>, make: impl FnOnce(&Watcher<'_>) -> T) -> T {
    let Reading { program, claim, automaton, reads_all, ends_count, .. } = reading;
    let accepting: Vec<bool> = automaton.states.iter().map(|state| state.is_accepting).collect();
    let steps = |position: Position| {
        if let Position::At(place) = position
            && !claim.is_position(place)
        {
            return (0..automaton.states.len())
                .map(|state| Step { from: state, to: state, when: Vec::new() })
                .collect();
        }
        let said: Vec<Said<'_>> = claim.said(position).collect();
        let from = automaton.states.iter().enumerate();
        let edges = from.flat_map(|(from, state)| state.edges.iter().map(move |edge| (from, edge)));
        edges.filter_map(|(from, edge)| step(from, edge, &said)).collect()
    };
    let sight = Sight::new(program, claim);
    make(&Watcher {
        accepting: &accepting,
        turning: &automaton.turning(),
        steps: &steps,
        is_silent: &|place| match claim.is_about_a_system() {
            true => !claim.is_position(place),
            false => !reads_all && sight.is_silent(place),
        },
        cuts: &cuts(program),
        ends_count,
    })
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
