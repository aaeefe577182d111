//! Passes over a symbolic pushdown system: what does not matter for the targets is found, and left away.
//!
//! ```text
//! SymbolicPds -> reach       rules on no way to a target go
//!             -> constants   what has one value only is filled in; reach again
//!             -> liveness    updates of dead slots go
//!             -> cone        calls without influence go; reach again
//!             -> compaction  straight-line code becomes one rule -> Prepared
//! ```
//!
//! Each pass can be switched off ([`PassSet`]), an engine may do without some, and no verdict depends on one. Locations keep their numbers, rules their
//! origins and choices, and a rule that stands for several knows them ([`Prepared::parts`]), so `verdict::lift` executes a run of the
//! prepared system on the program as it is; it fills in the calls that went.
//!
//! An invariant I of the prepared system at its cuts ([`super::cuts`], which compaction does not pass by), over the slots
//! that are live there, gives one of the given system. At a cut n it is
//!
//! - *false* where no run comes, and *true* where one comes but no target can follow, as [`Prepared::given`] says;
//! - else *false* where no run comes for the constants' sake ([`Constants::reached`], [`Prepared::known`]);
//! - else the constants at n ([`Constants::slots`]), and with them I(n), or nothing where [`Prepared::reach`] says that
//!   no target can follow.
//!
//! Some calls owe nothing to the invariant of the callee, nor does what the callee does then: those from where no target can follow, which
//! [`Pass::Unreachable`] left away (by control flow alone no target is reached in there, nor after the return), and those
//! that [`Pass::Cone`] left away (no target is in there, and what is modified is not live behind: [`Influence`]).
//!
//! A newcomer begins with [`run`] and [`liveness`]; [`sets`] and [`slots`] are what all passes count with.

pub mod compaction;
pub mod cone;
pub mod constants;
mod flow;
mod forget;
pub mod liveness;
pub mod modref;
pub mod reach;
pub mod sets;
pub mod slots;

#[cfg(test)]
mod fixture;

pub use compaction::Chains;
pub use cone::Influence;
pub use constants::Constants;
pub use liveness::Liveness;
pub use modref::ModRef;
pub use reach::Reach;

use super::cuts::{Cuts, cuts};
use super::{Rule, RuleId, SymbolicPds, Target};
use crate::budget::{Budget, StopReason};
use std::fmt;
use std::str::FromStr;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pass {
    /// Rules that no run can apply on its way to a target are left away.
    Unreachable,
    /// What has the same value in every run is replaced by it, and rules that cannot be applied then are left away.
    Constants,
    /// Slots whose value cannot influence whether a target is reached are forgotten.
    Liveness,
    /// Calls without influence on what matters are left away.
    Cone,
    /// Straight-line code becomes one rule.
    Compaction,
    /// It is found out which globals a procedure can modify and read.
    ModRef,
}

impl Pass {
    /// All passes, in the order in which they run.
    pub const ALL: [Pass; 6] =
        [Pass::Unreachable, Pass::Constants, Pass::Liveness, Pass::Cone, Pass::Compaction, Pass::ModRef];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Unreachable => "unreachable",
            Pass::Constants => "constants",
            Pass::Liveness => "liveness",
            Pass::Cone => "cone",
            Pass::Compaction => "compaction",
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
#[error("there is no pass `{0}`: write `unreachable`, `constants`, `liveness`, `cone`, `compaction` or `modref`")]
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

    /// The passes that are in both.
    #[must_use]
    pub fn both(self, other: PassSet) -> PassSet {
        PassSet { bits: self.bits & other.bits }
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
    /// The same of the given system.
    pub given: Reach,
    /// What has the same value in every run; without [`Pass::Constants`] nothing.
    pub constants: Constants,
    /// Which slots matter where; without [`Pass::Liveness`] each slot in scope.
    pub live: Liveness,
    /// Which rules became one.
    pub chains: Chains,
    /// Which globals a procedure can modify and read; without [`Pass::ModRef`] each global.
    pub modref: ModRef,
    /// Where a proof has to say what holds.
    pub cuts: Cuts,
    /// What [`Prepared::reach`] was with the constants filled in, before calls without influence were left away.
    pub known: Reach,
    /// The globals that each procedure may write on its way to a target, of the given system.
    pub given_modref: ModRef,
    /// The same with the constants filled in, before anything was forgotten.
    pub known_modref: ModRef,
    /// How many updates were dropped.
    pub forgotten: usize,
    /// How many calls were left away.
    pub skipped: usize,
}

/// Runs the passes.
///
/// # Errors
/// The limit that was hit.
pub fn run(pds: SymbolicPds, targets: &[Target], which: PassSet, budget: &Budget) -> Result<Prepared, StopReason> {
    let reach = Reach::within(&pds, targets, budget)?;
    let live = Liveness::everything(&pds);
    let constants = Constants::nothing(&pds);
    let modref = ModRef::everything(&pds);
    let chains = Chains::default();
    let given = reach.clone();
    let cuts = cuts(&pds);
    let (given_modref, known_modref) = (modref.clone(), modref.clone());
    let mut system = Prepared {
        pds,
        reach,
        known: given.clone(),
        given,
        constants,
        live,
        chains,
        modref,
        cuts,
        given_modref,
        known_modref,
        forgotten: 0,
        skipped: 0,
    };
    if which.contains(Pass::Unreachable) {
        reach::prune(&mut system.pds, &system.reach);
    }
    system.given_modref = ModRef::analyse(&system.pds);
    if which.contains(Pass::Constants) {
        system.constants = Constants::analyse(&system.pds, &system.reach, &system.given_modref, budget)?;
        if constants::apply(&mut system.pds, &system.constants) > 0 {
            system.look_again(targets, which, budget)?;
        }
    }
    system.known = system.reach.clone();
    system.known_modref = ModRef::analyse(&system.pds);
    let influence = if which.contains(Pass::Cone) {
        Influence::analyse(&system.pds, targets, &system.known_modref)
    } else {
        Influence::everything(&system.pds)
    };
    if which.contains(Pass::Liveness) {
        system.live = Liveness::within(&system.pds, &system.reach, &influence, budget)?;
        system.forgotten = forget::forget(&mut system.pds, &system.live);
    }
    system.skipped = cone::skip_calls(&mut system.pds, &system.reach, &system.live, &influence);
    if system.skipped > 0 {
        system.look_again(targets, which, budget)?;
    }
    if which.contains(Pass::Compaction) {
        system.chains = compaction::compact(&mut system.pds, targets, &system.live, &system.cuts.all, budget)?;
    }
    if which.contains(Pass::ModRef) {
        system.modref = ModRef::analyse(&system.pds);
    }
    Ok(system)
}

impl Prepared {
    /// The rules of which a rule consists, in order, each with its origin.
    pub fn parts(&self, id: RuleId) -> &[Rule] {
        self.chains.parts(&self.pds, id)
    }

    /// Rules have changed: others may be on no way to a target now.
    fn look_again(&mut self, targets: &[Target], which: PassSet, budget: &Budget) -> Result<(), StopReason> {
        self.reach = Reach::within(&self.pds, targets, budget)?;
        if which.contains(Pass::Unreachable) {
            reach::prune(&mut self.pds, &self.reach);
        }
        Ok(())
    }
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
        assert!("inlining".parse::<Pass>().is_err());
    }
}
