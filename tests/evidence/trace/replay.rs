//! What is completed is accepted; what is not of this program is refused.

use super::walker::walk;
use super::{Subject, subjects, support};
use bpcheck::lang::program::Point;
use bpcheck::verdict::trace::{Run, RunId, Step};
use bpcheck::verdict::{Alike, SkeletonEnd, Trace, complete};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_walk_becomes_a_trace_that_is_accepted() {
    for subject in subjects() {
        let mut found = 0;
        for skeleton in (0..60).filter_map(|seed| walk(&subject, seed, 400)) {
            let trace = complete(&subject.program, &skeleton, Alike::One).expect("a walk");
            let replayed = subject.accepted(&trace);
            let steps = skeleton.runs.iter().map(|run| run.steps.len() + 1).sum::<usize>();
            assert_eq!(replayed.length().to_string().replace(',', ""), steps.to_string(), "{}", subject.source.name());
            found += 1;
        }
        assert!(found >= 3, "{}: {found} violations", subject.source.name());
    }
}

#[test]
fn examples_with_a_bug_are_violated_by_walks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    let mut found = 0;
    for file in support::files(&folder, "bp") {
        let text = std::fs::read_to_string(&file).expect("a readable example");
        if support::head(&text, "expect") != Some("UNSAFE") {
            continue;
        }
        let subject = Subject::new(&file.display().to_string(), &text);
        if let Some(trace) = subject.shortest(40) {
            subject.accepted(&trace);
            found += 1;
        }
    }
    assert!(found > 40, "{found} examples were violated");
}

#[test]
fn a_trace_of_another_program_is_refused() {
    let subjects = subjects();
    let traces: Vec<_> = subjects.iter().map(|subject| subject.shortest(60).expect("a violation")).collect();
    for (number, subject) in subjects.iter().enumerate() {
        for (other, trace) in traces.iter().enumerate().filter(|(other, _)| *other != number) {
            let refusal = subject.replay(trace).expect_err("another program").to_string();
            assert!(refusal.contains("SHA-256"), "{refusal}");
            // Even if it says that it is of this one.
            let mut disguised = trace.clone();
            disguised.program.clone_from(&subject.sha256);
            assert!(subject.replay(&disguised).is_err(), "trace {other} for program {number}");
        }
    }
}

#[test]
fn refusals_say_where() {
    let subject = Subject::new("two.bp", "decl x;\nvoid main()\nbegin\n  x := F;\n  x := T;\n  assert(!x);\nend");
    let mut trace = subject.shortest(1).expect("a violation");
    trace.runs[0].steps[2].changes.clear();
    let refusal = subject.replay(&trace).map(|_| ()).expect_err("a change is missing");
    assert_eq!(refusal.to_string(), "main#2 (run 0, step 2): change 1: expected x=1, found none");
    assert_eq!(refusal.locate(&subject.program, &subject.source).as_deref(), Some("two.bp:5:3"));
}

#[test]
fn refusals_say_what_the_program_does() {
    let subject = Subject::new(
        "x.bp",
        "decl x; void main() begin x := T; f(); assume(x); assert(!x); end void f() begin skip; end",
    );
    let trace = subject.shortest(10).expect("a violation");
    let refusal = |change: &dyn Fn(&mut Trace)| {
        let mut changed = trace.clone();
        change(&mut changed);
        subject.replay(&changed).expect_err("it is changed").to_string()
    };
    // A state, and then what the program does where the trace says something else.
    for (expected, change) in [
        (
            "f#2 (run 0, step 2): the value of x at the end of the run: expected 1, found 0",
            &(|t: &mut Trace| t.runs[0].exit.globals.set(0, false)) as &dyn Fn(&mut Trace),
        ),
        ("main#0 (run 1, step 0): what follows: expected a step, found a call", &|t| {
            t.runs[1].steps[0].call = Some(RunId(0));
        }),
        ("main#2 (run 1, step 2): what follows: expected a call, found a step", &|t| t.runs[1].steps[2].call = None),
        ("main#4 (run 1, step 4): what follows: expected a violation, found a step", &|t| {
            let step = t.runs[1].steps[3].clone();
            t.runs[1].steps.push(Step { point: Point(4), ..step });
        }),
        ("main#1 (run 1, step 1): change 1: expected x=1, found x=0", &|t| t.runs[1].steps[1].changes[0].1 = false),
    ] {
        assert_eq!(refusal(change), expected);
    }
}

