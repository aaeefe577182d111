//! The table of summaries as an account tells it.

use super::step::{Step, StepBody};
use std::collections::{BTreeMap, BTreeSet};

/// What the summary engine knows after some steps, in the check that has its turn.
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
    pub known: BTreeMap<StepBody, (usize, bool)>,
    /// How many questions were asked.
    pub questions: usize,
}

impl Summaries {
    /// What is known after these steps.
    pub fn after(steps: &[Step]) -> Summaries {
        let mut checks = BTreeMap::new();
        let mut now = Summaries::default();
        steps.iter().for_each(|step| now.hear(&mut checks, step));
        now
    }

    /// One more step. `checks` keeps those that have no turn.
    pub fn hear(&mut self, checks: &mut BTreeMap<Vec<usize>, Summaries>, step: &Step) {
        match step {
            Step::Turn { targets } => {
                let next = checks.remove(targets).unwrap_or_default();
                let before = std::mem::replace(self, Summaries { targets: targets.clone(), ..next });
                checks.insert(before.targets.clone(), before);
            }
            // All is over-approximated at first, so whoever is refined a second time begins anew.
            Step::Refined { procedure } if self.refined.contains(procedure) => {
                let refined = BTreeSet::from([*procedure]);
                *self = Summaries { targets: std::mem::take(&mut self.targets), refined, ..Summaries::default() };
            }
            Step::Refined { procedure } => drop(self.refined.insert(*procedure)),
            Step::Replaced { at, callee } => drop(self.replaced.insert((*at, *callee))),
            Step::Unrolled { head, rounds } => drop(self.rounds.insert(*head, *rounds)),
            Step::Closed { head } => drop(self.closed.insert(*head)),
            Step::Nested { procedure, depth } => drop(self.depths.insert(*procedure, *depth)),
            Step::Completed { procedure, holds: true } => drop(self.complete.insert(*procedure)),
            Step::Completed { procedure, holds: false } => drop(self.complete.remove(procedure)),
            Step::Summarised { body, nodes, is_projected } => drop(self.known.insert(*body, (*nodes, *is_projected))),
            Step::Forgotten { body } => drop(self.known.remove(body)),
            Step::Asked { .. } => self.questions += 1,
            _ => {}
        }
    }
}
