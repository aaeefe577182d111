//! Passes over a symbolic pushdown system: what does not matter for the targets is found, and left away.
//!
//! ```text
//! SymbolicPds -> outline     loops become procedures, if that is asked for
//!             -> reach       rules on no way to a target go
//!             -> constants   what has one value only is filled in; reach again
//!             -> liveness    updates of dead slots go
//!             -> cone        calls without influence go; reach again
//!             -> compaction  straight-line code becomes one rule -> Prepared
//! ```
//!
//! Each pass can be switched off ([`PassSet`]), an engine may do without some, and no verdict depends on one. Each returns the new system and its
//! *way back* ([`back::Back`]), for derivations and for proofs; [`run`] strings them together ([`WayBack`]), so that who has the evidence of an engine
//! has evidence about the system as it was, and need not know a pass.
//!
//! What a proof says goes back like this. An invariant I of the prepared system at its cuts ([`cuts`](cuts()), which compaction does not pass by), over the
//! slots that are live there, gives one of the given system. At a cut n it is
//!
//! - *false* where no run comes, and *true* where one comes but no target can follow, by control flow alone ([`Pass::Unreachable`]);
//! - else *false* where no run comes for the constants' sake ([`Pass::Constants`]);
//! - else the constants at n, and with them I(n), or nothing where no target can follow now.
//!
//! Some calls owe nothing to the invariant of the callee, nor does what the callee does then: those from where no target can follow, and those
//! without influence ([`Pass::Cone`]: no target is in there, and what is modified is not live behind). They go by contracts of
//! their own ([`proof`](super::proof)), in which nothing is said but what earlier passes know of all activations.
//!
//! A newcomer begins with [`run`] and [`back`].

pub(crate) mod back;
mod calls;
mod compaction;
mod cone;
mod constants;
mod forget;
mod lifting;
mod outline;
mod unreachable;

pub(crate) use back::WayBack;

use super::analysis::{Cuts, Functions, Influence, Liveness, ModRef, Reach, cuts};
use super::{SymbolicPds, Target};
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use cone::LeftAway;
use lifting::Kept;
use std::fmt;
use std::str::FromStr;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pass {
    /// Loops become procedures.
    Outline,
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
    pub const ALL: [Pass; 7] =
        [Pass::Outline, Pass::Unreachable, Pass::Constants, Pass::Liveness, Pass::Cone, Pass::Compaction, Pass::ModRef];

    /// Its name, as users write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Pass::Outline => "outline",
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
#[error(
    "there is no pass `{0}`: write `outline`, `unreachable`, `constants`, `liveness`, `cone`, `compaction` or `modref`"
)]
pub struct UnknownPass(String);

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(text: &str) -> Result<Pass, UnknownPass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == text).ok_or_else(|| UnknownPass(text.to_string()))
    }
}

/// Which passes run. By default all but [`Pass::Outline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassSet {
    bits: u8,
}

impl Default for PassSet {
    fn default() -> PassSet {
        PassSet::ALL.without(Pass::Outline)
    }
}

impl PassSet {
    /// All passes.
    pub const ALL: PassSet = PassSet { bits: (1 << Pass::ALL.len()) - 1 };

    /// No pass.
    pub const NONE: PassSet = PassSet { bits: 0 };

    /// Whether it runs.
    pub(crate) fn contains(self, pass: Pass) -> bool {
        self.bits >> pass as u8 & 1 == 1
    }

    /// The passes that are in both.
    #[must_use]
    pub fn both(self, other: PassSet) -> PassSet {
        PassSet { bits: self.bits & other.bits }
    }

    /// The same passes, and this one.
    #[must_use]
    pub fn with(self, pass: Pass) -> PassSet {
        PassSet { bits: self.bits | 1 << pass as u8 }
    }

    /// The same passes, but not this one.
    #[must_use]
    pub const fn without(self, pass: Pass) -> PassSet {
        PassSet { bits: self.bits & !(1 << pass as u8) }
    }
}

impl FromIterator<Pass> for PassSet {
    fn from_iter<T: IntoIterator<Item = Pass>>(passes: T) -> PassSet {
        PassSet { bits: passes.into_iter().fold(0, |bits, pass| bits | 1 << pass as u8) }
    }
}

