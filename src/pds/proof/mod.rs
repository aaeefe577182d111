//! Why targets are not reached: what holds of all runs, as relations between what an activation was entered with and
//! the state now.
//!
//! A proof is made of [`Contract`]s, as certificates are (see `verdict::certificate`), and speaks of one system, at its cuts only
//! (see [`cuts`](super::analysis::cuts())): that on which an engine worked, as the [`ProofBuilder`] has it from there, or one before the
//! passes (see [`super::passes`]). Calls go by contracts, so what is known of some activations of a procedure need not be known of all.
//!
//! A global that no rule of a procedure updates, nor of those that it calls, has the value of the entry all along: that need not be said.

mod builder;
mod moment;
mod product;

pub(crate) use builder::ProofBuilder;
pub(crate) use moment::Moment;

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};
use std::collections::BTreeMap;

/// What holds of all runs of a system.
#[derive(Clone, Debug)]
pub struct Proof {
    /// For each procedure the locations of which the proof speaks: enough of them that each circle goes through one.
    pub(crate) cuts: Vec<Vec<LocId>>,
    /// The graph of all formulas here, which are over [`Moment`]s.
    pub(crate) formulas: Formulas,
    /// The contracts, by [`ContractId::index`].
    pub(crate) contracts: Vec<Contract>,
    /// The contract under which runs begin.
    pub(crate) root: ContractId,
}

/// A contract, of a certain proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContractId(u32);

/// What holds of some activations of a procedure: those that a call goes by it, and of [`Proof::root`] the one with which runs begin.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    /// The procedure.
    pub procedure: ProcId,
    /// What they are entered with.
    pub entry: Claim,
    /// What they leave; `None` if nobody waits for them to return.
    pub(crate) exit: Option<Claim>,
    /// For each cut that they come to what holds there.
    pub(crate) at: BTreeMap<LocId, Claim>,
    /// For each location that they call from the contract of the callee.
    pub calls: BTreeMap<LocId, ContractId>,
}

/// That all of some formulas hold; without any, nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claim {
    all: Vec<Formula>,
}

impl ContractId {
    /// The contract with this index.
    pub(crate) fn from_index(index: usize) -> ContractId {
        ContractId(index as u32)
    }

    /// The index in [`Proof::contracts`].
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Proof {
    /// Adds a contract.
    pub(crate) fn add(&mut self, contract: Contract) -> ContractId {
        self.contracts.push(contract);
        ContractId::from_index(self.contracts.len() - 1)
    }
}

impl Claim {
    /// That there is no such state.
    pub(crate) fn never() -> Claim {
        Claim::from(Formula::FALSE)
    }

    /// Whether it says that there is no such state.
    pub(crate) fn is_never(&self) -> bool {
        self.all == [Formula::FALSE]
    }

    /// The formulas that hold.
    pub(crate) fn all(&self) -> &[Formula] {
        &self.all
    }

    /// That these hold, too; they come first. What never holds says enough.
    pub(crate) fn add(&mut self, more: impl IntoIterator<Item = Formula>) {
        if !self.is_never() {
            self.all.splice(..0, more);
            if self.all.contains(&Formula::FALSE) {
                *self = Claim::never();
            }
        }
    }
}

impl FromIterator<Formula> for Claim {
    fn from_iter<T: IntoIterator<Item = Formula>>(all: T) -> Claim {
        let mut claim = Claim::default();
        claim.add(all.into_iter().filter(|&formula| formula != Formula::TRUE));
        claim
    }
}

impl From<Formula> for Claim {
    fn from(formula: Formula) -> Claim {
        Claim { all: if formula == Formula::TRUE { Vec::new() } else { vec![formula] } }
    }
}
