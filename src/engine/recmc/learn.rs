//! Clauses: how they are learnt, generalised and pushed (2014-komuravelli, rules Sum and Safe; IC3's generalisation, A. Bradley 2011).

use super::clauses::{ALWAYS, Level};
use super::cube::Cube;
use super::event::{self, Event};
use super::oracle::{Asked, Assumed, Reply};
use super::search::Search;
use crate::budget::StopReason;
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::Watched;

impl Search<'_, '_> {
    /// A clause that excludes a cube which is known to be excluded at this level: some of its literals, and as high a level as holds.
    pub(super) fn learn(&mut self, predicate: PredicateId, cube: Cube, level: Level) -> Result<(), StopReason> {
        let mut cube = cube;
        // What is known to be needed stays in front.
        let mut at = 0;
        while at < cube.literals().len() {
            match self.blocked(predicate, &cube.without(at), level)? {
                Some(core) => cube = core,
                None => at += 1,
            }
        }
        let mut level = level;
        match self.blocked(predicate, &cube, ALWAYS)? {
            Some(core) => (cube, level) = (core, ALWAYS),
            None => {
                while level < self.bound {
                    let Some(core) = self.blocked(predicate, &cube, level + 1)? else { break };
                    (cube, level) = (core, level + 1);
                }
            }
        }
        self.tell_step(|| {
            let (level, cube) = ((level != ALWAYS).then_some(level), event::values(self.known, predicate, &cube));
            Event::Blocked { predicate: self.known.relations.named(predicate), level, cube }
        });
        let known = &mut *self.known;
        known.clauses[predicate.index()].add(cube, level, &mut known.levels);
        Ok(())
    }

    /// Whether a cube is excluded at a level, if it is in what the predicate needs of itself; and then by which of its literals.
    fn blocked(&mut self, predicate: PredicateId, cube: &Cube, level: Level) -> Result<Option<Cube>, StopReason> {
        self.known.stats.generalising += 1;
        let asked = Asked { cube, level, assumed: Assumed::Bounded, apart: true };
        match self.known.ask(predicate, &asked, self.budget)? {
            Reply::Yes(_) => Ok(None),
            Reply::No(core) => Ok(Some(core)),
        }
    }

    /// Raises clauses to the next level where they hold there, callees first. The level that has lost all its clauses, if one has: what holds
    /// above it is inductive.
    pub(super) fn push(&mut self, watched: &Watched) -> Result<Option<Level>, StopReason> {
        for &predicate in &watched.order {
            self.push_each(predicate, None, ALWAYS)?;
        }
        for level in 0..=self.bound {
            if self.known.levels.is_empty(level) {
                return Ok(Some(level));
            }
            let mut moved = 0;
            for &predicate in &watched.order {
                moved += self.push_each(predicate, Some(level), level + 1)?;
            }
            self.tell(Event::Pushed { level, moved });
            if self.known.levels.is_empty(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Raises the clauses of a predicate that have a level, or any, to another one if they hold there; how many do.
    fn push_each(&mut self, predicate: PredicateId, from: Option<Level>, to: Level) -> Result<usize, StopReason> {
        let mut moved = 0;
        let clauses = self.known.clauses[predicate.index()].live();
        let is_meant = |level: Level| level < to && from.is_none_or(|from| level == from);
        let numbers: Vec<u32> =
            clauses.filter(|(_, clause)| is_meant(clause.level)).map(|(number, _)| number).collect();
        for number in numbers {
            let clause = &self.known.clauses[predicate.index()].all()[number as usize];
            if clause.is_dead || clause.is_refused(to, self.known.of_atoms(predicate, to)) {
                continue;
            }
            let cube = clause.cube.clone();
            self.known.stats.pushing += 1;
            let core = self.blocked(predicate, &cube, to)?;
            let much = self.known.of_atoms(predicate, to);
            let known = &mut *self.known;
            let clauses = &mut known.clauses[predicate.index()];
            moved += usize::from(core.is_some());
            match core {
                Some(core) if core != cube => clauses.add(core, to, &mut known.levels),
                Some(_) => clauses.raise(number, to, &mut known.levels),
                None => clauses.refuse(number, to, much),
            }
        }
        Ok(moved)
    }
}
