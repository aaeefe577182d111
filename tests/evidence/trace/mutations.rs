//! A trace in which any one thing is altered is refused, and nothing makes the check panic.

use super::{Subject, subjects};
use bpcheck::lang::program::property::{Property, PropertyKind};
use bpcheck::lang::program::semantics::Bits;
use bpcheck::lang::program::{Point, Var};
use bpcheck::verdict::Trace;
use bpcheck::verdict::trace::{End, Run, RunId, Step};

#[test]
fn every_single_mutation_is_refused() {
    let mut count = 0;
    for subject in subjects().iter().chain(&[Subject::example("first-steps/lock-bug.bp")]) {
        let trace = subject.shortest(60).expect("a violation");
        subject.accepted(&trace);
        for (what, mutant) in mutants(subject, &trace) {
            assert!(subject.replay(&mutant).is_err(), "{}: {what} is not noticed\n{trace:#?}", subject.source.name());
            count += 1;
        }
    }
    assert!(count > 2_000, "{count} mutants");
}

/// Every trace that differs in one thing.
pub fn mutants(subject: &Subject, trace: &Trace) -> Vec<(String, Trace)> {
    let mut all = Mutants { trace, made: Vec::new() };
    all.add("program", |t| t.program.make_ascii_uppercase());
    for stack in [0, trace.stack - 1, trace.stack + 1, trace.runs.len() + 1, usize::MAX] {
        if stack != trace.stack {
            all.add("stack", |t| t.stack = stack);
        }
    }
    all.property(subject);
    for index in 0..trace.runs.len() {
        all.add(&format!("run {index} removed"), |t| _ = t.runs.remove(index));
        all.add(&format!("run {index} doubled"), |t| t.runs.insert(index, t.runs[index].clone()));
        for other in 0..index {
            all.add(&format!("runs {other}, {index} swapped"), |t| t.runs.swap(other, index));
        }
        all.run(subject, index);
        for step in 0..trace.runs[index].steps.len() {
            all.step(index, step);
        }
    }
    all.made
}

struct Mutants<'a> {
    trace: &'a Trace,
    made: Vec<(String, Trace)>,
}

