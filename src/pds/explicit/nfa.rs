//! Regular expressions as finite automata (K. Thompson, "Regular expression search algorithm", 1968).

use super::{Piece, SymbolId};

/// A finite automaton with one initial and one final state. A state has steps that read nothing, or one that reads a symbol.
#[derive(Clone, Debug)]
pub(crate) struct Nfa {
    silent: Vec<Vec<u32>>,
    /// The symbol (`None`: any) and the state behind it.
    reading: Vec<Option<(Option<SymbolId>, u32)>>,
    initial: u32,
    accepting: u32,
}

/// Part of an automaton: where it begins and ends.
#[derive(Clone, Copy)]
struct Part(u32, u32);

/// Inside one pair of parentheses: the alternatives before the last `|`, what was read behind it, and its last factor, to
/// which a `*` may belong.
#[derive(Default)]
struct Level {
    alternatives: Vec<Part>,
    sequence: Option<Part>,
    last: Option<Part>,
}

impl Nfa {
    /// The automaton of a regular expression that a [`super::Pattern`] holds. Linear in it.
    pub(crate) fn new(pieces: &[Piece]) -> Nfa {
        let mut nfa = Nfa { silent: Vec::new(), reading: Vec::new(), initial: 0, accepting: 0 };
        let mut levels = Vec::new();
        let mut level = Level::default();
        for &piece in pieces {
            match piece {
                Piece::Symbol(symbol) => nfa.symbol(&mut level, Some(symbol)),
                Piece::Any => nfa.symbol(&mut level, None),
                Piece::Open => levels.push(std::mem::take(&mut level)),
                Piece::Close => {
                    let inner = nfa.close(level);
                    level = levels.pop().unwrap_or_default();
                    nfa.push(&mut level, inner);
                }
                Piece::Or => {
                    let part = nfa.sequence(&mut level);
                    level.alternatives.push(part);
                }
                Piece::Star => {
                    if let Some(Part(from, to)) = level.last {
                        let (first, last) = (nfa.state(), nfa.state());
                        nfa.silent[first as usize].extend([from, last]);
                        nfa.silent[to as usize].extend([from, last]);
                        level.last = Some(Part(first, last));
                    }
                }
            }
        }
        let Part(initial, accepting) = nfa.close(level);
        Nfa { initial, accepting, ..nfa }
    }

    /// How many states there are; they are numbered from 0.
    #[cfg(feature = "cli")]
    pub fn states(&self) -> usize {
        self.silent.len()
    }

    /// The state in which reading begins.
    pub(crate) fn initial(&self) -> u32 {
        self.initial
    }

    /// Whether reading may end in a state.
    pub(crate) fn is_final(&self, state: u32) -> bool {
        state == self.accepting
    }

    /// The states that follow without a symbol.
    pub(crate) fn silent(&self, state: u32) -> &[u32] {
        &self.silent[state as usize]
    }

    /// The symbol that a state reads (`None`: any), and the state behind it.
    pub(crate) fn reading(&self, state: u32) -> Option<(Option<SymbolId>, u32)> {
        self.reading[state as usize]
    }

    /// All states that follow some states without a symbol, themselves among them, in order.
    pub(crate) fn closure(&self, states: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut open: Vec<u32> = states.into_iter().collect();
        let mut seen = vec![false; self.silent.len()];
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut seen[state as usize], true) {
                open.extend(&self.silent[state as usize]);
            }
        }
        (0..seen.len() as u32).filter(|&state| seen[state as usize]).collect()
    }

    /// Whether the word is described.
    pub(crate) fn accepts(&self, word: impl IntoIterator<Item = SymbolId>) -> bool {
        let mut states = self.closure([self.initial]);
        for symbol in word {
            let steps = states.iter().filter_map(|&state| self.reading(state));
            let next: Vec<u32> =
                steps.filter(|(read, _)| read.is_none_or(|read| read == symbol)).map(|(_, to)| to).collect();
            states = self.closure(next);
        }
        states.iter().any(|&state| self.is_final(state))
    }

    fn state(&mut self) -> u32 {
        self.silent.push(Vec::new());
        self.reading.push(None);
        self.silent.len() as u32 - 1
    }

    fn symbol(&mut self, level: &mut Level, symbol: Option<SymbolId>) {
        let (from, to) = (self.state(), self.state());
        self.reading[from as usize] = Some((symbol, to));
        self.push(level, Part(from, to));
    }

    /// One more factor.
    fn push(&mut self, level: &mut Level, part: Part) {
        self.settle(level);
        level.last = Some(part);
    }

    /// The last factor joins the sequence.
    fn settle(&mut self, level: &mut Level) {
        level.sequence = match (level.sequence, level.last.take()) {
            (Some(Part(from, middle)), Some(Part(next, to))) => {
                self.silent[middle as usize].push(next);
                Some(Part(from, to))
            }
            (sequence, last) => sequence.or(last),
        };
    }

    /// What was read since the last `|`.
    fn sequence(&mut self, level: &mut Level) -> Part {
        self.settle(level);
        level.sequence.take().unwrap_or_else(|| {
            let state = self.state();
            Part(state, state)
        })
    }

    fn close(&mut self, mut level: Level) -> Part {
        let last = self.sequence(&mut level);
        let (from, to) = (self.state(), self.state());
        for Part(first, end) in level.alternatives.into_iter().chain([last]) {
            self.silent[from as usize].push(first);
            self.silent[end as usize].push(to);
        }
        Part(from, to)
    }
}
