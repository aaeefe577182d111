//! From an increment of pre* forward to a run.
//!
//! The transition of the entry procedure's first location into a target's end state has grown by states that are initial. From
//! one of them the run is followed: the increment that has the state says by which rule it goes on, and names earlier
//! increments only, so it ends. Each step is one look at the increment's premises: a state after, and choices, such that
//! the rule leads from the state there; one is picked. A call whose callee returns is a run of its own, known by
//! its entry and its return, unless the callee is a function; one whose callee does not leaves the caller on the stack. All stacks are on the heap.

use super::Relations;
use super::backward::location;
use super::derive::NoRun;
use crate::engine::saturation::CONTROL;
use crate::engine::saturation::automaton::{Automaton, Cause, Premise, TransitionId};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::lang::program::semantics::Bits;
use crate::logic::bdd::{BddId, Column};
use crate::pds::analysis::Functions;
use crate::pds::derivation::{Derivation, DerivationBuilder, Run, RunId, Step};
use crate::pds::{RuleId, RuleKind, Slot};
use crate::relational::states::{Values, sorted, value};
use rustc_hash::FxHashMap;

/// What a run that returns is known as: its transition, its state at the entry, and its return.
type Key = (TransitionId, Values, Values);

/// An activation that is being followed.
struct ForwardActivation {
    procedure: ProcId,
    /// Its globals and locals at the entry.
    entry: (Bits, Bits),
    /// The increments that its state now is to be looked for in.
    premise: Premise,
    now: Values,
    /// Globals and results with which it returns, if it does.
    exit: Values,
    steps: Vec<Step>,
    /// Of a run that returns: what it is known as.
    key: Option<Key>,
}

/// What comes after a state.
enum Next {
    /// Another state of the same activation.
    State,
    /// The run of a callee that returns has to be found first.
    Callee(ForwardActivation),
    /// The callee does not return.
    Open(ForwardActivation),
    /// The activation returned.
    Returned,
    /// The target.
    Target,
}

/// The run from an initial state that is in an increment of pre* to the target.
///
/// # Errors
/// See [`NoRun`].
pub fn unfold(
    relations: &mut Relations<'_>,
    automaton: &Automaton<BddId>,
    functions: &Functions,
    begin: u32,
) -> Result<Derivation, NoRun> {
    let mut reader = ForwardReader {
        relations,
        automaton,
        functions,
        runs: DerivationBuilder::default(),
        known: FxHashMap::default(),
    };
    let increment = &automaton.increments()[begin as usize];
    let initial = reader.relations.initial()?;
    let states = reader.relations.bdds.and(initial, increment.weight)?;
    let picked = reader.pick(states).ok_or(NoRun::Lost("no initial state begins the run"))?;
    let procedure = reader.relations.pds.entry;
    let now = reader.relations.now(reader.relations.pds.procedures[procedure.index()].entry, &picked);
    let entry = reader.relations.entry_state(procedure, &now, true);
    let premise = automaton.so_far(increment.transition);
    let first = ForwardActivation { procedure, entry, premise, now, exit: Vec::new(), steps: Vec::new(), key: None };
    let mut stack = Vec::new();
    let mut open = Some(first);
    while let Some(activation) = open {
        let (run, callee) = reader.read(activation)?;
        stack.push(run);
        open = callee;
    }
    Ok(reader.runs.finish(stack))
}

struct ForwardReader<'a, 'p> {
    relations: &'a mut Relations<'p>,
    automaton: &'a Automaton<BddId>,
    functions: &'a Functions,
    runs: DerivationBuilder,
    /// The runs that returned.
    known: FxHashMap<Key, RunId>,
}

impl ForwardReader<'_, '_> {
    /// Follows an activation that does not return, and those that return to it on the way. What comes out with it is its callee
    /// that does not return, or nothing if it is itself at the target.
    fn read(&mut self, first: ForwardActivation) -> Result<(Run, Option<ForwardActivation>), NoRun> {
        let mut stack = vec![first];
        while let Some(mut activation) = stack.pop() {
            match self.next(&mut activation)? {
                Next::State => stack.push(activation),
                Next::Callee(callee) => stack.extend([activation, callee]),
                Next::Open(callee) => return Ok((activation.into_run(), Some(callee))),
                Next::Target => return Ok((activation.into_run(), None)),
                Next::Returned => {
                    let key = activation.key.take().ok_or(NoRun::Lost("the run of a target returns"))?;
                    self.known.insert(key, self.runs.returned(activation.into_run()));
                }
            }
        }
        Err(NoRun::Lost("a run neither returns nor comes to the target"))
    }

