//! Engines that are wrong on purpose: each is caught, and the program is made small.

use super::*;
use bpcheck::engine::{EngineSpec, Selection};
use bpcheck::hunt::fuzz::{Finding, Kind};
use bpcheck::verdict::{Evidence, Verdict};
use std::sync::Arc;

/// What is found in tiny programs if one asks like this.
fn found(ask: &(dyn Fn(&Loaded, &Options) -> Result<Decided, Failure> + Sync)) -> (Plan, Vec<Finding>) {
    let plan = Plan::new(Shape::Tiny, 5);
    let findings = run(&plan, 0..60, ask, &CancelToken::default()).expect("nobody stops it").findings;
    (plan, findings)
}

fn is_backward(options: &Options) -> bool {
    matches!(options.engine, Selection::One(engine) if engine.to_string() == "saturation:pre")
}

/// The answers with one changed.
fn changed(loaded: &Loaded, options: &Options, change: impl Fn(&mut Verdict)) -> Result<Decided, Failure> {
    let mut decided = honest(loaded, options)?;
    if is_backward(options) {
        decided.outcome.decisions.iter_mut().for_each(|decision| change(&mut decision.verdict));
    }
    Ok(decided)
}

/// Says SAFE where it should say UNSAFE.
fn blind(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    changed(loaded, options, |verdict| {
        if matches!(verdict, Verdict::Unsafe(_)) {
            *verdict = Verdict::Safe(Evidence::None("a lie".into()));
        }
    })
}

/// Tells runs that do not end where they should.
fn confused(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    changed(loaded, options, |verdict| {
        if let Verdict::Unsafe(trace) = verdict
            && let Some(bits) = trace.runs.first_mut().map(|run| &mut run.entry.globals)
            && !bits.is_empty()
        {
            let first = bits[0];
            bits.set(0, !first);
        }
    })
}

/// Proves too little.
fn hasty(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    changed(loaded, options, |verdict| {
        if let Verdict::Safe(Evidence::Certificate(certificate)) = verdict {
            Arc::make_mut(certificate).contracts.clear();
        }
    })
}

fn clumsy(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    let is_summary = matches!(options.engine, Selection::One(EngineSpec::Summary(_)));
    assert!(!is_summary, "a test panics: this is expected");
    honest(loaded, options)
}

fn doubtful(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    if is_backward(options) { Err(Failure::SelfCheck("a doubt".into())) } else { honest(loaded, options) }
}

#[test]
fn whoever_is_wrong_is_caught() {
    let (plan, findings) = found(&blind);
    assert!(findings.len() > 20, "{}", findings.len());
    for finding in &findings {
        assert_eq!(finding.wrong.kind, Kind::Disagreement);
        assert!(
            finding.wrong.what.ends_with("is UNSAFE by explicit, and SAFE by saturation:pre"),
            "{}",
            finding.wrong.what
        );
        assert!(finding.text(&plan).contains("// bpcheck check --all"));
    }
    for (liar, kind, least) in [
        (&confused as &(dyn Fn(&Loaded, &Options) -> Result<Decided, Failure> + Sync), Kind::Evidence, 10),
        (&hasty, Kind::Evidence, 20),
        (&clumsy, Kind::Panic, 60),
        (&doubtful, Kind::SelfCheck, 60),
    ] {
        let (_, findings) = found(liar);
        assert!(findings.len() >= least && findings.iter().all(|finding| finding.wrong.kind == kind), "{findings:?}");
    }
}

#[test]
fn findings_are_made_small() {
    let (plan, findings) = found(&blind);
    for finding in findings.iter().take(10) {
        let small = finding.reduced(&blind, &CancelToken::default());
        assert_eq!(small.wrong.kind, Kind::Disagreement);
        assert!(small.case.text.len() < finding.case.text.len(), "{}", small.text(&plan));
        let Subject::Program { questions, bounds: None, .. } = &small.case.subject else { panic!("a program") };
        assert_eq!(questions.iter().map(|question| question.who()).collect::<Vec<_>>(), ["explicit", "saturation:pre"]);
        assert!(small.case.text.lines().count() < 12, "{}", small.text(&plan));
        // Without the lie nothing is wrong with it.
        assert!(
            bpcheck::hunt::fuzz::examine(&small.case.subject, &small.case.text, &honest, &CancelToken::default())
                .wrong
                .is_none()
        );
    }
}
