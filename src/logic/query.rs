//! Questions about formulas to one solver: can they hold together?
//!
//! A [`Query`] is a [`Solver`] with the literals of what was asked up to now, so a formula that occurs again costs nothing. What is
//! asked is assumed, for this question only; what is [asserted](Query::assert) holds from then on.

use super::fold::Values;
use super::formula::{Formula, Formulas, Input};
use super::sat::{Answer, Backend, Encoder, Limits, Lit, Model, Partition, SatStats, Solver};
use crate::budget::{Budget, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};

/// A solver that is asked about the formulas of one graph.
pub(crate) struct Query {
    solver: Solver,
    encoder: Encoder,
    inputs: FxHashMap<Input, Lit>,
}

/// An answer to a question with a limit of its own.
pub(crate) enum Reply {
    /// They can, like this.
    Yes(Assignment),
    /// They cannot, and neither can these among them.
    No(Vec<Formula>),
    /// The limit was hit.
    NotKnown,
}

/// Values of the inputs under which some formulas hold.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    inputs: FxHashMap<Input, bool>,
}

impl Assignment {
    /// The values of formulas under it.
    pub(crate) fn values<'a>(&'a self, formulas: &'a Formulas) -> Values<'a, impl FnMut(Input) -> bool + 'a> {
        Values::new(formulas, |input| self.value(input))
    }

    /// The value of an input; false if it was not asked about.
    pub(crate) fn value(&self, input: Input) -> bool {
        self.inputs.get(&input).copied().unwrap_or(false)
    }

    /// That inputs have their values.
    pub(crate) fn literals(&self, formulas: &mut Formulas, inputs: &[Input]) -> Vec<Formula> {
        let literal = |&input: &Input| {
            let formula = formulas.input(input);
            if self.value(input) { formula } else { !formula }
        };
        inputs.iter().map(literal).collect()
    }

    /// The values of formulas if one input were false.
    pub(crate) fn values_without<'a>(
        &'a self,
        formulas: &'a Formulas,
        input: Input,
    ) -> Values<'a, impl FnMut(Input) -> bool + 'a> {
        Values::new(formulas, move |other| other != input && self.value(other))
    }
}

impl Query {
    /// Nothing is known yet.
    pub(crate) fn new(solver: Backend) -> Query {
        Query { solver: Solver::new(solver), encoder: Encoder::default(), inputs: FxHashMap::default() }
    }

    /// Whether all of these formulas can hold together, and how.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn ask(
        &mut self,
        formulas: &Formulas,
        asked: &[Formula],
        budget: &Budget,
    ) -> Result<Option<Assignment>, StopReason> {
        match self.ask_within(formulas, asked, budget, None)? {
            Reply::Yes(assignment) => Ok(Some(assignment)),
            Reply::No(_) => Ok(None),
            Reply::NotKnown => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
        }
    }

    /// The same, with so many conflicts.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub(crate) fn ask_within(
        &mut self,
        formulas: &Formulas,
        asked: &[Formula],
        budget: &Budget,
        conflicts: Option<u64>,
    ) -> Result<Reply, StopReason> {
        if asked.contains(&Formula::FALSE) {
            return Ok(Reply::No(vec![Formula::FALSE]));
        }
        let literals: Vec<Lit> = asked.iter().map(|&formula| self.literal(formulas, formula)).collect();
        let limits = Limits { budget: budget.clone(), conflicts };
        match self.solver.solve(&literals, &limits) {
            Answer::Sat(model) => Ok(Reply::Yes(self.assignment(&model))),
            Answer::Unsat(core) => {
                let core: FxHashSet<Lit> = core.into_iter().collect();
                let named = asked.iter().zip(&literals).filter(|(_, literal)| core.contains(literal));
                Ok(Reply::No(named.map(|(&formula, _)| formula).collect()))
            }
            Answer::Conflicts => Ok(Reply::NotKnown),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    /// From now on the formula holds.
    pub(crate) fn assert(&mut self, formulas: &Formulas, formula: Formula) {
        let literal = self.literal(formulas, formula);
        self.solver.add_clause(&[literal], Partition::default());
    }

    fn literal(&mut self, formulas: &Formulas, formula: Formula) -> Lit {
        let Query { solver, encoder, inputs } = self;
        encoder
            .encode(solver, formulas, formula, |solver, input| *inputs.entry(input).or_insert_with(|| solver.new_var()))
    }

    fn assignment(&self, model: &Model) -> Assignment {
        Assignment { inputs: self.inputs.iter().map(|(&input, &literal)| (input, model.value(literal))).collect() }
    }

    /// What the solver has, and has done.
    pub(crate) fn stats(&self) -> SatStats {
        self.solver.stats()
    }
}
