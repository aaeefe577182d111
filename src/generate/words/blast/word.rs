//! Numbers as rows of bits, the lowest first.

use super::bit::Bit;
use crate::generate::words::language::ast::{Op, Relation};

pub(super) type Word = Vec<Bit>;

/// A constant.
pub(super) fn constant(value: u64, bits: u32) -> Word {
    (0..bits).map(|bit| Bit::Const(value >> bit & 1 == 1)).collect()
}

/// The variables that hold a number with a name.
pub(super) fn variable(name: &str, bits: u32) -> Word {
    (0..bits).map(|bit| Bit::Var(format!("{name}_{bit}"))).collect()
}

/// The value, if it is a constant.
pub(super) fn value(word: &[Bit]) -> Option<u64> {
    word.iter().rev().try_fold(0, |value, bit| match bit {
        Bit::Const(bit) => Some(value << 1 | u64::from(*bit)),
        _ => None,
    })
}

/// Bit by bit: what two numbers are joined to, but for sums; shifts are by a constant.
pub(super) fn bitwise(op: Op, a: Word, b: Word) -> Word {
    let bits = a.len();
    let shift = || value(&b).map_or(bits, |by| usize::try_from(by).unwrap_or(bits).min(bits));
    let zeros = |count| vec![Bit::Const(false); count];
    match op {
        Op::ShiftUp => {
            let by = shift();
            zeros(by).into_iter().chain(a).take(bits).collect()
        }
        Op::ShiftDown => {
            let by = shift();
            a.into_iter().skip(by).chain(zeros(by)).collect()
        }
        Op::Add | Op::Sub => sum(op, a, b),
        Op::And | Op::Or | Op::Xor => a
            .into_iter()
            .zip(b)
            .map(|(a, b)| match op {
                Op::And => a.and(b),
                Op::Or => a.or(b),
                _ => a.differ(b),
            })
            .collect(),
    }
}

/// The sum or difference as one expression a bit: short, if one of them is a constant.
fn sum(op: Op, a: Word, b: Word) -> Word {
    let mut carry = Bit::Const(false);
    let mut sum = Word::new();
    for (a, b) in a.into_iter().zip(b) {
        sum.push(digit(a.clone(), b.clone(), carry.clone()));
        carry = next_carry(op, a, b, carry);
    }
    sum
}

/// One digit of a sum or of a difference.
pub(super) fn digit(a: Bit, b: Bit, carry: Bit) -> Bit {
    a.differ(b).differ(carry)
}

/// What is carried to the next digit, or borrowed from it.
pub(super) fn next_carry(op: Op, a: Bit, b: Bit, carry: Bit) -> Bit {
    match op {
        Op::Sub => Bit::most(a.not(), b, carry),
        _ => Bit::most(a, b, carry),
    }
}

/// Whether two numbers are like this to each other.
pub(super) fn compare(relation: Relation, a: Word, b: Word) -> Bit {
    match relation {
        Relation::Equal => equal(a, b),
        Relation::Differs => equal(a, b).not(),
        Relation::Less => less(a, b, false),
        Relation::AtMost => less(a, b, true),
        Relation::Greater => less(b, a, false),
        Relation::AtLeast => less(b, a, true),
    }
}

fn equal(a: Word, b: Word) -> Bit {
    a.into_iter().zip(b).fold(Bit::Const(true), |all, (a, b)| all.and(a.same(b)))
}

/// Whether the first one is less, or, if they are equal, this.
fn less(a: Word, b: Word, if_equal: bool) -> Bit {
    let lower = Bit::Const(if_equal);
    a.into_iter().zip(b).fold(lower, |lower, (a, b)| {
        let (none, one) = (a.clone().not().and(b.clone()), a.not().or(b));
        none.or(one.and(lower))
    })
}
