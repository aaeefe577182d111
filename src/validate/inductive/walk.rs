//! From one place with an invariant to the next ones: one symbolic execution, merged where paths meet.
//!
//! The ways on from a place exclude each other, so of a state that several paths lead to each value is that of the path that was
//! taken, and nothing is lost.

use super::claim::{Batch, Claim, Start, What};
use super::encode::{Effect, Way, resume, ways};
use super::refusal::Refusal;
use super::regions::Regions;
use super::scene::{Row, State};
use super::values::Values;
use crate::lang::program::frame::Frame;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Place, Point, ProcId, Program, Var, VarScope};
use crate::logic::formula::{Formula, Formulas};
use crate::verdict::certificate::{Certificate, Contract, Subject};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What all walks look at.
pub(super) struct Ground<'a> {
    pub(crate) program: &'a Program,
    pub(crate) certificate: &'a Certificate,
    pub(crate) frame: Frame,
    /// For each procedure its first contract.
    pub(crate) first: Vec<Option<usize>>,
    /// The places of the properties, sorted: whether control may not come there, or may not fail there.
    pub(crate) forbidden: BTreeMap<Place, Forbidden>,
    /// Whether [`Values::suppose`] is asked for. Without it each claim says all that it rests on.
    pub(crate) supposes: bool,
}

/// What is forbidden at a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forbidden {
    comes: bool,
    fails: bool,
}

impl<'a> Ground<'a> {
    pub(crate) fn new(program: &'a Program, certificate: &'a Certificate) -> Ground<'a> {
        let mut forbidden: BTreeMap<Place, Forbidden> = BTreeMap::new();
        for Property { kind, place } in &certificate.properties {
            let here = forbidden.entry(*place).or_default();
            match kind {
                PropertyKind::Label(_) | PropertyKind::Place | PropertyKind::Runs(_) => here.comes = true,
                PropertyKind::Assert | PropertyKind::AbortIf => here.fails = true,
            }
        }
        let first = certificate.first_contracts(program.procedures.len());
        Ground { program, certificate, frame: Frame::of(program), first, forbidden, supposes: true }
    }

    /// The claim that runs begin under the first contract of the entry procedure.
    pub(crate) fn begin(&self, batch: &mut Batch) -> Result<(), Refusal> {
        let Ground { program, certificate, .. } = *self;
        let entry = certificate.entry;
        let Some(contract) = self.first[entry.index()].map(|index| &certificate.contracts[index]) else {
            return Err(Refusal::whole("the entry procedure has no contract"));
        };
        let init =
            |value: Option<bool>, batch: &mut Batch| value.map_or_else(|| batch.scene.fresh(), Formula::constant);
        let globals: Row = program.globals.iter().map(|global| init(global.init, batch)).collect();
        let params = batch.scene.fresh_many(program[entry].params);
        let allowed =
            batch.scene.instantiate(&contract.formulas, contract.entry, |subject| entered(&globals, &params, subject));
        let place = Place { procedure: entry, point: Point::ENTRY };
        let state = State { globals, locals: params };
        batch.claim(!allowed, || Claim {
            what: What::Begins,
            fails: !allowed,
            from: Rc::new(Start { place, entered: State::default(), state: state.clone() }),
            at: place,
            state,
        });
        Ok(())
    }

    /// All claims of a contract; `settle` is called whenever a batch is large enough.
    pub(crate) fn contract<E: From<Refusal>>(
        &self,
        index: usize,
        batch: &mut Batch,
        mut settle: impl FnMut(&mut Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        let program = self.program;
        let contract = &self.certificate.contracts[index];
        let procedure = contract.procedure;
        let is_cut = |point: Point| contract.invariants.contains_key(&point);
        let regions = Regions::of(program, procedure, is_cut).map_err(|point| {
            Refusal::at(program, Place { procedure, point }, "there is a loop through here without any invariant")
        })?;
        let starts = std::iter::once(None).chain(contract.invariants.keys().map(|&point| Some(point)));
        for start in starts {
            self.walk(contract, &regions, start, batch)?;
            settle(batch)?;
        }
        Ok(())
    }

    /// From the entry, or from a point with an invariant.
    fn walk(
        &self,
        contract: &Contract,
        regions: &Regions,
        start: Option<Point>,
        batch: &mut Batch,
    ) -> Result<(), Refusal> {
        let Ground { program, .. } = *self;
        let procedure = contract.procedure;
        let scene = &mut batch.scene;
        let Contract { formulas, entry, invariants, .. } = contract;
        let declared = &program[procedure];
        let mut values = Values::new(program.globals.len(), declared.params, declared.locals.len(), 0);
        if self.supposes {
            values.suppose(scene, formulas, *entry);
        }
        let entered = values.entered(scene);
        let mut supposed = values.say(scene, formulas, *entry);
        let (state, point) = match start {
            None => {
                let locals = scene.activate(program, procedure, &entered.locals);
                (State { globals: entered.globals.clone(), locals }, Point::ENTRY)
            }
            Some(point) => {
                self.keep(procedure, &entered.globals, &mut values);
                if self.supposes {
                    values.suppose(scene, formulas, invariants[&point]);
                }
                let state = values.now(scene);
                let holds = values.say(scene, formulas, invariants[&point]);
                supposed = scene.formulas.and(supposed, holds);
                (state, point)
            }
        };
        if supposed == Formula::FALSE {
            return Ok(());
        }
        scene.see(program, procedure, &entered);
        scene.see(program, procedure, &state);
        let from = Rc::new(Start { place: Place { procedure, point }, entered, state: state.clone() });
        let mut walk = Walk { ground: self, contract, regions, from, supposed, batch, pending: BTreeMap::new() };
        match start {
            None => walk.arrive(point, Formula::TRUE, state),
            Some(_) => walk.leave(point, Formula::TRUE, state)?,
        }
        while let Some((_, (point, path, state))) = walk.pending.pop_first() {
            walk.leave(point, path, state)?;
        }
        Ok(())
    }

    /// The globals that the procedure does not write are now what they were.
    fn keep(&self, procedure: ProcId, globals: &[Formula], values: &mut Values) {
        for (index, &value) in globals.iter().enumerate() {
            if !self.frame.writes(procedure, index) {
                values.keep(index, value);
            }
        }
    }
}

