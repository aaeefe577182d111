//! Whether each clause is valid under an interpretation.
//!
//! A clause with a head that is defined by its clauses is one of these, and so valid by definition. Of the others the SAT solver is asked for values under which
//! the body holds and the head does not. A predicate of the body that is defined holds if a body that defines it does: that is unfolded
//! until all is given. Definitions stand in bodies only, so what a definition says there is are more variables, and nothing has to be eliminated.
//!
//! An unfolded predicate gets new variables wherever it stands. The others that are defined are in bodies of one atom: at most one atom of
//! each is needed at a time, so one copy of its clauses does, and the question is linear in the clauses.

use super::super::instances::Instances;
use super::super::{NoAnswer, Subject};
use super::meaning::{Meaning, Meanings};
use crate::budget::Budget;
use crate::logic::sat::{Answer, Limits, Lit, Partition};
use rustc_hash::FxHashMap;

/// Says that all clauses are valid.
///
/// # Errors
/// A clause that is not, or the limit that was hit.
pub(crate) fn check(subject: &Subject, meanings: &Meanings, budget: &Budget) -> Result<(), NoAnswer> {
    let limits = Limits { budget: budget.clone(), conflicts: None };
    for (index, clause) in subject.horn.clauses.iter().enumerate() {
        let head = clause.head.as_ref().map(|head| meanings.all[head.predicate]);
        if head == Some(Meaning::Defined) {
            continue;
        }
        let instances = Instances::new(&subject.horn, &subject.unfolded);
        let mut question = Question { meanings, defining: &subject.defining, instances, derived: FxHashMap::default() };
        let mut assumptions = vec![question.body(index)];
        if let Some(Meaning::Given(head)) = head {
            let arguments = question.instances.all[0].head.clone();
            assumptions.push(!question.instances.of_arguments(&meanings.formulas, head, &arguments));
        }
        match question.instances.solver.solve(&assumptions, &limits) {
            Answer::Unsat(_) => {}
            Answer::Stopped(reason) => return Err(NoAnswer::Stopped(reason)),
            Answer::Sat(_) | Answer::Conflicts => return Err(NoAnswer::Invalid(subject.clause(index))),
        }
    }
    Ok(())
}

struct Question<'q> {
    meanings: &'q Meanings,
    /// For each predicate the clauses with it as their head.
    defining: &'q [Vec<usize>],
    instances: Instances<'q>,
    /// For each predicate that is defined and was not unfolded, that an atom of it is derived, and the arguments of this atom.
    derived: FxHashMap<usize, (Lit, Vec<Lit>)>,
}

impl Question<'_> {
    /// A literal under which the body of a clause holds.
    fn body(&mut self, clause: usize) -> Lit {
        let on = self.instances.solver.new_var();
        let mut next = self.instances.add(clause, on);
        while let Some(instance) = self.instances.all.get(next) {
            let on = instance.on;
            let open = instance.body.iter().filter(|premise| premise.by.is_none());
            let open: Vec<(usize, Vec<Lit>)> =
                open.map(|premise| (premise.predicate, premise.arguments.clone())).collect();
            for (predicate, arguments) in open {
                match self.meanings.all[predicate] {
                    Meaning::Given(formula) => {
                        let holds = self.instances.of_arguments(&self.meanings.formulas, formula, &arguments);
                        self.instances.solver.add_clause(&[!on, holds], Partition::default());
                    }
                    Meaning::Defined => {
                        let (derived, values) = self.derived(predicate, arguments.len());
                        self.instances.solver.add_clause(&[!on, derived], Partition::default());
                        self.instances.equal(on, &arguments, &values);
                    }
                }
            }
            next += 1;
        }
        on
    }

    /// An atom of a predicate, by one of its clauses.
    fn derived(&mut self, predicate: usize, arity: usize) -> (Lit, Vec<Lit>) {
        if let Some(known) = self.derived.get(&predicate) {
            return known.clone();
        }
        let derived = self.instances.solver.new_var();
        let values: Vec<Lit> = (0..arity).map(|_| self.instances.solver.new_var()).collect();
        let mut ways = vec![!derived];
        for &clause in &self.defining[predicate] {
            let on = self.instances.solver.new_var();
            let instance = self.instances.add(clause, on);
            let head = self.instances.all[instance].head.clone();
            self.instances.equal(on, &head, &values);
            ways.push(on);
        }
        self.instances.solver.add_clause(&ways, Partition::default());
        self.derived.insert(predicate, (derived, values.clone()));
        (derived, values)
    }
}
