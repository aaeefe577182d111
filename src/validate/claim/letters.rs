//! What a claim sees along a trace.

use super::place_before;
use crate::lang::program::product::Position;
use crate::ltl::word::Letter;
use crate::temporal::Claim;
use crate::verdict::trace::{Run, RunId, Trace};

/// A part of a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A letter, by its number.
    Letter(usize),
    /// All of a run that returned.
    Run(RunId),
}

/// How many parts of its word come before a step of a run.
fn position(run: &Run, step: usize) -> usize {
    step + run.steps[..step].iter().filter(|step| step.call.is_some()).count()
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
        let (before, after) = words[first + level].split_at(position(&trace.runs[first + level], step));
        letters.stem.extend(before);
        letters.turn = after.to_vec();
        letters.turn.extend(words[first + level + 1..].concat());
        // The last position is the first one of the next round.
        letters.turn.pop();
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
                let letter = claim.letter(Position::At(place_before(trace, run, index)), &state);
                word.push(Part::Letter(self.number(letter)));
                word.extend(step.call.map(Part::Run));
                step.changes.iter().for_each(|&(var, value)| state.set(var, value));
            }
            let letter = claim.letter(Position::At(place_before(trace, run, run.steps.len())), &state);
            word.push(Part::Letter(self.number(letter)));
            word
        });
        words.collect()
    }

    /// The number of a letter: few differ.
    fn number(&mut self, letter: Letter) -> usize {
        self.all.iter().position(|known| *known == letter).unwrap_or_else(|| {
            self.all.push(letter);
            self.all.len() - 1
        })
    }
}
