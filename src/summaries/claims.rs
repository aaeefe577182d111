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
use crate::pds::proof::{Moment, Proof, ProofBuilder};
use crate::symbolic::graph::{Execution, Graph, Name, Round, What};
use crate::symbolic::view::View;
use rustc_hash::{FxHashMap, FxHashSet};

/// The proof. `heads` are the loop heads of the system.
pub fn proof(graph: &mut Graph, view: &View<'_>, bodies: &mut Bodies<'_>, heads: &[bool]) -> Proof {
    let pds = view.pds;
    let mut proof = ProofBuilder::new(pds, heads);
    let mut entries: Vec<Option<Formula>> = vec![None; pds.procedures.len()];
    let mut said_at: FxHashSet<LocId> = FxHashSet::default();
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
        let exit = proof.formulas.and(entered, left);
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
            for &slot in view.layout(head.at).iter().filter(|slot| !head.slots.contains(slot)) {
                let [before, now] =
                    [Moment::Entered(slot), Moment::Now(slot)].map(|moment| proof.formulas.input(moment.input()));
                let kept = proof.formulas.iff(before, now);
                holds = proof.formulas.and(holds, kept);
            }
            proof.holds(head.at, holds);
            said_at.insert(head.at);
        }
    }
    // Loop heads of which nothing was needed.
    for location in (0..heads.len()).map(LocId::from_index) {
        let procedure = pds.procedure_of(location).index();
        let is_left = heads[location.index()] && view.is_reached(location) && !said_at.contains(&location);
        if let (true, Some(entered)) = (is_left, entries[procedure]) {
            proof.holds(location, entered);
        }
    }
    proof.finish()
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
