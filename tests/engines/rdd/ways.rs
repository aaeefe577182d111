//! Each way to run the engine against the referee, on random programs with loops, recursion and several properties.

use super::*;
use bpcheck::engine::{Event, Observer};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::pipeline::{decide, load};
use bpcheck::{Options, Source};

/// Ways that may never end, so that they have a bound.
const BOUNDED: [&str; 5] = [
    "rdd:plain:depth=3",
    "rdd:plain:query=one:depth=3",
    "rdd:plain:in=2:depth=3",
    "rdd:helpers:depth=3",
    "rdd:induction:depth=2",
];

#[test]
fn random_programs_are_answered_by_each_way() {
    let engines = engines();
    let knobs = [
        Knobs { globals: 2, parameters: 1, results: 1, locals: 1, statements: 8, ..Knobs::default() },
        Knobs { globals: 3, parameters: 1, results: 1, locals: 1, statements: 12, ..Knobs::default() },
    ];
    let (mut safe, mut reached, mut proved, mut open) = (0, 0, 0, 0);
    for seed in 0..100 {
        let knobs = knobs[seed as usize % knobs.len()].clone();
        let text = random::write(&random::Options { seed, knobs });
        let passes = if seed / 3 % 3 == 0 { PassSet::NONE } else { PassSet::default() };
        let expected = verdicts(&decided(&text, Selection::One(support::referee()), passes));
        for engine in &engines {
            let decided = run(&text, engine, passes);
            assert_eq!(verdicts(&decided), expected, "{engine}\n{text}");
            assert!(engine.contains("nest=on") || is_proved(&decided), "{engine}\n{text}");
        }
        for engine in BOUNDED {
            let decided = run(&text, engine, passes);
            let found = verdicts(&decided);
            for (found, expected) in found.iter().zip(&expected) {
                assert!(found == expected || found.starts_with("UNKNOWN (bound"), "{engine}: {found}\n{text}");
                open += usize::from(found != expected);
            }
            // Of what is proved nothing is left out because something else is not.
            if found == expected {
                assert!(is_proved(&decided), "{engine}\n{text}");
                proved += 1;
            }
        }
        safe += expected.iter().filter(|verdict| *verdict == "SAFE").count();
        reached += expected.iter().filter(|verdict| *verdict == "UNSAFE").count();
    }
    assert!(
        safe > 50 && reached > 50 && proved > 200 && open > 10,
        "{safe} SAFE, {reached} UNSAFE, {proved} proved, {open} open"
    );
}

/// What is not reached is told before lemmas that prove it are looked for, which takes longer at times than all before.
#[test]
fn what_is_not_reached_is_told_before_it_is_proved() {
    /// Whether it was told yet that a target is not reached, and how many steps were told before and after that.
    #[derive(Default)]
    struct Order {
        is_told: bool,
        steps: [usize; 2],
    }
    impl Observer for Order {
        fn event(&mut self, event: &Event<'_>) {
            match event {
                Event::Unreachable { target } => self.is_told |= *target == 0,
                Event::Step(_) => self.steps[usize::from(self.is_told)] += 1,
                _ => {}
            }
        }
        fn wants_steps(&self) -> bool {
            true
        }
    }
    let text = words("sum_eq", 4, Some(3), Variant::Safe);
    let options = Options::default().with_engine(support::engine("rdd"));
    let loaded = load(&Source::new("x.bp", text), &options).expect("a program");
    let mut order = Order::default();
    let decided = decide(&loaded, &options, &mut order).expect("an answer");
    assert!(is_proved(&decided) && order.steps.iter().all(|&steps| steps > 0), "{:?}", order.steps);
}
