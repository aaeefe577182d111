//! A program with an automaton that reads along.

use super::super::model::*;
use super::super::write::{Writer, statement};
use super::ghosts::Ghosts;
use super::insert::{Between, Inserting};
use super::turn::{self, Cut};
use super::{Kept, Position, Product, Role, Watcher, automaton};
use crate::lang::source::Span;

/// The program with the automaton.
pub(super) fn watched(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Product {
    let count = program.procedures.len();
    let [alarm, violated, begin] = [count, count + 1, count + 2].map(ProcId::from_index);
    let mut inserting = Inserting::new(program, violated);
    let ghosts = Ghosts::declare(&mut inserting.made, watcher);
    let globals: Vec<Var> = (0..program.globals.len()).map(Var::global).collect();
    let mut watching = Watching { ghosts: &ghosts, watcher, globals: &globals, alarm, base: None, next: 0 };
    let mut roles = Vec::with_capacity(count + 3);
    for procedure in program.procedure_ids() {
        watching.enter(&inserting.made, procedure);
        roles.push(inserting.procedure(procedure, &mut watching));
        if watching.base.is_some() {
            let made = &mut inserting.made.procedures[procedure.index()];
            let variable = Variable { name: ghosts.base, span: made.name_span, init: Some(false) };
            made.locals.push(variable);
        }
    }
    inserting.alarm("alarm");
    roles.push(Vec::new());
    let mark = watcher.cuts.len();
    roles.push(inserting.over("violated", None, |inserting, span| {
        watching.over(inserting, Position::Violated, mark, span);
    }));
    let first = inserting.begin(entry, program[entry].params, &[]);
    roles.push(inserting.over("begin", Some(first), |inserting, span| {
        watching.over(inserting, Position::Over, mark + 1, span);
    }));
    let kept = program.procedures.iter().map(|procedure| Kept::all(procedure.locals.len())).collect();
    Product { program: inserting.made, entry: begin, violated, alarm, roles, kept }
}

/// What is put between statements.
struct Watching<'a, 'w> {
    ghosts: &'a Ghosts,
    watcher: &'a Watcher<'w>,
    /// The globals that there were.
    globals: &'a [Var],
    alarm: ProcId,
    /// The local that says that the activation has saved; none of a procedure without cuts.
    base: Option<Var>,
    /// The number of the next cut.
    next: usize,
}

impl Watching<'_, '_> {
    /// The statements of this procedure are next.
    fn enter(&mut self, made: &Program, procedure: ProcId) {
        let has_cuts = self.watcher.cuts.get(self.next).is_some_and(|cut| cut.procedure == procedure);
        self.base = has_cuts.then(|| Var::local(made[procedure].locals.len()));
    }

    /// What happens to a run that is over.
    fn over(&self, inserting: &mut Inserting, position: Position, mark: usize, span: Span) {
        let head = inserting.here();
        if self.watcher.ends_count {
            // Nothing but the automaton does anything here.
            self.cut(inserting, &Cut { mark, globals: &[], locals: 0, base: None }, Point::ENTRY, span);
            self.read(inserting, position, span);
            inserting.push(statement(Kind::Skip, head), span, Role::Between);
        } else {
            let cond = Writer { program: &mut inserting.made, span }.constant(false);
            inserting.push(statement(Kind::Assume(cond), head), span, Role::Between);
        }
    }

    /// The statements of a cut.
    fn cut(&self, inserting: &mut Inserting, cut: &Cut<'_>, point: Point, span: Span) {
        let here = inserting.here();
        let mut writer = Writer { program: &mut inserting.made, span };
        let statements = turn::statements(&mut writer, self.ghosts, self.watcher, self.alarm, cut, here);
        let roles = [Role::Between, Role::Closes(point), Role::Between, Role::Saves(point)];
        for (statement, role) in statements.into_iter().zip(roles) {
            inserting.push(statement, span, role);
        }
    }

    /// The step of the automaton at a position.
    fn read(&self, inserting: &mut Inserting, position: Position, span: Span) {
        let next = inserting.here() + 1;
        let steps = (self.watcher.steps)(position);
        let mut writer = Writer { program: &mut inserting.made, span };
        if let Some(reads) = automaton::reads(&mut writer, self.ghosts, self.watcher, &steps, next) {
            inserting.push(reads, span, Role::Between);
        }
    }
}

impl Between for Watching<'_, '_> {
    fn before(&mut self, inserting: &mut Inserting, place: Place, kind: Kind, span: Span) {
        let is_cut = self.watcher.cuts.get(self.next) == Some(&place);
        if is_cut {
            let procedure = &inserting.made[place.procedure];
            let locals = if place.point == Point::ENTRY { procedure.params } else { procedure.locals.len() };
            let cut = Cut { mark: self.next, globals: self.globals, locals, base: self.base };
            self.cut(inserting, &cut, place.point, span);
            self.next += 1;
        }
        if is_cut || !(self.watcher.is_silent)(place) {
            self.read(inserting, Position::At(place), span);
        }
        if let (Some(has_saved), Kind::Return(_) | Kind::End) = (self.base, kind) {
            let cond = Writer { program: &mut inserting.made, span }.is(has_saved, false);
            inserting.push(statement(Kind::Assume(cond), inserting.here() + 1), span, Role::Between);
        }
    }

    fn itself(&mut self, _: &mut Program, _: Place, statement: Statement, _: Span) -> Statement {
        statement
    }
}
