//! Engines against each other: every property of a random program has the same answer, and every violation a trace that
//! replays (the library checks that before it answers).

mod support;

use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::generate::slam;
use bpcheck::generate::{Variant, random};
use bpcheck::verdict::Outcome;
use bpcheck::{Options, Source, check};
use proptest::prelude::*;

/// The answers of one engine, each as text; `None` if it takes too long.
fn answers(text: &str, engine: &str) -> Option<Vec<String>> {
    let options = Options {
        all: true,
        engine: engine.parse().expect("an engine"),
        budget: support::ticks(4_000),
        ..Options::default()
    };
    let outcome = check(&Source::new("random.bp", text), &options);
    let Outcome { decisions, .. } = outcome.unwrap_or_else(|failure| panic!("{engine}: {failure}\n{text}"));
    let words: Vec<String> = decisions.iter().map(|decision| decision.verdict.to_string()).collect();
    (!words.iter().any(|word| word.starts_with("UNKNOWN"))).then_some(words)
}

fn compare(text: &str) {
    if let Some(expected) = answers(text, "explicit") {
        for engine in ["saturation:post", "saturation:pre", "summary:lazy", "summary:eager"] {
            assert_eq!(answers(text, engine).as_ref(), Some(&expected), "{engine}\n{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(tape in prop::collection::vec(any::<u32>(), 0..200)) {
        compare(&write_from(&Knobs::default(), &mut Tape::new(&tape)));
    }
}

#[test]
fn seeded_programs() {
    for seed in 0..300 {
        compare(&random::write(&random::Options { seed, ..random::Options::default() }));
    }
}

/// Programs in the style of SLAM, of which the verdict is known.
#[test]
fn slam_programs() {
    for seed in 0..50 {
        for variant in [Variant::Safe, Variant::Unsafe] {
            let options = slam::Options { seed, procedures: 6, statements: 20, variant, ..slam::Options::default() };
            let expected = if variant == Variant::Safe { "SAFE" } else { "UNSAFE" };
            for engine in ["saturation:post", "saturation:pre"] {
                let answers = answers(&slam::write(&options), engine).expect("an answer");
                assert!(answers.iter().any(|answer| answer == expected), "{engine}, {options:?}: {answers:?}");
                assert!(
                    expected == "UNSAFE" || answers.iter().all(|answer| answer == expected),
                    "{engine}, {options:?}: {answers:?}"
                );
            }
        }
    }
}

/// An order that is bad for a program is given up for another one; a limit on nodes is heard.
#[test]
fn another_order_is_tried_when_nodes_run_out() {
    use bpcheck::engine::saturation::order::Order;
    let options = bpcheck::generate::locks::Options { locks: 24, ..Default::default() };
    let source = Source::new("locks.bp", bpcheck::generate::locks::write(&options));
    let answer = |order, budget| {
        let options =
            Options { all: true, order, budget, engine: "saturation".parse().expect("it"), ..Options::default() };
        check(&source, &options).expect("an outcome").overall().to_string()
    };
    let few = || bpcheck::budget::Budget::unlimited().with_nodes(100_000);
    assert_eq!(answer(Order::Declared, few()), "SAFE");
    assert_eq!(answer(Order::Hier, bpcheck::budget::Budget::unlimited().with_nodes(50)), "UNKNOWN (nodes)");
}

/// What the library hands out can go to other threads.
#[test]
fn everything_is_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<Source>();
    check::<Options>();
    check::<Outcome>();
    check::<bpcheck::Failure>();
    check::<bpcheck::pipeline::Loaded>();
}

/// A program may have any number of globals as long as few matter; more columns than the diagrams can have are said to be.
#[test]
fn globals_by_the_ten_thousand() {
    let declared = |count: usize| (0..count).map(|n| format!("g{n}")).collect::<Vec<_>>();
    let few = format!("decl {};\nvoid main() begin g7 := T; g8 := g7; assert(g8); end", declared(40_000).join(", "));
    assert_eq!(answers(&few, "saturation"), Some(vec!["SAFE".to_string()]));
    let all = declared(22_000);
    let text = format!("decl {};\nvoid main() begin assert({}); end", all.join(", "), all.join(" | "));
    let outcome = check(&Source::new("wide.bp", text), &Options::default()).expect("an outcome");
    assert!(outcome.overall().to_string().starts_with("UNKNOWN (unsupported: 66000 BDD variables"), "{outcome:?}");
}

/// Each way to complete a recursion on its own: no wrong answer, and hardly any program is left undecided.
#[test]
fn recursion_is_completed_either_way() {
    let mut undecided = [0; 2];
    for seed in 0..600 {
        let text = random::write(&random::Options { seed, ..random::Options::default() });
        let Some(expected) = answers(&text, "explicit") else { continue };
        for (count, engine) in undecided.iter_mut().zip(["summary:bound=chain", "summary:bound=fixpoint"]) {
            match answers(&text, engine) {
                Some(found) => assert_eq!(found, expected, "{engine}\n{text}"),
                None => *count += 1,
            }
        }
    }
    assert!(undecided[0] < 60 && undecided[1] < 20, "{undecided:?}");
}
