//! From a level that is inductive to a proof: the clauses above it, as lemmas of the system (2014-komuravelli, rule Safe).

use super::clauses::Level;
use super::cube::Literal;
use super::knowledge::{Knowledge, Watched};
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::sat::Backend;
use crate::pds::proof::Proof;
use crate::summaries::bodies::{Bodies, entries, exits};
use crate::summaries::claims;
use crate::summaries::predicate::Predicate;

/// The proof that nothing that is watched is hit: what holds above this level is inductive. `heads` are the loop heads of the system.
pub(super) fn proof(known: &mut Knowledge<'_>, watched: &Watched, level: Level, heads: &[bool]) -> Proof {
    let mut bodies = Bodies::new(heads, Backend::default());
    let Knowledge { graph, view, .. } = known;
    let procedures = (0..).map(ProcId::from_index).zip(&known.segments);
    for procedure in procedures.filter_map(|(procedure, segments)| segments.as_ref().map(|_| procedure)) {
        bodies.segments(graph, view, procedure);
        // Nothing that is watched is hit here, whatever it is entered with.
        if watched.hits(procedure).is_none() {
            bodies.add(Predicate::Hits(procedure), Formula::FALSE);
        }
    }
    for leaf in (0..)
        .zip(&known.is_leaf)
        .filter(|(_, is_leaf)| **is_leaf)
        .map(|(index, _)| ProcId::from_index(index))
        .collect::<Vec<_>>()
    {
        let relation = known.relation(leaf);
        bodies.add(Predicate::Returns(leaf), relation);
    }
    let Knowledge { graph, view, .. } = known;
    for &id in &watched.order {
        let predicate = known.bodies[id.index()].predicate;
        let procedure = predicate.procedure();
        let mut arguments = entries(graph, view, procedure);
        match predicate {
            Predicate::Returns(_) => arguments.extend(exits(graph, view, procedure)),
            Predicate::At(_, head) => {
                let segments = known.segments[procedure.index()].iter();
                arguments.extend(segments.flat_map(|segments| &segments.heads[head].before));
            }
            Predicate::Hits(_) => {}
        }
        for (_, clause) in known.clauses[id.index()].live().filter(|(_, clause)| clause.level > level) {
            let cube = clause.cube.literals().iter().fold(Formula::TRUE, |all, &Literal { argument, value }| {
                let argument = arguments[argument as usize];
                graph.formulas.and(all, if value { argument } else { !argument })
            });
            bodies.add(predicate, !cube);
        }
    }
    claims::proof(graph, view, &mut bodies, heads)
}
