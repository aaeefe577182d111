//! Which targets a stack is in, known at each step without reading the stack again.
//!
//! The automata of all regular expressions stand side by side. Of a stack is known from which of their states it is accepted; one symbol
//! more on top, and the states are those that read it and come to one of these. So they are found from the bottom up, and sets that were met before
//! are not worked out again.

use crate::lang::program::semantics::Bits;
use crate::pds::explicit::{Nfa, Piece, PushdownSystem, SymbolId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known of a stack: a set of states, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Known(u32);

/// The targets of a system, and all that was known of any stack.
#[derive(Debug)]
pub(super) struct Watch {
    /// For each state those from which it is reached without a symbol, and those that read one to come to it (`None`: any).
    silent: Vec<Vec<u32>>,
    reading: Vec<Vec<(Option<SymbolId>, u32)>>,
    /// For each regular expression the state in which reading begins, and the targets that have it.
    begins: Vec<(u32, Vec<usize>)>,
    sets: Vec<Set>,
    numbers: FxHashMap<Bits, Known>,
    above: FxHashMap<(SymbolId, Known), Known>,
    words: FxHashMap<(usize, Known), Arc<[Known]>>,
}

/// The states from which a stack is accepted, and the targets that it is in, if the control state is theirs.
#[derive(Debug)]
struct Set {
    states: Bits,
    targets: Vec<usize>,
}

impl Watch {
    /// The number of what is known of the empty stack.
    pub(super) const EMPTY: Known = Known(0);

    /// Watches the targets of a system.
    pub(super) fn new(system: &PushdownSystem) -> Watch {
        let mut expressions: FxHashMap<&[Piece], usize> = FxHashMap::default();
        let mut watch = Watch {
            silent: Vec::new(),
            reading: Vec::new(),
            begins: Vec::new(),
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            above: FxHashMap::default(),
            words: FxHashMap::default(),
        };
        let mut accepting = Vec::new();
        for (target, pattern) in system.targets().iter().enumerate() {
            let expression = *expressions.entry(pattern.stack()).or_insert_with(|| {
                accepting.extend(watch.add(&Nfa::new(pattern.stack())));
                watch.begins.len() - 1
            });
            watch.begins[expression].1.push(target);
        }
        watch.number(accepting);
        watch
    }

    /// The targets that a stack is in of which this is known, whatever the control state is.
    pub(super) fn targets(&self, known: Known) -> &[usize] {
        &self.sets[known.0 as usize].targets
    }

    /// What is known of a stack that begins with what the rule pushes, above a stack of which `below` is known: for each symbol that is pushed
    /// of the stack from it on.
    pub(super) fn pushed(&mut self, rule: usize, push: &[SymbolId], below: Known) -> Arc<[Known]> {
        if let Some(known) = self.words.get(&(rule, below)) {
            return Arc::clone(known);
        }
        let known = self.written(push, below);
        self.words.insert((rule, below), Arc::clone(&known));
        known
    }

    /// The same for any symbols.
    pub(super) fn written(&mut self, word: &[SymbolId], below: Known) -> Arc<[Known]> {
        let mut known = vec![below; word.len()];
        let mut last = below;
        for (known, &symbol) in known.iter_mut().zip(word).rev() {
            last = self.with(symbol, last);
            *known = last;
        }
        known.into()
    }

    /// What is known with one symbol more on top.
    fn with(&mut self, symbol: SymbolId, below: Known) -> Known {
        if let Some(&known) = self.above.get(&(symbol, below)) {
            return known;
        }
        let steps = self.sets[below.0 as usize].states.iter_ones().flat_map(|state| &self.reading[state]);
        let states = steps.filter(|(read, _)| read.is_none_or(|read| read == symbol)).map(|&(_, from)| from);
        let known = self.number(states.collect());
        self.above.insert((symbol, below), known);
        known
    }

    /// The number of these states and all that come to them without a symbol.
    fn number(&mut self, mut open: Vec<u32>) -> Known {
        let mut states = Bits::repeat(false, self.silent.len());
        while let Some(state) = open.pop() {
            if !states.replace(state as usize, true) {
                open.extend(&self.silent[state as usize]);
            }
        }
        if let Some(&known) = self.numbers.get(&states) {
            return known;
        }
        let known = Known(self.sets.len() as u32);
        let begins = self.begins.iter().filter(|(begin, _)| states[*begin as usize]);
        let mut targets: Vec<usize> = begins.flat_map(|(_, targets)| targets).copied().collect();
        targets.sort_unstable();
        self.numbers.insert(states.clone(), known);
        self.sets.push(Set { states, targets });
        known
    }

    /// Adds an automaton; its states in which reading may end.
    fn add(&mut self, nfa: &Nfa) -> Vec<u32> {
        let first = self.silent.len() as u32;
        self.silent.resize_with(self.silent.len() + nfa.states(), Vec::new);
        self.reading.resize_with(self.silent.len(), Vec::new);
        self.begins.push((first + nfa.initial(), Vec::new()));
        let states = 0..nfa.states() as u32;
        for state in states.clone() {
            let own = first + state;
            nfa.silent(state).iter().for_each(|to| self.silent[(first + to) as usize].push(own));
            if let Some((read, to)) = nfa.reading(state) {
                self.reading[(first + to) as usize].push((read, own));
            }
        }
        states.filter(|&state| nfa.is_final(state)).map(|state| first + state).collect()
    }
}
