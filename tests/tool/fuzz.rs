//! The hunt for wrong answers: it finds nothing, it finds the same each time, and it does find what is wrong.

mod command;
mod liars;

use crate::support;
use bpcheck::budget::CancelToken;
use bpcheck::engine::Silent;
use bpcheck::engine::registry::{Hunt, Registry, Way};
use bpcheck::hunt::fuzz::{Done, Plan, Shape, Subject, run};
use bpcheck::pipeline::{Decided, Loaded, decide};
use bpcheck::report::fuzz::ShardLine;
use bpcheck::{Failure, Options};
use rayon::ThreadPoolBuilder;
use std::collections::BTreeSet;

fn honest(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    decide(loaded, options, &mut Silent)
}

/// Some cases on so many threads.
fn hunt(plan: &Plan, programs: u64, threads: usize) -> Done {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| run(plan, 0..programs, &honest, &CancelToken::default())).expect("nobody stops it")
}

#[test]
fn nothing_is_wrong_and_threads_change_nothing() {
    for shape in Shape::ALL {
        let plan = Plan::new(shape, 20);
        let [one, two] = [1, 2].map(|threads| hunt(&plan, 150, threads));
        let wrong: Vec<String> = one.findings.iter().map(|finding| finding.text(&plan)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!((&one.digest, &one.tally), (&two.digest, &two.tally), "{shape}");
        // Everybody answers mostly, and there is something to find either way.
        for (name, count) in one.tally.engines.iter().filter(|(name, _)| *name != "enumeration") {
            assert!(10 * count.unknown <= 2 * (count.safe + count.violated), "{shape}: {name} {count:?}");
            assert!(count.runs < 100 || count.safe > 30 && count.violated > 30, "{shape}: {name} {count:?}");
        }
        let tally = &one.tally;
        assert!(tally.traces > 100 && tally.certified > 100 && tally.uncertified < 30, "{shape}: {tally:?}");
    }
}

#[test]
fn digests_tell_seeds_and_lengths_apart() {
    let digest = |seed, programs| hunt(&Plan::new(Shape::Tiny, seed), programs, 2).digest;
    let first = digest(1, 20);
    assert!(first == digest(1, 20) && first != digest(2, 20) && first != digest(1, 21));
}

/// All specifications that can be drawn.
fn spelled(way: &Way) -> Vec<String> {
    way.drawn.iter().fold(vec![way.spec.to_string()], |texts, options| {
        texts.iter().flat_map(|text| options.iter().map(move |option| format!("{text}:{option}"))).collect()
    })
}

#[test]
fn all_engines_are_asked_in_many_ways() {
    let plan = Plan::new(Shape::Tiny, 3);
    let mut asked = BTreeSet::new();
    let mut enumerated = 0;
    for number in 0..2_000 {
        let Subject::Program { questions, bounds, .. } = plan.case(number).subject else { panic!("a program") };
        enumerated += usize::from(bounds.is_some());
        asked.extend(questions.iter().map(|question| question.engine.to_string()));
    }
    assert!(enumerated > 400 && enumerated < 600, "{enumerated}");
    // All that the rows say, and `auto`; rare ways of many options need not all have come.
    let registry = Registry::standard();
    let ways = |rows: fn(&Hunt) -> &'static [Way]| -> BTreeSet<String> {
        registry
            .rows()
            .flat_map(|row| rows(&row.hunt))
            .flat_map(spelled)
            .map(|text| support::engine(&text).to_string())
            .collect()
    };
    let (always, rarely) = (ways(|hunt| hunt.always), ways(|hunt| hunt.rarely));
    assert!(always.is_subset(&asked) && asked.contains("auto"), "{asked:?}");
    assert!(
        asked.iter().all(|engine| engine == "auto" || always.contains(engine) || rarely.contains(engine)),
        "{asked:?}"
    );
    assert!(asked.intersection(&rarely).count() > 20, "{asked:?}");
}

/// The logs in the repository are those of at least a million programs, each shard once, with a command each that `bpcheck fuzz` would log again.
#[test]
fn campaigns_are_long() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/campaigns");
    let (mut programs, mut commands) = (0, std::collections::BTreeSet::new());
    for entry in std::fs::read_dir(folder).expect("the campaigns") {
        let path = entry.expect("an entry").path();
        // What was examined again counts once.
        if path.extension().is_none_or(|ending| ending != "jsonl") || path.to_string_lossy().ends_with("-again.jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path).expect("text").lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let number = |key: &str| line[key].as_u64().expect("a number");
            let shape: Shape = line["shape"].as_str().expect("a shape").parse().expect("a shape");
            let shard = number("first")..number("first") + number("programs");
            let command = ShardLine::command(&Plan::new(shape, number("seed")), &shard);
            assert_eq!(line["command"], command);
            assert!(commands.insert(command), "{line}");
            programs += if shape == Shape::Pds { 0 } else { number("programs") };
        }
    }
    assert!(programs >= 1_000_000, "{programs}");
}
