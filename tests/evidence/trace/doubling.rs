//! A run of more than 2^64 steps: small as a graph, and handled as one.

use super::Subject;
use bpcheck::lang::program::property::properties;
use bpcheck::lang::program::semantics::{Bits, State, choices_at};
use bpcheck::lang::program::{Place, Point};
use bpcheck::report::trace::{TraceStyle, text, write};
use bpcheck::verdict::json::{trace_from_json, trace_to_json};
use bpcheck::verdict::trace::RunId;
use bpcheck::verdict::{Alike, Skeleton, SkeletonEnd, SkeletonRun, SkeletonStep, Trace, complete};
use std::fmt::Write as _;

/// `p0` flips x and sets y; each other procedure calls the one before it twice; `main` calls the last one.
fn subject(procedures: usize) -> Subject {
    let mut text = String::from("decl x, y;\nvoid p0() begin x := !x; y := T; end\n");
    for number in 1..procedures {
        let before = number - 1;
        writeln!(text, "void p{number}() begin p{before}(); p{before}(); end").expect("memory");
    }
    let last = procedures - 1;
    writeln!(text, "void main() begin x, y := F, F; p{last}(); p0(); assert(!x); end").expect("memory");
    Subject::new("doubling.bp", &text)
}

/// The violation; runs of one procedure that begin with the same globals are shared.
fn trace(subject: &Subject, procedures: usize) -> Trace {
    let program = &subject.program;
    let step = |procedure, point: u32, call: Option<u32>| {
        let point = Point(point);
        let choices = Bits::repeat(false, choices_at(program, Place { procedure, point }));
        SkeletonStep { point, choices, target: 0, call: call.map(RunId) }
    };
    let state = |x: bool, y: bool| State { globals: [x, y].into_iter().collect(), locals: Bits::new() };
    let mut runs = Vec::new();
    // p0 from each state; of each other procedure the runs from FF, FT: the others return where they began.
    let p0 = program.find_procedure("p0").expect("p0");
    for (x, y) in [(false, false), (true, true), (false, true)] {
        let steps = (0..3).map(|point| step(p0, point, None)).collect();
        let end = SkeletonEnd::Returned { point: Point(3), choices: Bits::new() };
        runs.push(SkeletonRun { procedure: p0, entry: state(x, y), steps, end });
    }
    let mut below = [[0, 1], [2, 1]];
    for number in 1..procedures {
        let procedure = program.find_procedure(&format!("p{number}")).expect("a procedure");
        for (y, calls) in [false, true].into_iter().zip(below) {
            let steps =
                vec![step(procedure, 0, None), step(procedure, 1, Some(calls[0])), step(procedure, 2, Some(calls[1]))];
            let end = SkeletonEnd::Returned { point: Point(3), choices: Bits::new() };
            runs.push(SkeletonRun { procedure, entry: state(false, y), steps, end });
        }
        let made = runs.len() as u32;
        below = [[made - 2, made - 1], [made - 1, made - 1]];
    }
    let main = program.find_procedure("main").expect("a main");
    let steps =
        vec![step(main, 0, None), step(main, 1, None), step(main, 2, Some(below[0][0])), step(main, 3, Some(2))];
    let end = SkeletonEnd::Violation { choices: Bits::new() };
    runs.push(SkeletonRun { procedure: main, entry: state(true, true), steps, end });
    let property = properties(program, &[]).expect("no labels")[0].clone();
    let skeleton = Skeleton { program: subject.sha256.clone(), property, runs, stack: 1 };
    complete(program, &skeleton, Alike::One).expect("it is a run")
}

#[test]
fn sixty_four_procedures_that_double() {
    let subject = subject(64);
    let trace = trace(&subject, 64);
    let replayed = subject.accepted(&trace);
    assert_eq!(replayed.length().to_string(), "about 2^66");
    let json = trace_to_json(&subject.program, &subject.source, &trace);
    assert!(json.len() < 100_000, "{} bytes", json.len());
    assert_eq!(trace_from_json(&subject.program, json.as_bytes()).expect("a trace"), trace);
    let shown = text(&subject.program, &subject.source, &replayed, &TraceStyle::default());
    assert!(shown.lines().count() <= 200, "{}", shown.lines().count());
    assert!(shown.contains("about 2^6") && shown.contains("assert(!x)"), "{shown}");
}

#[test]
fn two_thousand_procedures_that_double() {
    let subject = subject(2000);
    let trace = trace(&subject, 2000);
    let replayed = subject.accepted(&trace);
    assert_eq!(replayed.length().to_string(), "at least 2^1000");
    let shown = text(&subject.program, &subject.source, &replayed, &TraceStyle::default());
    assert!(shown.lines().count() <= 200, "{}", shown.lines().count());
}

/// Takes so many bytes, then is a closed pipe.
struct Reader(usize);

impl std::io::Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn unfolding_stops_when_nobody_reads() {
    let subject = subject(20);
    let trace = trace(&subject, 20);
    let replayed = subject.accepted(&trace);
    let style = TraceStyle { unfold: true, ..TraceStyle::default() };
    let written = write(&mut Reader(1 << 20), &subject.program, &subject.source, &replayed, &style);
    assert_eq!(written.expect_err("the pipe is closed").kind(), std::io::ErrorKind::BrokenPipe);
}

#[test]
fn what_nobody_could_read_is_folded_all_the_same() {
    let subject = subject(64);
    let replayed = subject.accepted(&trace(&subject, 64));
    let style = TraceStyle { unfold: true, ..TraceStyle::default() };
    let shown = text(&subject.program, &subject.source, &replayed, &style);
    assert!(shown.lines().count() <= 200, "{}", shown.lines().count());
}

#[test]
fn ten_procedures_unfolded_show_every_step() {
    let subject = subject(10);
    let trace = trace(&subject, 10);
    let replayed = subject.accepted(&trace);
    let style = TraceStyle { unfold: true, ..TraceStyle::default() };
    let shown = text(&subject.program, &subject.source, &replayed, &style);
    assert_eq!(shown.matches("x := !x").count(), 513);
}
