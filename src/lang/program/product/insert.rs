//! The statements of a program with those of the automaton between them.

use super::super::loosen::Hold;
use super::super::model::*;
use super::super::origin::Origins;
use super::super::words::Words;
use super::super::write::{Writer, procedure, statement, unused};
use super::ghosts::Ghosts;
use super::turn::{self, Cut};
use super::{Position, Product, Role, Watcher, automaton};
use crate::lang::pool::List;
use crate::lang::source::Span;

/// The program with the automaton.
pub(super) fn inserted(program: &Program, entry: ProcId, watcher: &Watcher<'_>) -> Product {
    // What writes all variables names them from now on: those that are there now.
    let mut made = program.loosen(0, |_| Hold::Fixed);
    (made.origins, made.words) = (Origins::default(), Words::default());
    let (statements, spans) = (std::mem::take(&mut made.statements), std::mem::take(&mut made.spans));
    let ghosts = Ghosts::declare(&mut made, watcher);
    let count = program.procedures.len();
    let [alarm, violated, begin] = [count, count + 1, count + 2].map(ProcId::from_index);
    let globals: Vec<Var> = (0..program.globals.len()).map(Var::global).collect();
    let mut inserting =
        Inserting { made, ghosts: &ghosts, watcher, globals: &globals, alarm, violated, roles: Vec::new() };
    let mut roles = Vec::with_capacity(count + 3);
    for procedure in program.procedure_ids() {
        let Procedure { base, points, .. } = program[procedure];
        let range = base as usize..(base + points) as usize;
        inserting.procedure(procedure, &statements[range.clone()], &spans[range]);
        roles.push(std::mem::take(&mut inserting.roles));
    }
    let name = unused(&mut inserting.made, "alarm");
    procedure(&mut inserting.made, name, &[Kind::Skip], 0);
    roles.push(Vec::new());
    inserting.over("violated", Position::Violated, watcher.cuts.len(), None);
    roles.push(std::mem::take(&mut inserting.roles));
    inserting.over("begin", Position::Over, watcher.cuts.len() + 1, Some(entry));
    roles.push(std::mem::take(&mut inserting.roles));
    let locals = program.procedures.iter().map(|procedure| procedure.locals.len()).collect();
    Product { program: inserting.made, entry: begin, violated, alarm, roles, locals }
}

/// Statements under way.
struct Inserting<'a, 'w> {
    made: Program,
    ghosts: &'a Ghosts,
    watcher: &'a Watcher<'w>,
    /// The globals that there were.
    globals: &'a [Var],
    alarm: ProcId,
    violated: ProcId,
    /// What the points so far of the procedure under way were.
    roles: Vec<Role>,
}

impl Inserting<'_, '_> {
    /// A procedure that was there.
    fn procedure(&mut self, procedure: ProcId, statements: &[Statement], spans: &[Span]) {
        let base = self.made.statements.len();
        let first = self.watcher.cuts.partition_point(|cut| cut.procedure < procedure);
        let cuts = &self.watcher.cuts[first..];
        let cuts = &cuts[..cuts.partition_point(|cut| cut.procedure == procedure)];
        let mut marked = cuts.iter().zip(first..).peekable();
        let has_saved = (!cuts.is_empty()).then(|| Var::local(self.made[procedure].locals.len()));
        // Where control comes to that went to a point, and where the statement itself is now.
        let (mut entries, mut own) = (Vec::with_capacity(statements.len()), Vec::with_capacity(statements.len()));
        for (&old, (&span, point)) in statements.iter().zip(spans.iter().zip((0..).map(Point))) {
            entries.push(self.here());
            let place = Place { procedure, point };
            let mark = marked.next_if(|(cut, _)| **cut == place).map(|(_, mark)| mark);
            if let Some(mark) = mark {
                let locals = match point {
                    Point::ENTRY => self.made[procedure].params,
                    _ => self.made[procedure].locals.len(),
                };
                self.cut(&Cut { mark, globals: self.globals, locals, base: has_saved }, point, span);
            }
            if mark.is_some() || !(self.watcher.is_silent)(place) {
                self.read(Position::At(place), span);
            }
            if let (Some(has_saved), Kind::Return(_) | Kind::End) = (has_saved, old.kind) {
                let mut writer = Writer { program: &mut self.made, span };
                let cond = writer.is(has_saved, false);
                self.push(statement(Kind::Assume(cond), self.here() + 1), span, Role::Between);
            }
            own.push(self.roles.len());
            self.push(old, span, Role::Was(point));
            if let Kind::Assert(_) | Kind::AbortIf(_) = old.kind {
                self.fails(span);
            }
        }
        for at in own {
            self.redirect(base + at, at as u32 + 1, &entries);
        }
        let made = &mut self.made.procedures[procedure.index()];
        (made.base, made.points) = (base as u32, self.roles.len() as u32);
        if has_saved.is_some() {
            let variable = Variable { name: self.ghosts.base, span: made.name_span, init: Some(false) };
            made.locals.push(variable);
        }
    }

