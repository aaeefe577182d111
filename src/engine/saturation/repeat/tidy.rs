//! Diagrams that nobody needs any more.

use super::Search;
use super::heads::Heads;
use super::rounds::Rounds;

/// How many sets were held before.
pub(super) struct Held(usize);

impl Search<'_, '_> {
    /// These sets are needed until they are released.
    pub fn hold<'h>(&mut self, sets: impl IntoIterator<Item = &'h Heads>) -> Held {
        let before = self.held.len();
        self.held.extend(sets.into_iter().cloned());
        Held(before)
    }

    /// What is held since then is not needed any more.
    pub fn release(&mut self, Held(before): Held) {
        self.held.truncate(before);
    }

    /// Frees all diagrams but those of these sets, of what is held and of what the search needs, if it is time to.
    pub fn tidy(&mut self, sets: &[&Heads], rounds: &Rounds) {
        if !self.relations.garbage_due() {
            return;
        }
        let sets = sets.iter().copied().chain(&self.held).chain(rounds.numbers()).flat_map(|heads| heads.values());
        let reached = self.weights.values().flatten();
        let kept: Vec<_> = sets.chain(reached).chain(self.summaries.iter().flatten()).copied().collect();
        self.relations.keep(kept.into_iter());
    }
}
