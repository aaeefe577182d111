//! Shortest runs: exact, however long, and refused if they are not runs.

use super::*;
use bpcheck::engine::saturation::explicit::{Answer, ask};
use bpcheck::pds::explicit::{Item, Refusal};

/// Procedure i calls procedure i-1 twice.
fn doubling(n: usize) -> PushdownSystem {
    let mut text = format!("init <p, c{n} z>\n<p, c0> -> <p, >\ntarget <p, z>\n");
    (1..=n).for_each(|i| text += &format!("<p, c{i}> -> <p, c{0} c{0}>\n", i - 1));
    system(&text)
}

#[test]
fn exponentially_long_runs_are_exact() {
    for n in [1, 3, 200] {
        let system = doubling(n);
        let (_, answers) = ask(&system, system.targets(), &Budget::unlimited()).expect("an answer");
        let Answer::Reached(found) = &answers[0] else { panic!("it is reached") };
        // 2^n - 1 calls, 2^n returns of c0.
        assert_eq!(found.1.length, (BigUint::from(1u32) << (n + 1)) - 1u32);
        assert!(found.0.rounds.len() <= n);
        let system = doubling(n);
        let backward = pre(&system);
        assert_eq!(backward.length(&system.initial()[0]), Some(found.1.length.clone()));
    }
}

#[test]
fn twenty_thousand_calls_deep() {
    let mut text = String::from("init <p, c0>\ntarget <p, x .*>\n");
    (0..20_000).for_each(|n| text += &format!("<p, c{n}> -> <p, c{} d>\n", n + 1));
    text += "<p, c20000> -> <p, x>\n";
    let system = system(&text);
    let (_, answers) = ask(&system, system.targets(), &Budget::unlimited()).expect("an answer");
    let Answer::Reached(found) = &answers[0] else { panic!("it is reached") };
    assert_eq!((found.1.length.clone(), found.1.end.stack.len()), (20_001u32.into(), 20_001));
}

#[test]
fn what_is_no_run_is_refused() {
    let system = doubling(3);
    let forward = post(&system);
    let path = forward.shortest(&system.targets()[0]).expect("it is reached");
    let run = forward.run(&path);
    let refusal = |change: &dyn Fn(&mut bpcheck::pds::explicit::Run)| {
        let mut changed = run.clone();
        change(&mut changed);
        replay(&system, &forward.lowered, &changed).map(|_| ())
    };
    assert_eq!(refusal(&|_| {}), Ok(()));
    assert_eq!(refusal(&|run| run.start.stack.truncate(1)), Err(Refusal::Start));
    assert_eq!(refusal(&|run| run.items.insert(0, Item::Part(0))), Err(Refusal::Rule));
    assert_eq!(refusal(&|run| run.items.push(Item::Part(99))), Err(Refusal::Rule));
    assert_eq!(refusal(&|run| run.items.insert(0, Item::Round(0))), Err(Refusal::Round));
    assert_eq!(refusal(&|run| run.items.push(Item::Round(99))), Err(Refusal::Round));
    assert_eq!(refusal(&|run| run.rounds[0].items.clear()), Err(Refusal::End));
    // A round that is made of itself proves nothing.
    assert_eq!(refusal(&|run| run.rounds[1].items = vec![Item::Round(1)]), Err(Refusal::Round));
}

#[test]
fn an_automaton_that_misses_something_is_no_evidence() {
    let small = system("init <p, a>\n<p, a> -> <p, b>\n<p, b> -> <p, >\n<p, b> -> <p, b c>\n");
    let more = ["<p, b> -> <q, b>", "<p, c> -> <p, >", "<p, b> -> <p, c c>", "init <p, b b>"];
    assert!(post(&small).is_inductive(&small));
    for line in more {
        let larger = system(&format!("{small}{line}\ntarget <q, .*>\n"));
        // The smaller system's automaton, asked about the larger one's rules.
        let mut mixed = post(&small);
        mixed.lowered = bpcheck::pds::explicit::Lowered::new(&larger);
        assert!(!mixed.is_inductive(&larger), "{line}");
    }
}

#[test]
fn limits_are_answered() {
    let system = doubling(5_000);
    let stopped = shortest_post_star(&system, &support::ticks(1));
    assert!(stopped.is_err());
    assert!(shortest_pre_star(&system, &support::ticks(1)).is_err());
}