    fn next(&mut self, activation: &mut ForwardActivation) -> Result<Next, NoRun> {
        let here = [activation.now.as_slice(), &activation.exit].concat();
        let here = self.relations.bdds.cube(&here);
        let number = self.find(activation.premise, here)?;
        match self.automaton.increments()[number as usize].cause {
            Cause::Given => Ok(Next::Target),
            Cause::Before(rule, premise) => self.step(activation, here, rule, premise),
            Cause::Calling(rule, callee, rest) => self.call(activation, here, rule, callee, rest),
            Cause::Returning(rule) => self.finish(activation, rule),
            _ => Err(NoRun::Lost("an increment of post* in pre*")),
        }
    }

    /// A neutration.
    fn step(
        &mut self,
        activation: &mut ForwardActivation,
        here: BddId,
        rule: u32,
        premise: Premise,
    ) -> Result<Next, NoRun> {
        let parts = self.parts(rule, here)?;
        for &number in self.automaton.premises(premise) {
            let after = self.relations.written_next(rule, self.weight(number))?;
            let common = self.relations.bdds.and(parts, after)?;
            if let Some(mut picked) = self.pick(common) {
                activation.steps.push(self.applied(rule, &picked)?);
                let compiled = self.relations.rule(rule)?;
                let written = &compiled.written;
                let after: Vec<_> = written.iter().map(|(&after, &during)| (after, value(&picked, during))).collect();
                picked.retain(|&(column, _)| !written.contains_key(&column));
                picked.extend(after);
                activation.now = self.relations.now(self.destination(premise)?, &sorted(picked));
                activation.premise = Premise::only(number);
                return Ok(Next::State);
            }
        }
        Err(NoRun::Lost("a state has no successor in the premise of its increment"))
    }

    /// An expansion.
    fn call(
        &mut self,
        activation: &mut ForwardActivation,
        here: BddId,
        rule: u32,
        callee: Premise,
        rest: Premise,
    ) -> Result<Next, NoRun> {
        let parts = self.parts(rule, here)?;
        let RuleKind::Expansion { callee: procedure, .. } = self.relations.pds.rules()[rule as usize].kind else {
            return Err(NoRun::Lost("a call is no expansion"));
        };
        for &of_rest in self.automaton.premises(rest) {
            let behind = self.relations.behind_call(self.weight(of_rest))?;
            let behind = self.relations.bdds.and(parts, behind)?;
            if behind.is_false() {
                continue;
            }
            for &of_callee in self.automaton.premises(callee) {
                let inside = self.relations.seen_by_caller(procedure, self.weight(of_callee))?;
                let common = self.relations.bdds.and(behind, inside)?;
                if let Some(picked) = self.pick(common) {
                    let premises = (Premise::only(of_callee), Premise::only(of_rest));
                    return self.enter(activation, rule, procedure, &picked, premises);
                }
            }
        }
        Err(NoRun::Lost("a call does not go on as its premises say"))
    }

    /// The call in a model: the callee begins, or, if its run is known, the caller goes on behind the return.
    fn enter(
        &mut self,
        activation: &mut ForwardActivation,
        rule: u32,
        procedure: ProcId,
        picked: &Values,
        (premise, rest): (Premise, Premise),
    ) -> Result<Next, NoRun> {
        let returns = self.automaton.edge_of(premise).to == CONTROL;
        let exit = if returns { self.relations.exit(procedure, picked) } else { Vec::new() };
        let begins = self.relations.begins(procedure, picked);
        let begins = self.entry(procedure, premise, &begins, &exit)?;
        if !returns {
            activation.steps.push(self.applied(rule, picked)?);
            return Ok(Next::Open(self.activation(procedure, premise, begins, exit, None)));
        }
        let key = (self.automaton.transition_of(premise), begins.clone(), exit.clone());
        let call = self.applied(rule, picked)?;
        activation.steps.push(match self.known.get(&key) {
            Some(&run) => call.returning(run),
            None if self.functions.contains(procedure) => call.returning_only(),
            None => return Ok(Next::Callee(self.activation(procedure, premise, begins, exit, Some(key)))),
        });
        let to = self.destination(rest)?;
        // Globals are as the callee left them.
        let globals: FxHashMap<Column, Column> =
            self.relations.frames.globals().map(|copies| (copies.now, copies.next)).collect();
        let left = globals.iter().map(|(&now, &next)| (now, value(picked, next)));
        let others = picked.iter().copied().filter(|(column, _)| !globals.contains_key(column));
        let behind = sorted(others.chain(left).collect());
        activation.now = self.relations.now(to, &behind);
        activation.premise = rest;
        Ok(Next::State)
    }

