use super::*;
use crate::generate::choices::{Choices as _, Seeded};
use crate::generate::systems;
use crate::lang::source::{Diagnostics, Source};
use crate::pds::explicit::{Configuration, parse, replay};

fn system(text: &str) -> PushdownSystem {
    let source = Source::new("test.pds", text);
    let mut remarks = Diagnostics::new(&source);
    parse(&source, &mut remarks).unwrap_or_else(|| panic!("{text}\n{:?}", remarks.iter().collect::<Vec<_>>())).system
}

fn now(stepper: &Stepper<'_>) -> Configuration {
    let Moment { state, stack, .. } = stepper.now().expect("it has begun");
    let stack: Vec<SymbolId> = stack.symbols(stepper.system).collect();
    assert_eq!(stack.len(), stepper.now().map_or(0, |moment| moment.stack.height()));
    Configuration { state: *state, stack }
}

fn shown(stepper: &Stepper<'_>) -> String {
    stepper.system.show(&now(stepper)).to_string()
}

/// Where the run so far ends, and how long it is, as the replay has it.
fn replayed(stepper: &Stepper<'_>) -> (Configuration, String) {
    let lowered = Lowered::new(stepper.system);
    let run = stepper.run(&lowered).expect("it has begun");
    let replayed = replay(stepper.system, &lowered, &run).unwrap_or_else(|refusal| panic!("{refusal}"));
    (replayed.end, replayed.length.to_string())
}

const FOUR: &str =
    "init <p, a>\n<p, a> -> <q, b a>\n<q, b> -> <r, c>\n<r, c> -> <p, a>\n<p, a> -> <p, >\ntarget <r, c a a>\n";

#[test]
fn rules_are_applied_and_taken_back() {
    let system = system(FOUR);
    let mut stepper = Stepper::new(&system);
    assert_eq!((shown(&stepper).as_str(), stepper.choices()), ("<p, a>", [0, 3].as_slice()));
    assert!(!stepper.apply(1) && !stepper.apply(4) && !stepper.begin(0));
    for rule in [0, 1, 2, 0, 1] {
        assert!(stepper.targets().next().is_none());
        assert!(stepper.apply(rule));
    }
    assert_eq!((shown(&stepper).as_str(), stepper.targets().collect::<Vec<_>>()), ("<r, c a a>", vec![0]));
    let stack = &stepper.now().expect("it has begun").stack;
    let by: Vec<By> = stack.words(&system).map(|(by, _)| by).collect();
    let rule = |rule, step| By::Rule { rule, step };
    assert_eq!(by, [rule(1, 5), rule(0, 4), rule(0, 1)]);
    assert_eq!(replayed(&stepper), (now(&stepper), "5".into()));
    assert!(stepper.undo() && stepper.steps() == 4 && shown(&stepper) == "<q, b a a>");
    while stepper.undo() {}
    assert_eq!((shown(&stepper).as_str(), stepper.steps()), ("<p, a>", 0));
    assert!(stepper.apply(3) && stepper.choices().is_empty() && stepper.head().is_none());
    stepper.restart();
    assert_eq!(shown(&stepper), "<p, a>");
}

#[test]
fn a_rule_that_pushes_many_symbols_is_one_step() {
    let system =
        system("init <p, a z>\n<p, a> -> <q, b c d e>\n<q, b> -> <q, >\n<q, c> -> <q, f>\ntarget <., f d e z>\n");
    let mut stepper = Stepper::new(&system);
    stepper.walk(2, &mut |_| 0);
    assert_eq!(shown(&stepper), "<q, c d e z>");
    stepper.walk(10, &mut |_| 0);
    assert_eq!((shown(&stepper).as_str(), stepper.steps()), ("<q, f d e z>", 3));
    assert_eq!(replayed(&stepper), (now(&stepper), "3".into()));
    let stack = &stepper.now().expect("it has begun").stack;
    let lengths: Vec<usize> = stack.words(&system).map(|(_, word)| word.len()).collect();
    assert_eq!(lengths, [1, 2, 1]);
}

#[test]
fn where_a_run_begins_is_chosen_first() {
    let system = system("init <p, a>\ninit <q, >\n<p, a> -> <p, >\ntarget <q, >\n");
    let mut stepper = Stepper::new(&system);
    assert!(stepper.now().is_none() && stepper.choices().is_empty() && !stepper.apply(0) && !stepper.undo());
    assert!(stepper.run(&Lowered::new(&system)).is_none());
    assert!(!stepper.begin(2) && stepper.begin(1) && !stepper.begin(0));
    assert_eq!((shown(&stepper).as_str(), stepper.targets().count()), ("<q, >", 1));
    assert!(stepper.undo() && stepper.now().is_none() && !stepper.undo());
    stepper.walk(5, &mut |_| 0);
    assert_eq!((shown(&stepper).as_str(), stepper.steps()), ("<p, >", 1));
    stepper.restart();
    assert!(stepper.now().is_none());
}

