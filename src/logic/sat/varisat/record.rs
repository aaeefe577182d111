//! A solver whose proof is recorded. It tells each step to a processor, after it has checked it; clauses by numbers of
//! their own, from 0, counted together with input clauses that are duplicates or tautologies.
//!
//! An error of the processor ends the search. So the recording is the brake, at each clause that is learnt. Not in
//! between: a search that learns nothing is not stopped.

use super::library::{from_varisat, model, to_varisat};
use crate::logic::sat::cnf::Cnf;
use crate::logic::sat::interpolate::Recording;
use crate::logic::sat::literal::{Lit, Model};
use varisat::ExtendFormula;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

/// Asks a fresh solver about the clauses with these units behind them. Nothing if the recording has ended before; else
/// a model, if there is one.
pub(in crate::logic::sat) fn record(
    cnf: &Cnf,
    units: impl Iterator<Item = Lit>,
    recording: &mut Recording<'_>,
) -> Option<Option<Model>> {
    let mut processor = Processor { recording };
    let mut solver = varisat::Solver::new();
    solver.add_proof_processor(&mut processor);
    for clause in cnf.clauses_from(0) {
        solver.add_clause(&clause.iter().map(to_varisat).collect::<Vec<_>>());
    }
    units.for_each(|lit| solver.add_clause(&[to_varisat(&lit)]));
    let has_model = solver.solve().ok()?;
    Some(has_model.then(|| model(&solver, cnf.variables())))
}

struct Processor<'a, 'b> {
    recording: &'a mut Recording<'b>,
}

impl ProofProcessor for Processor<'_, '_> {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, data: CheckerData<'_, '_>) -> Result<(), anyhow::Error> {
        // No variable is ever hidden, so all have names of ours.
        let ours = |lit: &varisat::Lit| from_varisat(&lit.map_var(|var| data.user_from_proof_var(var).unwrap_or(var)));
        let told = match *step {
            CheckedProofStep::AddClause { id, clause } => self.recording.input(id, clause.iter().map(ours)),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                self.recording.derived(id, clause.iter().map(ours), propagations)
            }
            CheckedProofStep::DuplicatedClause { .. } | CheckedProofStep::TautologicalClause { .. } => {
                self.recording.skip_input();
                Ok(())
            }
            // Deleted clauses stay, since chains name them; the others derive nothing.
            _ => Ok(()),
        };
        told.map_err(|_| anyhow::Error::msg("the recording has ended"))
    }
}
