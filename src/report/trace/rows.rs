//! What the row of a step says.

use super::elide::plain;
use super::statement::Statement;
use super::table::{Row, WIDEST};
use super::values::{Item, Values, list};
use super::ways::Ways;
use super::{TraceStyle, View, c_view};
use crate::lang::program::semantics::State;
use crate::lang::program::words::Word;
use crate::lang::program::{Expr, Kind, Node, Place, Point, ProcId, Program, Var};
use crate::lang::source::{Source, Told};
use crate::report::paint::Ink;
use crate::validate::{Length, Replayed};
use crate::verdict::canonical::{Chosen, Moment, changes};
use crate::verdict::trace::{End, Run, RunId, Step, Trace};
use crate::verdict::why::Why;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What stands behind a value, or a way, that was chosen.
const CHOSEN: &str = " (*)";

/// How many characters of a statement are read before its variables become predicates.
const WHOLE: usize = 400;

/// Makes the rows of one trace. What was found out about places and procedures is kept.
pub(super) struct Rows<'a> {
    pub(super) program: &'a Program,
    pub(super) source: &'a Source,
    pub(super) trace: &'a Trace,
    pub(super) lengths: &'a [Length],
    pub(super) length: &'a Length,
    /// How many characters the list of effects may have.
    pub(super) longest: usize,
    /// Which runs go the same way.
    pub(super) ways: Ways,
    /// What matters for the violation, if that is asked.
    pub(super) why: Option<&'a Why>,
    /// Whether no more than that is to be shown.
    only: bool,
    view: View,
    statements: FxHashMap<Place, Statement>,
    values: FxHashMap<ProcId, Values<'a>>,
    /// Those of calls behind those of their callers.
    cursors: Vec<Cursor>,
}

/// How many states are remembered; of deeper calls they are made anew.
const CURSORS: usize = 64;

/// The state before a step of a run. Steps are looked at in order, mostly.
struct Cursor {
    run: RunId,
    step: usize,
    state: State,
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
            longest: 150,
            ways: Ways::of(program, trace),
            why,
            only: style.why,
            view: style.view,
            statements: FxHashMap::default(),
            values: FxHashMap::default(),
            cursors: Vec::new(),
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

    /// Whether a step has a row where a trace is folded: one that matters, if it is shown why, else one that says more than that it was made.
    pub(super) fn is_told(&self, id: RunId, index: usize) -> bool {
        let run = self.run(id);
        let is_shown = match self.why.filter(|_| self.only) {
            Some(why) => why.matters(id, index),
            None => !self.is_quiet(run, index),
        };
        is_shown && !self.is_silent(run, &run.steps[index]) && !self.is_announced(run, index)
    }

    /// Whether the violation depends on a step, if that is known.
    pub(super) fn matters(&self, id: RunId, index: usize) -> Option<bool> {
        self.why.map(|why| why.matters(id, index))
    }

    /// Whether a call is worth a look into its callee.
    pub(super) fn is_worth_opening(&self, step: &Step) -> bool {
        match (self.why.filter(|_| self.only), step.call) {
            (_, None) => false,
            (None, _) => !step.changes.is_empty(),
            (Some(why), Some(callee)) => {
                self.run(callee).steps.iter().enumerate().any(|(index, _)| why.matters(callee, index))
            }
        }
    }

    /// Whether a step says nothing to its reader but that it was made: entry, `skip`, `goto` to one place, a condition that always holds.
    fn is_quiet(&self, run: &Run, index: usize) -> bool {
        let step = &run.steps[index];
        match self.told(run, step) {
            Told::Itself => {}
            told => return *told == Told::Nothing,
        }
        let statement = &self.program[Place { procedure: run.procedure, point: step.point }];
        match statement.kind {
            Kind::Enter | Kind::Skip => true,
            Kind::Goto(targets) => self.program[targets].windows(2).all(|pair| pair[0] == pair[1]),
            Kind::Branch { yes, .. } => yes == statement.next,
            Kind::Assume(cond) | Kind::Assert(cond) | Kind::AbortIf(cond) => self.is_constant(cond),
            _ => false,
        }
    }

    fn is_constant(&self, cond: Expr) -> bool {
        self.program
            .expr_nodes(cond)
            .iter()
            .all(|node| !matches!(node, Node::Var(_) | Node::Choice(_) | Node::Schoose(..)))
    }

