//! What lies on the stack, as far as the targets ask: a deterministic automaton that reads a stack from its bottom.
//!
//! The regular expressions of the targets become automata that read from the top; a set of their states from which what was read leads to the end is a state here
//! (the subset construction of M. Rabin and D. Scott, "Finite automata and their decision problems", 1959, of the reversed automata). States that no further reading
//! tells apart are one (E. Moore, "Gedanken-experiments on sequential machines", 1956).

use crate::pds::explicit::{Nfa, Piece, PushdownSystem, SymbolId};
use rustc_hash::FxHashMap;

/// More states than this are not written down.
pub(super) const MOST: usize = 1_024;

/// How a kind of stack symbols leads from state to state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To this state, whatever was before.
    To(usize),
    /// Nowhere else.
    Stay,
    /// By this table.
    Table(Vec<usize>),
}

/// The automaton.
#[derive(Clone, Debug)]
pub(super) struct Below {
    /// The state of the empty stack.
    pub(super) empty: usize,
    /// For each kind of symbols how it leads on.
    pub(super) steps: Vec<Step>,
    /// For each state the targets that the stack is in, but for the control state.
    pub(super) reached: Vec<Vec<usize>>,
    /// Symbols that no target names are of the last kind; the others are each of their own.
    kinds: FxHashMap<SymbolId, usize>,
}

impl Below {
    /// The automaton for the targets of a system; `None` if it is too large.
    pub(super) fn new(system: &PushdownSystem) -> Option<Below> {
        let mut kinds = FxHashMap::default();
        for piece in system.targets().iter().flat_map(|target| target.stack()) {
            if let Piece::Symbol(symbol) = *piece {
                let next = kinds.len();
                kinds.entry(symbol).or_insert(next);
            }
        }
        let automata: Vec<Reversed> = system.targets().iter().map(|target| Reversed::new(target.stack())).collect();
        let mut letters: Vec<Option<SymbolId>> = vec![None; kinds.len() + 1];
        kinds.iter().for_each(|(&symbol, &kind)| letters[kind] = Some(symbol));

        let start: Vec<Vec<u32>> = automata.iter().map(Reversed::start).collect();
        let mut known = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut table: Vec<Vec<usize>> = Vec::new();
        while let Some(set) = sets.get(table.len()).cloned() {
            let mut row = Vec::with_capacity(letters.len());
            for &letter in &letters {
                let next: Vec<Vec<u32>> =
                    automata.iter().zip(&set).map(|(automaton, states)| automaton.step(states, letter)).collect();
                let number = *known.entry(next.clone()).or_insert(sets.len());
                if number == sets.len() {
                    sets.push(next);
                }
                row.push(number);
            }
            table.push(row);
            if sets.len() > MOST || sets.len().saturating_mul(letters.len()) > 64 * MOST {
                return None;
            }
        }
        let accepted = |set: &Vec<Vec<u32>>| -> Vec<usize> {
            let each = automata.iter().zip(set).enumerate();
            each.filter(|(_, (automaton, states))| automaton.accepts(states)).map(|(target, _)| target).collect()
        };
        let reached: Vec<Vec<usize>> = sets.iter().map(accepted).collect();
        Some(Below::merged(&table, &reached, kinds))
    }

    /// Equal states are one.
    fn merged(table: &[Vec<usize>], reached: &[Vec<usize>], kinds: FxHashMap<SymbolId, usize>) -> Below {
        let mut blocks = numbered(reached.iter());
        loop {
            let refined = numbered(
                (0..table.len())
                    .map(|state| (blocks[state], table[state].iter().map(|&to| blocks[to]).collect::<Vec<_>>())),
            );
            let is_stable = refined.iter().max() == blocks.iter().max();
            blocks = refined;
            if is_stable {
                break;
            }
        }
        let count = blocks.iter().max().map_or(0, |&last| last + 1);
        let mut first = vec![0; count];
        (0..table.len()).rev().for_each(|state| first[blocks[state]] = state);
        let step = |kind: usize| {
            let row: Vec<usize> = first.iter().map(|&state| blocks[table[state][kind]]).collect();
            if row.iter().all(|to| *to == row[0]) {
                Step::To(row[0])
            } else if row.iter().enumerate().all(|(from, to)| from == *to) {
                Step::Stay
            } else {
                Step::Table(row)
            }
        };
        Below {
            empty: blocks[0],
            steps: (0..=kinds.len()).map(step).collect(),
            reached: first.iter().map(|&state| reached[state].clone()).collect(),
            kinds,
        }
    }

