//! What the row of a step says.

use super::effect::CHOSEN;
use super::elide::plain;
use super::statement::Statement;
use super::states::States;
use super::table::{Row, WIDEST};
use super::values::{Values, list};
use super::ways::Ways;
use super::{TraceStyle, View, c_view};
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::program::{Kind, Place, ProcId, Program};
use crate::lang::source::Source;
use crate::report::paint::Ink;
use crate::validate::{Length, Passages, Replayed};
use crate::verdict::canonical::changes;
use crate::verdict::trace::{End, Run, RunId, Step, Trace, Turn};
use crate::verdict::why::Why;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How many characters of a statement are read before its variables become predicates.
const WHOLE: usize = 400;

/// Makes the rows of one trace. What was found out about places and procedures is kept.
pub(super) struct Rows<'a> {
    pub(super) program: &'a Program,
    pub(super) source: &'a Source,
    pub(super) trace: &'a Trace,
    pub(super) lengths: &'a [Length],
    pub(super) length: &'a Length,
    pub(super) passages: &'a Passages,
    /// How many characters the list of effects may have.
    pub(super) longest: usize,
    /// Which runs go the same way.
    pub(super) ways: Ways,
    /// What matters for the violation, if that is asked.
    pub(super) why: Option<&'a Why>,
    /// Whether no more than that is to be shown.
    pub(super) only: bool,
    view: View,
    statements: FxHashMap<Place, Statement>,
    values: FxHashMap<ProcId, Values<'a>>,
    pub(super) states: States<'a>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        program: &'a Program,
        source: &'a Source,
        replayed: &'a Replayed,
        why: Option<&'a Why>,
        style: &TraceStyle,
    ) -> Rows<'a> {
        let trace = replayed.trace();
        Rows {
            program,
            source,
            trace,
            lengths: replayed.lengths(),
            length: replayed.length(),
            passages: replayed.passages(),
            longest: 150,
            ways: Ways::of(program, trace),
            why,
            only: style.why && why.is_some(),
            view: style.view,
            statements: FxHashMap::default(),
            values: FxHashMap::default(),
            states: States::of(trace),
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

    /// Whether the violation depends on a step, if that is known.
    pub(super) fn matters(&self, id: RunId, index: usize) -> Option<bool> {
        self.why.map(|why| why.matters(id, index))
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
            Some(callee) => self.call(id, index, callee),
            None => {
                let chosen = self.chosen(id, index);
                match self.decision(run, index) {
                    Some(decision) if chosen.way => return Row { effect: decision + CHOSEN, ..row },
                    Some(decision) => return Row { effect: decision, ..row },
                    None => self.assigned(id, index, &chosen),
                }
            }
        };
        row.ink = Some(Ink::Change);
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

    /// The row of the return of the call that a step makes, if that was opened: its results, and what the caller stores. Without results
    /// there is none: the indentation tells.
    pub(super) fn returned(&mut self, id: RunId, index: usize, depth: usize) -> Option<Row> {
        let caller = self.run(id);
        let run = self.run(caller.steps[index].call?);
        let mut row = self.at(self.end_place(run), depth);
        row.effect = self.results(run)?;
        let stored = self.stored(caller.procedure, &caller.steps[index]);
        if !stored.is_empty() {
            let name = self.program.name(self.program[caller.procedure].name);
            row.effect += &format!("; in {name}: {}", self.stepped(id, index, &stored));
        }
        Some(row)
    }

    /// The row of the end of the last run.
    pub(super) fn violation(&mut self, depth: usize) -> Row {
        let row = self.at(self.trace.property.place, depth);
        match (&self.trace.turn, self.program[self.trace.property.place].kind) {
            (None, _) => {}
            (Some(Turn::Again { .. }), _) => return Row { effect: "the loop begins again".into(), ..row },
            (Some(Turn::Over { .. }), Kind::Assert(_) | Kind::AbortIf(_)) => {
                return Row { effect: "VIOLATION".into(), ink: Some(Ink::Bad), ..row };
            }
            (Some(Turn::Over { .. }), _) => return Row { effect: "the run is over".into(), ..row },
        }
        match self.trace.property.kind {
            PropertyKind::Place => Row { effect: "is reached".into(), ..row },
            PropertyKind::Runs(Forbidden::Monitor { .. }) => {
                Row { effect: "the monitor comes to an error".into(), ink: Some(Ink::Bad), ..row }
            }
            PropertyKind::Runs(_) => row,
            PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Label(_) => {
                Row { effect: "VIOLATION".into(), ink: Some(Ink::Bad), ..row }
            }
        }
    }

    /// The row for steps that are left out: how many, and what they changed all together.
    pub(super) fn left_out(&mut self, id: RunId, steps: Range<usize>, depth: usize) -> Row {
        let run = self.run(id);
        let mut length = Length::of(steps.len());
        let calls = run.steps[steps.clone()].iter().filter_map(|step| step.call);
        calls.for_each(|callee| length.add(&self.lengths[callee.index()]));
        let before = self.states.before(id, steps.start).clone();
        let after = self.states.before(id, steps.end).clone();
        let effect = match changes(&before, &after) {
            none if none.is_empty() => "nothing changed".into(),
            some => {
                let is_all = !self.only;
                self.changes(run.procedure, &some, &after, |_| is_all)
            }
        };
        Row { depth, text: format!("... {length} steps ..."), effect, ink: Some(Ink::Change), ..Row::default() }
    }

    /// The row for rounds of a loop that go the same way.
    pub(super) fn rounds(&mut self, id: RunId, steps: Range<usize>, count: usize, depth: usize) -> Row {
        let run = self.run(id);
        let line = |step: &Step| {
            let span = self.program.span(Place { procedure: run.procedure, point: step.point });
            self.source.position(span.start).line
        };
        // All rounds go through the same lines.
        let round = run.steps[steps.clone()].iter().take(steps.len().div_ceil(count)).map(line);
        let (first, last) = round.fold((u32::MAX, 0), |(first, last), line| (first.min(line), last.max(line)));
        let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let times =
            if count == 1 { "once more the same way".into() } else { format!("{count} times more the same way") };
        Row { line: lines, text: format!("... {times} ..."), ..self.left_out(id, steps, depth) }
    }

    fn at(&mut self, place: Place, depth: usize) -> Row {
        let (program, source) = (self.program, self.source);
        if self.view == View::C && !self.statements.contains_key(&place) {
            let known = Statement::cut(program, source, place, WHOLE);
            let text = plain(&c_view::statement(&known.text, self.values(place.procedure)), WIDEST);
            self.statements.insert(place, Statement { text, ..known });
        }
        let statement = self.statements.entry(place).or_insert_with(|| Statement::at(program, source, place));
        let Statement { line, origin, text } = statement.clone();
        Row { place: Some(place), line: line.to_string(), origin, depth, text, ..Row::default() }
    }

    pub(super) fn values(&mut self, procedure: ProcId) -> &Values<'a> {
        let (program, source, view) = (self.program, self.source, self.view);
        self.values.entry(procedure).or_insert_with(|| view.values(program, source, procedure))
    }
}
