//! What is completed is accepted; what is not of this program is refused.

use super::walker::walk;
use super::{Subject, subjects, support};
use bpcheck::verdict::{SkeletonEnd, complete};
use std::path::Path;

#[test]
fn every_walk_becomes_a_trace_that_is_accepted() {
    for subject in subjects() {
        let mut found = 0;
        for skeleton in (0..60).filter_map(|seed| walk(&subject, seed, 400)) {
            let trace = complete(&subject.program, &skeleton).expect("a walk");
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
fn skeletons_that_are_no_runs_are_refused() {
    let subject = &subjects()[3];
    let skeleton = (0..60).find_map(|seed| walk(subject, seed, 400)).expect("a violation");
    let last = skeleton.runs.len() - 1;
    let flaw = |change: &dyn Fn(&mut bpcheck::verdict::Skeleton)| {
        let mut changed = skeleton.clone();
        change(&mut changed);
        complete(&subject.program, &changed).expect_err("a flaw").what
    };
    assert!(flaw(&|s| s.runs[0].entry.locals.push(true)).contains("no activation"));
    assert!(flaw(&|s| s.runs[last].steps[0].point.0 += 1).contains("at point 1"));
    assert!(flaw(&|s| s.runs[last].steps[0].choices.push(true)).contains("choices"));
    assert!(
        flaw(&|s| s.runs[0].end = SkeletonEnd::Violation { choices: Default::default() }).contains("another procedure")
    );
    assert!(flaw(&|s| s.runs.truncate(last)).contains("missing"));
}