/// What is entered, of the globals and parameters with which it is.
fn entered(globals: &[Formula], params: &[Formula], subject: Subject) -> Formula {
    let Subject::Entry(var) = subject else { return Formula::FALSE };
    match var.scope() {
        VarScope::Global(index) => globals[index],
        VarScope::Local(index) => params[index],
    }
}

fn seen(before: &State, state: &State, subject: Subject) -> Formula {
    match subject {
        Subject::Now(var) => state.get(var),
        subject => entered(&before.globals, &before.locals, subject),
    }
}

fn left(before: &State, globals: &[Formula], results: &[Formula], subject: Subject) -> Formula {
    match subject {
        Subject::Result(index) => results[index],
        Subject::Now(var) => match var.scope() {
            VarScope::Global(index) => globals[index],
            VarScope::Local(_) => Formula::FALSE,
        },
        subject => entered(&before.globals, &before.locals, subject),
    }
}

/// A walk under way.
struct Walk<'g, 'a> {
    ground: &'g Ground<'a>,
    contract: &'g Contract,
    regions: &'g Regions,
    from: Rc<Start>,
    /// What holds where it begins. The paths do not say it again: values are chosen by what tells paths apart, and claims say it once.
    supposed: Formula,
    batch: &'g mut Batch,
    /// Where control has come, in the order in which that is left.
    pending: BTreeMap<u32, (Point, Formula, State)>,
}

impl Walk<'_, '_> {
    fn formulas(&mut self) -> &mut Formulas {
        &mut self.batch.scene.formulas
    }

    fn place(&self, point: Point) -> Place {
        Place { procedure: self.contract.procedure, point }
    }

    fn claim(&mut self, what: What, fails: Formula, at: Point, state: &State) {
        let (from, at) = (&self.from, self.place(at));
        let fails = self.batch.scene.formulas.and(self.supposed, fails);
        self.batch.claim(fails, || Claim { what, fails, from: from.clone(), at, state: state.clone() });
    }

    /// Control comes to a point.
    fn arrive(&mut self, point: Point, path: Formula, state: State) {
        if path == Formula::FALSE {
            return;
        }
        self.batch.scene.see(self.ground.program, self.contract.procedure, &state);
        if self.ground.forbidden.get(&self.place(point)).is_some_and(|here| here.comes) {
            self.claim(What::Property, path, point, &state);
        }
        if let Some(&invariant) = self.contract.invariants.get(&point) {
            let (formulas, from) = (&self.contract.formulas, &self.from);
            let holds =
                self.batch.scene.instantiate(formulas, invariant, |subject| seen(&from.entered, &state, subject));
            let fails = self.formulas().and(path, !holds);
            self.claim(What::Invariant, fails, point, &state);
            return;
        }
        let rank = self.regions.rank(point);
        let merged = match self.pending.remove(&rank) {
            None => (point, path, state),
            Some((_, other, before)) => (point, self.formulas().or(other, path), self.merge(path, state, before)),
        };
        self.pending.insert(rank, merged);
    }

