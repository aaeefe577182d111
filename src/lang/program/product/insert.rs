//! The statements of a program with others between them.

use super::super::loosen::Hold;
use super::super::model::*;
use super::super::origin::Origins;
use super::super::words::Words;
use super::super::write::{Writer, procedure, statement, unused};
use super::Role;
use crate::lang::pool::List;
use crate::lang::source::Span;

/// What is put between the statements of a program.
pub(super) trait Between {
    /// Puts something before the statement at a place.
    fn before(&mut self, inserting: &mut Inserting, place: Place, kind: Kind, span: Span);

    /// The statement itself.
    fn itself(&mut self, made: &mut Program, place: Place, statement: Statement, span: Span) -> Statement;
}

/// Statements under way.
pub(super) struct Inserting {
    pub made: Program,
    /// The procedure that runs enter which violate an `assert` or `abortif`.
    violated: ProcId,
    /// What the points so far of the procedure under way were.
    roles: Vec<Role>,
    /// The statements and their places, as they were.
    statements: Vec<Statement>,
    spans: Vec<Span>,
}

impl Inserting {
    /// A program whose statements are to be written again, and whose runs enter the procedure `violated` where a condition is violated.
    pub fn new(program: &Program, violated: ProcId) -> Inserting {
        // What writes all variables names them from now on: those that are there now.
        let mut made = program.loosen(0, |_| Hold::Fixed);
        (made.origins, made.words) = (Origins::default(), Words::default());
        let (statements, spans) = (std::mem::take(&mut made.statements), std::mem::take(&mut made.spans));
        Inserting { made, violated, roles: Vec::new(), statements, spans }
    }

    /// A procedure that was there; what its points were.
    pub fn procedure(&mut self, procedure: ProcId, between: &mut impl Between) -> Vec<Role> {
        let Procedure { base: was, points, .. } = self.made[procedure];
        let base = self.made.statements.len();
        // Where control comes to that went to a point, and where the statement itself is now.
        let (mut entries, mut own) = (Vec::with_capacity(points as usize), Vec::with_capacity(points as usize));
        for point in (0..points).map(Point) {
            let index = (was + point.0) as usize;
            let (old, span) = (self.statements[index], self.spans[index]);
            entries.push(self.here());
            let place = Place { procedure, point };
            between.before(self, place, old.kind, span);
            own.push(self.roles.len());
            let now = between.itself(&mut self.made, place, old, span);
            self.push(now, span, Role::Was(point));
            if let Kind::Assert(_) | Kind::AbortIf(_) = old.kind {
                self.call(self.violated, self.here(), span, Role::Between);
            }
        }
        for at in own {
            self.redirect(base + at, at as u32 + 1, &entries);
        }
        let made = &mut self.made.procedures[procedure.index()];
        (made.base, made.points) = (base as u32, self.roles.len() as u32);
        std::mem::take(&mut self.roles)
    }

    /// The procedure that is called where what is looked for has happened. Nobody returns from it: a run comes there once.
    pub fn alarm(&mut self, name: &str) {
        let never = Writer { program: &mut self.made, span: Span::new(0, 0) }.constant(false);
        let name = unused(&mut self.made, name);
        procedure(&mut self.made, name, &[Kind::Assume(never)], 0);
    }

    /// A procedure for runs that are over, perhaps after a call; `rest` is what comes then. What its points are.
    pub fn over(&mut self, name: &str, call: Option<Statement>, rest: impl FnOnce(&mut Inserting, Span)) -> Vec<Role> {
        let span = Span::new(0, 0);
        let base = self.made.statements.len() as u32;
        self.push(statement(Kind::Enter, 1), span, Role::Between);
        if let Some(call) = call {
            self.push(Statement { next: Point(2), ..call }, span, Role::Between);
        }
        rest(self, span);
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
        std::mem::take(&mut self.roles)
    }

    /// The call with which runs begin: of a procedure that had so many parameters, which may be anything, and has these constants behind them.
    pub fn begin(&mut self, callee: ProcId, params: usize, constants: &[bool]) -> Statement {
        let choices = params as u32;
        let mut writer = Writer { program: &mut self.made, span: Span::new(0, 0) };
        let mut args: Vec<_> = (0..choices).map(|index| writer.choice(index)).collect();
        args.extend(constants.iter().map(|&value| writer.constant(value)));
        let call = Kind::Call { callee, args: writer.list(args), targets: List::new(0, 0) };
        Statement { choices, ..statement(call, 0) }
    }

    /// A call of a procedure without parameters and results.
    pub fn call(&mut self, callee: ProcId, next: u32, span: Span, role: Role) {
        let (args, targets) = (List::new(0, 0), List::new(0, 0));
        self.push(statement(Kind::Call { callee, args, targets }, next), span, role);
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
    pub fn here(&self) -> u32 {
        self.roles.len() as u32
    }

    pub fn push(&mut self, statement: Statement, span: Span, role: Role) {
        self.made.statements.push(statement);
        self.made.spans.push(span);
        self.roles.push(role);
    }
}
