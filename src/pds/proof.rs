//! How an engine says that targets are not reached: what it knows of all runs, as relations between what an activation was entered with and
//! the state now.
//!
//! It speaks of the system that the engine worked on, and at its cuts only (see [`super::cuts`]); `verdict::certify` translates it.

use super::{Slot, SymbolicPds};
use crate::lang::cfg::LocId;
use crate::logic::formula::{Formula, Formulas, Input};
use std::collections::BTreeMap;

/// What the formulas of a [`Proof`] are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The value of a global or parameter when the activation was entered.
    Entered(Slot),
    /// The value of a global or local now; in a summary, of a global or result at the return.
    Now(Slot),
}

impl Moment {
    const ENTERED: u32 = 1 << 29;

    /// The input of formulas that stands for it.
    pub fn input(self) -> Input {
        match self {
            Moment::Entered(slot) => Input(slot.input().0 | Moment::ENTERED),
            Moment::Now(slot) => slot.input(),
        }
    }

    /// The inverse of [`Moment::input`].
    pub fn of(input: Input) -> Moment {
        let slot = Slot::of(Input(input.0 & !Moment::ENTERED));
        if input.0 & Moment::ENTERED == 0 { Moment::Now(slot) } else { Moment::Entered(slot) }
    }
}

/// What holds of all runs of a system.
#[derive(Clone, Debug)]
pub struct Proof {
    /// For each location whether it is one of those of which the proof speaks: enough of them that each circle goes through one.
    pub cuts: Vec<bool>,
    /// The graph of all formulas here.
    pub formulas: Formulas,
    /// For each procedure what its activations are entered with, and what they leave; `None` of those that are never entered.
    pub procedures: Vec<Option<Interface>>,
    /// For each cut that runs come to what holds there, over the live slots.
    pub at: BTreeMap<LocId, Formula>,
    /// The same of the activation with which runs begin, if it is not among those; its entry procedure is called as well then.
    pub first: Option<First>,
}

/// What holds of the activation with which runs begin.
#[derive(Clone, Debug)]
pub struct First {
    /// What it is entered with.
    pub entry: Formula,
    /// For each cut that it comes to what holds there.
    pub at: BTreeMap<LocId, Formula>,
}

impl Proof {
    /// Nothing is reached.
    pub fn new(pds: &SymbolicPds, cuts: Vec<bool>) -> Proof {
        let procedures = vec![None; pds.procedures.len()];
        Proof { cuts, formulas: Formulas::default(), procedures, at: BTreeMap::new(), first: None }
    }

    /// Anything may hold, and be said only where a circle needs an invariant: what is left is for the code to say.
    pub fn of_code(pds: &SymbolicPds, heads: Vec<bool>) -> Proof {
        let at = (0..heads.len()).filter(|&index| heads[index]).map(LocId::from_index);
        let at = at.map(|location| (location, Formula::TRUE)).collect();
        let any = Interface { entry: Formula::TRUE, exit: Formula::TRUE };
        Proof { procedures: vec![Some(any); pds.procedures.len()], at, ..Proof::new(pds, heads) }
    }
}

/// What is known of a procedure from outside.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// What it is entered with.
    pub entry: Formula,
    /// What it leaves.
    pub exit: Formula,
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
