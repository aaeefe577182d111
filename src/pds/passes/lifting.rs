//! A proof on its way back through the passes, and what passes do to it.
//!
//! What is said of the smaller system need not hold where the pass has left rules away because nothing depends on what happens there: there
//! nothing is said. Calls from there, and those that went, go by a contract that says nothing, which each procedure has at most one of until
//! something is known again of all activations.

use super::back::Exists;
use super::calls::{Calls, Fate};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};
use crate::pds::Slot;
use crate::pds::analysis::{ModRef, Reach};
use crate::pds::proof::{Claim, Contract, ContractId, Moment, Proof};

/// A proof on its way back.
pub(crate) struct Lifting<'a> {
    pub(super) proof: Proof,
    pub(super) exists: Exists<'a>,
    /// For each procedure the contract that says nothing, if there is one.
    silent: Vec<Option<ContractId>>,
}

impl<'a> Lifting<'a> {
    pub(super) fn new(proof: Proof, exists: Exists<'a>) -> Lifting<'a> {
        let silent = vec![None; proof.cuts.len()];
        Lifting { proof, exists, silent }
    }

    /// Nothing is said any more where no target can follow.
    pub(super) fn silence(&mut self, reach: &Reach) {
        let Proof { cuts, contracts, .. } = &mut self.proof;
        for contract in contracts {
            if !reach.useful(reach.entry(contract.procedure)) {
                contract.entry = Claim::default();
            }
            if let Some(exit) = &mut contract.exit
                && !reach.matters_behind(contract.procedure)
            {
                *exit = Claim::default();
            }
            for &cut in cuts[contract.procedure.index()].iter().filter(|&&cut| !reach.useful(cut)) {
                contract.at.insert(cut, Claim::default());
            }
        }
    }

    /// Calls that went go by contracts that say nothing.
    pub(super) fn release(&mut self, calls: &Calls) {
        let mut index = 0;
        while index < self.proof.contracts.len() {
            for call in calls.of_caller(self.proof.contracts[index].procedure) {
                match call.fate {
                    Fate::Stays => {}
                    Fate::Unreached => drop(self.proof.contracts[index].calls.remove(&call.at)),
                    Fate::Goes => {
                        let callee = self.silent(call.callee, calls);
                        self.proof.contracts[index].calls.insert(call.at, callee);
                    }
                }
            }
            index += 1;
        }
    }

    /// The contract of a procedure that says nothing; those that its calls go by say nothing either.
    fn silent(&mut self, procedure: ProcId, calls: &Calls) -> ContractId {
        let mut open = Vec::new();
        let wanted = self.silent_one(procedure, &mut open);
        while let Some((procedure, id)) = open.pop() {
            for call in calls.of_caller(procedure).iter().filter(|call| call.fate != Fate::Unreached) {
                let callee = self.silent_one(call.callee, &mut open);
                self.proof.contracts[id.index()].calls.insert(call.at, callee);
            }
        }
        wanted
    }

    /// The same, without its calls: a new one is left `open`.
    fn silent_one(&mut self, procedure: ProcId, open: &mut Vec<(ProcId, ContractId)>) -> ContractId {
        if let Some(id) = self.silent[procedure.index()] {
            return id;
        }
        let id = self.proof.add(Contract {
            procedure,
            entry: Claim::default(),
            exit: Some(Claim::default()),
            at: self.proof.cuts[procedure.index()].iter().map(|&cut| (cut, Claim::default())).collect(),
            calls: Default::default(),
        });
        self.silent[procedure.index()] = Some(id);
        open.push((procedure, id));
        id
    }

    /// No run comes elsewhere, nor returns from other procedures.
    pub(super) fn restrict(
        &mut self,
        reached: impl Fn(LocId) -> bool,
        returns: impl Fn(ProcId) -> bool,
        reach: &Reach,
    ) {
        for contract in &mut self.proof.contracts {
            if !reached(reach.entry(contract.procedure)) {
                contract.entry = Claim::never();
            }
            if let Some(exit) = &mut contract.exit
                && !returns(contract.procedure)
            {
                *exit = Claim::never();
            }
            contract.at.retain(|&cut, _| reached(cut));
        }
    }

    /// Of all activations it is known which globals have the values of the entry: where they return, and at cuts.
    pub(super) fn keep(&mut self, exit: impl Fn(ProcId) -> Vec<Slot>, at: impl Fn(LocId) -> Vec<Slot>) {
        self.silent.fill(None);
        let Proof { formulas, contracts, .. } = &mut self.proof;
        for Contract { procedure, exit: left, at: cuts, .. } in contracts {
            if let Some(left) = left {
                left.add(exit(*procedure).into_iter().map(|slot| kept(formulas, slot)).collect::<Vec<_>>());
            }
            for (&cut, claim) in cuts {
                claim.add(at(cut).into_iter().map(|slot| kept(formulas, slot)).collect::<Vec<_>>());
            }
        }
    }

    /// Something is known of all activations: which globals are kept, and with them what is to be said first, where.
    pub(super) fn tell(
        &mut self,
        kept: &Kept,
        what: impl Fn(&mut Formulas, &[Formula], ProcId, Where) -> Vec<Formula>,
    ) {
        self.silent.fill(None);
        let Proof { formulas, contracts, cuts, .. } = &mut self.proof;
        let kept = kept.holds(formulas, cuts.len());
        for Contract { procedure, entry, exit, at, .. } in contracts {
            let mut what = |at| what(formulas, &kept[procedure.index()], *procedure, at);
            entry.add(what(Where::Entry));
            if let Some(exit) = exit {
                exit.add(what(Where::Exit));
            }
            for (&cut, claim) in at {
                claim.add(what(Where::Cut(cut)));
            }
        }
    }
}

/// Of what a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    Entry,
    Exit,
    Cut(LocId),
}

/// Globals that rules update before a pass, and not after it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) before: ModRef,
    pub(super) after: ModRef,
}

impl Kept {
    /// For each procedure that they have the values of the entry.
    pub(super) fn holds(&self, formulas: &mut Formulas, procedures: usize) -> Vec<Vec<Formula>> {
        (0..procedures).map(|index| self.of_procedure(formulas, ProcId::from_index(index))).collect()
    }

    fn of_procedure(&self, formulas: &mut Formulas, procedure: ProcId) -> Vec<Formula> {
        self.slots(procedure).into_iter().map(|slot| kept(formulas, slot)).collect()
    }

    /// Which they are.
    pub(super) fn slots(&self, procedure: ProcId) -> Vec<Slot> {
        let after = self.after.modifies(procedure);
        let before = self.before.sets().iter(self.before.modifies(procedure));
        before.filter(|&slot| !self.after.sets().contains(after, slot)).collect()
    }
}

/// That a global has the value of the entry.
fn kept(formulas: &mut Formulas, slot: Slot) -> Formula {
    let [now, entered] = [Moment::Now(slot), Moment::Entered(slot)].map(|at| formulas.input(at.input()));
    // What is made last comes first where the formula is moved to a graph of its own: of what was entered, and of the case that both are true.
    formulas.iff(!now, !entered)
}
