//! One run of a trace, executed.

use super::refusal::{Position, Refusal};
use super::replay::NotReplayed;
use crate::budget::Budget;
use crate::lang::program::semantics::{Bits, BitsRef, Effect, State, activate, choices_at};
use crate::lang::program::{Place, Point, ProcId, Program, Var, VarScope};
use crate::verdict::canonical::{Moment, changes};
use crate::verdict::trace::{End, Run, RunId, Step, Trace};

/// A run that is being executed.
pub(super) struct Execution<'a> {
    program: &'a Program,
    trace: &'a Trace,
    index: usize,
    step: usize,
    /// The place where control is.
    place: Place,
    state: State,
}

impl<'a> Execution<'a> {
    /// Executes the run with this index. The runs before it are known to be right.
    pub(super) fn check(
        program: &'a Program,
        trace: &'a Trace,
        index: usize,
        budget: &Budget,
    ) -> Result<(), NotReplayed> {
        let run = &trace.runs[index];
        if run.procedure.index() >= program.procedures.len() {
            let found = format!("number {}", run.procedure.index());
            let what = format!("the procedure of run {index}");
            return Err(Refusal::whole(&what, "one of the program", found).into());
        }
        let place = Place { procedure: run.procedure, point: Point::ENTRY };
        let mut execution = Execution { program, trace, index, step: 0, place, state: run.entry.clone() };
        execution.enter(run)?;
        for step in &run.steps {
            budget.poll()?;
            execution.step(step)?;
        }
        execution.end(run)?;
        Ok(execution.same_state("at the end of the run", &execution.state, &run.exit)?)
    }

    /// The run has to begin as an activation can.
    fn enter(&self, run: &Run) -> Result<(), Refusal> {
        let State { globals, locals } = &run.entry;
        let procedure = &self.program[run.procedure];
        self.same("the number of globals", self.program.globals.len(), globals.len())?;
        self.same("the number of parameters and locals", procedure.locals.len(), locals.len())?;
        if activate(self.program, run.procedure, &locals[..procedure.params], locals) {
            return Ok(());
        }
        Err(self.refuse("the first values of the locals", "initialisers to be respected", "another value"))
    }

    fn step(&mut self, step: &Step) -> Result<(), Refusal> {
        let callee = step.call.map(|id| self.callee(id)).transpose()?;
        let returned = callee.map(|(run, results)| (&run.exit.globals, results));
        self.is_at(step.point, &step.choices)?;
        let (next, after) = match (self.moment(returned).outcome(&step.choices, step.target), callee) {
            ((Effect::Step(next, after), _), None) => (next, after),
            ((Effect::Call(to, args), Some(Effect::Step(next, after))), Some((run, _))) => {
                self.is_entered(to, &args, run)?;
                (next, after)
            }
            ((Effect::Call(..), Some(other)), _) => {
                return Err(self.refuse("what follows the call", other.in_words(), "a step"));
            }
            ((other, _), None) => return Err(self.refuse("what follows", other.in_words(), "a step")),
            ((other, _), Some(_)) => return Err(self.refuse("what follows", other.in_words(), "a call")),
        };
        self.same_changes(&changes(&self.state, &after), &step.changes)?;
        self.is_canonical(returned, &step.choices, step.target)?;
        self.place.point = next;
        self.state = after;
        self.step += 1;
        Ok(())
    }

    /// The end has to fit to what the program does, and to what comes next in the trace.
    fn end(&self, run: &Run) -> Result<(), Refusal> {
        let (point, choices, claim) = match &run.end {
            End::Returned { point, choices, .. } => (*point, choices, "a return"),
            End::Calling { point, choices } => (*point, choices, "a call"),
            End::Violation { choices } => return self.violation(choices),
        };
        self.is_at(point, choices)?;
        match (self.moment(None).outcome(choices, 0).0, &run.end) {
            (Effect::Return(actual), End::Returned { results, .. }) => {
                self.same("the number of results", actual.len(), results.len())?;
                for (index, (actual, claimed)) in actual.iter().zip(results).enumerate() {
                    self.same(&format!("result {}", index + 1), u8::from(*actual), u8::from(*claimed))?;
                }
            }
            (Effect::Call(to, args), End::Calling { .. }) => match self.trace.runs.get(self.index + 1) {
                Some(callee) => self.is_entered(to, &args, callee)?,
                None => return Err(self.refuse("the run that is called last", "one more run", "none")),
            },
            (other, _) => return Err(self.refuse("the end of the run", other.in_words(), claim)),
        }
        self.is_canonical(None, choices, 0)
    }

