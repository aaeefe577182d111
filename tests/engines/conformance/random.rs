//! Random programs: every property has the same answer by each engine.

use super::*;
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{self, Knobs, write_from};
use bpcheck::generate::{Variant, slam};
use proptest::prelude::*;

/// How many answers there are of engines that are made for something else, and how many of these are open.
fn compare(text: &str) -> [usize; 2] {
    let loaded = loaded(text);
    let Some(expected) = expected(&loaded) else { return [0, 0] };
    let mut special = [0, 0];
    for engine in support::others() {
        let found = words(&decided(&loaded, &within(support::ticks(4_000), engine)));
        let is_open = |word: &&String| support::is_special(engine) && word.starts_with("UNKNOWN (time");
        if support::is_special(engine) {
            special[0] += found.len();
            special[1] += found.iter().filter(is_open).count();
        }
        let agrees = |(found, expected): (&String, &String)| found == expected || is_open(&found);
        assert!(found.iter().zip(&expected).all(agrees), "{engine}: {found:?}, {expected:?}\n{text}");
    }
    special
}

#[test]
fn small_programs_have_their_answers() {
    for (text, expected) in PROGRAMS {
        let loaded = loaded(text);
        for engine in support::variants() {
            assert_eq!(words(&decided(&loaded, &by(engine))), expected, "{engine}\n{text}");
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
    let (mut answers, mut open) = (0, 0);
    for seed in 0..300 {
        let special = compare(&random::write(&random::Options { seed, ..random::Options::default() }));
        (answers, open) = (answers + special[0], open + special[1]);
    }
    assert!(answers > 300 && open * 50 < answers, "{open} of {answers} are open");
}

/// Programs in the style of SLAM, of which the verdict is known: too many states to be counted one by one.
#[test]
fn slam_programs() {
    for seed in 0..50 {
        for variant in [Variant::Safe, Variant::Unsafe] {
            let options = slam::Options { seed, procedures: 6, statements: 20, variant, ..slam::Options::default() };
            let expected = if variant == Variant::Safe { "SAFE" } else { "UNSAFE" };
            let loaded = loaded(&slam::write(&options));
            for engine in support::others() {
                let answers = words(&decided(&loaded, &within(support::ticks(4_000), engine)));
                let is_open = |answer: &String| answer.starts_with("UNKNOWN");
                let is_sure = spec(engine).row().decides_real.contains(&engine);
                assert!(!is_sure || !answers.iter().any(is_open), "{engine}, {options:?}: {answers:?}");
                let is_right = |answer: &String| answer == expected || expected == "UNSAFE" || is_open(answer);
                assert!(answers.iter().all(is_right), "{engine}, {options:?}: {answers:?}");
                let is_met = answers.iter().any(|answer| answer == expected || is_open(answer));
                assert!(is_met, "{engine}, {options:?}: {answers:?}");
            }
        }
    }
}
