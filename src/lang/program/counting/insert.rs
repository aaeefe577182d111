//! Registers, and statements where procedures are entered.

use super::super::expression::Expr;
use super::super::loosen::Hold;
use super::super::model::*;
use super::super::origin::Origins;
use super::super::words::Words;
use super::super::write::{Moved, Writer, procedure, statement, unused};
use super::Counting;
use crate::lang::pool::{List, Symbol};
use crate::lang::source::Span;

/// What becomes of a program.
pub(super) struct Plan<'a, E, H> {
    /// Where its runs begin.
    pub entry: ProcId,
    /// For each procedure whether it has registers.
    pub within: &'a [bool],
    /// How many each of them has.
    pub registers: usize,
    /// How many alarms there are.
    pub alarms: usize,
    /// What is done where a procedure is entered: of that procedure and its registers.
    pub entered: E,
    /// Whether that makes a choice, if the caller has registers, too.
    pub chooses: bool,
    /// What registers are given by a call.
    pub handed: H,
}

/// A call of a procedure that has registers.
pub(super) struct Handing<'a> {
    /// Where it stands; none of the one with which runs begin.
    pub site: Option<Place>,
    /// Who is called.
    pub callee: ProcId,
    /// The registers of the caller, if it has any.
    pub caller: Option<&'a [Var]>,
    /// The number of its choice.
    pub choice: u32,
}

/// What happens where a procedure is entered.
pub(super) struct Entered {
    /// When an alarm is entered.
    pub alarms: Vec<Alarm>,
    /// What its registers may be after that.
    pub kept: Option<Kept>,
}

/// An alarm is entered if this holds.
pub(super) struct Alarm {
    pub index: usize,
    pub when: Expr,
}

/// If this holds, which makes a choice, registers get these values.
pub(super) struct Kept {
    pub when: Expr,
    pub values: Vec<Expr>,
}

