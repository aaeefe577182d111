//! Numbers as bits, the lowest first.

use super::super::expression::{BinaryOp, Expr};
use super::super::model::Var;
use super::super::write::Writer;

/// A bit of what a call hands on: of the number, one more if the callee `counts`, or, if the choice is not made, of the first number. Nothing is counted
/// as long as `is_on` is there and does not hold.
pub(super) fn on(
    writer: &mut Writer<'_>,
    number: &[Var],
    bit: usize,
    counts: bool,
    is_on: Option<Var>,
    choice: u32,
) -> Expr {
    let goes_on = writer.choice(choice);
    let next = if counts { next(writer, number, bit, is_on) } else { writer.variable(number[bit]) };
    if counts && bit == 0 {
        let first = match is_on {
            Some(is_on) => writer.variable(is_on),
            None => writer.constant(true),
        };
        writer.ternary(goes_on, next, first)
    } else {
        writer.binary(BinaryOp::And, goes_on, next)
    }
}

/// A bit of the next number; of the same one if `is_on` is there and does not hold.
fn next(writer: &mut Writer<'_>, number: &[Var], bit: usize, is_on: Option<Var>) -> Expr {
    let same = writer.variable(number[bit]);
    let carry: Vec<Var> = number[..bit].iter().copied().chain(is_on).collect();
    let carry = match carry.split_first() {
        None => writer.constant(true),
        Some((&first, others)) => {
            let mut carry = writer.variable(first);
            for &other in others {
                let other = writer.variable(other);
                carry = writer.binary(BinaryOp::And, carry, other);
            }
            carry
        }
    };
    writer.binary(BinaryOp::Xor, same, carry)
}

/// Whether the number is this one.
pub(super) fn equals(writer: &mut Writer<'_>, number: &[Var], value: u64) -> Expr {
    let is = |writer: &mut Writer<'_>, bit: usize| writer.is(number[bit], value >> bit & 1 == 1);
    let Some(last) = number.len().checked_sub(1) else { return writer.constant(value == 0) };
    let mut all = is(writer, last);
    for bit in (0..last).rev() {
        let one = is(writer, bit);
        all = writer.binary(BinaryOp::And, all, one);
    }
    all
}
