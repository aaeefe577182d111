//! Bits as Boolean expressions.

use std::fmt;

/// A Boolean expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    Const(bool),
    Var(String),
    Not(Box<Bit>),
    /// All of them hold; at least two.
    And(Vec<Bit>),
    /// One of them holds; at least two.
    Or(Vec<Bit>),
    /// Both have the same value.
    Same(Box<Bit>, Box<Bit>),
    /// They have different values.
    Differ(Box<Bit>, Box<Bit>),
}

impl Bit {
    pub(super) fn not(self) -> Bit {
        match self {
            Bit::Const(value) => Bit::Const(!value),
            Bit::Not(bit) => *bit,
            Bit::Same(a, b) => Bit::Differ(a, b),
            Bit::Differ(a, b) => Bit::Same(a, b),
            other => Bit::Not(Box::new(other)),
        }
    }

    pub(super) fn and(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Const(true), bit) | (bit, Bit::Const(true)) => bit,
            (Bit::Const(false), _) | (_, Bit::Const(false)) => Bit::Const(false),
            (a, b) if a == b => a,
            (Bit::And(mut all), Bit::And(more)) => {
                all.extend(more);
                Bit::And(all)
            }
            (Bit::And(mut all), bit) => {
                all.push(bit);
                Bit::And(all)
            }
            (bit, Bit::And(all)) => Bit::And([bit].into_iter().chain(all).collect()),
            (a, b) => Bit::And(vec![a, b]),
        }
    }

    pub(super) fn or(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Const(false), bit) | (bit, Bit::Const(false)) => bit,
            (Bit::Const(true), _) | (_, Bit::Const(true)) => Bit::Const(true),
            (a, b) if a == b => a,
            (Bit::Or(mut all), Bit::Or(more)) => {
                all.extend(more);
                Bit::Or(all)
            }
            (Bit::Or(mut all), bit) => {
                all.push(bit);
                Bit::Or(all)
            }
            (bit, Bit::Or(all)) => Bit::Or([bit].into_iter().chain(all).collect()),
            (a, b) => Bit::Or(vec![a, b]),
        }
    }

    pub(super) fn differ(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Const(value), bit) | (bit, Bit::Const(value)) => {
                if value {
                    bit.not()
                } else {
                    bit
                }
            }
            (a, b) if a == b => Bit::Const(false),
            (Bit::Not(a), b) => a.differ(b).not(),
            (a, Bit::Not(b)) => a.differ(*b).not(),
            (a, b) => Bit::Differ(Box::new(a), Box::new(b)),
        }
    }

    pub(super) fn same(self, other: Bit) -> Bit {
        self.differ(other).not()
    }

    /// At least two of three hold.
    pub(super) fn most(a: Bit, b: Bit, c: Bit) -> Bit {
        a.clone().and(b.clone()).or(a.or(b).and(c))
    }

    /// As a part of a larger expression.
    fn inner(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bit::Const(_) | Bit::Var(_) | Bit::Not(_) => fmt::Display::fmt(self, f),
            _ => write!(f, "({self})"),
        }
    }

    fn joined(f: &mut fmt::Formatter<'_>, bits: &[Bit], by: &str) -> fmt::Result {
        for (index, bit) in bits.iter().enumerate() {
            if index > 0 {
                f.write_str(by)?;
            }
            bit.inner(f)?;
        }
        Ok(())
    }

    fn pair(f: &mut fmt::Formatter<'_>, a: &Bit, b: &Bit, by: &str) -> fmt::Result {
        a.inner(f)?;
        f.write_str(by)?;
        b.inner(f)
    }
}

/// As an expression of Boolean programs; its parts are in parentheses, so that no precedence matters.
impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bit::Const(true) => f.write_str("T"),
            Bit::Const(false) => f.write_str("F"),
            Bit::Var(name) => f.write_str(name),
            Bit::Not(bit) => {
                f.write_str("!")?;
                bit.inner(f)
            }
            Bit::And(bits) => Bit::joined(f, bits, " & "),
            Bit::Or(bits) => Bit::joined(f, bits, " | "),
            Bit::Same(a, b) => Bit::pair(f, a, b, " = "),
            Bit::Differ(a, b) => Bit::pair(f, a, b, " != "),
        }
    }
}
