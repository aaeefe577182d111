//! From a level that is inductive to a proof: the clauses above it, as lemmas of the system (2014-komuravelli, rule Safe).

use super::clauses::Level;
use super::cube::Literal;
use super::knowledge::Knowledge;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::proof::Proof;
use crate::summaries::predicate::Predicate;
use crate::summaries::relations::Watched;

/// The proof that nothing that is watched is hit: what holds above this level is inductive. `heads` are the loop heads of the system.
pub(super) fn proof(known: &mut Knowledge<'_>, watched: &Watched, level: Level, heads: &[bool]) -> Proof {
    let Knowledge { relations, clauses, .. } = known;
    // Where nothing that is watched is, nothing is hit, whatever it is entered with.
    let procedures = (0..relations.segments.len()).map(ProcId::from_index);
    let others = procedures.filter(|procedure| !watched.hits.contains_key(procedure));
    let mut lemmas: Vec<_> = others.map(|procedure| (Predicate::Hits(procedure), Formula::FALSE)).collect();
    for &id in &watched.order {
        let predicate = relations.body(id).predicate;
        let arguments = relations.arguments(predicate);
        let formulas = &mut relations.graph.formulas;
        for (_, clause) in clauses[id.index()].live().filter(|(_, clause)| clause.level > level) {
            let cube = clause.cube.literals().iter().fold(Formula::TRUE, |all, &Literal { argument, value }| {
                let argument = arguments[argument as usize];
                formulas.and(all, if value { argument } else { !argument })
            });
            lemmas.push((predicate, !cube));
        }
    }
    relations.proof(heads, lemmas)
}