impl Mutants<'_> {
    /// Adds the trace with a change; one that changes nothing is none.
    fn add(&mut self, what: &str, change: impl FnOnce(&mut Trace)) {
        let mut mutant = self.trace.clone();
        change(&mut mutant);
        if mutant != *self.trace {
            self.made.push((what.to_string(), mutant));
        }
    }

    fn property(&mut self, subject: &Subject) {
        let program = &subject.program;
        for procedure in program.procedure_ids() {
            for place in program.places(procedure) {
                let label = |name: &str| PropertyKind::Label(name.into());
                for kind in [PropertyKind::Assert, PropertyKind::AbortIf, label("ERROR"), label("L")] {
                    self.add("property", |t| t.property = Property { kind, place });
                }
            }
        }
        self.add("no such place", |t| t.property.place.point = Point(u32::MAX));
    }

    /// Flips each bit of a row, makes it longer and shorter.
    fn row(&mut self, what: &str, length: usize, row: impl Fn(&mut Trace) -> &mut Bits) {
        for bit in 0..length {
            self.add(&format!("{what}, bit {bit}"), |t| {
                let row = row(t);
                let value = row[bit];
                row.set(bit, !value);
            });
        }
        self.add(&format!("{what} longer"), |t| row(t).push(false));
        self.add(&format!("{what} shorter"), |t| _ = row(t).pop());
    }

    fn run(&mut self, subject: &Subject, index: usize) {
        let what = |part: &str| format!("run {index}, {part}");
        let run = &self.trace.runs[index];
        let (globals, locals) = (run.entry.globals.len(), run.entry.locals.len());
        self.row(&what("globals at entry"), globals, |t| &mut t.runs[index].entry.globals);
        self.row(&what("locals at entry"), locals, |t| &mut t.runs[index].entry.locals);
        self.row(&what("globals at exit"), globals, |t| &mut t.runs[index].exit.globals);
        self.row(&what("locals at exit"), locals, |t| &mut t.runs[index].exit.locals);
        for procedure in subject.program.procedure_ids() {
            self.add(&what("procedure"), |t| t.runs[index].procedure = procedure);
        }
        let (point, choices, results) = parts(&run.end);
        self.row(&what("choices at end"), choices, move |t| match &mut t.runs[index].end {
            End::Returned { choices, .. } | End::Calling { choices, .. } | End::Violation { choices } => choices,
        });
        if let Some(results) = results {
            self.row(&what("results"), results, move |t| match &mut t.runs[index].end {
                End::Returned { results, .. } => results,
                _ => unreachable!("it returns"),
            });
        }
        for other in [0, 1, point + 1, point.wrapping_sub(1), u32::MAX] {
            self.add(&what("point at end"), |t| match &mut t.runs[index].end {
                End::Returned { point, .. } | End::Calling { point, .. } => *point = Point(other),
                End::Violation { .. } => {}
            });
        }
        let rows = (Bits::repeat(false, choices), Bits::repeat(false, results.unwrap_or(0)));
        let ends = [
            End::Returned { point: Point(point), choices: rows.0.clone(), results: rows.1 },
            End::Calling { point: Point(point), choices: rows.0.clone() },
            End::Violation { choices: rows.0 },
        ];
        for end in ends {
            if std::mem::discriminant(&end) != std::mem::discriminant(&run.end) {
                self.add(&what("kind of end"), |t| t.runs[index].end = end);
            }
        }
    }

    fn step(&mut self, index: usize, number: usize) {
        let step: &Step = &self.trace.runs[index].steps[number];
        let what = |part: &str| format!("run {index}, step {number}, {part}");
        self.add(&what("removed"), |t| _ = t.runs[index].steps.remove(number));
        self.add(&what("doubled"), |t| t.runs[index].steps.insert(number, step.clone()));
        self.row(&what("choices"), step.choices.len(), |t| &mut t.runs[index].steps[number].choices);
        let point = step.point.0;
        for other in [0, 1, point + 1, point.wrapping_sub(1), u32::MAX] {
            self.add(&what("point"), |t| t.runs[index].steps[number].point = Point(other));
        }
        for target in [0, 1, 2, 3, usize::MAX] {
            self.add(&what("target"), |t| t.runs[index].steps[number].target = target);
        }
        let calls = (0..=self.trace.runs.len() as u32).chain([u32::MAX]).map(|id| Some(RunId(id))).chain([None]);
        for call in calls {
            self.add(&what("call"), |t| t.runs[index].steps[number].call = call);
        }
        for change in 0..step.changes.len() {
            self.add(&what("change removed"), |t| _ = t.runs[index].steps[number].changes.remove(change));
            self.add(&what("change flipped"), |t| t.runs[index].steps[number].changes[change].1 ^= true);
        }
        self.add(&what("changes reversed"), |t| t.runs[index].steps[number].changes.reverse());
        let run: &Run = &self.trace.runs[index];
        let globals = (0..=run.entry.globals.len()).map(Var::global);
        let locals = (0..=run.entry.locals.len()).chain([1 << 30]).map(Var::local);
        for var in globals.chain(locals) {
            for value in [false, true] {
                self.add(&what("change added"), |t| t.runs[index].steps[number].changes.push((var, value)));
            }
        }
    }
}

/// The point of an end, and how many choices and results it has.
fn parts(end: &End) -> (u32, usize, Option<usize>) {
    match end {
        End::Returned { point, choices, results } => (point.0, choices.len(), Some(results.len())),
        End::Calling { point, choices } => (point.0, choices.len(), None),
        End::Violation { choices } => (1, choices.len(), None),
    }
}
