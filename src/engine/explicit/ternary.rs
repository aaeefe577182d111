//! Values that are perhaps not known.

/// What a formula may be over: known values, and values of which some are not known.
pub(super) trait Value: Copy {
    /// A known value.
    fn known(value: bool) -> Self;
    /// The conjunction.
    fn and(self, other: Self) -> Self;
    /// The value, or its negation.
    fn negated(self, negated: bool) -> Self;
}

impl Value for bool {
    fn known(value: bool) -> bool {
        value
    }

    fn and(self, other: bool) -> bool {
        self & other
    }

    fn negated(self, negated: bool) -> bool {
        self != negated
    }
}

/// False, true, or not known: which of the two it may be, as two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ternary(u8);

impl Ternary {
    pub(super) const FALSE: Ternary = Ternary(0b01);
    pub(super) const TRUE: Ternary = Ternary(0b10);
    pub(super) const UNKNOWN: Ternary = Ternary(0b11);
}

impl Value for Ternary {
    fn known(value: bool) -> Ternary {
        if value { Ternary::TRUE } else { Ternary::FALSE }
    }

    fn and(self, other: Ternary) -> Ternary {
        Ternary((self.0 & other.0 & 0b10) | ((self.0 | other.0) & 0b01))
    }

    fn negated(self, negated: bool) -> Ternary {
        if negated { Ternary((self.0 << 1 | self.0 >> 1) & 0b11) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known of a result is what all values that are possible agree on.
    #[test]
    fn what_is_known_holds_whatever_is_not() {
        let all = [Ternary::FALSE, Ternary::TRUE, Ternary::UNKNOWN];
        let possible =
            |value: Ternary| [false, true].into_iter().filter(move |&one| Ternary::known(one).0 & value.0 != 0);
        for a in all {
            let negated = possible(a).fold(Ternary(0), |sum, one| Ternary(sum.0 | Ternary::known(!one).0));
            assert_eq!((a.negated(true), a.negated(false)), (negated, a));
            for b in all {
                let both = possible(a).flat_map(|one| possible(b).map(move |other| one & other));
                assert_eq!(a.and(b), both.fold(Ternary(0), |sum, one| Ternary(sum.0 | Ternary::known(one).0)));
            }
        }
    }
}
