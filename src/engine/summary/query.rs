//! Questions about one body: a solver of its own, because each question pays for all variables there ever were.

use super::graph::{Graph, Values};
use crate::budget::{Budget, StopReason};
use crate::logic::formula::{Formula, Input};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Model, SatStats, Solver};
use rustc_hash::{FxHashMap, FxHashSet};

/// A solver with what is known to it.
pub(super) struct Query {
    solver: Solver,
    encoder: Encoder,
    inputs: FxHashMap<Input, Lit>,
}

/// An answer to a question with a limit of its own.
pub(super) enum Reply {
    /// They can, like this.
    Yes(Found),
    /// They cannot, and neither can these among them.
    No(Vec<Formula>),
    /// The limit was hit.
    NotKnown,
}

/// A run, as a model.
pub(super) struct Found {
    inputs: FxHashMap<Input, bool>,
}

impl Found {
    /// The values of formulas in it.
    pub fn values<'a>(&'a self, graph: &'a Graph) -> Values<'a, impl FnMut(Input) -> bool + 'a> {
        Values::new(&graph.formulas, |input| self.value(input))
    }

    /// The value of an input in it.
    pub fn value(&self, input: Input) -> bool {
        self.inputs.get(&input).copied().unwrap_or(false)
    }

    /// That inputs have their values in it.
    pub fn literals(&self, graph: &mut Graph, inputs: &[Input]) -> Vec<Formula> {
        let literal = |&input: &Input| {
            let formula = graph.formulas.input(input);
            if self.value(input) { formula } else { !formula }
        };
        inputs.iter().map(literal).collect()
    }

    /// The values of formulas in it if one input were false.
    pub fn values_without<'a>(&'a self, graph: &'a Graph, input: Input) -> Values<'a, impl FnMut(Input) -> bool + 'a> {
        Values::new(&graph.formulas, move |other| other != input && self.inputs.get(&other).copied().unwrap_or(false))
    }
}

impl Query {
    /// Nothing is known yet.
    pub fn new(solver: Backend) -> Query {
        Query { solver: Solver::new(solver), encoder: Encoder::default(), inputs: FxHashMap::default() }
    }

    /// Whether all of these formulas can hold together, and how.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, graph: &Graph, formulas: &[Formula], budget: &Budget) -> Result<Option<Found>, StopReason> {
        match self.ask_within(graph, formulas, budget, None)? {
            Reply::Yes(found) => Ok(Some(found)),
            Reply::No(_) => Ok(None),
            Reply::NotKnown => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
        }
    }

    /// The same, with so many conflicts.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub fn ask_within(
        &mut self,
        graph: &Graph,
        formulas: &[Formula],
        budget: &Budget,
        conflicts: Option<u64>,
    ) -> Result<Reply, StopReason> {
        if formulas.contains(&Formula::FALSE) {
            return Ok(Reply::No(vec![Formula::FALSE]));
        }
        let Query { solver, encoder, inputs } = self;
        let literals: Vec<Lit> = formulas
            .iter()
            .map(|&formula| {
                encoder.encode(solver, &graph.formulas, formula, |solver, input| {
                    *inputs.entry(input).or_insert_with(|| solver.new_var())
                })
            })
            .collect();
        let limits = Limits { budget: budget.clone(), conflicts };
        match solver.solve(&literals, &limits) {
            Answer::Sat(model) => Ok(Reply::Yes(self.found(&model))),
            Answer::Unsat(core) => {
                let core: FxHashSet<Lit> = core.into_iter().collect();
                let named = formulas.iter().zip(&literals).filter(|(_, literal)| core.contains(literal));
                Ok(Reply::No(named.map(|(&formula, _)| formula).collect()))
            }
            Answer::Conflicts => Ok(Reply::NotKnown),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    fn found(&self, model: &Model) -> Found {
        Found { inputs: self.inputs.iter().map(|(&input, &literal)| (input, model.value(literal))).collect() }
    }

    /// What the solver has done.
    pub fn stats(&self) -> SatStats {
        self.solver.stats()
    }
}
