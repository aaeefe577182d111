//! Each way to run the engine against the referee, on random programs of which many need several rounds.

use super::*;
use bpcheck::generate::random::{self, Knobs};

#[test]
fn random_programs_are_answered_by_each_way() {
    let engines = engines();
    let knobs = [
        Knobs { globals: 3, parameters: 1, results: 1, locals: 1, statements: 12, ..Knobs::default() },
        Knobs { chained: true, ..Knobs::default() },
        Knobs { globals: 2, parameters: 2, results: 1, locals: 2, statements: 10, chained: true, ..Knobs::default() },
    ];
    let (mut safe, mut reached, mut rounds, mut runs) = (0, 0, 0, 0);
    for seed in 0..2_700 {
        let knobs = knobs[seed as usize % knobs.len()].clone();
        let text = random::write(&random::Options { seed, knobs });
        let passes = if seed / 3 % 3 == 0 { PassSet::NONE } else { PassSet::default() };
        let expected = verdicts(&decided(&text, Selection::One(support::referee()), passes));
        // Each way meets each kind of program.
        let engine = &engines[(seed as usize + seed as usize / engines.len()) % engines.len()];
        let decided = run(&text, engine, passes);
        assert_eq!(verdicts(&decided), expected, "{engine}\n{text}");
        assert!(is_proved(&decided), "{engine}\n{text}");
        (rounds, runs) = (rounds + counts(&decided).counts.rounds, runs + 1);
        safe += expected.iter().filter(|verdict| *verdict == "SAFE").count();
        reached += expected.iter().filter(|verdict| *verdict == "UNSAFE").count();
    }
    assert!(
        safe > 1_000 && reached > 1_000 && rounds > 2 * runs,
        "{safe} SAFE, {reached} UNSAFE, {rounds} rounds in {runs} runs"
    );
}
