//! Whether a formula holds on a word, by the meaning of the logic.
//!
//! What holds at a position follows from the letter there and from what holds at the next one. So a part of a word is a function of what holds behind it,
//! and that of a run that is called again and again is asked once for each argument. At the beginning of the loop, what holds is what
//! holds behind it: the least solution for `U`, `M` and `F`, the greatest for `R`, `W` and `G`, one operator after the other from the inside.

use super::letters::{Letters, Part};
use crate::ltl::formula::{Binary, Ltl, LtlGraph, Node, Unary};
use crate::ltl::word::Letter;
use crate::verdict::trace::RunId;
use rustc_hash::FxHashMap;

/// For each part of the formula whether it holds.
type Truth = Box<[bool]>;

/// Whether the formula holds on the word.
pub(super) fn holds(graph: &LtlGraph, formula: Ltl, letters: &Letters) -> bool {
    let parts = graph.cone(formula);
    let number: FxHashMap<Ltl, usize> = parts.iter().zip(0..).map(|(&part, number)| (part, number)).collect();
    let number_of = |part: Ltl| number[&part];
    let nodes = parts.iter().map(|&part| match graph.node(part) {
        Node::Constant(value) => Of::Constant(value),
        Node::Atom(atom) => Of::Atom(atom),
        Node::Unary(operator, operand) => Of::Unary(operator, number_of(operand)),
        Node::Binary(operator, left, right) => Of::Binary(operator, number_of(left), number_of(right)),
    });
    let mut word = Word { nodes: nodes.collect(), letters, known: FxHashMap::default() };
    let mut truth: Truth = vec![false; parts.len()].into();
    for index in 0..parts.len() {
        truth[index] = word.nodes[index].is_greatest();
        truth[index] = word.before(&letters.turn, truth.clone())[index];
    }
    word.before(&letters.stem, truth).last().copied().unwrap_or(false)
}

/// A node of the formula; the numbers are those of its operands.
#[derive(Clone, Copy)]
enum Of {
    Constant(bool),
    Atom(crate::ltl::formula::AtomId),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
}

impl Of {
    /// Whether it holds unless something speaks against it.
    fn is_greatest(self) -> bool {
        matches!(self, Of::Unary(Unary::Globally, _) | Of::Binary(Binary::Release | Binary::WeakUntil, ..))
    }
}

struct Word<'a> {
    nodes: Vec<Of>,
    letters: &'a Letters,
    /// What holds before a run, by what holds behind it.
    known: FxHashMap<(RunId, Truth), Truth>,
}

/// A word that is being read from its end.
struct Reading<'a> {
    parts: &'a [Part],
    left: usize,
    /// The run of which it is the word, and what holds behind it.
    of: Option<(RunId, Truth)>,
}

impl<'a> Word<'a> {
    /// What holds before these parts of the word, if this holds behind them.
    fn before(&mut self, parts: &'a [Part], behind: Truth) -> Truth {
        let mut truth = behind;
        let mut open = vec![Reading { parts, left: parts.len(), of: None }];
        while let Some(reading) = open.last_mut() {
            let Some(left) = reading.left.checked_sub(1) else {
                let done = open.pop().and_then(|reading| reading.of);
                done.map(|key| self.known.insert(key, truth.clone()));
                continue;
            };
            reading.left = left;
            match reading.parts[left] {
                Part::Letter(letter) => truth = self.at(&self.letters.all[letter], &truth),
                Part::Run(run) => {
                    let key = (run, truth);
                    match self.known.get(&key) {
                        Some(known) => truth = known.clone(),
                        None => {
                            truth = key.1.clone();
                            let parts = &self.letters.runs[run.index()];
                            open.push(Reading { parts, left: parts.len(), of: Some(key) });
                        }
                    }
                }
            }
        }
        truth
    }

    /// What holds at a position with this letter, if this holds at the next one.
    fn at(&self, letter: &Letter, next: &Truth) -> Truth {
        let mut now: Truth = vec![false; self.nodes.len()].into();
        for (index, &node) in self.nodes.iter().enumerate() {
            now[index] = match node {
                Of::Constant(value) => value,
                Of::Atom(atom) => letter.has(atom),
                Of::Unary(Unary::Not, f) => !now[f],
                Of::Unary(Unary::Next, f) => next[f],
                Of::Unary(Unary::Finally, f) => now[f] || next[index],
                Of::Unary(Unary::Globally, f) => now[f] && next[index],
                Of::Binary(Binary::And, f, g) => now[f] && now[g],
                Of::Binary(Binary::Or, f, g) => now[f] || now[g],
                Of::Binary(Binary::Xor, f, g) => now[f] != now[g],
                Of::Binary(Binary::Implies, f, g) => !now[f] || now[g],
                Of::Binary(Binary::Iff, f, g) => now[f] == now[g],
                Of::Binary(Binary::Until | Binary::WeakUntil, f, g) => now[g] || now[f] && next[index],
                Of::Binary(Binary::Release | Binary::StrongRelease, f, g) => now[g] && (now[f] || next[index]),
            };
        }
        now
    }
}
