//! Each way to run the engine against the referee, on random programs with loops and recursion.

use super::*;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::hunt::fuzz::Shape;

#[test]
fn random_programs_are_answered_by_each_way() {
    let engines = engines();
    let knobs = [
        Knobs { globals: 2, parameters: 1, results: 1, locals: 1, statements: 8, ..Knobs::default() },
        Knobs { globals: 3, parameters: 2, results: 2, locals: 2, statements: 14, ..Knobs::default() },
        Shape::Deep.knobs(),
    ];
    let (mut safe, mut reached, mut deepest) = (0, 0, 0);
    for seed in 0..180 {
        let knobs = knobs[seed as usize % knobs.len()].clone();
        let text = random::write(&random::Options { seed, knobs });
        let passes = if seed / 3 % 3 == 0 { PassSet::NONE } else { PassSet::default() };
        let expected = verdicts(&decided(&text, Selection::One(support::referee()), passes));
        for engine in &engines {
            let decided = run(&text, engine, passes);
            assert_eq!(verdicts(&decided), expected, "{engine}\n{text}");
            deepest = deepest.max(counts(&decided).level);
        }
        safe += expected.iter().filter(|verdict| *verdict == "SAFE").count();
        reached += expected.iter().filter(|verdict| *verdict == "UNSAFE").count();
    }
    assert!(safe > 50 && reached > 50 && deepest > 6, "{safe} SAFE, {reached} UNSAFE, level {deepest}");
}