/// The trace with one more run before the one with this index.
fn with_run(trace: &Trace, index: usize, run: Run) -> Trace {
    let mut trace = trace.clone();
    for call in trace.runs.iter_mut().flat_map(|run| &mut run.steps).filter_map(|step| step.call.as_mut()) {
        call.0 += u32::from(call.index() >= index);
    }
    trace.runs.insert(index, run);
    trace
}

/// Two calls that are entered and left alike have one run, or one for each way that they go.
#[test]
fn runs_that_are_alike_stay_apart_where_that_is_wanted() {
    let text = "void main() begin f(); f(); assert(F); end void f() begin if (*) then skip; fi end";
    let subject = Subject::new("x.bp", text);
    let walks = (0..60).filter_map(|seed| walk(&subject, seed, 100));
    let runs = walks.map(|skeleton| {
        [Alike::One, Alike::Apart].map(|alike| {
            let trace = complete(&subject.program, &skeleton, alike).expect("a walk");
            subject.accepted(&trace);
            trace.runs.len()
        })
    });
    assert_eq!(runs.collect::<BTreeSet<_>>(), BTreeSet::from([[2, 2], [2, 3]]));
}

#[test]
fn a_run_is_there_once_and_is_called() {
    let text = "void main() begin decl x; x := f(*); x := f(*); assert(F); end bool f(a) begin return a; end";
    let subject = Subject::new("x.bp", text);
    let traces = (0..60).filter_map(|seed| walk(&subject, seed, 100));
    let traces = traces.map(|skeleton| complete(&subject.program, &skeleton, Alike::One).expect("a walk"));
    let alike: Vec<Trace> = traces.filter(|trace| trace.runs.len() == 2).collect();
    for trace in &alike {
        // Two runs that do the same, each of them called.
        let mut twice = with_run(trace, 1, trace.runs[0].clone());
        let last = twice.runs[2].steps.iter_mut().rev().find_map(|step| step.call.as_mut()).expect("a call");
        *last = RunId(1);
        let refusal = subject.replay(&twice).map(drop).expect_err("a run is there twice").to_string();
        assert_eq!(refusal, "run 1: expected no two runs that are the same, found one more");
        // A run that nobody calls, unlike the other one.
        for other in alike.iter().filter(|other| other.runs[0] != trace.runs[0]) {
            let idle = with_run(trace, 0, other.runs[0].clone());
            let refusal = subject.replay(&idle).map(drop).expect_err("a run is idle").to_string();
            assert_eq!(refusal, "run 0: expected a call of it, found none");
        }
    }
    assert!(alike.iter().any(|trace| trace.runs[0] != alike[0].runs[0]));
}

#[test]
fn skeletons_that_are_no_runs_are_refused() {
    let subject = &subjects()[3];
    let skeleton = (0..60).find_map(|seed| walk(subject, seed, 400)).expect("a violation");
    let last = skeleton.runs.len() - 1;
    let flaw = |change: &dyn Fn(&mut bpcheck::verdict::Skeleton)| {
        let mut changed = skeleton.clone();
        change(&mut changed);
        complete(&subject.program, &changed, Alike::One).expect_err("a flaw").what
    };
    assert!(flaw(&|s| s.runs[0].entry.locals.push(true)).contains("no activation"));
    assert!(flaw(&|s| s.runs[last].steps[0].point.0 += 1).contains("at point 1"));
    assert!(flaw(&|s| s.runs[last].steps[0].choices.push(true)).contains("choices"));
    assert!(
        flaw(&|s| s.runs[0].end = SkeletonEnd::Violation { choices: Default::default() }).contains("another procedure")
    );
    assert!(flaw(&|s| s.runs.truncate(last)).contains("missing"));
}
