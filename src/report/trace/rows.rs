//! What the row of a step says.

use super::statement::Statement;
use super::table::Row;
use super::values::{Values, list};
use crate::lang::program::semantics::State;
use crate::lang::program::{Kind, Place, Point, ProcId, Program, Var};
use crate::lang::source::{Source, Told};
use crate::validate::{Length, Replayed};
use crate::verdict::canonical::changes;
use crate::verdict::trace::{End, Run, RunId, Step, Trace};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Makes the rows of one trace. What was found out about places and procedures is kept.
pub(super) struct Rows<'a> {
    pub(super) program: &'a Program,
    pub(super) source: &'a Source,
    pub(super) trace: &'a Trace,
    pub(super) lengths: &'a [Length],
    pub(super) length: &'a Length,
    /// How many characters the list of effects may have.
    pub(super) longest: usize,
    statements: FxHashMap<Place, Statement>,
    values: FxHashMap<ProcId, Values<'a>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(program: &'a Program, source: &'a Source, replayed: &'a Replayed) -> Rows<'a> {
        Rows {
            program,
            source,
            trace: replayed.trace(),
            lengths: replayed.lengths(),
            length: replayed.length(),
            longest: 72,
            statements: FxHashMap::default(),
            values: FxHashMap::default(),
        }
    }

    pub(super) fn run(&self, id: RunId) -> &'a Run {
        self.trace.run(id)
    }

    /// Where a run is when it ends.
    pub(super) fn end_place(&self, run: &Run) -> Place {
        let point = match &run.end {
            End::Returned { point, .. } | End::Calling { point, .. } => *point,
            End::Violation { .. } => self.trace.property.place.point,
        };
        Place { procedure: run.procedure, point }
    }

    /// Whether the text tells from which C program the end of a run comes.
    pub(super) fn is_from_c(&self, id: RunId) -> bool {
        self.program.c_origin(self.source, self.end_place(self.run(id))).is_some()
    }

    /// Whether a step says nothing to its reader but that it was made: entry, `skip`, `goto` to one place.
    pub(super) fn is_quiet(&self, run: &Run, step: &Step) -> bool {
        match self.told(run, step) {
            Told::Itself => {}
            told => return *told == Told::Nothing,
        }
        match self.program[Place { procedure: run.procedure, point: step.point }].kind {
            Kind::Enter | Kind::Skip => true,
            Kind::Goto(targets) => self.program[targets].len() < 2,
            _ => false,
        }
    }

    /// Whether it is not even shown where all steps are: the entry, which has no text, and what the input has nothing like.
    pub(super) fn is_silent(&self, run: &Run, step: &Step) -> bool {
        step.point == Point::ENTRY || *self.told(run, step) == Told::Nothing
    }

    fn told(&self, run: &Run, step: &Step) -> &'a Told {
        self.told_at(Place { procedure: run.procedure, point: step.point })
    }

    fn told_at(&self, place: Place) -> &'a Told {
        self.source.told(self.program.span(place).start)
    }

    /// Whether a step is told as something of the input, which says what it does.
    fn is_retold(&self, place: Place) -> bool {
        matches!(self.told_at(place), Told::As(_))
    }

    /// The row of a step that is not opened.
    pub(super) fn step(&mut self, id: RunId, index: usize, depth: usize) -> Row {
        let run = self.run(id);
        let step = &run.steps[index];
        let place = Place { procedure: run.procedure, point: step.point };
        let mut row = self.at(place, depth);
        row.effect = match step.call {
            Some(callee) if self.is_retold(place) => format!("({} steps)", self.lengths[callee.index()]),
            None if self.is_retold(place) => String::new(),
            Some(callee) => self.call(run.procedure, step, callee),
            None => match self.decision(run, index) {
                Some(decision) => decision,
                None => self.changes(run.procedure, &step.changes),
            },
        };
        row
    }

    /// The row of a call whose callee's rows follow.
    pub(super) fn opened(&mut self, place: Place, callee: RunId, depth: usize) -> Row {
        if self.is_retold(place) {
            return self.at(place, depth);
        }
        let run = self.run(callee);
        let params = self.program[run.procedure].params;
        let longest = self.longest;
        let values = self.values(run.procedure);
        let local = |name: &str, range: Range<usize>| match range.is_empty() {
            true => None,
            false => Some(format!("{name} {}", list(values.locals(&run.entry, range).into_iter(), longest))),
        };
        let parts = [local("with", 0..params), local("locals", params..run.entry.locals.len())];
        let effect = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        Row { effect, ..self.at(place, depth) }
    }

    /// The row of the return of an opened call: its results, and what the caller stores. Without results there is
    /// none: the indentation tells.
    pub(super) fn returned(&mut self, callee: RunId, caller: ProcId, step: &Step, depth: usize) -> Option<Row> {
        let run = self.run(callee);
        let mut row = self.at(self.end_place(run), depth);
        row.effect = results(run)?;
        let stored = self.stored(caller, step);
        if !stored.is_empty() {
            let name = self.program.name(self.program[caller].name);
            row.effect += &format!("; in {name}: {}", self.changes(caller, &stored));
        }
        Some(row)
    }

    /// The row of the end of the last run.
    pub(super) fn violation(&mut self, depth: usize) -> Row {
        let row = self.at(self.trace.property.place, depth);
        Row { effect: "VIOLATION".into(), ..row }
    }

    /// The row for steps that are left out: how many, and what they changed all together.
    pub(super) fn left_out(&mut self, id: RunId, steps: Range<usize>, depth: usize) -> Row {
        let run = self.run(id);
        let mut length = Length::of(steps.len());
        let calls = run.steps[steps.clone()].iter().filter_map(|step| step.call);
        calls.for_each(|callee| length.add(&self.lengths[callee.index()]));
        let mut before = run.entry.clone();
        apply(&mut before, &run.steps[..steps.start]);
        let mut after = before.clone();
        apply(&mut after, &run.steps[steps]);
        let effect = match changes(&before, &after) {
            none if none.is_empty() => "nothing changed".into(),
            some => self.changes(run.procedure, &some),
        };
        Row { depth, text: format!("... {length} steps ..."), effect, ..Row::default() }
    }

    /// The row for steps without effect.
    pub(super) fn quiet(&mut self, id: RunId, steps: Range<usize>, depth: usize) -> Row {
        let run = self.run(id);
        let at = |step: &Step| Place { procedure: run.procedure, point: step.point };
        let first = self.at(at(&run.steps[steps.start]), depth);
        let last = self.at(at(&run.steps[steps.end - 1]), depth);
        let line = if first.line == last.line { last.line } else { format!("{}-{}", first.line, last.line) };
        Row { line, text: format!("({} quiet steps)", steps.len()), ..first }
    }

    fn at(&mut self, place: Place, depth: usize) -> Row {
        let (program, source) = (self.program, self.source);
        let statement = self.statements.entry(place).or_insert_with(|| Statement::at(program, source, place));
        let Statement { line, origin, text } = statement.clone();
        Row { place: Some(place), line: line.to_string(), origin, depth, text, effect: String::new() }
    }

    /// Which way a branch or a `goto` with several targets takes.
    fn decision(&self, run: &Run, index: usize) -> Option<String> {
        let next = run.steps.get(index + 1).map_or_else(|| self.end_place(run).point, |step| step.point);
        let statement = &self.program[Place { procedure: run.procedure, point: run.steps[index].point }];
        match statement.kind {
            Kind::Branch { yes, .. } if yes == statement.next => Some(String::new()),
            Kind::Branch { yes, .. } => Some(if next == yes { "-> true" } else { "-> false" }.into()),
            Kind::Goto(targets) if self.program[targets].len() > 1 => {
                let place = Place { procedure: run.procedure, point: next };
                let label = self.program[self.program[place].labels].first();
                let line = || self.source.position(self.program.span(place).start).line;
                Some(
                    label.map_or_else(
                        || format!("-> line {}", line()),
                        |&label| format!("-> {}", self.program.name(label)),
                    ),
                )
            }
            _ => None,
        }
    }

    /// The effect of a call that is not opened.
    fn call(&mut self, caller: ProcId, step: &Step, callee: RunId) -> String {
        let run = self.run(callee);
        let params = self.program[run.procedure].params;
        let longest = self.longest;
        let with = self.values(run.procedure).locals(&run.entry, 0..params);
        let with = (params > 0).then(|| format!("with {}", list(with.into_iter(), longest)));
        let changes = match step.changes.is_empty() {
            true => "nothing changed".into(),
            false => self.changes(caller, &step.changes),
        };
        let parts = [with, results(run), Some(changes)];
        let parts = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        format!("{parts} ({} steps)", self.lengths[callee.index()])
    }

    /// Of the changes of a call those that the caller makes when it stores results.
    fn stored(&self, caller: ProcId, step: &Step) -> Vec<(Var, bool)> {
        match self.program[Place { procedure: caller, point: step.point }].kind {
            Kind::Call { targets, .. } => {
                let targets = &self.program[targets];
                step.changes.iter().filter(|(var, _)| targets.contains(&Some(*var))).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn changes(&mut self, procedure: ProcId, changes: &[(Var, bool)]) -> String {
        let longest = self.longest;
        self.values(procedure).changes(changes, longest)
    }

    fn values(&mut self, procedure: ProcId) -> &Values<'a> {
        let (program, source) = (self.program, self.source);
        self.values.entry(procedure).or_insert_with(|| Values::of(program, source, procedure))
    }
}

/// `returns 0, 1`, if there are results.
fn results(run: &Run) -> Option<String> {
    let End::Returned { results, .. } = &run.end else { return None };
    let shown = results.iter().map(|bit| u8::from(*bit).to_string()).collect::<Vec<_>>();
    (!shown.is_empty()).then(|| format!("returns {}", shown.join(", ")))
}

fn apply(state: &mut State, steps: &[Step]) {
    steps.iter().flat_map(|step| &step.changes).for_each(|&(var, value)| state.set(var, value));
}
