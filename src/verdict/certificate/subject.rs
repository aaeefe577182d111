//! What the formulas of a certificate are about.

use crate::lang::program::{Var, VarScope};
use crate::logic::formula::Input;

/// A value that a formula of a certificate can speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Of a global or parameter, when the activation was entered.
    Entry(Var),
    /// Of a global, parameter or local, now; in a summary of a global, when it returns.
    Now(Var),
    /// Of a result, when it returns.
    Result(usize),
}

impl Subject {
    /// How many bits there are for an index; above them stands what it is an index of.
    const INDEX: u32 = 29;

    /// The input of formulas that stands for it.
    pub fn input(self) -> Input {
        let of = |var: Var, tag: u32| match var.scope() {
            VarScope::Global(index) => (tag, index),
            VarScope::Local(index) => (tag + 1, index),
        };
        let (tag, index) = match self {
            Subject::Entry(var) => of(var, 0),
            Subject::Now(var) => of(var, 2),
            Subject::Result(index) => (4, index),
        };
        debug_assert!(index < 1 << Self::INDEX);
        Input(tag << Self::INDEX | index as u32)
    }

    /// The inverse of [`Subject::input`].
    pub fn of(input: Input) -> Subject {
        let index = (input.0 & ((1 << Self::INDEX) - 1)) as usize;
        match input.0 >> Self::INDEX {
            0 => Subject::Entry(Var::global(index)),
            1 => Subject::Entry(Var::local(index)),
            2 => Subject::Now(Var::global(index)),
            3 => Subject::Now(Var::local(index)),
            _ => Subject::Result(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_told_apart() {
        let vars = [0, 1, 77].into_iter().flat_map(|index| [Var::global(index), Var::local(index)]);
        let subjects = vars.flat_map(|var| [Subject::Entry(var), Subject::Now(var)]).chain([0, 3].map(Subject::Result));
        let inputs: Vec<Input> = subjects.clone().map(Subject::input).collect();
        assert!(subjects.eq(inputs.iter().map(|&input| Subject::of(input))));
        assert_eq!(inputs.iter().collect::<std::collections::BTreeSet<_>>().len(), inputs.len());
    }
}
