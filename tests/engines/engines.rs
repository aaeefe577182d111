//! What decision diagrams are good for and what they take, and what the library hands out. What all engines have to do is in `conformance`.

use crate::support;
use bpcheck::outcome::{Outcome, Overall};

use bpcheck::pds::passes::PassSet;
use bpcheck::{Options, Source, check};

/// The answers of one engine, each as text; `None` if it takes too long.
fn answers(text: &str, engine: &str) -> Option<Vec<String>> {
    let options = Options::default()
        .with_all(true)
        .with_engine(engine.parse().expect("an engine"))
        .with_budget(support::ticks(4_000));
    let outcome = check(&Source::new("random.bp", text), &options);
    let Outcome { decisions, .. } = outcome.unwrap_or_else(|failure| panic!("{engine}: {failure}\n{text}"));
    let words: Vec<String> = decisions.iter().map(|decision| decision.verdict.to_string()).collect();
    (!words.iter().any(|word| word.starts_with("UNKNOWN"))).then_some(words)
}

/// An order that is bad for a program is given up for another one; a limit on nodes is heard.
#[test]
fn another_order_is_tried_when_nodes_run_out() {
    let options = bpcheck::generate::locks::Options { locks: 24, ..Default::default() };
    let source = Source::new("locks.bp", bpcheck::generate::locks::write(&options));
    let answer = |order, budget| {
        let engine = support::engine(&format!("saturation:order={order}"));
        let options = Options::default().with_all(true).with_budget(budget).with_engine(engine);
        check(&source, &options).expect("an outcome").overall().to_string()
    };
    let few = || bpcheck::budget::Budget::unlimited().with_nodes(100_000);
    assert_eq!(answer("declared", few()), "SAFE");
    assert_eq!(answer("hier", bpcheck::budget::Budget::unlimited().with_nodes(50)), "UNKNOWN (nodes)");
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
    let saturation = Options::default().with_engine("saturation".parse().expect("an engine"));
    let outcome = check(&source, &saturation).expect("an outcome");
    assert!(outcome.overall().to_string().starts_with("UNKNOWN (unsupported: 66000 BDD variables"), "{outcome:?}");
    let outcome = check(&source, &Options::default()).expect("an outcome");
    assert_eq!((outcome.overall(), outcome.engine), (Overall::Unsafe, "explicit"));
}

/// Where the error is near, pre* has little to do: what leads up to it is never looked at.
#[test]
fn backwards_is_shorter_where_the_error_is_near() {
    let transitions = |text: &str, engine: &str| {
        let options = Options::default().with_engine(engine.parse().expect("an engine")).with_passes(PassSet::NONE);
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
