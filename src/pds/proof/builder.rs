//! A proof as engines have it: what is known of a procedure from outside, and what holds at its cuts.

use super::{Claim, Contract, ContractId, Proof};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};
use crate::pds::{RuleKind, SymbolicPds};
use std::collections::BTreeMap;

/// A proof in the making: one contract for all calls of a procedure. What nothing is said about is not reached.
#[derive(Clone, Debug)]
pub(crate) struct ProofBuilder {
    /// The graph of all formulas.
    pub(crate) formulas: Formulas,
    entry: ProcId,
    cuts: Vec<Vec<LocId>>,
    procedure_of: Vec<ProcId>,
    called: Vec<Contract>,
    first: Option<Contract>,
}

impl ProofBuilder {
    /// Nothing is reached. The proof is to speak of the locations that `is_cut`.
    pub(crate) fn new(pds: &SymbolicPds, is_cut: &[bool]) -> ProofBuilder {
        let locations = || (0..pds.locations.len()).map(LocId::from_index);
        let procedure_of: Vec<ProcId> = locations().map(|location| pds.procedure_of(location)).collect();
        let mut cuts = vec![Vec::new(); pds.procedures.len()];
        for location in locations().filter(|location| is_cut[location.index()]) {
            cuts[procedure_of[location.index()].index()].push(location);
        }
        let contract = |procedure| Contract {
            procedure,
            entry: Claim::never(),
            exit: Some(Claim::never()),
            at: BTreeMap::new(),
            calls: BTreeMap::new(),
        };
        let mut called: Vec<Contract> =
            (0..pds.procedures.len()).map(|index| contract(ProcId::from_index(index))).collect();
        for rule in pds.rules() {
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                let caller = &mut called[pds.procedure_of(rule.from).index()];
                caller.calls.insert(rule.from, ContractId::from_index(callee.index()));
            }
        }
        ProofBuilder { formulas: Formulas::default(), entry: pds.entry, cuts, procedure_of, called, first: None }
    }

    /// What activations of a procedure are entered with, and what they leave.
    pub(crate) fn procedure(&mut self, procedure: ProcId, entry: Formula, exit: Formula) {
        let contract = &mut self.called[procedure.index()];
        (contract.entry, contract.exit) = (entry.into(), Some(exit.into()));
    }

    /// What holds at a cut, over the slots that are live there.
    pub(crate) fn holds(&mut self, at: LocId, formula: Formula) {
        self.called[self.procedure_of[at.index()].index()].at.insert(at, formula.into());
    }

    /// What the activation with which runs begin is entered with, and what holds at the cuts that it comes to, if it is not among the others; its
    /// procedure is called as well then.
    pub(crate) fn first(&mut self, entry: Formula, at: BTreeMap<LocId, Formula>) {
        let calls = self.called[self.entry.index()].calls.clone();
        let at = at.into_iter().map(|(location, formula)| (location, formula.into())).collect();
        self.first = Some(Contract { procedure: self.entry, entry: entry.into(), exit: None, at, calls });
    }

    /// The proof.
    pub(crate) fn finish(self) -> Proof {
        let ProofBuilder { formulas, entry, cuts, called, first, .. } = self;
        let root = ContractId::from_index(if first.is_some() { called.len() } else { entry.index() });
        let contracts = called.into_iter().chain(first).collect();
        Proof { cuts, formulas, contracts, root }
    }
}
