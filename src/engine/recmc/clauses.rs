//! The clauses of a predicate: the over-approximation σ of it, bound by bound (2014-komuravelli, section 4).
//!
//! A clause excludes a cube. It has a *level*: it holds of all points that have a derivation within this bound. One of level
//! [`ALWAYS`] holds of all points.

use super::cube::Cube;

/// A bound on derivations: how many recursive atoms each path may cross (see the README).
pub type Level = u32;

/// The level of what holds of all derivations.
pub const ALWAYS: Level = Level::MAX;

/// A clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What it excludes.
    pub cube: Cube,
    /// Its level.
    pub level: Level,
    /// Whether another one says as much.
    pub is_dead: bool,
    /// How much was known of the atoms of the body when it could not be raised: to [`ALWAYS`], and to another level.
    refused: [Option<(Level, u64)>; 2],
}

/// The clauses of a predicate.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    all: Vec<Clause>,
    /// How many entries of the log are of level [`ALWAYS`].
    always: u64,
    /// Their numbers and levels, as they were learnt and raised: who has read up to here reads on.
    log: Vec<(u32, Level)>,
}

/// How many clauses of all predicates have which level.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    counts: Vec<usize>,
}

impl Levels {
    fn add(&mut self, level: Level) {
        if level != ALWAYS {
            let level = level as usize;
            self.counts.resize(self.counts.len().max(level + 1), 0);
            self.counts[level] += 1;
        }
    }

    fn remove(&mut self, level: Level) {
        if level != ALWAYS {
            self.counts[level as usize] -= 1;
        }
    }

    /// Whether no clause has this level.
    pub fn is_empty(&self, level: Level) -> bool {
        self.counts.get(level as usize).is_none_or(|&count| count == 0)
    }
}

impl Clause {
    /// Whether it could not be raised to a level when so much was known.
    pub fn is_refused(&self, level: Level, known: u64) -> bool {
        self.refused[usize::from(level != ALWAYS)] == Some((level, known))
    }
}

impl Clauses {
    /// All that there ever were, by their numbers.
    pub fn all(&self) -> &[Clause] {
        &self.all
    }

    /// Those that say something, with their numbers.
    pub fn live(&self) -> impl Iterator<Item = (u32, &Clause)> {
        (0..).zip(&self.all).filter(|(_, clause)| !clause.is_dead)
    }

    /// The numbers of the clauses that were learnt or raised, each with its level from then on, in order.
    pub fn log(&self) -> &[(u32, Level)] {
        &self.log
    }

    /// Whether a clause of this level or a higher one excludes the cube.
    pub fn exclude(&self, cube: &Cube, level: Level) -> bool {
        self.all.iter().any(|clause| !clause.is_dead && clause.level >= level && clause.cube.contains(cube))
    }

    /// A clause more. Those that say no more are dead from now on. Linear in the clauses.
    pub fn add(&mut self, cube: Cube, level: Level, levels: &mut Levels) {
        for clause in self.all.iter_mut().filter(|clause| !clause.is_dead) {
            if clause.level <= level && cube.contains(&clause.cube) {
                clause.is_dead = true;
                levels.remove(clause.level);
            }
        }
        levels.add(level);
        self.note(self.all.len() as u32, level);
        self.all.push(Clause { cube, level, is_dead: false, refused: [None; 2] });
    }

    /// A clause holds up to a higher level.
    pub fn raise(&mut self, number: u32, level: Level, levels: &mut Levels) {
        let clause = &mut self.all[number as usize];
        levels.remove(clause.level);
        levels.add(level);
        clause.level = level;
        self.note(number, level);
    }

    fn note(&mut self, number: u32, level: Level) {
        self.log.push((number, level));
        self.always += u64::from(level == ALWAYS);
    }

    /// How much is known that may help a clause to a level: more later on.
    pub fn known(&self, level: Level) -> u64 {
        if level == ALWAYS { self.always } else { self.log.len() as u64 }
    }

    /// A clause could not be raised to a level with so much known.
    pub fn refuse(&mut self, number: u32, level: Level, known: u64) {
        self.all[number as usize].refused[usize::from(level != ALWAYS)] = Some((level, known));
    }

    /// Nothing is known any more.
    pub fn clear(&mut self, levels: &mut Levels) {
        self.live().for_each(|(_, clause)| levels.remove(clause.level));
        *self = Clauses::default();
    }
}
