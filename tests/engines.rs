//! Engines against each other: every property of a random program has the same answer, and every violation a trace that
//! replays (the library checks that before it answers).

mod support;

use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::generate::slam;
use bpcheck::generate::{Variant, random};
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::verdict::{Outcome, Overall};
use bpcheck::{Options, Source, check};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

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
    let source = Source::new("wide.bp", text);
    let saturation = Options { engine: "saturation".parse().expect("an engine"), ..Options::default() };
    let outcome = check(&source, &saturation).expect("an outcome");
    assert!(outcome.overall().to_string().starts_with("UNKNOWN (unsupported: 66000 BDD variables"), "{outcome:?}");
    let outcome = check(&source, &Options::default()).expect("an outcome");
    assert_eq!((outcome.overall(), outcome.engine), (Overall::Unsafe, "summary:lazy"));
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

/// Each way to project on its own, and copies only: no wrong answer, and hardly any program is left undecided, even
/// where recursion is completed by the bound alone.
#[test]
fn summaries_are_projected_each_way() {
    let engines = ["summary:project=cubes", "summary:project=cases", "summary:project=none"];
    let mut undecided = [0; 3];
    let mut runner = TestRunner::deterministic();
    let tapes = prop::collection::vec(any::<u32>(), 0..200);
    let seeded = (0..450).map(|seed| random::write(&random::Options { seed, ..random::Options::default() }));
    let random = (0..450).map(|_| {
        let tape = tapes.new_tree(&mut runner).expect("a tape").current();
        write_from(&Knobs::default(), &mut Tape::new(&tape))
    });
    for text in seeded.chain(random) {
        let Some(expected) = answers(&text, "explicit") else { continue };
        for (count, engine) in undecided.iter_mut().zip(engines) {
            match answers(&text, engine) {
                Some(found) => assert_eq!(found, expected, "{engine}\n{text}"),
                None => *count += 1,
            }
        }
    }
    assert!(undecided.iter().all(|&count| count < 20), "{undecided:?}");
}

/// What the summary engine tells is enough to know which procedures were refined, how far loops were unrolled and calls nested,
/// and how many labels were decided.
#[test]
fn the_table_of_summaries_follows_from_the_events() {
    use bpcheck::engine::{Event, Observer};
    use std::collections::{BTreeMap, BTreeSet};
    #[derive(Default)]
    struct Table {
        refined: BTreeSet<usize>,
        rounds: BTreeMap<usize, u32>,
        unrollings: u64,
        depth: u32,
        settled: u64,
    }
    impl Observer for Table {
        fn event(&mut self, event: &Event) {
            match event {
                Event::Refined { procedure } => assert!(self.refined.insert(procedure.index())),
                Event::Unrolled { head, rounds } => {
                    assert!(*rounds > self.rounds.insert(head.index(), *rounds).unwrap_or(0));
                    self.unrollings += 1;
                }
                Event::Nested { depth, .. } => self.depth = self.depth.max(*depth),
                Event::Settled { .. } => self.settled += 1,
                _ => {}
            }
        }
    }
    let mut seen = [0; 3];
    let recursions = (2..5).map(|bits| {
        bpcheck::generate::recursion::write(&bpcheck::generate::recursion::Options { bits, ..Default::default() })
    });
    let slam = (0..20).map(|seed| {
        slam::write(&slam::Options {
            seed,
            procedures: 3,
            statements: 6,
            variant: Variant::Unsafe,
            ..Default::default()
        })
    });
    for text in recursions.chain(slam) {
        let options = Options { engine: "summary".parse().expect("an engine"), ..Options::default() };
        let mut loaded = bpcheck::pipeline::load(&Source::new("x.bp", text), &options).expect("a program");
        loaded.properties.truncate(1);
        let mut table = Table::default();
        let decided = bpcheck::pipeline::decide(&loaded, &options, &mut table).expect("an answer");
        let Some(stats) = decided.stats else { continue };
        let stats = &serde_json::to_value(stats).expect("numbers")["summary"];
        assert_eq!(stats["functions"].as_u64(), Some(loaded.program.procedure_ids().count() as u64));
        assert_eq!(stats["unrollings"].as_u64(), Some(table.unrollings));
        assert_eq!(stats["nesting"].as_u64(), Some(table.depth.into()));
        assert_eq!(stats["settled"].as_u64(), Some(table.settled));
        let called = stats["star_left"].as_u64().expect("a number") as usize + table.refined.len();
        assert!(called <= loaded.program.procedure_ids().count());
        for (count, more) in seen.iter_mut().zip([table.unrollings, table.depth.into(), table.settled]) {
            *count += more;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// A procedure that does not matter is never looked into.
#[test]
fn what_does_not_matter_stays_over_approximated() {
    let many: String = (0..50).map(|n| format!("void f{n}() begin if (*) then h{n} := *; fi end\n")).collect();
    let names: Vec<String> = (0..50).map(|n| format!("h{n}")).collect();
    let calls: String = (0..50).map(|n| format!("f{n}();\n")).collect();
    let text = format!(
        "decl g, {};\n{many}void main() begin g := T;\n{calls}if ({}) then g := T; fi\nassert(g); end",
        names.join(", "),
        names.join(" & ")
    );
    // The passes would find out themselves.
    let passes = PassSet::default().without(Pass::Constants).without(Pass::Cone);
    let options = Options { engine: "summary".parse().expect("an engine"), passes, ..Options::default() };
    let loaded = bpcheck::pipeline::load(&Source::new("fifty.bp", text), &options).expect("a program");
    let decided = bpcheck::pipeline::decide(&loaded, &options, &mut bpcheck::engine::Silent).expect("an answer");
    assert_eq!(decided.outcome.overall().to_string(), "SAFE");
    let stats = serde_json::to_value(decided.stats).expect("numbers");
    assert_eq!(stats["summary"]["star_left"], 50);
}

/// Where the error is near, pre* has little to do: what leads up to it is never looked at.
#[test]
fn backwards_is_shorter_where_the_error_is_near() {
    let transitions = |text: &str, engine: &str| {
        let options =
            Options { engine: engine.parse().expect("an engine"), passes: PassSet::NONE, ..Options::default() };
        let loaded = bpcheck::pipeline::load(&Source::new("near.bp", text), &options).expect("a program");
        let decided = bpcheck::pipeline::decide(&loaded, &options, &mut bpcheck::engine::Silent).expect("an answer");
        assert_eq!(decided.outcome.overall().to_string(), "SAFE", "{engine}");
        let stats = serde_json::to_value(decided.stats).expect("numbers");
        stats["saturation"]["transitions"].as_u64().expect("a number")
    };
    let before = "if (*) then a := b; else b := !a; fi\n".repeat(50);
    let text = format!(
        "decl a, b, c;\nvoid main() begin\n{before}c := a | b;\nc := c | !c & *;\nif (a) then c := T; else c := !a; fi\nassert(c);\nend"
    );
    let (post, pre) = (transitions(&text, "saturation:post"), transitions(&text, "saturation:pre"));
    assert!(10 * pre < post, "{pre} transitions backwards, {post} forwards");
}
