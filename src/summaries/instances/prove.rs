//! From summaries to a proof (see the README, "Evidence").

use super::known::Known;
use super::memory::Memory;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::proof::Proof;
use crate::summaries::predicate::Predicate;
use crate::summaries::relations::Watched;
use std::cell::RefCell;
use std::rc::Rc;

/// A watch that is not hit, and where it is said why.
pub struct Safe {
    pub watched: Rc<Watched>,
    pub memory: Rc<RefCell<Memory>>,
}

/// The proof that nothing of all that is watched is hit: a procedure is entered with what hits of none of the watches are possible from. `heads`
/// are the loop heads of the system.
///
/// Stores are inductive, so all that they say is, together: a call from where no watch can be hit is one of which that holds, too.
pub fn proof(known: &mut Known<'_>, safe: &[Safe], heads: &[bool]) -> Proof {
    let mut lemmas = Vec::new();
    for procedure in (0..known.relations.segments.len()).map(ProcId::from_index) {
        let mut any = Formula::FALSE;
        for Safe { watched, memory } in safe {
            if let Some(&hits) = watched.hits.get(&procedure) {
                let hit = memory.borrow().store.all(known, hits);
                any = known.relations.graph.formulas.or(any, hit);
            }
        }
        lemmas.push((Predicate::Hits(procedure), any));
    }
    for (at, Safe { watched, memory }) in safe.iter().enumerate() {
        // Most have one in common.
        if safe[..at].iter().any(|other| Rc::ptr_eq(&other.memory, memory)) {
            continue;
        }
        for &id in &watched.order {
            let predicate = known.relations.body(id).predicate;
            if !matches!(predicate, Predicate::Hits(_)) {
                lemmas.extend(memory.borrow().store.of(id).iter().map(|summary| (predicate, summary.lemma)));
            }
        }
    }
    known.relations.proof(heads, lemmas)
}
