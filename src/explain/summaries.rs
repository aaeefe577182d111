//! The table of summaries as a log tells it.

use super::log::{Body, Event, Log};
use std::collections::{BTreeMap, BTreeSet};

/// What the summary engine knows after some of the events of a log, in the check that has its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summaries {
    /// The targets of the check.
    pub targets: Vec<usize>,
    /// The procedures that are not Σ★.
    pub refined: BTreeSet<usize>,
    /// The calls that are not, where each is refined on its own: location and callee.
    pub replaced: BTreeSet<(usize, usize)>,
    /// How many back edges of a loop are followed, by the location where it begins.
    pub rounds: BTreeMap<usize, u32>,
    /// The loops of which any number of rounds is known as a relation.
    pub closed: BTreeSet<usize>,
    /// How deep a recursion is nested, by a procedure of it.
    pub depths: BTreeMap<usize, u32>,
    /// The recursions that need not be nested deeper.
    pub complete: BTreeSet<usize>,
    /// What is known of bodies: the size, and whether it is a relation.
    pub known: BTreeMap<Body, (usize, bool)>,
    /// How many questions were asked.
    pub questions: usize,
}

/// Who calls whom, as the rules of a log say: for each procedure its calls, each a location and a callee.
pub type Calls = Vec<Vec<(usize, usize)>>;

impl Summaries {
    /// What is known after the first `events` events.
    pub fn after(log: &Log, events: usize) -> Summaries {
        let mut checks = BTreeMap::new();
        let mut now = Summaries::default();
        log.events.iter().take(events).for_each(|event| now.hear(&mut checks, event));
        now
    }

    /// One more event. `checks` keeps those that have no turn.
    pub fn hear(&mut self, checks: &mut BTreeMap<Vec<usize>, Summaries>, event: &Event) {
        match event {
            Event::Turn { targets } => {
                let next = checks.remove(targets).unwrap_or_default();
                let before = std::mem::replace(self, Summaries { targets: targets.clone(), ..next });
                checks.insert(before.targets.clone(), before);
            }
            // All is over-approximated at first, so whoever is refined a second time begins anew.
            Event::Refined { procedure } if self.refined.contains(procedure) => {
                let refined = BTreeSet::from([*procedure]);
                *self = Summaries { targets: std::mem::take(&mut self.targets), refined, ..Summaries::default() };
            }
            Event::Refined { procedure } => drop(self.refined.insert(*procedure)),
            Event::Replaced { at, callee } => drop(self.replaced.insert((*at, *callee))),
            Event::Unrolled { head, rounds } => drop(self.rounds.insert(*head, *rounds)),
            Event::Closed { head } => drop(self.closed.insert(*head)),
            Event::Nested { procedure, depth } => drop(self.depths.insert(*procedure, *depth)),
            Event::Completed { procedure, holds: true } => drop(self.complete.insert(*procedure)),
            Event::Completed { procedure, holds: false } => drop(self.complete.remove(procedure)),
            Event::Summarised { body, nodes, is_projected } => drop(self.known.insert(*body, (*nodes, *is_projected))),
            Event::Forgotten { body } => drop(self.known.remove(body)),
            Event::Asked { .. } => self.questions += 1,
            _ => {}
        }
    }

    /// Who calls whom.
    pub fn calls(log: &Log) -> Calls {
        let mut calls: Calls = vec![Vec::new(); log.system.procedures.len()];
        for rule in &log.system.rules {
            let procedure = |symbol: usize| log.system.symbols[symbol].procedure;
            if let ([callee, _], Some(caller)) = (&rule.push[..], procedure(rule.symbol))
                && let Some(callee) = procedure(*callee)
            {
                calls[caller].push((rule.symbol, callee));
            }
        }
        calls
    }
}
