//! The examples by several ways to run the engine, and with bounds on loops and nesting.

use super::*;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::outcome::{Evidence, Verdict};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An example with its answer.
pub(super) struct Example {
    path: PathBuf,
    text: String,
    labels: Vec<LabelRequest>,
    expected: String,
}

/// All examples but those at full length, and those over numbers, of which some are deep.
pub(super) fn examples() -> Vec<Example> {
    let (slam, words) = (in_folder("slam"), in_folder("words"));
    all_examples().into_iter().filter(|example| !slam(example) && !words(example)).collect()
}

fn in_folder(name: &str) -> impl Fn(&Example) -> bool {
    move |example| example.path.iter().any(|folder| folder == name)
}

fn all_examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let labels = support::head(&text, "label").map(LabelRequest::parse).into_iter().collect();
        let expected = support::head(&text, "expect").expect("an answer").to_string();
        Example { path, text, labels, expected }
    };
    support::files(&folder, "bp").into_iter().map(read).collect()
}

impl Example {
    fn decided(&self, engine: Selection, seconds: u64) -> Result<Decided, Failure> {
        let budget = support::limited(seconds);
        let options = asked(engine).with_all(false).with_labels(self.labels.clone()).with_budget(budget);
        run(&self.text, &options, &mut Silent)
    }

    fn answer(&self, engine: Selection, seconds: u64) -> String {
        self.decided(engine, seconds)
            .map_or_else(|failure| failure.to_string(), |decided| decided.outcome.overall().to_string())
    }
}

/// Which of the examples these options leave undecided for some seconds; all others are answered as expected.
pub(super) fn undecided(examples: &[Example], options: &str, seconds: u64) -> Vec<String> {
    let found = Mutex::new((Vec::new(), Vec::new()));
    support::each(examples.len(), |number| {
        let example = &examples[number];
        let answer = example.answer(engine(options), seconds);
        let name = example.path.file_stem().expect("a name").to_string_lossy().into_owned();
        if answer == "UNKNOWN (time)" {
            found.lock().expect("no panic").0.push(name);
        } else if answer != example.expected {
            found.lock().expect("no panic").1.push(format!("{name}: {answer}, not {}", example.expected));
        }
    });
    let (undecided, wrong) = found.into_inner().expect("no panic");
    assert_eq!(wrong, [""; 0], "{options}");
    undecided
}

/// A matching of brackets that needs a stack is too hard where summaries are not projected well, or the bound alone has to end it; and so is a
/// recursion in a loop that is not unrolled to its end, of which a chain knows nothing.
#[test]
fn examples_are_answered_as_expected() {
    let examples = examples();
    assert!(examples.len() > 100, "{} examples", examples.len());
    for mode in ["lazy", "eager"] {
        for options in ["", ":project=cubes", ":project=cases", ":bound=fixpoint"] {
            assert_eq!(undecided(&examples, &format!("{mode}{options}"), 20), [""; 0], "{mode}{options}");
        }
        for options in [":project=bdd", ":project=none", ":bound=chain"] {
            let undecided = undecided(&examples, &format!("{mode}{options}"), 2);
            let hard: &[&str] = match mode {
                "eager" => &["parser-safe", "recursion-in-later-rounds-bug", "parser-bug", "save-restore-bug"],
                _ => &["parser-safe", "recursion-in-later-rounds-bug"],
            };
            let is_hard = |name: &String| hard.contains(&name.as_str());
            assert!(undecided.iter().all(is_hard), "{mode}{options}: {undecided:?}");
        }
    }
}

