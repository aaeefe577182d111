//! What has to hold in one step of the proof, and where it would fail.

use super::cases::{Cases, Decided};
use super::compiled::{self, Compiled};
use super::gates::{Edge, Gates, Graph};
use super::known::Known;
use super::order;
use super::propagate::propagated;
use super::refusal::{Refusal, Valuation};
use super::scene::{Scene, State};
use crate::budget::{Budget, StopReason};
use crate::lang::program::{Place, Program};
use crate::logic::fold::{Algebra, Memo};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Model, Partition, Solver};
use crate::verdict::names::Names;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The kinds of what is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Runs begin as the contract of the entry procedure says.
    Begins,
    /// The invariant where control comes to holds.
    Invariant,
    /// The callee is entered as its contract says.
    Entry,
    /// The summary holds of a return.
    Summary,
    /// The property is not violated.
    Property,
    /// A procedure without contract is not called.
    Uncalled,
}

/// Something that has to hold: that `fails` has no model.
#[derive(Debug)]
pub(super) struct Claim {
    /// The kind of the claim.
    pub(crate) what: What,
    /// The formula under which it does not hold.
    pub(crate) fails: Formula,
    /// From where control comes.
    pub(crate) from: Rc<Start>,
    /// The place at which it would fail.
    pub(crate) at: Place,
    /// In which state.
    pub(crate) state: State,
}

/// Where a step of the proof begins.
#[derive(Debug)]
pub(super) struct Start {
    /// The place where it begins.
    pub(crate) place: Place,
    /// What the activation was entered with: globals and parameters.
    pub(crate) entered: State,
    /// The state there.
    pub(crate) state: State,
}

/// A diagram is tried first with so many steps, and so many for each gate that has none yet: then it takes no longer than the cases, or a solver that has nothing to do.
const FEW_STEPS: usize = 10_000;
const STEPS_A_GATE: usize = 16;

/// Claims share their diagrams until so many steps have been made, and so many for each of their gates: that keeps some ten megabytes, and more only in proportion to the claims.
const SHARED_STEPS: usize = 400_000;
const SHARED_STEPS_A_GATE: usize = 4;

/// With so many steps, two tenths of a second, a diagram is tried when a solver has had [`FEW_CONFLICTS`].
const MANY_STEPS: usize = 400_000;

/// Where there are numbers, and their bits stand by their places, a diagram may take so many steps for each gate, and so many at most. When that has not helped it is not tried for the claims that share a graph.
const STEPS_A_GATE_OF_NUMBERS: usize = 64;
const MOST_STEPS_OF_NUMBERS: usize = 4_000_000;

/// The conflicts after which a solver is interrupted for a larger diagram. The solver loses what it has learnt by that, so when such a diagram has not helped none is tried for the claims that share it.
const FEW_CONFLICTS: u64 = 1_000;

/// Claims that share a graph, and a solver for those that neither propagation nor diagrams nor cases settle.
#[derive(Default)]
pub(super) struct Batch {
    /// The graph of their formulas, with its inputs.
    pub(crate) scene: Scene,
    /// The claims that are not clear from the form of their formulas, in order.
    pub(crate) claims: Vec<Claim>,
    /// How many there were with those that are.
    pub(crate) made: usize,
}

/// A claim that is not borne out, or the limit that was hit.
pub(super) enum Failed {
    /// The first claim that has a model.
    Refused(Box<Refusal>),
    /// Not known.
    Stopped(StopReason),
}

impl Batch {
    /// Whether enough has come together. Each question pays for all variables of its solver, and each solver for its thread: over drivers
    /// this is the cheapest, and 20,000 nodes take six times as long.
    pub(crate) fn is_large(&self) -> bool {
        const NODES: usize = 500;
        self.scene.formulas.len() > NODES
    }

    /// Adds the claim that a formula never holds, unless that is clear.
    pub(crate) fn claim(&mut self, fails: Formula, claim: impl FnOnce() -> Claim) {
        self.made += 1;
        if fails != Formula::FALSE {
            self.claims.push(claim());
        }
    }