/// A system after the passes, with what engines go by.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The system: it reaches the targets that the given one reaches.
    pub pds: SymbolicPds,
    /// Which slots matter where; without [`Pass::Liveness`] each slot in scope.
    pub(crate) live: Liveness,
    /// Which globals a procedure can modify and read; without [`Pass::ModRef`] each global.
    pub(crate) modref: ModRef,
    /// Which procedures are functions, in the program as well.
    pub(crate) functions: Functions,
    /// Where a proof has to say what holds.
    pub(crate) cuts: Cuts,
    /// From what is known of the system to what is known of the given one.
    pub back: WayBack,
    /// How many updates were dropped.
    pub forgotten: usize,
    /// How many calls were left away.
    pub skipped: usize,
}

/// Runs the passes.
///
/// # Errors
/// The limit that was hit.
pub fn run(mut pds: SymbolicPds, targets: &[Target], which: PassSet, budget: &Budget) -> Result<Prepared, StopReason> {
    let mut back = WayBack::default();
    let given = pds.procedures.len();
    let mut loops = None;
    if which.contains(Pass::Outline) {
        let outlined;
        (pds, outlined) = outline::outline(pds, budget)?;
        loops = Some(outlined);
    }
    let mut cuts = cuts(&pds);
    // What does not look at the limits itself is linear; they are looked at behind it.
    budget.check()?;
    if let Some(outlined) = loops {
        outlined.cut(&mut cuts);
        back.push(outlined);
    }
    let mut reach = Reach::within(&pds, targets, budget)?;
    let functions = Functions::analyse(&pds, &reach);
    let prunes = which.contains(Pass::Unreachable);
    let left;
    (pds, left) = unreachable::unreachable(pds, &reach, prunes);
    let mut modref = left.modref().clone();
    back.push(left);
    budget.check()?;
    if which.contains(Pass::Constants) {
        let filled_in;
        (pds, filled_in) = constants::constants(pds, targets, &mut reach, &modref, prunes, budget)?;
        modref = filled_in.modref().clone();
        back.push(filled_in);
    }
    let mut influence = if which.contains(Pass::Cone) {
        Influence::analyse(&pds, targets, &modref)
    } else {
        Influence::everything(&pds)
    };
    budget.check()?;
    // A loop is a part of the run that calls it, so it must be known which way it goes.
    (given..pds.procedures.len()).for_each(|index| influence.insist(ProcId::from_index(index)));
    let (live, forgotten);
    if which.contains(Pass::Liveness) {
        live = Liveness::within(&pds, &reach, &influence, budget)?;
        (pds, forgotten) = forget::forget(pds, &live);
    } else {
        (live, forgotten) = (Liveness::everything(&pds), 0);
    }
    budget.check()?;
    let left_away;
    (pds, left_away) = cone::cone(pds, targets, &mut reach, &live, &influence, prunes, budget)?;
    let skipped = left_away.as_ref().map_or(0, LeftAway::count);
    let kept = Kept { before: modref, after: ModRef::analyse(&pds) };
    forget::Forgotten::of(&pds, &live, &kept, &cuts).into_iter().for_each(|forgotten| back.push(forgotten));
    left_away.into_iter().for_each(|left_away| back.push(left_away));
    let modref = if which.contains(Pass::ModRef) { kept.after } else { ModRef::everything(&pds) };
    let functions = functions.settled(&pds, given, &live);
    let prepared = Prepared { pds, live, modref, functions, cuts, back, forgotten, skipped };
    if which.contains(Pass::Compaction) { compacted(prepared, targets, budget) } else { Ok(prepared) }
}

/// Runs the last pass, [`Pass::Compaction`], behind the others.
///
/// # Errors
/// The limit that was hit.
pub(crate) fn compacted(
    Prepared { pds, live, modref, functions, cuts, mut back, forgotten, skipped }: Prepared,
    targets: &[Target],
    budget: &Budget,
) -> Result<Prepared, StopReason> {
    let (pds, chains) = compaction::compact(pds, targets, &live, &cuts.all, budget)?;
    back.push(chains);
    Ok(Prepared { pds, live, modref, functions, cuts, back, forgotten, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read_and_shown() {
        for pass in Pass::ALL {
            assert_eq!(pass.to_string().parse(), Ok(pass));
            assert!(PassSet::ALL.contains(pass) && !PassSet::NONE.contains(pass));
            assert!(!PassSet::default().without(pass).contains(pass));
        }
        assert!("inlining".parse::<Pass>().is_err());
    }
}
