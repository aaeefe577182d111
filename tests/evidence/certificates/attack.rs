//! Certificates offered where they prove nothing: for programs that were changed, and changed themselves. Every wrong one is refused.

use super::Subject;
use super::enumerate;
use crate::support;
use crate::support::mutation::{explicit, mutants, small};
use bpcheck::budget::Budget;
use bpcheck::logic::fold::{Memo, Substitution};
use bpcheck::logic::formula::{Formula, Formulas, Input};
use bpcheck::outcome::Verdict;
use bpcheck::validate::inductive::{NotAccepted, check};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::Contract;
use bpcheck::verdict::certificate::json::{certificate_from_json, certificate_to_json};

/// How many offers each of both tests makes at least.
const OFFERS: usize = 5_000;

#[test]
fn certificates_of_other_programs_are_refused() {
    let (mut offers, mut accepted) = (0, 0);
    for seed in 0.. {
        let subject = Subject::new(&small(seed));
        let engine = support::names()[seed as usize % support::names().len()];
        let Some(certificate) = subject.certificate(engine) else { continue };
        let json = certificate_to_json(&subject.program, &subject.source, &certificate);
        for text in mutants(subject.text()) {
            let Some(verdicts) = explicit(&text) else { continue };
            let mutant = Subject::new(&text);
            let (sha256, other) = (subject.source.sha256(), mutant.source.sha256());
            let offered = json.replace(sha256, other);
            let Ok(offered) = certificate_from_json(&mutant.program, offered.as_bytes()) else { continue };
            let asked = bpcheck::lang::program::property::properties(&mutant.program, &[]).expect("the default");
            let violated = |(property, verdict): (_, &Verdict)| {
                matches!(verdict, Verdict::Unsafe(_)) && offered.properties.contains(property)
            };
            let is_wrong = asked.iter().zip(&verdicts).any(violated);
            match check(&mutant.program, other, offered.entry, offered, &Budget::unlimited()) {
                Err(NotAccepted::Refused(refusal)) => assert!(!refusal.to_string().is_empty()),
                Ok(_) => {
                    assert!(!is_wrong, "accepted, and wrong:\n{text}");
                    accepted += 1;
                }
                Err(stopped) => panic!("{stopped}"),
            }
            offers += usize::from(is_wrong);
        }
        if offers >= OFFERS {
            eprintln!(
                "{offers} offers for mutants that are UNSAFE, all refused; {accepted} accepted for others; {seed} seeds"
            );
            return;
        }
    }
}

/// The formula, with one of its inputs negated.
fn flipped(formulas: &mut Formulas, formula: Formula, which: Input) -> Formula {
    let by = |formulas: &mut Formulas, input: Input| {
        let same = formulas.input(input);
        if input == which { !same } else { same }
    };
    Memo::default().value(&mut Substitution { formulas, by }, formula)
}

/// All certificates in which one formula is another one, or missing.
fn variants(certificate: &Certificate) -> Vec<Certificate> {
    let mut variants = Vec::new();
    let mut with = |index: usize, change: &dyn Fn(&mut Contract)| {
        let mut variant = certificate.clone();
        change(&mut variant.contracts[index]);
        variants.push(variant);
    };
    for (index, contract) in certificate.contracts.iter().enumerate() {
        let change = |formulas: &mut Formulas, formula: Formula, way: usize| match way {
            0 => Formula::TRUE,
            1 => Formula::FALSE,
            2 => !formula,
            _ => match formulas.support([formula]).get(way - 3) {
                Some(&input) => flipped(formulas, formula, input),
                None => formula,
            },
        };
        for way in 0..5 {
            with(index, &|contract| contract.entry = change(&mut contract.formulas, contract.entry, way));
            with(index, &|contract| contract.summary = change(&mut contract.formulas, contract.summary, way));
            for &point in contract.invariants.keys() {
                with(index, &|contract| {
                    let changed = change(&mut contract.formulas, contract.invariants[&point], way);
                    contract.invariants.insert(point, changed);
                });
            }
        }
        let points: Vec<_> = contract.invariants.keys().copied().collect();
        for pair in points.windows(2) {
            with(index, &|contract| {
                let [a, b] = [contract.invariants[&pair[0]], contract.invariants[&pair[1]]];
                contract.invariants.extend([(pair[0], b), (pair[1], a)]);
            });
        }
        for &point in &points {
            with(index, &|contract| _ = contract.invariants.remove(&point));
        }
    }
    variants
}

#[test]
fn changed_certificates_are_refused_or_hold() {
    let (mut offers, mut refused, mut checked) = (0, 0, 0);
    for seed in 0.. {
        let subject = Subject::new(&small(seed));
        let engine = support::provers()[seed as usize % support::provers().len()];
        let Some(certificate) = subject.certificate(engine) else { continue };
        if enumerate::holds(&subject.program, &certificate) == Some(false) {
            panic!("an accepted certificate does not hold:\n{}", subject.text());
        }
        let sha256 = subject.source.sha256();
        for variant in variants(&certificate) {
            offers += 1;
            match check(&subject.program, sha256, variant.entry, variant.clone(), &Budget::unlimited()) {
                Err(NotAccepted::Refused(_)) => refused += 1,
                Err(stopped) => panic!("{stopped}"),
                Ok(_) => match enumerate::holds(&subject.program, &variant) {
                    Some(true) => checked += 1,
                    Some(false) => panic!("accepted, and wrong:\n{}", subject.text()),
                    None => {}
                },
            }
        }
        if offers >= OFFERS {
            break;
        }
    }
    eprintln!("{offers} changed certificates, {refused} refused, {checked} accepted and found to hold state by state");
    assert!(3 * refused > offers && 10 * checked > offers, "{refused} and {checked} of {offers}");
}