    /// Whether all claims hold. They share their diagrams as long as these are small; behind the first that has too large ones, each is settled by itself, unless it is known already.
    ///
    /// # Errors
    /// The first one that does not, or the limit that was hit.
    pub(crate) fn settle(&self, program: &Program, known: &Known, budget: &Budget) -> Result<(), Failed> {
        let formulas = &self.scene.formulas;
        // A claim that is alone has nobody to share with.
        let together = (self.claims.len() > 1).then(|| self.graph());
        let together = together.as_ref();
        let mut shared = together.map(|(graph, roots)| (Compiled::new(&order::by_uses(graph), budget), roots));
        let mut open = Vec::new();
        let mut places_help = true;
        for (at, claim) in self.claims.iter().enumerate() {
            shared = shared.filter(|(compiled, _)| !is_large(compiled));
            if let Some((compiled, roots)) = &mut shared {
                match compiled.decide(roots[at], few_steps).map_err(Failed::Stopped)? {
                    Decided::Refuted => continue,
                    // What has helped up to here does not any more, mostly.
                    Decided::Holds | Decided::Many => shared = None,
                }
            }
            let gates = Gates::of(formulas, claim.fails);
            let Some(values) = propagated(&gates) else { continue };
            if known.is_refuted(&gates) {
                continue;
            }
            match self.without_solver(claim, &gates, values, &mut places_help, budget).map_err(Failed::Stopped)? {
                Decided::Refuted => known.learn(gates),
                decided @ (Decided::Holds | Decided::Many) => open.push((claim, gates, decided)),
            }
        }
        let mut solver = Solver::new(Backend::default());
        let mut encoder = Encoder::new(Partition::default());
        let mut inputs = FxHashMap::default();
        let fail = open.iter().map(|(claim, ..)| {
            encoder.encode(&mut solver, formulas, claim.fails, |solver, input| {
                let literal = solver.new_var();
                inputs.insert(input, literal);
                literal
            })
        });
        let fail: Vec<Lit> = fail.collect();
        let mut larger_helps = true;
        for ((claim, gates, decided), &literal) in open.into_iter().zip(&fail) {
            let mut ask = |conflicts| solver.solve(&[literal], &Limits { budget: budget.clone(), conflicts });
            let may_be_larger = larger_helps && decided == Decided::Many && few_steps(gates.len()) < MANY_STEPS;
            let larger = may_be_larger.then(|| order::by_uses(&gates.graph));
            let mut answer = ask(larger.as_ref().map(|_| FEW_CONFLICTS));
            if let (Answer::Conflicts, Some(by_uses)) = (&answer, larger) {
                let decided = compiled::decide(&by_uses, gates.root, MANY_STEPS, budget).map_err(Failed::Stopped)?;
                larger_helps = decided == Decided::Refuted;
                answer = if larger_helps { Answer::Unsat(Vec::new()) } else { ask(None) };
            }
            match answer {
                Answer::Unsat(_) => known.learn(gates),
                Answer::Sat(model) => {
                    let world = World { formulas, inputs: &inputs, model: &model };
                    return Err(Failed::Refused(Box::new(world.refusal(program, claim))));
                }
                Answer::Stopped(reason) => return Err(Failed::Stopped(reason)),
                Answer::Conflicts => return Err(Failed::Stopped(StopReason::Effort)),
            }
        }
        Ok(())
    }

    /// The gates of all claims, and what each of these is there.
    fn graph(&self) -> (Graph, Vec<Edge>) {
        let fails: Vec<Formula> = self.claims.iter().map(|claim| claim.fails).collect();
        let (graph, edge) = Graph::below(&self.scene.formulas, &fails);
        (graph, fails.into_iter().map(edge).collect())
    }

    /// Whether the claim fails, of whose gates so much is known, if that can be said without a solver. Bits stand by their places as long as that helps.
    ///
    /// # Errors
    /// The limit that was hit.
    fn without_solver(
        &self,
        claim: &Claim,
        gates: &Gates,
        values: Vec<Option<bool>>,
        places_help: &mut bool,
        budget: &Budget,
    ) -> Result<Decided, StopReason> {
        let mut decided = compiled::decide(&order::by_uses(&gates.graph), gates.root, few_steps(gates.len()), budget)?;
        if decided == Decided::Many
            && *places_help
            && let Some(by_places) = order::by_places(&gates.graph, &self.scene.bits(claim.fails))
        {
            let steps = FEW_STEPS + STEPS_A_GATE_OF_NUMBERS * gates.len();
            decided = compiled::decide(&by_places, gates.root, steps.min(MOST_STEPS_OF_NUMBERS), budget)?;
            *places_help = decided != Decided::Many;
        }
        if decided == Decided::Many { Cases::new(gates, values).decide(budget) } else { Ok(decided) }
    }
}

