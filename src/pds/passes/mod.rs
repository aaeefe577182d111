//! Passes over a symbolic pushdown system: what does not matter for the targets is found, and left away.
//!
//! ```text
//! SymbolicPds -> reach (rules on no way to a target go) -> liveness (updates of dead slots go) -> Prepared
//! ```
//!
//! Each pass can be switched off ([`PassSet`]), and no verdict depends on one: a run of the prepared system names rules
//! that have their origin and their choices still, so `verdict::lift` executes it on the program as it is. Locations keep
//! their numbers.
//!
//! An invariant of the prepared system over the slots that are live at each location is one of the given system, with
//! two additions. It is *true* where a run comes but no target can follow ([`Reach::useful`]). And a call from such a
//! place, which [`Pass::Unreachable`] left away, owes nothing to the invariant of the callee, nor does what the
//! callee does then: by control flow alone no target is reached in there, nor after its return.
//!
//! A newcomer begins with [`run`] and [`liveness`]; [`sets`] and [`slots`] are what all passes count with.

mod flow;
mod forget;
pub mod liveness;
pub mod modref;
pub mod reach;
pub mod sets;
pub mod slots;

#[cfg(test)]
mod fixture;

pub use liveness::Liveness;
pub use modref::ModRef;
pub use reach::Reach;

use super::{SymbolicPds, Target};
use std::fmt;
use std::str::FromStr;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pass {
    /// Rules that no run can apply on its way to a target are left away.
    Unreachable,
    /// Slots whose value cannot influence whether a target is reached are forgotten.
    Liveness,
    /// It is found out which globals a procedure can modify and read.
    ModRef,
}

impl Pass {
    /// All passes, in the order in which they run.
    pub const ALL: [Pass; 3] = [Pass::Unreachable, Pass::Liveness, Pass::ModRef];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Unreachable => "unreachable",
            Pass::Liveness => "liveness",
            Pass::ModRef => "modref",
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no pass `{0}`: write `unreachable`, `liveness` or `modref`")]
pub struct UnknownPass(String);

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(text: &str) -> Result<Pass, UnknownPass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == text).ok_or_else(|| UnknownPass(text.to_string()))
    }
}

/// Which passes run. By default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassSet {
    bits: u8,
}

impl Default for PassSet {
    fn default() -> PassSet {
        Pass::ALL.into_iter().collect()
    }
}

impl PassSet {
    /// No pass.
    pub const NONE: PassSet = PassSet { bits: 0 };

    /// Whether it runs.
    pub fn contains(self, pass: Pass) -> bool {
        self.bits >> pass as u8 & 1 == 1
    }

    /// The same passes, but not this one.
    #[must_use]
    pub fn without(self, pass: Pass) -> PassSet {
        PassSet { bits: self.bits & !(1 << pass as u8) }
    }
}

impl FromIterator<Pass> for PassSet {
    fn from_iter<T: IntoIterator<Item = Pass>>(passes: T) -> PassSet {
        PassSet { bits: passes.into_iter().fold(0, |bits, pass| bits | 1 << pass as u8) }
    }
}

/// A system after the passes, with what they found.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The system: it reaches the targets that the given one reaches.
    pub pds: SymbolicPds,
    /// Where runs can be, and where they still can come to a target.
    pub reach: Reach,
    /// Which slots matter where; without [`Pass::Liveness`] each slot in scope.
    pub live: Liveness,
    /// Which globals a procedure can modify and read; without [`Pass::ModRef`] each global.
    pub modref: ModRef,
    /// How many updates were dropped.
    pub forgotten: usize,
}

/// Runs the passes.
pub fn run(mut pds: SymbolicPds, targets: &[Target], which: PassSet) -> Prepared {
    let reach = Reach::analyse(&pds, targets);
    if which.contains(Pass::Unreachable) {
        pds = reach::prune(pds, &reach);
    }
    let (live, forgotten) = if which.contains(Pass::Liveness) {
        let live = Liveness::analyse(&pds, &reach);
        let forgotten = forget::forget(&mut pds, &live);
        (live, forgotten)
    } else {
        (Liveness::everything(&pds), 0)
    };
    let modref = if which.contains(Pass::ModRef) { ModRef::analyse(&pds) } else { ModRef::everything(&pds) };
    Prepared { pds, reach, live, modref, forgotten }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read_and_shown() {
        for pass in Pass::ALL {
            assert_eq!(pass.to_string().parse(), Ok(pass));
            assert!(PassSet::default().contains(pass) && !PassSet::NONE.contains(pass));
            assert!(!PassSet::default().without(pass).contains(pass));
        }
        assert!("constants".parse::<Pass>().is_err());
    }
}
