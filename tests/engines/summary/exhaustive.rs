//! All programs of two small sizes: a procedure of four statements, and two of two statements each. Assertions ask for both globals,
//! and for neither.

use super::*;
use bpcheck::hunt::programs::Scope;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// What came out.
#[derive(Debug, Default)]
struct Figures {
    /// How many programs have which of the four pairs of answers.
    pairs: [usize; 4],
    /// The ways to run the engine that left a program undecided, and how often.
    undecided: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

/// All programs of a size, each by so many ways to run the engine, against the referee: no wrong answer, and nearly
/// all decided, by default all but a few. The way that has nothing to complete a recursion with is not asked.
fn compare(scope: Scope, ways: usize) {
    let count = scope.count();
    let mut engines = engines();
    engines.retain(|engine| !engine.to_string().ends_with(":bound=fixpoint:project=none"));
    let figures = Mutex::new(Figures::default());
    support::each(count, |number| {
        let text = scope.text(number);
        let passes = if number.is_multiple_of(2) { PassSet::default() } else { PassSet::NONE };
        let answers = |engine: &Selection| {
            let options = asked(engine.clone()).with_passes(passes).with_budget(support::ticks(60));
            let decided = run(&text, &options, &mut Silent);
            decided.map_or_else(|failure| vec![failure.to_string()], |decided| words(&decided))
        };
        let expected = answers(&Selection::One(support::referee()));
        let holds = |at: usize| usize::from(expected[at] == "SAFE");
        figures.lock().expect("no panic").pairs[2 * holds(0) + holds(1)] += 1;
        for way in 0..ways {
            let engine = &engines[(number + number / 12 + number / 144 + way) % engines.len()];
            let answers = answers(engine);
            let mut figures = figures.lock().expect("no panic");
            if contradict(&answers, &expected) {
                figures.wrong.push(format!("program {number}, {engine}: {answers:?}, not {expected:?}\n{text}"));
            } else if answers != expected {
                *figures.undecided.entry(engine.to_string()).or_default() += 1;
            }
        }
    });
    let figures = figures.into_inner().expect("no panic");
    eprintln!("{:?} programs by answers; undecided: {:#?}", figures.pairs, figures.undecided);
    assert!(figures.wrong.is_empty(), "{} wrong answers\n{}", figures.wrong.len(), figures.wrong[0]);
    assert!(figures.pairs.iter().all(|&programs| 200 * programs > count), "{:?}", figures.pairs);
    let undecided: usize = figures.undecided.values().sum();
    assert!(20 * undecided < ways * count, "{undecided} undecided");
    for engine in ["summary:lazy", "summary:eager"] {
        let undecided = figures.undecided.get(engine).copied().unwrap_or_default();
        assert!(2_000 * undecided <= ways * count, "{engine}: {undecided} undecided");
    }
}

#[test]
fn procedures_alone() {
    compare(Scope::Alone, 1);
}

#[test]
fn procedures_together() {
    compare(Scope::Together, 1);
}

#[test]
#[ignore = "takes half an hour: make hunt"]
fn all_by_each_way() {
    compare(Scope::Alone, 28);
    compare(Scope::Together, 28);
}
