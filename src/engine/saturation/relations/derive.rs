//! From an increment back to a run.
//!
//! The increments of a transition have no state in common, so a state lies in exactly one of them, and that one's cause
//! names earlier increments only: going from cause to cause ends. Each step back is one look at the increment's premise: a
//! state before, and choices, such that the rule leads to the state after; one is picked. A summary that is used more than
//! once is one run, and one of a function needs none. The stack of activations is on the heap.

use super::Relations;
use crate::budget::StopReason;
use crate::engine::saturation::automaton::{Automaton, Cause, Premise, TransitionId};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::pds::analysis::Functions;
use crate::pds::derivation::{Derivation, DerivationBuilder, Run, RunId, Step};
use crate::pds::{RuleId, RuleKind};
use crate::relational::frames::Copies;
use crate::relational::states::{Values, sorted, value};
use rustc_hash::FxHashMap;

/// A state of an activation, on its way back to its entry.
#[derive(Clone, Debug)]
struct Point {
    /// Where it is known from.
    premise: Premise,
    /// The state now.
    now: Values,
}

/// An activation whose steps are being found, last first.
struct BackwardActivation {
    procedure: ProcId,
    /// Whether it is the one with which the run begins.
    is_first: bool,
    /// What it was entered with; nothing for the first one.
    entered: Values,
    at: Point,
    steps: Vec<Step>,
    /// Of a run that returned: what it is known as.
    summary: Option<(TransitionId, Values, Values)>,
}

/// Why there is no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// A limit was hit.
    Stopped(StopReason),
    /// The increments do not fit together: a bug of this engine.
    Lost(&'static str),
}

impl<T: Into<StopReason>> From<T> for NoRun {
    fn from(reason: T) -> NoRun {
        NoRun::Stopped(reason.into())
    }
}

/// The run that reaches an increment of a transition.
///
/// # Errors
/// See [`NoRun`].
pub fn derivation(
    relations: &mut Relations<'_>,
    automaton: &Automaton<BddId>,
    functions: &Functions,
    target: u32,
) -> Result<Derivation, NoRun> {
    let mut reader = BackwardReader {
        relations,
        automaton,
        functions,
        runs: DerivationBuilder::default(),
        known: FxHashMap::default(),
    };
    let increment = &automaton.increments()[target as usize];
    let transition = automaton.transition(increment.transition);
    let location = LocId::from_index(transition.edge.symbol.unwrap_or_default() as usize);
    let procedure = reader.relations.pds.procedure_of(location);
    let picked = reader.pick(increment.weight);
    let at = Point { premise: automaton.so_far(increment.transition), now: reader.relations.now(location, &picked) };
    let is_first = automaton.is_final(transition.edge.to);
    let entered = if is_first { Vec::new() } else { reader.relations.entered(procedure, &picked) };
    let mut stack = Vec::new();
    let mut open = Some(BackwardActivation { procedure, is_first, entered, at, steps: Vec::new(), summary: None });
    while let Some(activation) = open {
        let (run, caller) = reader.read(activation)?;
        stack.push(run);
        open = caller;
    }
    stack.reverse();
    Ok(reader.runs.finish(stack))
}

struct BackwardReader<'a, 'p> {
    relations: &'a mut Relations<'p>,
    automaton: &'a Automaton<BddId>,
    functions: &'a Functions,
    runs: DerivationBuilder,
    /// The runs that returned, by transition, entry and exit.
    known: FxHashMap<(TransitionId, Values, Values), RunId>,
}

/// What a step back leads to.
enum Back {
    /// An earlier state of the activation.
    Earlier,
    /// The run of a callee has to be found first.
    Callee(BackwardActivation),
    /// The entry of the activation; with the caller, if it has one.
    Entry(Option<(u32, Premise)>),
}

