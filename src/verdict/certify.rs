//! From a proof about the system that was built from a program to a certificate of the program: contracts become contracts, and locations points.

use super::certificate::{Certificate, Contract, Subject};
use crate::lang::cfg::{Cfg, LocId, Role};
use crate::lang::program::property::Property;
use crate::lang::program::{ProcId, Var};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::Slot;
use crate::pds::proof::{self, Claim, ContractId, Moment, Proof};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The certificate that a proof stands for: no run of the program that begins in `entry` violates these properties.
pub(crate) fn certify(
    program_sha256: &str,
    graphs: &Cfg,
    entry: ProcId,
    properties: Vec<Property>,
    proof: &Proof,
) -> Certificate {
    let order = wanted(proof);
    let number: BTreeMap<ContractId, usize> = order.iter().copied().zip(0..).collect();
    let mut first = BTreeMap::new();
    for (index, id) in order.iter().enumerate() {
        first.entry(proof.contracts[id.index()].procedure).or_insert(index);
    }
    let mut memo = Memo::default();
    let contracts = order.iter().map(|id| {
        let contract = &proof.contracts[id.index()];
        let calls = contract.calls.iter().map(|(call, callee)| (call, number[callee], callee));
        let calls = calls.filter(|(_, index, callee)| first[&proof.contracts[callee.index()].procedure] != *index);
        let calls = calls.map(|(call, index, _)| (graphs.locations[call.index()].place.point, index)).collect();
        memo.forget();
        let mut said = Saying { from: &proof.formulas, into: Formulas::default(), memo: &mut memo };
        let entry = said.all(&contract.entry, &FxHashSet::default());
        let known: FxHashSet<Formula> = said.into.conjuncts(entry).into_iter().collect();
        let summary = contract.exit.as_ref().map_or(Formula::TRUE, |exit| said.all(exit, &known));
        let invariants = cuts(graphs, proof, contract).map(|(cut, claim)| {
            let invariant = claim.map_or(Formula::FALSE, |claim| said.all(claim, &known));
            (graphs.locations[cut.index()].place.point, invariant)
        });
        let invariants = invariants.collect();
        Contract { procedure: contract.procedure, formulas: said.into, entry, summary, invariants, calls }
    });
    Certificate { program: program_sha256.to_string(), entry, properties, contracts: contracts.collect() }
}

/// The contracts that some call goes by, and the one under which runs begin, by procedure; that one comes first.
fn wanted(proof: &Proof) -> Vec<ContractId> {
    let mut is_wanted = vec![false; proof.contracts.len()];
    let mut open = vec![proof.root];
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut is_wanted[id.index()], true) {
            open.extend(proof.contracts[id.index()].calls.values());
        }
    }
    let mut wanted: Vec<ContractId> =
        (0..is_wanted.len()).filter(|&index| is_wanted[index]).map(ContractId::from_index).collect();
    wanted.sort_by_key(|&id| (proof.contracts[id.index()].procedure, id != proof.root, id));
    wanted
}

/// The cuts that stand for points, with what is claimed there, if they are reached.
fn cuts<'p>(
    graphs: &'p Cfg,
    proof: &'p Proof,
    contract: &'p proof::Contract,
) -> impl Iterator<Item = (LocId, Option<&'p Claim>)> {
    let cuts = proof.cuts[contract.procedure.index()].iter().copied();
    let cuts = cuts.filter(|cut| graphs.locations[cut.index()].role == Role::At);
    cuts.map(|cut| (cut, contract.at.get(&cut)))
}

/// Claims of a proof, as they are said in a contract.
struct Saying<'a> {
    from: &'a Formulas,
    into: Formulas,
    memo: &'a mut Memo<Formula>,
}

impl Saying<'_> {
    /// All that is claimed, but for what is known; values of single variables first.
    fn all(&mut self, claim: &Claim, known: &FxHashSet<Formula>) -> Formula {
        let is_value = |formula: &&Formula| matches!(self.from.node(formula.node()), Node::Input(_));
        let (values, others): (Vec<&Formula>, Vec<&Formula>) = claim.all().iter().partition(is_value);
        let mut all = Formula::TRUE;
        for &formula in values.into_iter().chain(others) {
            let formula = self.one(formula);
            all = self.into.and(all, formula);
        }
        let news = self.into.conjuncts(all).into_iter().filter(|conjunct| !known.contains(conjunct));
        news.fold(Formula::TRUE, |all, conjunct| self.into.and(all, conjunct))
    }

    /// A formula of the proof, in terms of the program.
    fn one(&mut self, formula: Formula) -> Formula {
        let by = |formulas: &mut Formulas, input: Input| match subject(Moment::of(input)) {
            Some(subject) => formulas.input(subject.input()),
            None => Formula::FALSE,
        };
        let mut transplant = Transplant { from: self.from, into: &mut self.into, by };
        self.memo.value(&mut transplant, formula)
    }
}

/// The variable or result; a choice is none.
fn subject(moment: Moment) -> Option<Subject> {
    let var = |slot: Slot| match slot {
        Slot::Global(index) => Some(Var::global(index)),
        Slot::Local(index) => Some(Var::local(index)),
        Slot::Result(_) | Slot::Choice(_) => None,
    };
    match moment {
        Moment::Entered(slot) => var(slot).map(Subject::Entry),
        Moment::Now(Slot::Result(index)) => Some(Subject::Result(index)),
        Moment::Now(slot) => var(slot).map(Subject::Now),
    }
}
