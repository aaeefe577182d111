//! What the formulas of a proof are about.

use crate::logic::formula::Input;
use crate::pds::Slot;

/// What the formulas of a [`Proof`](super::Proof) are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Moment {
    /// The value of a global or parameter when the activation was entered.
    Entered(Slot),
    /// The value of a global or local now; in a summary, of a global or result at the return.
    Now(Slot),
}

impl Moment {
    const ENTERED: u32 = 1 << 29;

    /// The input of formulas that stands for it.
    pub(crate) fn input(self) -> Input {
        match self {
            Moment::Entered(slot) => Input(slot.input().0 | Moment::ENTERED),
            Moment::Now(slot) => slot.input(),
        }
    }

    /// The inverse of [`Moment::input`].
    pub(crate) fn of(input: Input) -> Moment {
        let slot = Slot::of(Input(input.0 & !Moment::ENTERED));
        if input.0 & Moment::ENTERED == 0 { Moment::Now(slot) } else { Moment::Entered(slot) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_apart() {
        for slot in [Slot::Global(3), Slot::Local(3), Slot::Result(0), Slot::Choice(1)] {
            for moment in [Moment::Entered(slot), Moment::Now(slot)] {
                assert_eq!(Moment::of(moment.input()), moment);
            }
        }
    }
}
