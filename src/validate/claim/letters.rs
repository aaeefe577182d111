//! What a claim sees along a trace.

use super::place_before;
use crate::lang::program::Place;
use crate::lang::program::product::Position;
use crate::lang::program::semantics::State;
use crate::ltl::word::Letter;
use crate::temporal::Claim;
use crate::verdict::trace::{Run, RunId, Trace};
use rustc_hash::FxHashSet;

/// A part of a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A letter, by its number.
    Letter(usize),
    /// All of a run that returned.
    Run(RunId),
}

/// How many parts of its word come before a step of a run.
fn parts_before(claim: &Claim, trace: &Trace, run: &Run, step: usize) -> usize {
    let letters = (0..step).filter(|&step| claim.is_position(place_before(trace, run, step))).count();
    letters + run.steps[..step].iter().filter(|step| step.call.is_some()).count()
}

/// A word that repeats itself in the end; what runs of procedures contribute is written down once.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// The letters that occur.
    pub all: Vec<Letter>,
    /// The word of each run: of one that returned all of it, of one on the final stack what it does up to its call of the next one.
    pub runs: Vec<Vec<Part>>,
    /// What comes first.
    pub stem: Vec<Part>,
    /// What comes then, again and again.
    pub turn: Vec<Part>,
}

impl Letters {
    /// Of a run that does again and again what it did since this step of this activation of the final stack.
    pub fn again(claim: &Claim, trace: &Trace, level: usize, step: usize) -> Letters {
        let mut letters = Letters::default();
        let words = letters.words(claim, trace);
        let first = trace.runs.len() - trace.stack;
        letters.stem = words[first..first + level].concat();
        let (before, after) =
            words[first + level].split_at(parts_before(claim, trace, &trace.runs[first + level], step));
        letters.stem.extend(before);
        letters.turn = after.to_vec();
        letters.turn.extend(words[first + level + 1..].concat());
        if claim.is_position(trace.property.place) {
            // The last position is the first one of the next round.
            letters.turn.pop();
        }
        letters.runs = words;
        letters
    }

    /// Of a run of which it does not matter how it goes on.
    pub fn ended(claim: &Claim, trace: &Trace) -> Letters {
        let mut letters = Letters::default();
        let words = letters.words(claim, trace);
        letters.stem = words[trace.runs.len() - trace.stack..].concat();
        letters.runs = words;
        letters
    }

    /// Of a run that is over after the last position.
    pub fn over(claim: &Claim, trace: &Trace, violates: bool) -> Letters {
        let mut letters = Letters::ended(claim, trace);
        let position = if violates { Position::Violated } else { Position::Over };
        let letter = trace.runs.last().map(|last| claim.letter(position, &last.exit));
        letters.turn = letter.map(|letter| letters.number(letter)).into_iter().map(Part::Letter).collect();
        letters
    }

    /// The words of all runs, each of those on the final stack up to its call of the next one.
    fn words(&mut self, claim: &Claim, trace: &Trace) -> Vec<Vec<Part>> {
        let words = trace.runs.iter().map(|run| {
            let mut state = run.entry.clone();
            let mut word = Vec::with_capacity(run.steps.len() + 1);
            for (index, step) in run.steps.iter().enumerate() {
                self.read(claim, place_before(trace, run, index), &state, &mut word);
                word.extend(step.call.map(Part::Run));
                step.changes.iter().for_each(|&(var, value)| state.set(var, value));
            }
            self.read(claim, place_before(trace, run, run.steps.len()), &state, &mut word);
            word
        });
        words.collect()
    }

    /// The letter at a place, if that is a position.
    fn read(&mut self, claim: &Claim, place: Place, state: &State, word: &mut Vec<Part>) {
        if claim.is_position(place) {
            let letter = claim.letter(Position::At(place), state);
            word.push(Part::Letter(self.number(letter)));
        }
    }

    /// Whether the part that is done again and again has a letter.
    pub fn goes_on(&self) -> bool {
        let mut open = vec![self.turn.as_slice()];
        let mut seen = FxHashSet::default();
        while let Some(parts) = open.pop() {
            for part in parts {
                match *part {
                    Part::Letter(_) => return true,
                    Part::Run(run) if seen.insert(run) => open.push(&self.runs[run.index()]),
                    Part::Run(_) => {}
                }
            }
        }
        false
    }

    /// The number of a letter: few differ.
    fn number(&mut self, letter: Letter) -> usize {
        self.all.iter().position(|known| *known == letter).unwrap_or_else(|| {
            self.all.push(letter);
            self.all.len() - 1
        })
    }
}