    /// The state if `path` was taken, else the other one.
    fn merge(&mut self, path: Formula, state: State, other: State) -> State {
        let formulas = self.formulas();
        let mut both = |values: Row, others: Row| -> Row {
            values.into_iter().zip(others).map(|(value, other)| formulas.ite(path, value, other)).collect()
        };
        State { globals: both(state.globals, other.globals), locals: both(state.locals, other.locals) }
    }

    /// Control goes on from a point.
    fn leave(&mut self, point: Point, path: Formula, state: State) -> Result<(), Refusal> {
        let place = self.place(point);
        let ways = ways(self.ground.program, &mut self.batch.scene, place, state.clone());
        for Way { guard, effect } in ways {
            let path = self.formulas().and(path, guard);
            if path == Formula::FALSE {
                continue;
            }
            match effect {
                Effect::Step(next, after) => self.arrive(next, path, after),
                Effect::Violation => {
                    if self.ground.forbidden.get(&place).is_some_and(|here| here.fails) {
                        self.claim(What::Property, path, point, &state);
                    }
                }
                Effect::Call(callee, params) => self.call(place, path, &state, callee, &params)?,
                Effect::Return(results) => {
                    let Contract { formulas, summary, .. } = self.contract;
                    let from = &self.from;
                    let holds = self.batch.scene.instantiate(formulas, *summary, |subject| {
                        left(&from.entered, &state.globals, &results, subject)
                    });
                    let fails = self.formulas().and(path, !holds);
                    self.claim(What::Summary, fails, point, &state);
                }
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        place: Place,
        path: Formula,
        state: &State,
        callee: ProcId,
        params: &[Formula],
    ) -> Result<(), Refusal> {
        let Ground { program, certificate, first, .. } = self.ground;
        let named = self.contract.calls.get(&place.point).copied().or(first[callee.index()]);
        let Some(contract) = named.map(|index| certificate.contracts.get(index)) else {
            self.claim(What::Uncalled, path, place.point, state);
            return Ok(());
        };
        let Some(contract) = contract.filter(|contract| contract.procedure == callee) else {
            return Err(Refusal::at(program, place, "the contract of the call is not one of the callee"));
        };
        let scene = &mut self.batch.scene;
        let allowed =
            scene.instantiate(&contract.formulas, contract.entry, |subject| entered(&state.globals, params, subject));
        let fails = scene.formulas.and(path, !allowed);
        self.claim(What::Entry, fails, place.point, state);
        let path = self.formulas().and(path, allowed);
        let mut values = Values::new(program.globals.len(), params.len(), 0, program[callee].results);
        values.enter(&state.globals, params);
        self.ground.keep(callee, &state.globals, &mut values);
        let scene = &mut self.batch.scene;
        if self.ground.supposes {
            values.suppose(scene, &contract.formulas, contract.summary);
        }
        let (globals, results) = (values.now(scene).globals, values.results(scene));
        scene.see_results(program, callee, &results);
        let returns = values.say(scene, &contract.formulas, contract.summary);
        let path = scene.formulas.and(path, returns);
        let ways = resume(program, scene, place, state.locals.clone(), globals, &results);
        for Way { guard, effect } in ways {
            let path = self.formulas().and(path, guard);
            if let Effect::Step(next, after) = effect {
                self.arrive(next, path, after);
            }
        }
        Ok(())
    }
}

/// Whether the formulas of a contract speak only of what they can.
pub(super) fn speaks_sense(program: &Program, contract: &Contract) -> bool {
    let declared = &program[contract.procedure];
    let is_var = |var: Var, locals: usize| match var.scope() {
        VarScope::Global(index) => index < program.globals.len(),
        VarScope::Local(index) => index < locals,
    };
    let all = |formula: Formula, fits: &dyn Fn(Subject) -> bool| {
        contract.formulas.support([formula]).into_iter().all(|input| fits(Subject::of(input)))
    };
    let is_entered = |subject: Subject| matches!(subject, Subject::Entry(var) if is_var(var, declared.params));
    let is_left = |subject: Subject| match subject {
        Subject::Entry(_) => is_entered(subject),
        Subject::Now(var) => is_var(var, 0),
        Subject::Result(index) => index < declared.results,
    };
    let is_seen = |subject: Subject| match subject {
        Subject::Entry(_) => is_entered(subject),
        Subject::Now(var) => is_var(var, declared.locals.len()),
        Subject::Result(_) => false,
    };
    all(contract.entry, &is_entered)
        && all(contract.summary, &is_left)
        && contract.invariants.iter().all(|(point, &formula)| point.0 < declared.points() && all(formula, &is_seen))
}
