//! Each way to run the engine against the referee, on random programs with loops, recursion and several properties.

use super::*;
use bpcheck::generate::random::{self, Knobs};

#[test]
fn random_programs_are_answered_by_each_way() {
    let engines = engines();
    let knobs = [
        Knobs { globals: 2, parameters: 1, results: 1, locals: 1, statements: 8, ..Knobs::default() },
        Knobs { globals: 3, parameters: 1, results: 1, locals: 1, statements: 14, ..Knobs::default() },
    ];
    let (mut safe, mut reached, mut summaries) = (0, 0, 0);
    for seed in 0..100 {
        let knobs = knobs[seed as usize % knobs.len()].clone();
        let text = random::write(&random::Options { seed, knobs });
        let passes = if seed / 3 % 3 == 0 { PassSet::NONE } else { PassSet::default() };
        let expected = verdicts(&decided(&text, Selection::One(support::referee()), passes));
        for engine in &engines {
            let decided = run(&text, engine, passes);
            assert_eq!(verdicts(&decided), expected, "{engine}\n{text}");
            summaries += counts(&decided).instances.stored;
        }
        safe += expected.iter().filter(|verdict| *verdict == "SAFE").count();
        reached += expected.iter().filter(|verdict| *verdict == "UNSAFE").count();
    }
    assert!(safe > 50 && reached > 50 && summaries > 500, "{safe} SAFE, {reached} UNSAFE, {summaries} summaries");
}
