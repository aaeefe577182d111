//! Certificates: why no run violates a property.
//!
//! A certificate is made of *contracts*. A contract is about the activations of one procedure that are entered as its
//! `entry` says: wherever such an activation comes, the `invariants` hold of what it was entered with and the
//! state now, and if it returns, the `summary` holds of what it was entered with and what it leaves. Each call goes by a contract of the
//! callee, mostly by the first one. A procedure has a second contract where some calls matter and others
//! do not: what is known of all its activations is less than what is known of those that matter.
//!
//! That all of it holds follows from local steps, as `validate::inductive` checks them: from one place with an invariant to the next
//! ones. So every loop has to have an invariant somewhere; straight-line code needs none. A global that a procedure
//! writes nowhere, nor anybody whom it calls, has the value with which it was entered; no contract need say so.
//!
//! Formulas are over [`Subject`]s: *entered* and *now*, and for summaries results.

pub mod json;
mod subject;

pub use subject::Subject;

use crate::lang::program::property::Property;
use crate::lang::program::{Point, ProcId};
use crate::logic::formula::{Formula, Formulas};
use std::collections::BTreeMap;

/// A proof that no run of a program violates some of its properties.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The SHA-256 of the program's text, in hexadecimal.
    pub(crate) program: String,
    /// The procedure with which runs begin.
    pub entry: ProcId,
    /// The properties that no run violates.
    pub properties: Vec<Property>,
    /// The contracts. Runs begin under the first one of the entry procedure; a procedure without any is entered by no run.
    pub contracts: Vec<Contract>,
}

/// What is claimed of some activations of a procedure.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The procedure.
    pub procedure: ProcId,
    /// The graph of the formulas here.
    pub formulas: Formulas,
    /// What it is entered with, over [`Subject::Entry`].
    pub entry: Formula,
    /// What it leaves, over [`Subject::Entry`], of globals [`Subject::Now`], and [`Subject::Result`].
    pub summary: Formula,
    /// What holds whenever control is at a point, before its statement, over [`Subject::Entry`] and [`Subject::Now`].
    pub invariants: BTreeMap<Point, Formula>,
    /// The calls that do not go by the first contract of their callee, with the index of the contract.
    pub calls: BTreeMap<Point, usize>,
}

impl Certificate {
    /// For each of so many procedures the index of its first contract.
    pub fn first_contracts(&self, procedures: usize) -> Vec<Option<usize>> {
        let mut first = vec![None; procedures];
        for (index, contract) in self.contracts.iter().enumerate().rev() {
            if let Some(first) = first.get_mut(contract.procedure.index()) {
                *first = Some(index);
            }
        }
        first
    }
}