    /// A whole state at the entry of a callee, from what the caller gives.
    fn entry(&mut self, procedure: ProcId, premise: Premise, begins: &Values, exit: &Values) -> Result<Values, NoRun> {
        let known = self.relations.bdds.cube(&[begins.as_slice(), exit].concat());
        let states = self.relations.initialised(procedure);
        let known = self.relations.bdds.and(states, known)?;
        for &number in self.automaton.premises(premise) {
            let common = self.relations.bdds.and(self.weight(number), known)?;
            if let Some(picked) = self.pick(common) {
                return Ok(self.relations.now(self.relations.pds.procedures[procedure.index()].entry, &picked));
            }
        }
        Err(NoRun::Lost("a callee does not begin as its caller says"))
    }

    fn activation(
        &self,
        procedure: ProcId,
        premise: Premise,
        now: Values,
        exit: Values,
        key: Option<Key>,
    ) -> ForwardActivation {
        let entry = self.relations.entry_state(procedure, &now, false);
        ForwardActivation { procedure, entry, premise, now, exit, steps: Vec::new(), key }
    }

    /// A contraction.
    fn finish(&mut self, activation: &mut ForwardActivation, rule: u32) -> Result<Next, NoRun> {
        let procedure = &self.relations.pds.procedures[activation.procedure.index()];
        let registers =
            (0..procedure.results).filter_map(|index| self.relations.frames.register(activation.procedure, index));
        let results = registers.map(|register| (register.now, value(&activation.exit, register.left)));
        let here = self.relations.bdds.cube(&results.chain(activation.now.iter().copied()).collect::<Vec<_>>());
        let set = self.parts(rule, here)?;
        let picked = self.pick(set).ok_or(NoRun::Lost("a return does not come out as its increment says"))?;
        activation.steps.push(self.applied(rule, &picked)?);
        Ok(Next::Returned)
    }

    /// What a rule says about a state.
    fn parts(&mut self, rule: u32, here: BddId) -> Result<BddId, NoRun> {
        let mut set = here;
        for &part in &self.relations.rule(rule)?.parts {
            set = self.relations.bdds.and(set, part)?;
        }
        Ok(set)
    }

    /// The rule, with the choices of a model.
    fn applied(&mut self, rule: u32, picked: &Values) -> Result<Step, NoRun> {
        let choices = self.relations.rule(rule)?.choices.iter().map(|&column| value(picked, column)).collect();
        Ok(Step::new(RuleId::from_index(rule as usize), choices))
    }

    /// The increment of a premise that has a state.
    fn find(&mut self, premise: Premise, state: BddId) -> Result<u32, NoRun> {
        for &number in self.automaton.premises(premise) {
            if !self.relations.bdds.and(self.weight(number), state)?.is_false() {
                return Ok(number);
            }
        }
        Err(NoRun::Lost("no increment has the state"))
    }

    fn weight(&self, number: u32) -> BddId {
        self.automaton.increments()[number as usize].weight
    }

    /// The location at which a transition begins.
    fn destination(&self, premise: Premise) -> Result<LocId, NoRun> {
        let symbol = self.automaton.edge_of(premise).symbol;
        symbol.map(location).ok_or(NoRun::Lost("a transition of pre* reads nothing"))
    }

    /// A model, if there is one.
    fn pick(&self, set: BddId) -> Option<Values> {
        self.relations.bdds.pick(set)
    }
}

impl ForwardActivation {
    fn into_run(self) -> Run {
        let (globals, locals) = self.entry;
        Run { procedure: self.procedure, globals, locals, steps: self.steps }
    }
}

impl Relations<'_> {
    /// With what a procedure returns, of a model of a call.
    fn exit(&self, procedure: ProcId, picked: &Values) -> Values {
        let Relations { frames, live, .. } = self;
        let columns = live.exit(procedure).iter().filter_map(|slot| match slot {
            Slot::Result(index) => frames.register(procedure, index).map(|register| (register.left, register.now)),
            slot => frames.copies(procedure, slot).and_then(|copies| Some((copies.entered?, copies.next))),
        });
        sorted(columns.map(|(exit, seen)| (exit, value(picked, seen))).collect())
    }

    /// The globals and parameters with which a procedure begins, of a model of a call.
    fn begins(&self, procedure: ProcId, picked: &Values) -> Values {
        let globals = self.entry_globals(procedure).into_iter().map(|copies| (copies.now, value(picked, copies.now)));
        let is_param =
            |slot: &Slot| matches!(slot, Slot::Local(index) if *index < self.pds.procedures[procedure.index()].params);
        let params = self.live.entry(procedure).iter().filter(is_param);
        let params = params.filter_map(|slot| self.frames.copies(procedure, slot));
        sorted(globals.chain(params.map(|copies| (copies.now, value(picked, copies.next)))).collect())
    }
}
