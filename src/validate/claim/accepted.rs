//! Whether an automaton accepts a word.
//!
//! What a part of a word does to the automaton is where that can be behind it, from each state in which it can be before, and whether it has been at an
//! accepting state meanwhile. Of a run that is called again and again this is asked once for each state.

use super::letters::{Letters, Part};
use crate::ltl::automaton::{Automaton, Edge, Guard, State};
use crate::ltl::word::Letter;
use crate::verdict::trace::RunId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Where the automaton can be, and whether it can have been at an accepting state on its way there.
type Reached = BTreeMap<usize, bool>;

/// Whether the automaton accepts the word.
pub(super) fn accepts(automaton: &Automaton, letters: &Letters) -> bool {
    let mut word = Word { automaton, letters, known: FxHashMap::default() };
    let begun = word.behind(&letters.stem, 0);
    // The states at the beginnings of rounds, each twice: the second time, with an odd number, an accepting state has just been passed.
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut open: Vec<usize> = begun.into_keys().collect();
    let mut rounds: Vec<(usize, Reached)> = Vec::new();
    while let Some(state) = open.pop() {
        if !numbers.contains_key(&state) {
            numbers.insert(state, 2 * numbers.len());
            let reached = word.behind(&letters.turn, state);
            open.extend(reached.keys());
            rounds.push((state, reached));
        }
    }
    let states = rounds.iter().flat_map(|(_, reached)| {
        let edges = reached.iter().map(|(to, &accepts)| numbers[to] + usize::from(accepts));
        let edges: Vec<Edge> = edges.map(|to| Edge { to, guard: Guard::always() }).collect();
        [false, true].map(|is_accepting| State { is_accepting, edges: edges.clone() })
    });
    Automaton { atoms: Vec::new(), states: states.collect() }.turning().contains(&true)
}

struct Word<'a> {
    automaton: &'a Automaton,
    letters: &'a Letters,
    /// What a run does from a state.
    known: FxHashMap<(RunId, usize), Reached>,
}

/// A part of a word that is being read.
struct Reading<'a> {
    parts: &'a [Part],
    at: usize,
    now: Reached,
    /// The run of which it is the word, and the state before it.
    of: Option<(RunId, usize)>,
}

impl<'a> Word<'a> {
    /// What these parts of the word do from a state.
    fn behind(&mut self, parts: &'a [Part], from: usize) -> Reached {
        let begin = |parts, from, of| Reading { parts, at: 0, now: Reached::from([(from, false)]), of };
        let mut open = vec![begin(parts, from, None)];
        loop {
            let Some(reading) = open.last_mut() else { return Reached::new() };
            match reading.parts.get(reading.at) {
                None => {
                    let done = open.pop().map(|reading| (reading.of, reading.now));
                    match done {
                        Some((Some(of), reached)) => _ = self.known.insert(of, reached),
                        Some((None, reached)) => return reached,
                        None => {}
                    }
                }
                Some(&Part::Letter(letter)) => {
                    let letter = &self.letters.all[letter];
                    reading.now = step(self.automaton, &reading.now, letter);
                    reading.at += 1;
                }
                Some(&Part::Run(run)) => {
                    let missing = reading.now.keys().find(|&&state| !self.known.contains_key(&(run, state)));
                    match missing.copied() {
                        Some(state) => open.push(begin(&self.letters.runs[run.index()], state, Some((run, state)))),
                        None => {
                            let known = &self.known;
                            reading.now = joined(reading.now.iter().flat_map(|(&state, &passed)| {
                                known[&(run, state)].iter().map(move |(&to, &accepts)| (to, passed || accepts))
                            }));
                            reading.at += 1;
                        }
                    }
                }
            }
        }
    }
}

/// Where the automaton can be after a letter.
fn step(automaton: &Automaton, now: &Reached, letter: &Letter) -> Reached {
    joined(now.iter().flat_map(|(&state, &passed)| {
        let edges = automaton.states[state].edges.iter();
        let taken = edges.filter(|edge| edge.guard.holds(|atom| letter.has(atom)));
        taken.map(move |edge| (edge.to, passed || automaton.states[edge.to].is_accepting))
    }))
}

fn joined(all: impl Iterator<Item = (usize, bool)>) -> Reached {
    let mut reached = Reached::new();
    all.for_each(|(state, accepts)| *reached.entry(state).or_default() |= accepts);
    reached
}