    /// The kind of a symbol.
    pub(super) fn kind(&self, symbol: SymbolId) -> usize {
        self.kinds.get(&symbol).copied().unwrap_or(self.kinds.len())
    }

    /// The number of states.
    pub(super) fn count(&self) -> usize {
        self.reached.len()
    }

    /// Where reading a kind of symbols leads from a state.
    pub(super) fn after(&self, state: usize, kind: usize) -> usize {
        match &self.steps[kind] {
            Step::To(to) => *to,
            Step::Stay => state,
            Step::Table(row) => row[state],
        }
    }
}

/// A number for each thing, from 0 in the order in which they are first seen; equal ones have the same.
fn numbered<T: Eq + std::hash::Hash>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = FxHashMap::default();
    things
        .map(|thing| {
            let next = known.len();
            *known.entry(thing).or_insert(next)
        })
        .collect()
}

/// The automaton of a regular expression, backwards.
struct Reversed {
    nfa: Nfa,
    /// For each state those from which a step without a symbol leads to it.
    silent: Vec<Vec<u32>>,
}

impl Reversed {
    fn new(pieces: &[Piece]) -> Reversed {
        let nfa = Nfa::new(pieces);
        let mut silent = vec![Vec::new(); nfa.states()];
        for from in 0..nfa.states() as u32 {
            nfa.silent(from).iter().for_each(|&to| silent[to as usize].push(from));
        }
        Reversed { nfa, silent }
    }

    /// The states from which nothing more needs to be read.
    fn start(&self) -> Vec<u32> {
        self.closed((0..self.nfa.states() as u32).filter(|&state| self.nfa.is_final(state)))
    }

    /// The states from which a symbol (`None`: one that is not named) leads to some of `states`.
    fn step(&self, states: &[u32], symbol: Option<SymbolId>) -> Vec<u32> {
        self.closed((0..self.nfa.states() as u32).filter(|&from| {
            self.nfa
                .reading(from)
                .is_some_and(|(read, to)| (read.is_none() || read == symbol) && states.binary_search(&to).is_ok())
        }))
    }

    fn accepts(&self, states: &[u32]) -> bool {
        states.binary_search(&self.nfa.initial()).is_ok()
    }

    /// With all states that lead to these silently, in order.
    fn closed(&self, states: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut open: Vec<u32> = states.collect();
        let mut is_in = vec![false; self.silent.len()];
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut is_in[state as usize], true) {
                open.extend(&self.silent[state as usize]);
            }
        }
        (0..is_in.len() as u32).filter(|&state| is_in[state as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::{Diagnostics, Source};
    use crate::pds::explicit::parse;

    fn system(text: &str) -> PushdownSystem {
        let source = Source::new("x.pds", text);
        parse(&source, &mut Diagnostics::new(&source)).expect("a system").system
    }

    #[test]
    fn every_stack_is_in_the_targets_that_its_state_tells() {
        let text = "init <p, a b>\n<p, a> -> <p, c>\n<p, c> -> <p, d>\n";
        let targets = ["a .*", "(a b)* c", ".* c . .*", "", "a | b b | (c | .) a*", ". . ."];
        let lines: String = targets.iter().map(|target| format!("target <p, {target}>\n")).collect();
        let system = system(&(text.to_string() + &lines));
        let below = Below::new(&system).expect("a small automaton");
        let symbols: Vec<SymbolId> = system.symbols().collect();
        let mut stacks: Vec<Vec<SymbolId>> = vec![vec![]];
        for _ in 0..5 {
            for stack in &stacks {
                let state = stack.iter().rev().fold(below.empty, |state, &top| below.after(state, below.kind(top)));
                let expected: Vec<usize> = (0..targets.len())
                    .filter(|&target| {
                        system.targets()[target].matches(system.initial()[0].state, stack.iter().copied())
                    })
                    .collect();
                assert_eq!(below.reached[state], expected, "{stack:?}");
            }
            stacks = stacks
                .iter()
                .flat_map(|stack| symbols.iter().map(|&top| [vec![top], stack.clone()].concat()))
                .collect();
        }
    }

    #[test]
    fn tops_need_two_states_and_forests_too_many() {
        assert_eq!(Below::new(&system("init <p, a>\ntarget <p, a .*>")).map(|below| below.count()), Some(2));
        let far = format!("init <p, a>\ntarget <p, .* a {}>", ". ".repeat(20));
        assert!(Below::new(&system(&far)).is_some(), "from the bottom it is a counter");
        let near = format!("init <p, a>\ntarget <p, {} a .*>", ". ".repeat(20));
        assert!(Below::new(&system(&near)).is_none());
    }
}
