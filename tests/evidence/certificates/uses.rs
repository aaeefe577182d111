//! What proofs need: all of it, and nothing else; and which properties nobody comes to.

use super::Subject;
use crate::support;
use bpcheck::budget::Budget;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::program::Program;
use bpcheck::lang::program::loosen::{Hold, Part};
use bpcheck::outcome::Verdict;
use bpcheck::validate::inductive::{Accepted, NotAccepted, Uses, check, uses, vacuous};
use bpcheck::verdict::Certificate;
use bpcheck::{Options, Source};
use std::path::Path;

impl Subject {
    fn is_accepted(&self, program: &Program, certificate: &Certificate) -> bool {
        match check(program, self.source.sha256(), certificate.entry, certificate.clone(), &Budget::unlimited()) {
            Ok(_) => true,
            Err(NotAccepted::Refused(_)) => false,
            Err(stopped) => panic!("{stopped}"),
        }
    }

    fn uses(&self, accepted: &Accepted) -> Uses {
        let entry = accepted.certificate().entry;
        let uses = uses(&self.program, self.source.sha256(), entry, accepted, &Budget::unlimited());
        uses.unwrap_or_else(|refused| panic!("{refused}\n{}", self.text()))
    }

    /// Holds what is said against the checker: how many parts there are, and how many are needed.
    fn test(&self, accepted: &Accepted) -> (usize, usize) {
        let certificate = accepted.certificate();
        let Uses { parts: needed, among } = self.uses(accepted);
        let is_proved = |part: Part| {
            let own = certificate.properties.iter().filter(|property| property.kind.word() != "label");
            matches!(part, Part::Statement(place) if own.clone().any(|property| property.place == place))
        };
        assert_eq!(self.program.parts().into_iter().filter(|&part| !is_proved(part)).count(), among);
        let without = |left_out: Option<Part>| {
            let is_fixed = |part| is_proved(part) || needed.contains(&part) && Some(part) != left_out;
            self.program.loosen(0, |part| if is_fixed(part) { Hold::Fixed } else { Hold::Loose })
        };
        assert!(self.is_accepted(&without(None), certificate), "{needed:?}\n{}", self.text());
        for &part in &needed {
            assert!(!self.is_accepted(&without(Some(part)), certificate), "{part:?} of {needed:?}\n{}", self.text());
        }
        (among, needed.len())
    }
}

#[test]
fn what_is_named_is_needed_and_nothing_else_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    let (mut programs, mut all, mut needed) = (0, 0, 0);
    for file in support::files(&folder, "bp") {
        let text = std::fs::read_to_string(&file).expect("text");
        if text.len() > 5_000
            || support::head(&text, "expect") != Some("SAFE")
            || support::head(&text, "options").is_some()
        {
            continue;
        }
        let subject = Subject::new(&text);
        for engine in support::names() {
            let Some(accepted) = subject.accepted(engine) else { continue };
            let (among, parts) = subject.test(&accepted);
            (programs, all, needed) = (programs + 1, all + among, needed + parts);
        }
    }
    eprintln!("{programs} certificates need {needed} of {all} parts");
    assert!(programs > 100 && needed > 100 && all > needed + 100, "{programs} {needed} {all}");
}

#[test]
fn the_same_of_random_programs() {
    let (mut all, mut needed) = (0, 0);
    for seed in 0..400 {
        let knobs = Knobs { globals: 3, procedures: 2, parameters: 1, results: 1, locals: 1, ..Knobs::default() };
        let subject = Subject::new(&random::write(&random::Options { seed, knobs }));
        let engine = support::names()[seed as usize % support::names().len()];
        let Some(accepted) = subject.accepted(engine) else { continue };
        let (among, parts) = subject.test(&accepted);
        (all, needed) = (all + among, needed + parts);
    }
    assert!(needed > 100 && all > needed + 100, "{needed} {all}");
}

#[test]
fn what_is_needed_is_told_in_order() {
    let subject = Subject::new(
        "decl a := T, b, c := F; void main() begin decl d := T; enforce !c; b := a; c := F; assume(b | c); \
         if (d) then b := T; fi assert(b); c, d := T, F; end",
    );
    for engine in support::names() {
        let accepted = subject.accepted(engine).expect("it is SAFE");
        subject.test(&accepted);
    }
    let accepted = subject.accepted("summary").expect("it is SAFE");
    let Uses { parts, among } = subject.uses(&accepted);
    let spans = |part: &Part| match *part {
        Part::Global(index) => format!("global {index}"),
        Part::Local(_, index) => format!("local {index}"),
        Part::Enforce(_, index) => format!("enforce {index}"),
        Part::Statement(place) => subject.source.text(subject.program.span(place)).into_owned(),
    };
    let expected = ["global 0", "global 2", "enforce 0", "b := a", "b := T", "c, d := T, F"];
    assert_eq!(parts.iter().map(spans).collect::<Vec<_>>(), expected);
    assert_eq!(among, 10);
}

/// The text with the conditions of the properties that hold vacuously replaced by one that is violated by all who come there.
fn with_false_conditions(subject: &Subject, certificate: &Certificate, is_vacuous: &[bool]) -> String {
    let mut text = subject.text().to_string();
    for (property, _) in certificate.properties.iter().zip(is_vacuous).rev().filter(|(_, is_vacuous)| **is_vacuous) {
        let span = subject.program.span(property.place);
        let never = if property.kind.word() == "assert" { "assert(F)" } else { "abortif(T)" };
        text.replace_range(span.start as usize..span.end as usize, never);
    }
    text
}

#[test]
fn what_holds_vacuously_holds_whatever_is_claimed() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..400 {
        let knobs = Knobs { globals: 2, procedures: 2, parameters: 1, results: 1, locals: 1, ..Knobs::default() };
        let subject = Subject::new(&random::write(&random::Options { seed, knobs }));
        let engine = support::names()[seed as usize % support::names().len()];
        let Some(accepted) = subject.accepted(engine) else { continue };
        let certificate = accepted.certificate();
        let sha256 = subject.source.sha256();
        let is_vacuous = vacuous(&subject.program, sha256, certificate.entry, &accepted, &Budget::unlimited());
        let is_vacuous = is_vacuous.expect("it is accepted");
        let text = with_false_conditions(&subject, certificate, &is_vacuous);
        let options = Options::default()
            .with_engine("explicit".parse().expect("an engine"))
            .with_all(true)
            .with_budget(support::ticks(300));
        let outcome = bpcheck::check(&Source::new("x.bp", text.as_str()), &options).expect("a program");
        for (property, is_vacuous) in certificate.properties.iter().zip(is_vacuous) {
            let decision = outcome.decisions.iter().find(|decision| decision.property == *property).expect("the same");
            assert!(!is_vacuous || !matches!(decision.verdict, Verdict::Unsafe(_)), "{text}");
            *(if is_vacuous { &mut yes } else { &mut no }) += 1;
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}
