//! Random formulas and words for tests.

use super::formula::{AtomId, Binary, Ltl, LtlGraph, Unary};
use super::word::{Lasso, Letter};

/// A stream of numbers that depends on the seed alone.
pub struct Dice(u64);

impl Dice {
    /// The stream with this seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % sides
    }
}

/// The atoms of random formulas.
pub const ATOMS: [&str; 3] = ["a", "b", "c"];

/// A formula with this many operators, over all operators, and atoms that are numbered as in [`ATOMS`].
pub fn formula(dice: &mut Dice, graph: &mut LtlGraph, size: usize) -> Ltl {
    for atom in ATOMS {
        graph.atom(atom);
    }
    let mut parts: Vec<Ltl> = (0..2).map(|_| leaf(dice, graph)).collect();
    for _ in 0..size {
        let part = parts.swap_remove(dice.roll(parts.len()));
        let made = match dice.roll(14) {
            kind @ 0..5 => {
                let operators = [Unary::Not, Unary::Next, Unary::Finally, Unary::Globally, Unary::Not];
                graph.unary(operators[kind], part)
            }
            kind => {
                let operators = [
                    Binary::And,
                    Binary::Or,
                    Binary::Xor,
                    Binary::Implies,
                    Binary::Iff,
                    Binary::Until,
                    Binary::Release,
                    Binary::WeakUntil,
                    Binary::StrongRelease,
                ];
                let other = match parts.pop() {
                    Some(other) if dice.roll(3) > 0 => other,
                    _ => leaf(dice, graph),
                };
                let (left, right) = if dice.roll(2) == 0 { (part, other) } else { (other, part) };
                graph.binary(operators[kind - 5], left, right)
            }
        };
        parts.push(made);
        let new = leaf(dice, graph);
        parts.extend((parts.len() < 2).then_some(new));
    }
    parts.into_iter().max().unwrap_or_else(|| graph.constant(true))
}

fn leaf(dice: &mut Dice, graph: &mut LtlGraph) -> Ltl {
    match dice.roll(13) {
        0 => graph.constant(true),
        1 => graph.constant(false),
        kind => graph.atom(ATOMS[kind % ATOMS.len()]),
    }
}

/// A word over these atoms with a short stem and a short loop.
pub fn word(dice: &mut Dice) -> Lasso {
    let (stem, turn) = (dice.roll(4), 1 + dice.roll(4));
    let mut letters = |count: usize| {
        let letter = |bits: usize| Letter::new((0..ATOMS.len()).filter(|at| bits >> at & 1 == 1).map(AtomId::new));
        (0..count).map(|_| letter(dice.roll(1 << ATOMS.len()))).collect::<Vec<Letter>>()
    };
    let (stem, turn) = (letters(stem), letters(turn));
    Lasso::new(stem, turn).expect("the loop is not empty")
}
