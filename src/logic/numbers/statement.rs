//! Statements about numbers as formulas over their bits, the lowest first.

use crate::logic::formula::{Formula, Formulas};

/// Numbers from one to another.
pub(super) mod interval {
    use super::*;

    /// That a number is one of them.
    pub(in crate::logic::numbers) fn formula(
        formulas: &mut Formulas,
        bits: &[Formula],
        least: u128,
        greatest: u128,
    ) -> Formula {
        let (mut above, mut below) = (Formula::TRUE, Formula::TRUE);
        for (index, &bit) in bits.iter().enumerate() {
            above = if least >> index & 1 == 1 { formulas.and(bit, above) } else { formulas.or(bit, above) };
            below = if greatest >> index & 1 == 1 { formulas.or(!bit, below) } else { formulas.and(!bit, below) };
        }
        formulas.and(above, below)
    }

    /// The same in words; `None` for all numbers up to the last one that there is.
    pub(in crate::logic::numbers) fn text(name: &str, least: u128, greatest: u128, last: u128) -> Option<String> {
        match (least, greatest) {
            (0, greatest) if greatest == last => None,
            (least, greatest) if least == greatest => Some(format!("{name} = {least}")),
            (0, greatest) => Some(format!("{name} <= {greatest}")),
            (least, greatest) if greatest == last => Some(format!("{name} >= {least}")),
            (least, greatest) => Some(format!("{least} <= {name} <= {greatest}")),
        }
    }
}

/// That two numbers are the same.
pub(super) fn differ_not(formulas: &mut Formulas, a: &[Formula], b: &[Formula]) -> Formula {
    a.iter().zip(b).fold(Formula::TRUE, |same, (&a, &b)| {
        let equal = formulas.iff(a, b);
        formulas.and(same, equal)
    })
}

/// That the first number is less than the second.
pub(super) fn less(formulas: &mut Formulas, a: &[Formula], b: &[Formula]) -> Formula {
    a.iter().zip(b).fold(Formula::FALSE, |below, (&a, &b)| {
        let equal = formulas.iff(a, b);
        let (here, lower) = (formulas.and(!a, b), formulas.and(equal, below));
        formulas.or(here, lower)
    })
}
