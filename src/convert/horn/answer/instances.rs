//! Clauses in a SAT solver: each with variables of its own, and an unfolded predicate with the clause that defines it.

use crate::convert::horn::{Atom, Horn};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::{Backend, Encoder, Lit, Partition, Solver};

/// A clause whose variables are some of the solver's.
pub(crate) struct Instance {
    /// The index of the clause.
    pub(crate) clause: usize,
    /// If it holds, so does the body.
    pub(crate) on: Lit,
    /// The arguments of the head.
    pub(crate) head: Vec<Lit>,
    /// The atoms of the body.
    pub(crate) body: Vec<Premise>,
}

/// An atom of a body.
pub(crate) struct Premise {
    /// The predicate.
    pub(crate) predicate: usize,
    /// Its arguments.
    pub(crate) arguments: Vec<Lit>,
    /// If it was unfolded, the index of the instance of the clause that defines it.
    pub(crate) by: Option<usize>,
}

/// Instances of clauses in one solver.
pub(crate) struct Instances<'h> {
    horn: &'h Horn,
    unfolded: &'h [Option<usize>],
    /// The solver.
    pub(crate) solver: Solver,
    /// All instances, each before those that its premises are unfolded to.
    pub(crate) all: Vec<Instance>,
}

impl<'h> Instances<'h> {
    /// None yet; `unfolded` has for each unfolded predicate the clause that defines it.
    pub(crate) fn new(horn: &'h Horn, unfolded: &'h [Option<usize>]) -> Instances<'h> {
        Instances { horn, unfolded, solver: Solver::new(Backend::default()), all: Vec::new() }
    }

    /// Adds a clause that is taken if `on` holds, with all that is unfolded in it; the index of its instance.
    pub(crate) fn add(&mut self, clause: usize, on: Lit) -> usize {
        let first = self.one(clause, on);
        let mut next = first;
        while next < self.all.len() {
            for number in 0..self.all[next].body.len() {
                if let Some(definition) = self.unfolded[self.all[next].body[number].predicate] {
                    let inner = self.one(definition, on);
                    let (head, arguments) =
                        (self.all[inner].head.clone(), self.all[next].body[number].arguments.clone());
                    self.equal(on, &head, &arguments);
                    self.all[next].body[number].by = Some(inner);
                }
            }
            next += 1;
        }
        first
    }

    /// These have the same values if `on` holds.
    pub(crate) fn equal(&mut self, on: Lit, some: &[Lit], others: &[Lit]) {
        for (&one, &other) in some.iter().zip(others) {
            self.solver.add_clause(&[!on, !one, other], Partition::default());
            self.solver.add_clause(&[!on, one, !other], Partition::default());
        }
    }

    /// The literal of a formula over arguments.
    pub(crate) fn of_arguments(&mut self, formulas: &Formulas, formula: Formula, arguments: &[Lit]) -> Lit {
        Encoder::default().encode(&mut self.solver, formulas, formula, |_, Input(index)| arguments[index as usize])
    }

    fn one(&mut self, index: usize, on: Lit) -> usize {
        let clause = &self.horn.clauses[index];
        let (formulas, solver) = (&self.horn.formulas, &mut self.solver);
        let mut encoder = Encoder::default();
        let mut literal = |formula| encoder.encode(solver, formulas, formula, |solver, _| solver.new_var());
        let holds = literal(clause.constraint);
        let mut arguments = |atom: &Atom| atom.arguments.iter().map(|&argument| literal(argument)).collect();
        let head = clause.head.as_ref().map_or(Vec::new(), &mut arguments);
        let premise = |atom: &Atom| Premise { predicate: atom.predicate, arguments: arguments(atom), by: None };
        let body = clause.atoms.iter().map(premise).collect();
        self.solver.add_clause(&[!on, holds], Partition::default());
        self.all.push(Instance { clause: index, on, head, body });
        self.all.len() - 1
    }
}
