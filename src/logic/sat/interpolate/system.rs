//! Labelled interpolation systems by their names (V. D'Silva, D. Kroening, M. Purandare, G. Weissenbacher, "Interpolant
//! Strength", VMCAI 2010).

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// Which side of a cut a variable counts as in resolutions: the stronger the interpolant, the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// As one of B.
    B,
    /// As one of both.
    Ab,
    /// As one of A.
    A,
}

/// Gives labels to the variables that both sides of a cut have; those of A alone have the label a, those of B alone b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum System {
    /// All b: the strongest interpolant (K. L. McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003).
    Mcmillan,
    /// All ab (G. Huang 1995, J. Krajíček 1997, P. Pudlák 1997).
    Pudlak,
    /// All a: the weakest interpolant, which is the complement of McMillan's with the sides exchanged.
    Dual,
    /// Proof-sensitive: a for a variable that has more occurrences in leaves of A than of B, b for others (L. Alt, G.
    /// Fedyukovich, A. E. J. Hyvärinen, N. Sharygina, "A Proof-Sensitive Approach for Small Propositional
    /// Interpolants", VSTTE 2015). A leaf counts once for each use. Small in the mean.
    #[default]
    Ps,
    /// The same, with ab in the place of a: stronger.
    PsStrong,
    /// The same, with ab in the place of b: weaker.
    PsWeak,
}

impl System {
    /// All systems: the five that are ordered by strength, the strongest first, and ps, which is between the first and
    /// the last of them.
    pub const ALL: [System; 6] =
        [System::Mcmillan, System::PsStrong, System::Pudlak, System::PsWeak, System::Dual, System::Ps];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            System::Mcmillan => "mcmillan",
            System::Pudlak => "pudlak",
            System::Dual => "dual",
            System::Ps => "ps",
            System::PsStrong => "ps-strong",
            System::PsWeak => "ps-weak",
        }
    }

    /// The label of a variable that has so many occurrences in A and in B.
    pub(super) fn label(self, in_a: u64, in_b: u64) -> Label {
        let is_of_a = in_a > in_b;
        match self {
            System::Mcmillan => Label::B,
            System::Pudlak => Label::Ab,
            System::Dual => Label::A,
            System::Ps if is_of_a => Label::A,
            System::Ps => Label::B,
            System::PsStrong if is_of_a => Label::Ab,
            System::PsStrong => Label::B,
            System::PsWeak if is_of_a => Label::A,
            System::PsWeak => Label::Ab,
        }
    }
}

/// No system has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no interpolation system is called {0:?}: there are mcmillan, pudlak, dual, ps, ps-strong and ps-weak")]
pub struct UnknownSystem(pub String);

impl FromStr for System {
    type Err = UnknownSystem;
    fn from_str(name: &str) -> Result<System, UnknownSystem> {
        System::ALL.into_iter().find(|system| system.name() == name).ok_or_else(|| UnknownSystem(name.to_string()))
    }
}

impl Display for System {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Label {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Label::A => "a",
            Label::Ab => "ab",
            Label::B => "b",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for system in System::ALL {
            assert_eq!(system.to_string().parse(), Ok(system));
        }
        let error = "McMillan".parse::<System>().expect_err("names are in small letters").to_string();
        assert!(System::ALL.iter().all(|system| error.contains(system.name())), "{error}");
    }
}