impl BackwardReader<'_, '_> {
    /// Finds the steps of an open activation, and those of all that returned to it on the way. What comes out with it is the
    /// activation that called it.
    fn read(&mut self, first: BackwardActivation) -> Result<(Run, Option<BackwardActivation>), NoRun> {
        let mut stack = vec![first];
        while let Some(mut activation) = stack.pop() {
            match self.back(&mut activation)? {
                Back::Earlier => stack.push(activation),
                Back::Callee(callee) => stack.extend([activation, callee]),
                Back::Entry(caller) => {
                    let run = self.begin(&mut activation);
                    match activation.summary.take() {
                        Some(summary) => {
                            self.known.insert(summary, self.runs.returned(run));
                        }
                        None => {
                            let caller = caller.map(|(rule, premise)| self.caller(&activation, rule, premise));
                            return Ok((run, caller.transpose()?));
                        }
                    }
                }
            }
        }
        Err(NoRun::Lost("an activation has no entry"))
    }

    /// One step back.
    fn back(&mut self, activation: &mut BackwardActivation) -> Result<Back, NoRun> {
        let Point { premise, now } = activation.at.clone();
        let here: Values = [activation.entered.as_slice(), &now].concat();
        let cube = self.relations.bdds.cube(&here);
        let (number, _) = self.find(premise, cube)?;
        match self.automaton.increments()[number as usize].cause {
            Cause::Step(rule, premise) => {
                let (step, at, _) = self.before(rule, premise, &activation.entered, &now)?;
                activation.steps.push(step);
                activation.at = at;
                Ok(Back::Earlier)
            }
            Cause::Resume(waiting, summary) => self.resumed(activation, &now, waiting, summary),
            Cause::Enter(rule, premise) => Ok(Back::Entry(Some((rule, premise)))),
            _ => Ok(Back::Entry(None)),
        }
    }

    /// The increment of a premise that has states in common with a set, and these states.
    fn find(&mut self, premise: Premise, set: BddId) -> Result<(u32, BddId), NoRun> {
        for &number in self.automaton.premises(premise) {
            let weight = self.automaton.increments()[number as usize].weight;
            let common = self.relations.bdds.and(weight, set)?;
            if !common.is_false() {
                return Ok((number, common));
            }
        }
        Err(NoRun::Lost("an increment does not come from its premise"))
    }

    /// The step of a rule before a state, which is given by columns now (for an expansion: by what waits).
    fn before(
        &mut self,
        rule: u32,
        premise: Premise,
        entered: &Values,
        after: &Values,
    ) -> Result<(Step, Point, Values), NoRun> {
        let compiled = self.relations.rule(rule)?;
        let during =
            |&(column, value): &(Column, bool)| (compiled.written.get(&column).copied().unwrap_or(column), value);
        let known: Values = entered.iter().copied().chain(after.iter().map(during)).collect();
        let mut set = self.relations.bdds.cube(&known);
        for &part in &compiled.parts {
            set = self.relations.bdds.and(set, part)?;
        }
        let (number, common) = self.find(premise, set)?;
        let picked = self.pick(common);
        let from = self.relations.pds.rules()[rule as usize].from;
        let now = self.relations.now(from, &picked);
        let choices = compiled.choices.iter().map(|&column| value(&picked, column)).collect();
        let step = Step::new(RuleId::from_index(rule as usize), choices);
        Ok((step, Point { premise: Premise::only(number), now }, picked))
    }