/// What holds is proved by lemmas of the engine, and by no other engine in its place.
#[test]
fn proofs_are_the_engine_s_own() {
    let safe: Vec<Example> = examples().into_iter().filter(|example| example.expected == "SAFE").collect();
    assert!(safe.len() > 50, "{} examples", safe.len());
    let others = Mutex::new(Vec::new());
    support::each(safe.len(), |number| {
        let decided = safe[number].decided(engine("lazy"), 20).expect("an answer");
        let mut verdicts = decided.outcome.decisions.iter().map(|decision| &decision.verdict);
        let is_certified = verdicts.all(|verdict| matches!(verdict, Verdict::Safe(Evidence::Certificate(_))));
        if !is_certified || decided.prover.is_some() {
            others.lock().expect("no panic").push(format!("{}: {:?}", safe[number].path.display(), decided.prover));
        }
    });
    assert_eq!(others.into_inner().expect("no panic"), [""; 0]);
}

/// Recursion over numbers is what the engine decides, though not in any way to run it.
#[test]
fn programs_over_numbers_are_answered_as_expected() {
    let words: Vec<Example> = all_examples().into_iter().filter(in_folder("words")).collect();
    assert_eq!(words.len(), 64);
    for mode in ["lazy", "eager"] {
        assert_eq!(undecided(&words, mode, 20), [""; 0], "{mode}");
        for options in [":project=cubes", ":project=none", ":bound=chain"] {
            undecided(&words, &format!("{mode}{options}"), 1);
        }
    }
}

/// What is at full length may take longer than a test.
#[test]
fn examples_at_full_length_are_not_answered_wrongly() {
    let slam: Vec<Example> = all_examples().into_iter().filter(in_folder("slam")).collect();
    assert!(slam.len() > 10);
    undecided(&slam, "lazy", 1);
    undecided(&slam, "eager", 1);
}

/// Once answered wrongly by a careless version, each by some ways to run the engine only.
#[test]
fn regressions_are_answered_by_each_way() {
    for text in [
        include_str!("../../../bp-examples/regressions/deeper-callee-bug.bp"),
        include_str!("../../../bp-examples/regressions/shortcut-through-call-bug.bp"),
    ] {
        for engine in engines() {
            for passes in [PassSet::NONE, few_passes(), PassSet::default()] {
                let decided = run(text, &asked(engine.clone()).with_passes(passes), &mut Silent).expect("an answer");
                assert_eq!(decided.outcome.overall().to_string(), "UNSAFE", "{engine}\n{text}");
            }
        }
    }
}

/// A bound hides errors, it makes none, and no program is called SAFE that is not.
#[test]
fn bounds_give_no_wrong_answer() {
    let examples = examples();
    let wrong = Mutex::new(Vec::new());
    let unknown = AtomicUsize::new(0);
    support::each(examples.len(), |number| {
        let example = &examples[number];
        for depth in [0, 1, 2, 4] {
            for options in ["lazy", "eager"] {
                let answer = example.answer(engine(&format!("{options}:depth={depth}")), 10);
                if answer == format!("UNKNOWN (bound {depth})") {
                    unknown.fetch_add(1, Ordering::Relaxed);
                } else if answer != example.expected {
                    let what = format!("{options}, {depth}: {answer}: {}", example.path.display());
                    wrong.lock().expect("no panic").push(what);
                }
            }
        }
    });
    assert_eq!(wrong.into_inner().expect("no panic"), [""; 0]);
    let unknown = unknown.into_inner();
    assert!(unknown > 100, "{unknown} times UNKNOWN");
}

/// A counter of three bits: six edges back, or a nesting of eight, lead to the error, and nothing less.
#[test]
fn a_bound_that_is_too_small_is_said() {
    use bpcheck::generate::{Variant, counter, recursion};
    let loops = counter::write(&counter::Options { bits: 3, variant: Variant::Unsafe });
    let calls = recursion::write(&recursion::Options { bits: 3, variant: Variant::Unsafe });
    for (text, enough) in [(loops, 6), (calls, 8)] {
        for depth in 0..10 {
            let engine = engine(&format!("lazy:depth={depth}"));
            let decided = run(&text, &asked(engine), &mut Silent).expect("an answer");
            let expected = if depth < enough { format!("UNKNOWN (bound {depth})") } else { "UNSAFE".into() };
            assert_eq!(decided.outcome.overall().to_string(), expected, "{text}");
        }
    }
}
