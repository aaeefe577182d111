//! Engines that are wrong on purpose: each is caught, and the program is made small.

use super::*;
use bpcheck::Source;
use bpcheck::engine::Selection;
use bpcheck::hunt::fuzz::{Finding, Kind};
use bpcheck::outcome::{Decision, Evidence, Verdict};
use bpcheck::pipeline::load;

/// Who lies.
const LIAR: &str = "saturation:pre";

/// What is found in tiny programs if one asks like this.
fn found(ask: &(dyn Fn(&Loaded, &Options) -> Result<Decided, Failure> + Sync)) -> (Plan, Vec<Finding>) {
    let plan = Plan::new(Shape::Tiny, 5);
    let findings = run(&plan, 0..60, ask, &CancelToken::default()).expect("nobody stops it").findings;
    (plan, findings)
}

fn is_backward(options: &Options) -> bool {
    matches!(&options.engine, Selection::One(engine) if engine.name() == LIAR)
}

/// The answers about the same program in another text: evidence that was checked, though not of what was asked.
fn of_another_text(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    let text = [loaded.source.bytes(), b"\n"].concat();
    honest(&load(&Source::new("other.bp", text), options)?, options)
}

/// Says SAFE where it should say UNSAFE.
fn blind(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    let mut decided = honest(loaded, options)?;
    let violated = |decision: &&mut Decision| matches!(decision.verdict, Verdict::Unsafe(_));
    for decision in decided.outcome.decisions.iter_mut().filter(violated).filter(|_| is_backward(options)) {
        decision.verdict = Verdict::Safe(Evidence::None("a lie".into()));
    }
    Ok(decided)
}

/// Tells runs of something else.
fn confused(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    mixed(loaded, options, |verdict| matches!(verdict, Verdict::Unsafe(_)))
}

/// Proves something else.
fn hasty(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    mixed(loaded, options, |verdict| matches!(verdict, Verdict::Safe(_)))
}

/// Of the verdicts that are meant, those about the other text.
fn mixed(loaded: &Loaded, options: &Options, is_meant: impl Fn(&Verdict) -> bool) -> Result<Decided, Failure> {
    let mut decided = honest(loaded, options)?;
    if is_backward(options) {
        let others = of_another_text(loaded, options)?.outcome.decisions;
        for (decision, other) in decided.outcome.decisions.iter_mut().zip(others) {
            if is_meant(&decision.verdict) {
                decision.verdict = other.verdict;
            }
        }
    }
    Ok(decided)
}

fn clumsy(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    assert!(!is_backward(options), "a test panics: this is expected");
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
