//! All programs of a small size, by every engine, against the enumeration of all runs. Violations are replayed and proofs checked
//! before the library answers.

use crate::support;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::hunt::brute::{Bounds, Explored, explore};
use bpcheck::hunt::programs::Scope;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::{Options, Source, check};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Enough for nearly all programs without endless recursion.
const BOUNDS: Bounds = Bounds { stack: 6, configurations: 3_000 };

/// What came out.
#[derive(Debug, Default)]
struct Figures {
    programs: usize,
    /// All runs of so many programs were seen.
    complete: usize,
    /// How often each engine gave which answer about a property, or no proof of it.
    answers: BTreeMap<(&'static str, String), usize>,
    wrong: Vec<String>,
}

/// Asks all engines about a program.
fn compare(text: &str, figures: &Mutex<Figures>) {
    let program = support::program(text);
    let brute = explore(&program, program.find_procedure("main").expect("a main"), BOUNDS);
    let told: Vec<_> = support::variants().into_iter().map(|engine| (engine, answers(text, engine, &brute))).collect();
    let mut figures = figures.lock().expect("no panic");
    figures.programs += 1;
    figures.complete += usize::from(brute.complete);
    let mut known: BTreeMap<usize, String> = BTreeMap::new();
    for (engine, told) in told {
        for (property, (answer, is_wrong)) in told.into_iter().enumerate() {
            let is_verdict = answer.starts_with("SAFE") || answer == "UNSAFE";
            let word = answer.split(' ').next().unwrap_or_default().to_string();
            if is_wrong || is_verdict && *known.entry(property).or_insert_with(|| word.clone()) != word {
                figures.wrong.push(format!("{engine}, property {}: {answer}\n{text}", property + 1));
            }
            *figures.answers.entry((engine, answer)).or_default() += 1;
        }
    }
}

/// What an engine says of each property, and whether that is wrong: another verdict than that of the enumeration, or none
/// without a limit. SAFE without a proof has its reason with it.
fn answers(text: &str, engine: &str, brute: &Explored) -> Vec<(String, bool)> {
    let budget = support::ticks(4_000);
    let options = Options::default().with_all(true).with_engine(engine.parse().expect("an engine")).with_budget(budget);
    let outcome = match check(&Source::new("small.bp", text), &options) {
        Ok(outcome) => outcome,
        Err(failure) => return vec![(failure.to_string(), true)],
    };
    let answers = outcome.decisions.iter().map(|decision| {
        let is_violated = brute.violated.contains_key(&decision.property.place);
        match &decision.verdict {
            Verdict::Unsafe(_) => ("UNSAFE".to_string(), brute.complete && !is_violated),
            Verdict::Safe(Evidence::None(why)) => (format!("SAFE (no certificate: {why})"), is_violated),
            Verdict::Safe(_) => ("SAFE".to_string(), is_violated),
            unknown => {
                let word = unknown.to_string();
                let is_limit = word == "UNKNOWN (time)" || word.starts_with("UNKNOWN (unsupported: formulas of more");
                (word, !is_limit)
            }
        }
    });
    answers.collect()
}

/// No wrong answer, every kind of answer, and nearly all decided.
fn hold(figures: Mutex<Figures>) {
    let figures = figures.into_inner().expect("no panic");
    let Figures { programs, complete, answers, wrong } = &figures;
    eprintln!("{programs} programs, all runs seen of {complete}; answers: {answers:#?}");
    assert!(wrong.is_empty(), "{} wrong answers\n{}", wrong.len(), wrong[0]);
    assert!(2 * complete > *programs, "{complete} complete");
    for engine in support::variants() {
        let count = |answer: &str| answers.get(&(engine, answer.to_string())).copied().unwrap_or_default();
        let (safe, violated) = (count("SAFE"), count("UNSAFE"));
        let all: usize = answers.iter().filter(|((own, _), _)| *own == engine).map(|(_, count)| count).sum();
        assert!(10 * safe > all && 10 * violated > all, "{engine}: {safe} safe, {violated} unsafe of {all}");
        assert!(100 * (all - safe - violated) <= all, "{engine}: {safe} safe, {violated} unsafe of {all}");
    }
}

#[test]
fn the_list_of_programs_is_the_published_one() {
    let (count, digest) = (Scope::Few.count(), Scope::Few.digest());
    eprintln!("{count} programs, SHA-256 of all texts {digest}");
    assert_eq!((count, digest.as_str()), (78_915, "d2a89d27b4e2ab982b248cd7861942fbc88eed40a22de64f1f238761e4bc52ba"));
}

#[test]
fn a_sample_of_the_programs_with_at_most_four_statements() {
    let figures = Mutex::default();
    let mut choices = Seeded::new(1);
    let sample: Vec<usize> = (0..3_000).map(|_| choices.below(Scope::Few.count() as u32) as usize).collect();
    support::each(sample.len(), |turn| compare(&Scope::Few.text(sample[turn]), &figures));
    hold(figures);
}

#[test]
#[ignore = "takes minutes: make hunt"]
fn all_programs_with_at_most_four_statements() {
    let figures = Mutex::default();
    support::each(Scope::Few.count(), |number| compare(&Scope::Few.text(number), &figures));
    hold(figures);
}