    /// A procedure in which runs stay that are over, perhaps after a call of this one with any parameters.
    fn over(&mut self, name: &str, position: Position, mark: usize, calls: Option<ProcId>) {
        let span = Span::new(0, 0);
        let base = self.made.statements.len() as u32;
        self.push(statement(Kind::Enter, 1), span, Role::Between);
        if let Some(callee) = calls {
            let choices = self.made[callee].params as u32;
            let mut writer = Writer { program: &mut self.made, span };
            let args = (0..choices).map(|index| writer.choice(index)).collect();
            let call = Kind::Call { callee, args: writer.list(args), targets: List::new(0, 0) };
            self.push(Statement { choices, ..statement(call, 2) }, span, Role::Between);
        }
        let head = self.here();
        if self.watcher.ends_count {
            // Nothing but the automaton does anything here.
            self.cut(&Cut { mark, globals: &[], locals: 0, base: None }, Point::ENTRY, span);
            self.read(position, span);
            self.push(statement(Kind::Skip, head), span, Role::Between);
        } else {
            let mut writer = Writer { program: &mut self.made, span };
            let cond = writer.constant(false);
            self.push(statement(Kind::Assume(cond), head), span, Role::Between);
        }
        self.push(statement(Kind::End, self.here()), span, Role::Between);
        let name = unused(&mut self.made, name);
        let points = self.roles.len() as u32;
        self.made.procedures.push(Procedure {
            name,
            name_span: span,
            span,
            locals: Vec::new(),
            params: 0,
            results: 0,
            enforce: List::new(0, 0),
            enforce_choices: 0,
            base,
            points,
        });
    }

    /// The statements of a cut.
    fn cut(&mut self, cut: &Cut<'_>, point: Point, span: Span) {
        let here = self.here();
        let mut writer = Writer { program: &mut self.made, span };
        let statements = turn::statements(&mut writer, self.ghosts, self.watcher, self.alarm, cut, here);
        let roles = [Role::Between, Role::Closes(point), Role::Between, Role::Saves(point)];
        for (statement, role) in statements.into_iter().zip(roles) {
            self.push(statement, span, role);
        }
    }

    /// The step of the automaton at a position.
    fn read(&mut self, position: Position, span: Span) {
        let next = self.here() + 1;
        let steps = (self.watcher.steps)(position);
        let mut writer = Writer { program: &mut self.made, span };
        if let Some(reads) = automaton::reads(&mut writer, self.ghosts, self.watcher, &steps, next) {
            self.push(reads, span, Role::Between);
        }
    }

    /// Where the condition of the last statement leads that must not be violated.
    fn fails(&mut self, span: Span) {
        let (args, targets) = (List::new(0, 0), List::new(0, 0));
        let here = self.here();
        self.push(statement(Kind::Call { callee: self.violated, args, targets }, here), span, Role::Between);
    }

    /// Where a statement leads that was there: to what was put before the statements that it led to; a condition that is violated to the statement
    /// at `behind`.
    fn redirect(&mut self, index: usize, behind: u32, entries: &[u32]) {
        let to = |point: Point| Point(entries[point.0 as usize]);
        let mut statement = self.made.statements[index];
        let next = to(statement.next);
        (statement.kind, statement.next) = match statement.kind {
            Kind::Branch { cond, yes } => (Kind::Branch { cond, yes: to(yes) }, next),
            Kind::Assert(cond) => (Kind::Branch { cond, yes: next }, Point(behind)),
            Kind::AbortIf(cond) => (Kind::Branch { cond, yes: Point(behind) }, next),
            Kind::Goto(targets) => {
                let moved: Vec<Point> = self.made[targets].iter().map(|&point| to(point)).collect();
                let start = self.made.points.len();
                self.made.points.extend(moved);
                (Kind::Goto(List::new(start, targets.len())), next)
            }
            kind => (kind, next),
        };
        self.made.statements[index] = statement;
    }

    /// The point of the next statement.
    fn here(&self) -> u32 {
        self.roles.len() as u32
    }

    fn push(&mut self, statement: Statement, span: Span, role: Role) {
        self.made.statements.push(statement);
        self.made.spans.push(span);
        self.roles.push(role);
    }
}
