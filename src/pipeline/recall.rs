//! What is known of another version of a program, tried on this one.

use super::course::Course;
use super::{Failure, Loaded, Options, Ready};
use crate::engine::registry::{Registry, Row};
use crate::engine::{EngineSpec, Selection};
use crate::lang::program::property::Property;
use crate::pds::lemmas::{Learnt, Lemmas};
use crate::verdict::summaries::{Carried, Summaries, fit, record};
use rustc_hash::FxHashSet;

/// What has become of what was known, and what is known now.
#[derive(Clone, Debug)]
pub struct Recalled {
    /// Procedure by procedure: those of which something was known, and then those that are new, in the order of the text.
    pub procedures: Vec<Fate>,
    /// What is known now, for the next version.
    pub summaries: Summaries,
}

/// What has become of what was known of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Its name.
    pub procedure: String,
    /// How it compares.
    pub word: Word,
    /// How many lemmas were known.
    pub known: usize,
    /// Those of these that hold of this version.
    pub kept: usize,
    /// Those that do not, or cannot be said of it.
    pub lost: usize,
}

/// How what was known of a procedure compares with what is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The text is the same, and what was known holds, as far as it was asked.
    Unchanged,
    /// What was known holds, as far as it was asked.
    Kept,
    /// Some of it does.
    Weakened,
    /// Nothing of it does.
    Lost,
    /// Nobody asked.
    NotAsked,
    /// There was no such procedure.
    New,
    /// There is none any more.
    Gone,
}

impl Word {
    /// It, as reports have it.
    pub fn text(self) -> &'static str {
        match self {
            Word::Unchanged => "unchanged",
            Word::Kept => "kept",
            Word::Weakened => "weakened",
            Word::Lost => "lost",
            Word::NotAsked => "not asked",
            Word::New => "new",
            Word::Gone => "gone",
        }
    }
}

/// What was known, as lemmas about a program.
pub(super) struct Fitted {
    pub lemmas: Lemmas,
    carried: Vec<Carried>,
}

/// The engine that decides: if something is to be remembered, and nobody names one, the first that remembers.
///
/// # Errors
/// [`Failure::Request`] if the one that is named does not.
pub(super) fn selection(options: &Options) -> Result<Selection, Failure> {
    if options.recall.is_none() {
        return Ok(options.engine.clone());
    }
    let refused = |who: &str| {
        let names: Vec<&str> = remembering(&options.registry).map(|row| row.name).collect();
        Failure::Request(format!("{who} remembers nothing of procedures: ask {}", names.join(" or ")))
    };
    match &options.engine {
        Selection::Auto => {
            let first = remembering(&options.registry).next();
            first.map(|row| Selection::One(EngineSpec::of(row))).ok_or_else(|| refused("auto"))
        }
        Selection::One(engine) if engine.row().can.remembers => Ok(options.engine.clone()),
        Selection::One(engine) => Err(refused(engine.name())),
    }
}

fn remembering(registry: &Registry) -> impl Iterator<Item = &'static Row> + '_ {
    registry.rows().filter(|row| row.can.remembers)
}

impl Course<'_> {
    /// What was known, if something is to be remembered.
    pub(super) fn fitted(&self, properties: &[Property], ready: &Ready) -> Option<Fitted> {
        let summaries = self.options.recall.as_ref().filter(|_| self.engine.row().can.remembers)?;
        let Loaded { program, source, .. } = self.loaded;
        let heads = &ready.system.cuts.heads;
        let (lemmas, carried) = fit(summaries, (program, source, &*ready.cfg), heads, properties);
        Some(Fitted { lemmas, carried })
    }

    /// What has become of it.
    pub(super) fn recalled(
        &self,
        properties: &[Property],
        ready: &Ready,
        fitted: &Fitted,
        learnt: &Learnt,
    ) -> Recalled {
        let Loaded { program, source, .. } = self.loaded;
        let summaries = record(&learnt.lemmas, (program, source, &*ready.cfg), &ready.system.cuts.heads, properties);
        let mut procedures: Vec<Fate> = fitted.carried.iter().map(|carried| fate(carried, learnt)).collect();
        let known: FxHashSet<&str> = fitted.carried.iter().map(|carried| carried.procedure.as_str()).collect();
        for procedure in program.procedure_ids() {
            let name = program.name(program[procedure].name);
            if !known.contains(name) {
                procedures.push(Fate { procedure: name.to_string(), word: Word::New, known: 0, kept: 0, lost: 0 });
            }
        }
        Recalled { procedures, summaries }
    }
}

fn fate(carried: &Carried, learnt: &Learnt) -> Fate {
    let count = |answer: bool| carried.lemmas.iter().filter(|&&lemma| learnt.held[lemma] == Some(answer)).count();
    let (kept, lost) = (count(true), count(false) + carried.known - carried.lemmas.len());
    let word = match (carried.is_there, kept, lost) {
        (false, ..) => Word::Gone,
        (true, 0, 0) if carried.known > 0 || carried.is_same != Some(true) => Word::NotAsked,
        (true, _, 0) if carried.is_same == Some(true) => Word::Unchanged,
        (true, _, 0) => Word::Kept,
        (true, 0, _) => Word::Lost,
        (true, ..) => Word::Weakened,
    };
    Fate { procedure: carried.procedure.clone(), word, known: carried.known, kept, lost }
}