    fn violation(&self, choices: &Bits) -> Result<(), Refusal> {
        let property = &self.trace.property;
        if self.place != property.place {
            let found = self.program.show(property.place);
            return Err(self.refuse("the place of the violation", self.program.show(self.place), found));
        }
        if property.kind.is_place() {
            return self.same("the number of choices", 0, choices.len());
        }
        self.is_at(property.place.point, choices)?;
        match self.moment(None).outcome(choices, 0).0 {
            Effect::Violation => self.is_canonical(None, choices, 0),
            other => Err(self.refuse("the end of the run", other.in_words(), "a violation")),
        }
    }

    /// The run that a call names, and its results: one that returned, before this one in the trace.
    fn callee(&self, id: RunId) -> Result<(&'a Run, &'a Bits), Refusal> {
        match self.trace.runs[..self.index].get(id.index()) {
            Some(run @ Run { end: End::Returned { results, .. }, .. }) => Ok((run, results)),
            _ => Err(self.refuse("the run that is called", "an earlier one that returns", format!("run {}", id.0))),
        }
    }

    fn is_entered(&self, to: ProcId, args: &BitsRef, callee: &Run) -> Result<(), Refusal> {
        if to != callee.procedure {
            let name = |id: ProcId| match self.program.procedures.get(id.index()) {
                Some(procedure) => self.program.name(procedure.name),
                None => "none of the program",
            };
            return Err(self.refuse("the procedure that is called", name(to), name(callee.procedure)));
        }
        if callee.entry.globals != self.state.globals {
            return Err(self.refuse("the globals with which the callee begins", "those of the call", "others"));
        }
        if callee.entry.locals.get(..args.len()) != Some(args) {
            return Err(self.refuse("the parameters with which the callee begins", "those of the call", "others"));
        }
        Ok(())
    }

    fn is_at(&self, point: Point, choices: &BitsRef) -> Result<(), Refusal> {
        self.same("the point", self.place.point.0, point.0)?;
        self.same("the number of choices", choices_at(self.program, self.place), choices.len())
    }

    /// Of the choices that lead to the same, the right ones have to be recorded.
    fn is_canonical(&self, returned: Option<(&Bits, &Bits)>, choices: &BitsRef, target: usize) -> Result<(), Refusal> {
        let moment = self.moment(returned);
        self.same("the target", moment.first_target(target), target)?;
        match moment.idle_choice(choices, target) {
            Some(idle) => Err(self.refuse(&format!("choice {idle}"), "0, as it makes no difference", 1)),
            None => Ok(()),
        }
    }

    fn moment<'s>(&'s self, returned: Option<(&'s Bits, &'s Bits)>) -> Moment<'s> {
        Moment { program: self.program, place: self.place, state: &self.state, returned }
    }

    fn same_changes(&self, actual: &[(Var, bool)], claimed: &[(Var, bool)]) -> Result<(), Refusal> {
        let show = |change: Option<&(Var, bool)>| match change {
            Some(&(var, value)) => format!("{}={}", self.var_name(var), u8::from(value)),
            None => "none".to_string(),
        };
        let length = actual.len().max(claimed.len());
        match (0..length).find(|&index| actual.get(index) != claimed.get(index)) {
            Some(index) => {
                let what = format!("change {}", index + 1);
                Err(self.refuse(&what, show(actual.get(index)), show(claimed.get(index))))
            }
            None => Ok(()),
        }
    }

    fn same_state(&self, when: &str, actual: &State, claimed: &State) -> Result<(), Refusal> {
        self.same(&format!("the number of globals {when}"), actual.globals.len(), claimed.globals.len())?;
        self.same(&format!("the number of locals {when}"), actual.locals.len(), claimed.locals.len())?;
        match changes(actual, claimed).first() {
            Some(&(var, value)) => {
                let what = format!("the value of {} {when}", self.var_name(var));
                Err(self.refuse(&what, u8::from(!value), u8::from(value)))
            }
            None => Ok(()),
        }
    }

    /// The name of a variable, or its number, as a trace may speak of variables that there are not.
    fn var_name(&self, var: Var) -> String {
        let (variables, index, scope) = match var.scope() {
            VarScope::Global(index) => (&self.program.globals, index, "global"),
            VarScope::Local(index) => (&self.program[self.place.procedure].locals, index, "local"),
        };
        match variables.get(index) {
            Some(variable) => self.program.name(variable.name).to_string(),
            None => format!("{scope} {index}"),
        }
    }

    fn same<T: PartialEq + std::fmt::Display>(&self, what: &str, expected: T, found: T) -> Result<(), Refusal> {
        if expected == found { Ok(()) } else { Err(self.refuse(what, expected, found)) }
    }

    fn refuse(&self, what: &str, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Refusal {
        let shown = self.program.show(self.place);
        let position = Position { run: self.index, step: self.step, place: self.place, shown };
        Refusal { position: Some(position), ..Refusal::whole(what, expected, found) }
    }
}