    /// Whether a `goto` goes to a condition that says which way it goes.
    fn is_announced(&self, run: &Run, index: usize) -> bool {
        let place = |step: &Step| Place { procedure: run.procedure, point: step.point };
        if !matches!(self.program[place(&run.steps[index])].kind, Kind::Goto(_)) {
            return false;
        }
        let next = (index + 1..run.steps.len()).find(|&next| !self.is_quiet(run, next));
        next.is_some_and(|next| matches!(self.program[place(&run.steps[next])].kind, Kind::Assume(_)))
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

    /// What was free in a step.
    fn chosen(&mut self, id: RunId, index: usize) -> Chosen {
        let run = self.run(id);
        let step = &run.steps[index];
        if step.choices.is_empty() {
            return Chosen::default();
        }
        let place = Place { procedure: run.procedure, point: step.point };
        let program = self.program;
        Moment { program, place, state: self.before(id, index), returned: None }.chosen(&step.choices, step.target)
    }

    /// The state before a step.
    fn before(&mut self, id: RunId, index: usize) -> &State {
        let run = self.run(id);
        let known = self.cursors.iter().rposition(|cursor| cursor.run == id && cursor.step <= index);
        self.cursors.truncate(known.map_or(self.cursors.len(), |known| known + 1));
        if known.is_none() {
            if self.cursors.len() == CURSORS {
                self.cursors.remove(0);
            }
            self.cursors.push(Cursor { run: id, step: 0, state: run.entry.clone() });
        }
        let last = self.cursors.len() - 1;
        let cursor = &mut self.cursors[last];
        apply(&mut cursor.state, &run.steps[cursor.step..index]);
        cursor.step = index;
        &cursor.state
    }

    /// The state behind a step.
    fn after(&mut self, id: RunId, index: usize) -> State {
        let step = &self.run(id).steps[index..=index];
        let mut state = self.before(id, index).clone();
        apply(&mut state, step);
        state
    }

    /// The values that a step changed, and those that were chosen, even as they were before.
    fn assigned(&mut self, id: RunId, index: usize, chosen: &Chosen) -> String {
        let run = self.run(id);
        let changed = run.steps[index].changes.iter().map(|(var, _)| *var);
        let mut all: Vec<Var> = changed.chain(chosen.vars.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            return String::new();
        }
        let is_chosen = |var: &Var| chosen.vars.binary_search(var).is_ok();
        let is_wanted = self.wants(id, index);
        let (after, longest) = (self.after(id, index), self.longest);
        let values = self.values(run.procedure);
        // A number is chosen if all of it is; if some of it is, its bits tell which.
        let is_plain = |word: &Word| word.bits.iter().all(is_chosen) || !word.bits.iter().any(is_chosen);
        let show = |item: Item| {
            let mark = if values.vars_of(item).iter().all(is_chosen) { CHOSEN } else { "" };
            values.show_item(item, |var| after.get(var)) + mark
        };
        list(values.changed(&all, |word| is_wanted(word) && is_plain(word)).into_iter().map(show), longest)
    }

    /// Which numbers tell what a step changed: all, or, where only that is shown which matters, those that it writes as a whole. Of others not
    /// all bits need matter.
    fn wants(&self, id: RunId, index: usize) -> impl Fn(&Word) -> bool + use<'a> {
        let run = self.run(id);
        let statement = &self.program[Place { procedure: run.procedure, point: run.steps[index].point }];
        let targets = match statement.kind {
            Kind::Assign { targets, .. } | Kind::Call { targets, .. } | Kind::Dead(targets) => &self.program[targets],
            _ => &[],
        };
        let is_all = !self.only;
        move |word| is_all || word.bits.iter().all(|&bit| targets.contains(&Some(bit)))
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
        Row { effect: "VIOLATION".into(), ink: Some(Ink::Bad), ..row }
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
    fn call(&mut self, id: RunId, index: usize, callee: RunId) -> String {
        let (caller, run) = (self.run(id), self.run(callee));
        let params = self.program[run.procedure].params;
        let longest = self.longest;
        let with = self.values(run.procedure).locals(&run.entry, 0..params);
        let with = (params > 0).then(|| format!("with {}", list(with.into_iter(), longest)));
        let changes = match &caller.steps[index].changes {
            none if none.is_empty() => "nothing changed".into(),
            some => self.stepped(id, index, some),
        };
        let parts = [with, self.results(run), Some(changes)];
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

    /// Changes that a step made.
    fn stepped(&mut self, id: RunId, index: usize, changes: &[(Var, bool)]) -> String {
        let (after, is_wanted) = (self.after(id, index), self.wants(id, index));
        self.changes(self.run(id).procedure, changes, &after, is_wanted)
    }

    /// Changes after which a state is this one. Names are looked up for no more than are shown.
    fn changes(
        &mut self,
        procedure: ProcId,
        changes: &[(Var, bool)],
        after: &State,
        is_wanted: impl Fn(&Word) -> bool,
    ) -> String {
        let longest = self.longest;
        let vars: Vec<Var> = changes.iter().map(|(var, _)| *var).collect();
        let values = self.values(procedure);
        let shown = values.changed(&vars, is_wanted).into_iter();
        list(shown.map(|item| values.show_item(item, |var| after.get(var))), longest)
    }

    /// `returns 0, 5 (101)`, if there are results.
    fn results(&self, run: &Run) -> Option<String> {
        let End::Returned { results, .. } = &run.end else { return None };
        let shown = self.program.words().show_results(run.procedure, results);
        (!shown.is_empty()).then(|| format!("returns {}", shown.join(", ")))
    }

    fn values(&mut self, procedure: ProcId) -> &Values<'a> {
        let (program, source, view) = (self.program, self.source, self.view);
        self.values.entry(procedure).or_insert_with(|| view.values(program, source, procedure))
    }
}

fn apply(state: &mut State, steps: &[Step]) {
    steps.iter().flat_map(|step| &step.changes).for_each(|&(var, value)| state.set(var, value));
}
