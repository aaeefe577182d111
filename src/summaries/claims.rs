//! Lemmas that follow, as a [`Proof`]: what the system's runs obey at entries, exits and loop heads.
//!
//! `E` of a procedure, what it is entered with, is what its lemmas exclude hits for: where an activation could hit, it is never made. A
//! procedure that cannot hit is entered with anything. Since no activation hits, summaries and invariants, which hold for all
//! entries, are stated beside `E` (2014-komuravelli, section 3; no set of reachable entries has to be computed).

use super::bodies::Bodies;
use super::predicate::Predicate;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::Slot;
use crate::pds::proof::{Moment, Proof, ProofBuilder};
use crate::symbolic::graph::{Execution, Graph, Name, Round, What};
use crate::symbolic::segments::Head;
use crate::symbolic::view::View;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The proof. `heads` are the loop heads of the system.
pub fn proof(graph: &mut Graph, view: &View<'_>, bodies: &mut Bodies<'_>, heads: &[bool]) -> Proof {
    let pds = view.pds;
    let mut proof = ProofBuilder::new(pds, heads);
    let mut entries: Vec<Option<Formula>> = vec![None; pds.procedures.len()];
    let mut said_at: FxHashSet<LocId> = FxHashSet::default();
    let kept = kept(view, bodies);
    for procedure in (0..pds.procedures.len()).map(ProcId::from_index) {
        let entry = pds.procedures[procedure.index()].entry;
        if !view.is_reached(entry) {
            continue;
        }
        let mut said = Said { subjects: FxHashMap::default(), memo: Memo::sparse() };
        for &slot in &view.interface_of(procedure).ins {
            said.stands_for(graph, Name::Entry(procedure, slot), Moment::Entered(slot));
        }
        for &slot in &view.interface_of(procedure).outs {
            said.stands_for(graph, Name::Exit(procedure, slot), Moment::Now(slot));
        }
        let entered = match view.hits_inside(procedure) {
            true => !said.all(graph, &mut proof.formulas, bodies.lemmas(Predicate::Hits(procedure))),
            false => Formula::TRUE,
        };
        if entered == Formula::FALSE {
            continue;
        }
        entries[procedure.index()] = Some(entered);
        let left = match view.returns(procedure) {
            true => said.all(graph, &mut proof.formulas, bodies.lemmas(Predicate::Returns(procedure))),
            false => Formula::FALSE,
        };
        let mut exit = proof.formulas.and(entered, left);
        for &slot in kept.iter().filter(|&&slot| view.is_kept(procedure, None, slot)) {
            let same = same(&mut proof.formulas, slot);
            exit = proof.formulas.and(exit, same);
        }
        proof.procedure(procedure, entered, exit);
        let known = bodies.known(procedure);
        for (index, head) in known.iter().flat_map(|segments| &segments.heads).enumerate() {
            let mut said = Said { subjects: said.subjects.clone(), memo: Memo::sparse() };
            let execution = Execution::Segments(procedure);
            for &slot in &head.slots {
                let name = Name::At(execution, head.at, Round::Copy(0), What::Now(slot));
                said.stands_for(graph, name, Moment::Now(slot));
            }
            let all = said.all(graph, &mut proof.formulas, bodies.lemmas(Predicate::At(procedure, index)));
            let mut holds = proof.formulas.and(entered, all);
            let own = left_out(view, head);
            let others = kept.iter().copied().filter(|&slot| view.is_kept(procedure, Some(head.at), slot));
            for slot in own.chain(others).collect::<BTreeSet<Slot>>() {
                let same = same(&mut proof.formulas, slot);
                holds = proof.formulas.and(holds, same);
            }
            proof.holds(head.at, holds);
            said_at.insert(head.at);
        }
    }
    // Loop heads of which nothing was needed.
    for location in (0..heads.len()).map(LocId::from_index) {
        let procedure = pds.procedure_of(location);
        let is_left = heads[location.index()] && view.is_reached(location) && !said_at.contains(&location);
        if let (true, Some(entered)) = (is_left, entries[procedure.index()]) {
            let mut holds = entered;
            for &slot in kept.iter().filter(|&&slot| view.is_kept(procedure, Some(location), slot)) {
                let same = same(&mut proof.formulas, slot);
                holds = proof.formulas.and(holds, same);
            }
            proof.holds(location, holds);
        }
    }
    proof.finish()
}

/// The globals of which it matters that they are kept: some loop head has left them out. A procedure that is called on the way there says that it keeps
/// them, since in the program it may well write them, where that no longer matters.
fn kept(view: &View<'_>, bodies: &Bodies<'_>) -> BTreeSet<Slot> {
    let procedures = (0..view.pds.procedures.len()).map(ProcId::from_index);
    let known: Vec<_> = procedures.filter_map(|procedure| bodies.known(procedure)).collect();
    let slots = known.iter().flat_map(|segments| &segments.heads).flat_map(|head| left_out(view, head));
    slots.filter(|slot| matches!(slot, Slot::Global(_))).collect()
}

/// What the state at a loop head leaves out since it is as it was at the entry.
fn left_out<'a>(view: &'a View<'_>, head: &'a Head) -> impl Iterator<Item = Slot> + 'a {
    view.layout(head.at).iter().copied().filter(|slot| !head.slots.contains(slot))
}

/// That a variable has the value that it had at the entry.
fn same(formulas: &mut Formulas, slot: Slot) -> Formula {
    let [before, now] = [Moment::Entered(slot), Moment::Now(slot)].map(|moment| formulas.input(moment.input()));
    formulas.iff(before, now)
}

/// What the inputs of lemmas stand for in a proof.
struct Said {
    subjects: FxHashMap<Input, Moment>,
    memo: Memo<Formula, FxHashMap<usize, Formula>>,
}

impl Said {
    fn stands_for(&mut self, graph: &mut Graph, name: Name, moment: Moment) {
        self.subjects.insert(graph.number(name), moment);
    }

    /// The conjunction of some lemmas, as the proof says it.
    fn all(&mut self, graph: &Graph, into: &mut Formulas, lemmas: &[Formula]) -> Formula {
        let Said { subjects, memo } = self;
        let by = |into: &mut Formulas, input: Input| into.input(subjects[&input].input());
        let mut all = Formula::TRUE;
        for &lemma in lemmas {
            let said = memo.value(&mut Transplant { from: &graph.formulas, into: &mut *into, by }, lemma);
            all = into.and(all, said);
        }
        all
    }
}
