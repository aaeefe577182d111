//! From an accepting path of post* to the run that it stands for.
//!
//! The last increment of a transition gave it its weight; its cause names the increments before it, and these came earlier. A
//! path is read from its end: the last transition tells what the lowest activation of the stack did until it called, or
//! until it was left waiting, and so on to the top. A return is a round: the summary's activation from its begin to its end.

use super::{Path, Role, Saturated};
use crate::engine::saturation::automaton::Cause;
use crate::pds::explicit::{Configuration, Item, Round, Run, StateId, SymbolId};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a run that one activation made.
struct Local {
    /// Rules, and returns by the increments of their summaries.
    items: Vec<Deed>,
    /// For an activation of the beginning, what was on the stack then in its place: the top first.
    start: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
enum Deed {
    Part(u32),
    Summary(u32),
}

impl Saturated<BigUint> {
    /// The run to the configuration that the path accepts. Linear in the run as a graph.
    pub fn run(&self, path: &Path) -> Run {
        let last = |id: &_| self.automaton.transition(*id).increments.last().copied();
        let locals: Vec<Local> = path.transitions.iter().filter_map(last).map(|last| self.local(last)).collect();
        // Rounds that others make have earlier increments.
        let mut needed: BTreeSet<u32> = locals.iter().flat_map(summaries).collect();
        let mut rounds = BTreeMap::new();
        while let Some(increment) = needed.pop_last() {
            let local = self.local(increment);
            needed.extend(summaries(&local));
            rounds.insert(increment, local);
        }
        let index: BTreeMap<u32, usize> = rounds.keys().enumerate().map(|(index, &key)| (key, index)).collect();
        let items = |local: &Local| -> Vec<Item> {
            let item = |deed: &Deed| match deed {
                Deed::Part(part) => Item::Part(*part),
                Deed::Summary(increment) => Item::Round(index[increment]),
            };
            local.items.iter().map(item).collect()
        };
        let round = |(&increment, local): (&u32, &Local)| {
            let edge = self.automaton.transition(self.automaton.increments()[increment as usize].transition).edge;
            let (state, symbol) = match self.roles[edge.to as usize] {
                Role::Callee(state, symbol) => (state, symbol),
                Role::Control(state) | Role::Given(state) => (state, u32::MAX),
            };
            Round { state, symbol, to: edge.from, items: items(local) }
        };
        let start: Vec<(u32, u32)> = locals.iter().flat_map(|local| local.start.iter().copied()).collect();
        Run {
            start: Configuration {
                state: StateId(start.first().map_or(path.state, |&(state, _)| state)),
                stack: start.iter().map(|&(_, symbol)| SymbolId(symbol)).collect(),
            },
            rounds: rounds.iter().map(round).collect(),
            items: locals.iter().rev().flat_map(items).collect(),
        }
    }

    /// What happened until an increment.
    fn local(&self, mut increment: u32) -> Local {
        let mut local = Local { items: Vec::new(), start: Vec::new() };
        loop {
            let found = &self.automaton.increments()[increment as usize];
            let edge = self.automaton.transition(found.transition).edge;
            increment = match found.cause {
                Cause::Step(part, premise) | Cause::Wait(part, premise) => {
                    local.items.push(Deed::Part(part));
                    premise.last
                }
                Cause::Resume(waiting, summary) => {
                    let waits = waiting.last;
                    let waiting = self.automaton.edge_of(waiting);
                    if let Cause::Given = self.automaton.increments()[waits as usize].cause {
                        // What was above it at the beginning went away.
                        local.start.push((waiting.from, waiting.symbol.unwrap_or_default()));
                        summary.last
                    } else {
                        local.items.push(Deed::Summary(summary.last));
                        waits
                    }
                }
                Cause::Given => {
                    local.start.push((edge.from, edge.symbol.unwrap_or_default()));
                    break;
                }
                _ => break,
            };
        }
        local.items.reverse();
        local.start.reverse();
        local
    }
}

fn summaries(local: &Local) -> impl Iterator<Item = u32> + '_ {
    local.items.iter().filter_map(|deed| match deed {
        Deed::Summary(increment) => Some(*increment),
        Deed::Part(_) => None,
    })
}