/// Makes steps any way, and holds each moment against one that is worked out as the rules say.
#[test]
fn random_runs_are_runs() {
    let (mut steps, mut hits) = (0, 0);
    for seed in 0..500 {
        let mut random = Seeded::new(seed);
        let text = systems::write_from(&mut random);
        let system = system(&text);
        let mut stepper = Stepper::new(&system);
        stepper.begin(random.below(system.initial().len() as u32) as usize);
        let mut expected = vec![now(&stepper)];
        for _ in 0..40 {
            let at = expected[expected.len() - 1].clone();
            let applies =
                |rule: &crate::pds::explicit::Rule| rule.state == at.state && at.stack.first() == Some(&rule.symbol);
            let rules: Vec<usize> = (0..system.rules().len()).filter(|&rule| applies(&system.rules()[rule])).collect();
            assert_eq!(stepper.choices(), rules, "{text}");
            let hit = |target: &usize| system.targets()[*target].matches(at.state, at.stack.iter().copied());
            let targets: Vec<usize> = (0..system.targets().len()).filter(hit).collect();
            assert_eq!(stepper.targets().collect::<Vec<_>>(), targets, "{}\n{text}", system.show(&at));
            hits += targets.len();
            if random.below(6) == 0 && expected.len() > 1 {
                expected.pop();
                assert!(stepper.undo());
            } else if !rules.is_empty() {
                let chosen = rules[random.below(rules.len() as u32) as usize];
                let rule = &system.rules()[chosen];
                let stack = rule.push.iter().chain(&at.stack[1..]).copied().collect();
                expected.push(Configuration { state: rule.to, stack });
                assert!(stepper.apply(chosen), "{text}");
                steps += 1;
            }
            assert_eq!(now(&stepper), expected[expected.len() - 1], "{text}");
        }
        assert_eq!(replayed(&stepper), (now(&stepper), stepper.steps().to_string()), "{text}");
    }
    assert!(steps > 2_000 && hits > 1_000, "{steps} {hits}");
}

#[test]
fn walks_by_chance_stop_at_targets_and_where_they_are_stuck() {
    let (mut stuck, mut hit) = (0, 0);
    for seed in 0..300 {
        let mut random = Seeded::new(seed);
        let text = systems::write_from(&mut random);
        let system = system(&text);
        let mut stepper = Stepper::new(&system);
        stepper.walk(50, &mut |several| random.below(several as u32) as usize);
        let (end, length) = replayed(&stepper);
        assert_eq!((end, length), (now(&stepper), stepper.steps().to_string()), "{text}");
        let (is_stuck, is_hit) = (stepper.choices().is_empty(), stepper.arrives());
        assert!(is_stuck || is_hit || stepper.steps() == 50, "{text}");
        assert!(!is_hit || stepper.targets().next().is_some(), "{text}");
        stuck += usize::from(is_stuck);
        hit += usize::from(is_hit);
    }
    assert!(stuck > 30 && hit > 30, "{stuck} {hit}");
}

#[test]
fn to_stay_in_a_target_is_no_arrival() {
    let system = system("init <p, a>\n<p, a> -> <p, b a>\n<p, b> -> <p, a>\ntarget <p, .*>\ntarget <p, b .*>\n");
    let mut stepper = Stepper::new(&system);
    let arrivals = (0..4).map(|_| {
        let arrives = stepper.arrives();
        stepper.walk(1, &mut |_| 0);
        arrives
    });
    assert_eq!(arrivals.collect::<Vec<_>>(), [true, true, false, true]);
    stepper.restart();
    stepper.walk(10, &mut |_| 0);
    assert_eq!((shown(&stepper).as_str(), stepper.targets().count()), ("<p, b a>", 2));
}

#[test]
fn high_stacks_cost_no_more_than_low_ones() {
    let word = "a ".repeat(1_000);
    let system = system(&format!(
        "init <p, a>\n<p, a> -> <p, {word}>\n<p, a> -> <p, a a>\ntarget <p, .* z>\ntarget <p, z .* a>\n"
    ));
    let mut stepper = Stepper::new(&system);
    let mut random = Seeded::new(1);
    stepper.walk(100_000, &mut |several| random.below(several as u32) as usize);
    let height = stepper.now().map_or(0, |moment| moment.stack.height());
    assert!(stepper.steps() == 100_000 && height > 40_000_000, "{height}");
    while stepper.undo() {}
    assert_eq!(shown(&stepper), "<p, a>");
}