    /// The state behind a return: splits it into what the caller kept and what the callee left.
    fn resumed(
        &mut self,
        activation: &mut BackwardActivation,
        now: &Values,
        waiting: Premise,
        summary: Premise,
    ) -> Result<Back, NoRun> {
        let kept: Vec<Column> = self.relations.local_columns(activation.procedure);
        let (kept, left): (Values, Values) = now.iter().partition(|(column, _)| kept.binary_search(column).is_ok());
        let known: Values = activation.entered.iter().copied().chain(kept.iter().copied()).collect();
        let known = self.relations.bdds.cube(&known);
        let exit = self.relations.bdds.cube(&left);
        let (mut found, mut entry) = (None, Vec::new());
        for &of_summary in self.automaton.premises(summary) {
            let weight = self.automaton.increments()[of_summary as usize].weight;
            let entries = self.relations.bdds.and(weight, exit)?;
            if entries.is_false() {
                continue;
            }
            let entries = self.relations.bdds.rename(entries, self.relations.to_next)?;
            let set = self.relations.bdds.and(entries, known)?;
            for &of_waiting in self.automaton.premises(waiting) {
                let weight = self.automaton.increments()[of_waiting as usize].weight;
                let common = self.relations.bdds.and(weight, set)?;
                if !common.is_false() {
                    found = Some((of_waiting, of_summary));
                    entry = self.pick(common);
                    break;
                }
            }
            if found.is_some() {
                break;
            }
        }
        let Some((of_waiting, of_summary)) = found else {
            return Err(NoRun::Lost("a return does not come from its premises"));
        };
        let Cause::Wait(rule, premise) = self.automaton.increments()[of_waiting as usize].cause else {
            return Err(NoRun::Lost("a caller waits without an expansion"));
        };
        let RuleKind::Expansion { callee, .. } = self.relations.pds.rules()[rule as usize].kind else {
            return Err(NoRun::Lost("a caller waits without an expansion"));
        };
        let copies = self.relations.given(callee);
        let entered: Values = sorted(copies.iter().filter_map(|c| Some((c.entered?, value(&entry, c.next)))).collect());
        let Relations { frames, live, .. } = &*self.relations;
        let left = live.exit(callee).iter().filter_map(|slot| frames.exit(callee, slot));
        let left = sorted(left.map(|column| (column, value(&entry, column))).collect());
        let key = (self.automaton.transition_of(summary), entered.clone(), left.clone());
        let run = match self.known.get(&key) {
            Some(&run) => Some(run),
            None if self.functions.contains(callee) => None,
            None => {
                let at = Point { premise: Premise::only(of_summary), now: left };
                let summary = Some(key);
                return Ok(Back::Callee(BackwardActivation {
                    procedure: callee,
                    is_first: false,
                    entered,
                    at,
                    steps: Vec::new(),
                    summary,
                }));
            }
        };
        let next = copies.iter().map(|c| (c.next, value(&entry, c.next)));
        let globals = self.relations.entry_globals(callee).into_iter().map(|c| (c.now, value(&entry, c.next)));
        let after: Values = kept.iter().copied().chain(next).chain(globals).collect();
        let (step, at, _) = self.before(rule, premise, &activation.entered, &after)?;
        activation.steps.push(match run {
            Some(run) => step.returning(run),
            None => step.returning_only(),
        });
        activation.at = at;
        Ok(Back::Earlier)
    }

    /// The activation that called one, at the call. Not where callees are entered [with more](super::widening) than callers come with: targets are in the first activation there.
    fn caller(
        &mut self,
        callee: &BackwardActivation,
        rule: u32,
        premise: Premise,
    ) -> Result<BackwardActivation, NoRun> {
        let copies = self.relations.given(callee.procedure);
        let of_globals = self.relations.entry_globals(callee.procedure);
        let is_global = |column: Column| of_globals.iter().any(|c| c.next == column);
        let entered = |c: &Copies| c.entered.map(|entered| value(&callee.entered, entered));
        let next = copies.iter().filter(|c| !is_global(c.next)).filter_map(|c| Some((c.next, entered(c)?)));
        let globals = of_globals.iter().filter_map(|c| Some((c.now, entered(c)?)));
        let after: Values = next.chain(globals).collect();
        let (step, at, picked) = self.before(rule, premise, &Vec::new(), &after)?;
        let procedure = self.relations.pds.procedure_of(self.relations.pds.rules()[rule as usize].from);
        let is_first = self.automaton.is_final(self.automaton.edge_of(at.premise).to);
        let entered = if is_first { Vec::new() } else { self.relations.entered(procedure, &picked) };
        Ok(BackwardActivation { procedure, is_first, entered, at, steps: vec![step], summary: None })
    }

    /// The run of an activation whose first state is known.
    fn begin(&mut self, activation: &mut BackwardActivation) -> Run {
        let (procedure, now) = (activation.procedure, &activation.at.now);
        let (globals, locals) = self.relations.entry_state(procedure, now, activation.is_first);
        let mut steps = std::mem::take(&mut activation.steps);
        steps.reverse();
        Run { procedure, globals, locals, steps }
    }

    /// A model; what it leaves out is false.
    fn pick(&self, set: BddId) -> Values {
        self.relations.bdds.pick(set).unwrap_or_default()
    }
}
