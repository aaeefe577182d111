//! How wide numbers are, and what depends on it.

use super::language::ast::{Expr, Op, Program};
use crate::generate::Variant;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// How wide numbers can be.
pub const BITS: RangeInclusive<u32> = 2..=64;

/// A member of the family, but for its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The bits of a number; see [`BITS`].
    pub bits: u32,
    /// The largest input, if inputs are bounded.
    pub inputs: Option<u64>,
    /// Whether the program has its mistake.
    pub variant: Variant,
}

impl Size {
    /// The largest number.
    pub fn max(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The number of the largest Fibonacci number that is not greater than [`Size::max`].
    fn fibonacci(&self) -> u64 {
        let (mut number, mut next, mut after) = (0, 0u128, 1u128);
        while next <= u128::from(self.max()) {
            (number, next, after) = (number + 1, after, next + after);
        }
        number - 1
    }

    /// The values of the constants of a program, and of those that all have.
    pub fn consts<'p>(&self, program: &'p Program) -> HashMap<&'p str, u64> {
        let inputs = self.inputs.map_or(self.max(), |inputs| inputs.min(self.max()));
        let bits = u64::from(self.bits);
        let mut consts =
            HashMap::from([("max", self.max()), ("bits", bits), ("inputs", inputs), ("fibonacci", self.fibonacci())]);
        for (name, expr) in &program.consts {
            let value = evaluate(&consts, expr).expect("a constant is made of constants");
            consts.insert(name, value & self.max());
        }
        consts
    }
}

fn evaluate(consts: &HashMap<&str, u64>, expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(name) => consts.get(name.as_str()).copied(),
        Expr::Call(name, args) if name == "min" => {
            args.iter().map(|arg| evaluate(consts, arg)).reduce(|a, b| Some(a?.min(b?)))?
        }
        Expr::Op(op, a, b) => {
            let (a, b) = (evaluate(consts, a)?, evaluate(consts, b)?);
            let by = u32::try_from(b).unwrap_or(u32::MAX);
            Some(match op {
                Op::Add => a.wrapping_add(b),
                Op::Sub => a.saturating_sub(b),
                Op::And => a & b,
                Op::Or => a | b,
                Op::Xor => a ^ b,
                Op::ShiftUp => a.checked_shl(by).unwrap_or(0),
                Op::ShiftDown => a.checked_shr(by).unwrap_or(0),
            })
        }
        Expr::Call(..) | Expr::Any | Expr::Input => None,
    }
}