/// Whether diagrams that claims share take too much memory.
fn is_large(compiled: &Compiled<'_>) -> bool {
    compiled.steps() > SHARED_STEPS + SHARED_STEPS_A_GATE * compiled.gates()
}

/// With how many steps the diagrams of so many gates are tried first.
fn few_steps(gates: usize) -> usize {
    (FEW_STEPS + STEPS_A_GATE * gates).min(MANY_STEPS)
}

/// Truth values under a model; what the solver does not know of is false.
struct World<'a> {
    formulas: &'a Formulas,
    inputs: &'a FxHashMap<Input, Lit>,
    model: &'a Model,
}

impl World<'_> {
    fn refusal(mut self, program: &Program, claim: &Claim) -> Refusal {
        let mut memo = Memo::default();
        let mut value = |formula: Formula| memo.value(&mut self, formula);
        let Start { place: from, entered, state: before } = claim.from.as_ref();
        let names = Names::of(program, from.procedure);
        let globals = names.globals.iter().map(|name| name.to_string()).zip(&entered.globals);
        let params = names.locals.iter().map(|name| name.to_string()).zip(&entered.locals);
        let entered = globals.chain(params).map(|(name, &formula)| (name, value(formula))).collect();
        let mut state = |place: Place, state: &State| -> Valuation {
            let names = Names::of(program, place.procedure);
            let globals = names.globals.iter().map(|name| name.to_string()).zip(&state.globals);
            let locals = names.locals.iter().map(|name| name.to_string()).zip(&state.locals);
            globals.chain(locals).map(|(name, &formula)| (name, value(formula))).collect()
        };
        let (before, after) = (state(*from, before), state(claim.at, &claim.state));
        Refusal::of_claim(program, claim, entered, before, after)
    }
}

impl Algebra for World<'_> {
    type Value = bool;

    fn formulas(&self) -> &Formulas {
        self.formulas
    }

    fn falsity(&self) -> bool {
        false
    }

    fn input(&mut self, input: Input) -> bool {
        self.inputs.get(&input).is_some_and(|&literal| self.model.value(literal))
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }

    fn not(&self, a: bool) -> bool {
        !a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_gives_formulas_their_values() {
        let mut f = Formulas::default();
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| f.input(Input(index)));
        let (ab, cd) = (f.and(a, !b), f.and(!c, d));
        let known = f.and(ab, !cd);
        let (mut solver, mut encoder) = (Solver::new(Backend::default()), Encoder::new(Partition::default()));
        let mut inputs = FxHashMap::default();
        let literal = encoder
            .encode(&mut solver, &f, known, |solver, input| *inputs.entry(input).or_insert_with(|| solver.new_var()));
        let limits = Limits { budget: Budget::unlimited(), conflicts: None };
        let Answer::Sat(model) = solver.solve(&[literal], &limits) else { panic!("it has a model") };
        // The solver has not heard of this one.
        let unknown = f.input(Input(4));
        let all = [a, b, c, d, ab, cd, known, unknown, Formula::TRUE];
        let pairs: Vec<_> = all.iter().flat_map(|&a| all.map(|b| (a, b))).map(|(a, b)| (a, b, f.and(a, b))).collect();
        let mut world = World { formulas: &f, inputs: &inputs, model: &model };
        let mut memo = Memo::default();
        let mut value = |formula: Formula| memo.value(&mut world, formula);
        assert!(value(a) && !value(b) && value(known) && !value(unknown) && value(Formula::TRUE));
        for (a, b, both) in pairs {
            assert_eq!(value(both), value(a) && value(b));
            assert_eq!(value(!both), !value(both));
        }
    }
}