/// The program with registers and alarms.
pub(super) fn instrumented<E, H>(program: &Program, plan: &Plan<'_, E, H>) -> Counting
where
    E: Fn(&mut Writer<'_>, ProcId, &[Var]) -> Entered,
    H: Fn(&mut Writer<'_>, &Handing<'_>) -> Vec<Expr>,
{
    // What writes all variables names them from now on: those that are there now.
    let mut made = program.loosen(0, |_| Hold::Fixed);
    (made.origins, made.words) = (Origins::default(), Words::default());
    let names: Vec<Symbol> = (0..plan.registers).map(|bit| unused(&mut made, &format!("register_{bit}"))).collect();
    let (statements, spans) = (std::mem::take(&mut made.statements), std::mem::take(&mut made.spans));
    let count = program.procedures.len();
    let alarms: Vec<ProcId> = (count..count + plan.alarms).map(ProcId::from_index).collect();
    let (mut before, mut registers) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for procedure in program.procedure_ids() {
        let Procedure { base, points, params, .. } = program[procedure];
        let by = if plan.within[procedure.index()] { plan.registers } else { 0 };
        let range = base as usize..(base + points) as usize;
        let body = (&statements[range.clone()], &spans[range]);
        let moved = Moved { params, by };
        let mut writing =
            Writing { made: &mut made, procedure, moved, own: moved.added().collect(), before: Vec::new() };
        writing.write(plan, &names, &alarms, body);
        before.push(writing.before);
        registers.push(params..params + by);
    }
    for index in 0..plan.alarms {
        let symbol = unused(&mut made, &format!("alarm_{index}"));
        procedure(&mut made, symbol, &[Kind::Skip], 0);
    }
    let mut entry = plan.entry;
    if plan.within[entry.index()] {
        let first = begin(program, &mut made, plan);
        let symbol = unused(&mut made, "begin");
        let choices = program[entry].params as u32;
        entry = procedure(&mut made, symbol, &[first], choices);
    }
    Counting { program: made, entry, alarms, before, registers }
}

/// The call with which runs begin: with any parameters, and such registers.
fn begin<E, H>(program: &Program, made: &mut Program, plan: &Plan<'_, E, H>) -> Kind
where
    H: Fn(&mut Writer<'_>, &Handing<'_>) -> Vec<Expr>,
{
    let mut writer = Writer { program: made, span: program[plan.entry].name_span };
    let mut args: Vec<Expr> = (0..program[plan.entry].params as u32).map(|index| writer.choice(index)).collect();
    let call = Handing { site: None, callee: plan.entry, caller: None, choice: 0 };
    args.extend((plan.handed)(&mut writer, &call));
    Kind::Call { callee: plan.entry, args: writer.list(args), targets: List::new(0, 0) }
}

/// A procedure under way.
struct Writing<'a> {
    made: &'a mut Program,
    procedure: ProcId,
    moved: Moved,
    /// Its registers.
    own: Vec<Var>,
    /// For each statement so far the point that it was.
    before: Vec<Option<Point>>,
}

impl Writing<'_> {
    /// Its statements, with more where it is entered.
    fn write<E, H>(
        &mut self,
        plan: &Plan<'_, E, H>,
        names: &[Symbol],
        alarms: &[ProcId],
        (statements, spans): (&[Statement], &[Span]),
    ) where
        E: Fn(&mut Writer<'_>, ProcId, &[Var]) -> Entered,
        H: Fn(&mut Writer<'_>, &Handing<'_>) -> Vec<Expr>,
    {
        let base = self.made.statements.len() as u32;
        for (index, (statement, &span)) in statements.iter().zip(spans).enumerate() {
            let point = Point(index as u32);
            if index == 0 && !self.own.is_empty() {
                // Before all else: who is called is there, even if an `enforce` lets nobody go on.
                let entered = (plan.entered)(&mut Writer { program: self.made, span }, self.procedure, &self.own);
                self.enter(entered, alarms, span);
            }
            let kind = self.moved.kind(&mut Writer { program: self.made, span }, statement.kind);
            let statement = self.with_registers(plan, Statement { kind, ..*statement }, point, span);
            self.push(statement, span, Some(point));
        }
        let inserted = self.before.len() as u32 - statements.len() as u32;
        for at in 0..self.before.len() {
            if self.before[at].is_some() {
                self.redirect(base as usize + at, inserted);
            }
        }
        let own = &mut self.made.procedures[self.procedure.index()];
        (own.base, own.points) = (base, self.before.len() as u32);
        self.moved.declare(self.made, self.procedure, names);
    }

    /// A call gives its callee registers.
    fn with_registers<E, H>(&mut self, plan: &Plan<'_, E, H>, call: Statement, point: Point, span: Span) -> Statement
    where
        H: Fn(&mut Writer<'_>, &Handing<'_>) -> Vec<Expr>,
    {
        let Statement { kind: Kind::Call { callee, args, targets }, choices, .. } = call else { return call };
        if !plan.within[callee.index()] {
            return call;
        }
        let caller = (!self.own.is_empty()).then_some(&self.own[..]);
        let site = Some(Place { procedure: self.procedure, point });
        let mut writer = Writer { program: self.made, span };
        let mut args = writer.program[args].to_vec();
        args.extend((plan.handed)(&mut writer, &Handing { site, callee, caller, choice: choices }));
        let more = u32::from(plan.chooses && caller.is_some());
        Statement { kind: Kind::Call { callee, args: writer.list(args), targets }, choices: choices + more, ..call }
    }

    /// What a callee does first.
    fn enter(&mut self, entered: Entered, alarms: &[ProcId], span: Span) {
        for alarm in entered.alarms {
            let here = self.before.len() as u32;
            self.push(statement(Kind::Branch { cond: alarm.when, yes: Point(here + 1) }, here + 2), span, None);
            let (args, targets) = (List::new(0, 0), List::new(0, 0));
            self.push(statement(Kind::Call { callee: alarms[alarm.index], args, targets }, here + 2), span, None);
        }
        if let Some(kept) = entered.kept {
            let here = self.before.len() as u32;
            let branch = Kind::Branch { cond: kept.when, yes: Point(here + 1) };
            self.push(Statement { choices: 1, ..statement(branch, here + 2) }, span, None);
            let mut writer = Writer { program: self.made, span };
            let targets = writer.targets(self.own.iter().copied().map(Some).collect());
            let values = writer.list(kept.values);
            self.push(statement(Kind::Assign { targets, values, constrain: None }, here + 2), span, None);
        }
    }

    fn push(&mut self, statement: Statement, span: Span, before: Option<Point>) {
        self.made.statements.push(statement);
        self.made.spans.push(span);
        self.before.push(before);
    }

    /// Where a statement leads that was there: all points are further back by as many as there are new ones.
    fn redirect(&mut self, index: usize, by: u32) {
        let to = |point: Point| Point(point.0 + by);
        let mut statement = self.made.statements[index];
        statement.next = to(statement.next);
        statement.kind = match statement.kind {
            Kind::Branch { cond, yes } => Kind::Branch { cond, yes: to(yes) },
            Kind::Goto(targets) => {
                let moved: Vec<Point> = self.made[targets].iter().map(|&point| to(point)).collect();
                let start = self.made.points.len();
                self.made.points.extend(moved);
                Kind::Goto(List::new(start, targets.len()))
            }
            kind => kind,
        };
        self.made.statements[index] = statement;
    }
}
