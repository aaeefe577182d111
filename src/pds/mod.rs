//! Symbolic pushdown systems: control flow explicit, data symbolic (2007-basler, section 2).
//!
//! The control location of a configuration is a valuation of the globals, and, between a return and the
//! store behind it, of the result registers; a stack symbol is a location of the control-flow graph with
//! a valuation of the locals. Each rule carries a [`Transfer`]: a guard, and new values as functions of the old ones and
//! of *choice* inputs, so no frame condition is ever written out, and a step can be replayed.

pub mod analysis;
pub mod build;
pub(crate) mod control;
pub mod derivation;
pub mod explicit;
pub mod lemmas;
pub mod passes;
mod places;
pub(crate) mod proof;
mod target_map;
mod transfer;

pub use build::build;
pub(crate) use places::Places;
pub(crate) use target_map::TargetMap;
pub use transfer::Slot;
pub(crate) use transfer::Transfer;

use crate::lang::cfg::{LocId, Location};
use crate::lang::program::{Place, ProcId};
use crate::logic::formula::Formulas;
use std::sync::Arc;

/// The index of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// The rule with this index.
    pub(crate) fn from_index(index: usize) -> RuleId {
        RuleId(index as u32)
    }

    /// The index in [`SymbolicPds::rules`].
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a rule does to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// `<p,(n,l)> -> <p',(n',l')>`
    Neutration {
        /// n'.
        to: LocId,
    },
    /// `<p,(n,l)> -> <p',(entry,l_f)(n',l)>`: the transfer gives parameters and initialised locals of the callee;
    /// its other locals are arbitrary.
    Expansion {
        /// The procedure that is entered.
        callee: ProcId,
        /// n', the location that waits for its return.
        to: LocId,
    },
    /// `<p,(n,l)> -> <p',ε>`: the transfer gives the result registers.
    Contraction,
}

/// A rule with its way back to the program.
#[derive(Clone, Debug)]
pub struct Rule {
    /// n.
    pub from: LocId,
    /// What happens to the stack.
    pub kind: RuleKind,
    /// What happens to the data.
    pub transfer: Transfer,
    /// Whose step it is: the place, and for a `goto` the index of the target. Of a rule that a pass has made, a place nearby.
    pub origin: (Place, u32),
}

/// A procedure's part of the system.
#[derive(Clone, Debug)]
pub struct PdsProcedure {
    /// The location where it begins.
    pub(crate) entry: LocId,
    /// How many of the locals are parameters; they come first.
    pub(crate) params: usize,
    /// The initial value of each local, where it is not arbitrary. As long as there are locals.
    pub(crate) init: Vec<Option<bool>>,
    /// The number of results.
    pub(crate) results: usize,
}

/// A symbolic pushdown system.
#[derive(Clone, Debug)]
pub struct SymbolicPds {
    /// The graph of all formulas in it.
    pub formulas: Formulas,
    /// The initial value of each global, where it is not arbitrary. As long as there are globals.
    pub(crate) globals: Vec<Option<bool>>,
    /// The procedures of the program, in the same order, and then those that passes have made.
    pub procedures: Vec<PdsProcedure>,
    /// The procedure with which runs begin.
    pub(crate) entry: ProcId,
    /// What each location stands for. One that a pass has made stands for a place nearby, and what it is to that is what it would be to a place of its own.
    pub locations: Arc<Vec<Location>>,
    /// The procedure that each location belongs to.
    pub(crate) owners: Arc<Vec<ProcId>>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) first_rule: Vec<u32>,
    /// Which variables are bits of numbers.
    pub(crate) places: Places,
}

impl SymbolicPds {
    /// All rules, those that leave a location side by side.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rules that leave a location.
    pub fn rules_from(&self, from: LocId) -> impl Iterator<Item = RuleId> + use<> {
        (self.first_rule[from.index()]..self.first_rule[from.index() + 1]).map(RuleId)
    }

    /// The rule with this id.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// The targets that each location belongs to.
    pub(crate) fn target_map(&self, targets: &[Target]) -> TargetMap {
        TargetMap::new(self.locations.len(), targets)
    }

    /// The procedure that a location belongs to.
    pub fn procedure_of(&self, location: LocId) -> ProcId {
        self.owners[location.index()]
    }
}

/// Locations that no run may reach: what the engines decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The locations.
    pub locations: Vec<LocId>,
}
