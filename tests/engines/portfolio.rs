//! `auto`: several engines at once say what one engine says, whoever wins.

use crate::support;
use bpcheck::budget::{Budget, CancelToken, StopReason};
use bpcheck::engine::{Event, Observer, Silent};
use bpcheck::generate::{Variant, cnf, parameters, random, slam};
use bpcheck::outcome::{Outcome, Overall, Verdict};
use bpcheck::pipeline::{Decided, decide, load};
use bpcheck::{Options, Source, check};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

fn outcome(text: &str, options: &Options) -> Outcome {
    check(&Source::new("x.bp", text), options).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

fn by(engine: &str) -> Options {
    Options::default().with_engine(engine.parse().expect("an engine"))
}

fn words(outcome: &Outcome) -> Vec<String> {
    outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
}

/// What is to be said if the search ends with the first violation, from what is true of each property.
fn in_order(all: &[String]) -> Vec<String> {
    let violated = all.iter().position(|word| word == "UNSAFE").unwrap_or(all.len());
    let word =
        |(index, word): (usize, &String)| if index > violated { "UNKNOWN (not decided)".into() } else { word.clone() };
    all.iter().enumerate().map(word).collect()
}

/// Whether a program's answers are known, and more than one engine was asked for them.
fn same_lines(text: &str) -> bool {
    let all = by("auto").with_all(true);
    let expected = words(&outcome(text, &by("explicit").with_all(true).with_budget(support::ticks(4_000))));
    if expected.iter().any(|word| word.starts_with("UNKNOWN")) {
        return false;
    }
    let found = outcome(text, &all);
    assert_eq!(words(&found), expected, "{text}");
    assert_eq!(words(&outcome(text, &Options::default())), in_order(&expected), "{text}");
    found.engine != "explicit"
}

/// The violation that is told is that of the first property violated, though the engine met another one first.
#[test]
fn the_first_violated_property_is_told() {
    let text =
        "decl a, b; void main() begin a := F; b := F; if (*) then assert(!a); f(); assert(b); else assert(F); fi end
                void f() begin a := *; assert(!b); a := a; assert(!a); end";
    let found = outcome(text, &by("saturation"));
    assert_eq!(words(&found)[1..3], ["UNKNOWN (not decided)", "UNSAFE"]);
    same_lines(text);
}

/// Nor if the one that scouts meets that other one: what is violated before takes it longer than it may scout.
#[test]
fn the_first_violated_property_is_told_after_scouting() {
    let bits = 7;
    let names: Vec<String> = (0..bits).map(|bit| format!("b{bit}")).collect();
    let (mut counts, mut carry) = (String::new(), "T".to_string());
    for name in names.iter() {
        counts += &format!("if ({carry}) then {name} := !{name}; fi ");
        carry += &format!(" & !{name}");
    }
    let all = names.join(" & ");
    let deep = format!("while (!({all})) do {counts} od assert(F);");
    for way in ["goto deep, soon;", "goto soon, deep;"] {
        let text = format!(
            "decl {}; void main() begin {} := {}; {way} deep: {deep} return; soon: assert(F); end",
            names.join(", "),
            names.join(", "),
            vec!["F"; bits].join(", ")
        );
        assert_eq!(words(&outcome(&text, &by("auto"))), ["UNSAFE", "UNKNOWN (not decided)"], "{text}");
    }
}

/// Stops everybody when the one that leads tells anything.
struct Stopping(CancelToken);

impl Observer for Stopping {
    fn event(&mut self, _: &Event<'_>) {
        self.0.cancel();
    }
}

/// A violation that was scouted stands, though all are stopped before anybody finds it again.
#[test]
fn what_was_scouted_is_not_lost() {
    let bits = 16;
    let names: Vec<String> = (0..bits).map(|bit| format!("b{bit}")).collect();
    let counts = names.iter().map(|name| format!("if (*) then {name} := !{name}; fi ")).collect::<String>();
    let text = format!(
        "decl x, y, {names}; void main() begin x, y, {names} := F, F, {none}; if (*) then assert(F); fi
         while (*) do {counts} x, y := !x, !y; od assert(x = y | {all}); end",
        names = names.join(", "),
        none = vec!["F"; bits].join(", "),
        all = names.join(" | "),
    );
    let stop = CancelToken::default();
    // With one thread nobody joins before a turn of the one that leads is over.
    let budget = Budget::unlimited().with_threads(NonZeroUsize::MIN).with_cancel(stop.clone());
    let options = by("auto").with_all(true).with_budget(budget);
    let loaded = load(&Source::new("x.bp", text), &options).expect("a program");
    let decided = decide(&loaded, &options, &mut Stopping(stop)).expect("an answer");
    assert_eq!(words(&decided.outcome), ["UNSAFE", "UNKNOWN (interrupted)"]);
}

/// Of a program with few states who scouts has the answer, and nobody else begins; of one with more it has begun, too.
#[test]
fn scouts_come_first() {
    let began = |text: &str| {
        let options = by("auto");
        let loaded = load(&Source::new("x.bp", text), &options).expect("a program");
        let decided = decide(&loaded, &options, &mut Silent).expect("an answer");
        decided.race.into_iter().map(|began| began.engine).collect::<BTreeSet<_>>()
    };
    let named = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    assert_eq!(began("decl a; void main() begin a := *; assert(a | !a); end"), named(&["explicit"]));
    let more = slam::write(&slam::Options { procedures: 20, ..slam::Options::default() });
    assert!(began(&more).is_superset(&named(&["explicit", "saturation:post"])));
}

#[test]
fn random_programs_are_answered_alike() {
    for seed in 0..300 {
        same_lines(&random::write(&random::Options { seed, ..random::Options::default() }));
    }
}

#[test]
fn programs_with_many_states_are_answered_alike() {
    let mut raced = 0;
    for seed in 0..40 {
        let variant = [Variant::Safe, Variant::Unsafe][seed as usize % 2];
        let options = slam::Options { seed, procedures: 6, variant, ..slam::Options::default() };
        raced += usize::from(same_lines(&slam::write(&options)));
    }
    assert!(raced > 20, "{raced}");
}

#[test]
fn large_programs_are_answered_alike() {
    for variant in [Variant::Safe, Variant::Unsafe] {
        let text = slam::write(&slam::Options { seed: 3, procedures: 60, variant, ..slam::Options::default() });
        let all = words(&outcome(&text, &by("saturation").with_all(true)));
        for _ in 0..3 {
            assert_eq!(words(&outcome(&text, &Options::default())), in_order(&all));
        }
    }
}

/// Diagrams of all variables are at a loss with random formulas, and a solver with drivers of many variables: a thousand times slower than they are.
#[test]
fn whoever_is_first_has_the_answer() {
    for (variant, expected) in [(Variant::Safe, Overall::Safe), (Variant::Unsafe, Overall::Unsafe)] {
        let found = outcome(&cnf::write(&cnf::Options { variables: 150, variant, ..Default::default() }), &by("auto"));
        assert_eq!(found.overall(), expected);
        assert!(["recmc", "bam", "rdd"].contains(&found.engine), "{}", found.engine);
    }
    let found = outcome(&slam::write(&slam::Options { locals: 40, ..Default::default() }), &by("auto"));
    assert_eq!((found.engine, found.overall()), ("saturation:post", Overall::Safe));
}

/// With one thread it does not depend on the machine who answers, and what is counted.
#[test]
fn one_thread_does_the_same_each_time() {
    let options = by("auto").with_budget(Budget::unlimited().with_threads(NonZeroUsize::MIN));
    let mut programs: Vec<String> =
        (0..6).map(|seed| slam::write(&slam::Options { seed, procedures: 6, ..slam::Options::default() })).collect();
    programs
        .extend((20..60).step_by(10).map(|variables| cnf::write(&cnf::Options { variables, ..Default::default() })));
    programs.push(parameters::write(&parameters::Options { data: 30, ..Default::default() }));
    let mut winners = BTreeSet::new();
    for text in &programs {
        let loaded = load(&Source::new("x.bp", text.clone()), &options).expect("a program");
        let [first, again] = [0, 1].map(|_| decide(&loaded, &options, &mut Silent).expect("an answer"));
        assert!(
            first.outcome.decisions.iter().all(|decision| !matches!(decision.verdict, Verdict::Unknown(_))),
            "{text}"
        );
        let told = |decided: &Decided| (decided.outcome.engine, serde_json::to_value(&decided.stats).expect("JSON"));
        assert_eq!(told(&first), told(&again), "{text}");
        let began = |decided: &Decided| decided.race.iter().map(|began| began.engine.clone()).collect::<Vec<_>>();
        assert_eq!(began(&first), began(&again), "{text}");
        winners.insert(first.outcome.engine);
    }
    assert!(winners.len() > 2, "{winners:?}");
}

/// What one engine gives up another one decides.
#[test]
fn a_limit_of_one_engine_is_not_the_end() {
    let text = cnf::write(&cnf::Options { variables: 60, ..Default::default() });
    let budget = Budget::unlimited().with_nodes(2_000);
    let alone = outcome(&text, &by("saturation").with_budget(budget.clone()));
    assert_eq!(alone.overall(), Overall::Unknown(StopReason::Nodes));
    let together = outcome(&text, &by("auto").with_budget(budget));
    assert_eq!((together.engine, together.overall()), ("recmc", Overall::Safe));
}

/// A program that none decides soon: a product of two numbers that is a prime one.
fn factors(bits: usize, product: u64) -> String {
    let list = |letter: char| (0..bits).map(|n| format!("{letter}{n}")).collect::<Vec<_>>();
    let sum: Vec<String> = (0..2 * bits).map(|n| format!("s{n}")).collect();
    let mut text = format!(
        "decl {}, {}, {}, c, t;\nvoid main() begin\n",
        list('a').join(", "),
        list('b').join(", "),
        sum.join(", ")
    );
    text += &format!("{} := {};\n", sum.join(", "), vec!["F"; sum.len()].join(", "));
    for (shift, bit) in list('b').iter().enumerate() {
        text += "c := F;\n";
        for n in 0..=bits {
            let (a, s) = (
                if n < bits { format!("a{n} & {bit}") } else { "F".into() },
                &sum[shift + n - usize::from(shift + n == 2 * bits)],
            );
            text += &format!("t := {a}; {s}, c := {s} ^ t ^ c, {s} & t | {s} & c | t & c;\n");
        }
    }
    let one = |letter: char| format!("({} & !({}))", list(letter)[0], list(letter)[1..].join(" | "));
    let is = |(n, s): (usize, &String)| if product >> n & 1 == 1 { s.clone() } else { format!("!{s}") };
    let product: Vec<String> = sum.iter().enumerate().map(is).collect();
    text + &format!("assert(!({}) | {} | {});\nend\n", product.join(" & "), one('a'), one('b'))
}

#[test]
fn all_engines_are_stopped() {
    let token = CancelToken::default();
    let options = by("auto").with_budget(Budget::unlimited().with_cancel(token.clone()));
    let text = factors(24, 140_737_488_355_213);
    let cancel = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        token.cancel();
    });
    assert_eq!(outcome(&text, &options).overall(), Overall::Unknown(StopReason::Interrupted));
    cancel.join().expect("it ends");
}

/// A violation that was found stands when the time is over, though its trace is made afterwards.
#[test]
fn what_was_found_in_time_is_told() {
    let long = format!("begin if (*) then {} assert(c); fi\n", "t := !c | *; c := !t | *;\n".repeat(2_000));
    let text = factors(24, 140_737_488_355_213).replacen("begin\n", &long, 1);
    let options = by("summary").with_all(true).with_budget(support::ticks(400));
    assert_eq!(words(&outcome(&text, &options)), ["UNSAFE", "UNKNOWN (time)"]);
}

/// A violation is told, though nobody knows soon whether a property before it is violated.
#[test]
fn hard_properties_do_not_hold_an_answer_up() {
    let text = factors(24, 140_737_488_355_213).replacen("void main()", "void f()", 1);
    let text = text + "void main() begin if (*) then assert(F); fi f(); end";
    assert_eq!(words(&outcome(&text, &by("auto"))), ["UNKNOWN (not decided)", "UNSAFE"]);
}

/// A bug in one engine ends the others, and is not lost.
#[test]
fn a_panic_is_passed_on() {
    struct Bug;
    impl Observer for Bug {
        fn event(&mut self, _: &Event<'_>) {
            panic!("a test panics: this is expected");
        }
    }
    let text = cnf::write(&cnf::Options { variables: 30, ..Default::default() });
    let loaded = load(&Source::new("x.bp", text), &by("auto")).expect("a program");
    let ended =
        || catch_unwind(AssertUnwindSafe(|| decide(&loaded, &by("auto"), &mut Bug).map(|decided| decided.outcome)));
    // On a busy machine one that nobody listens to may win before the first has told anything.
    assert!((0..20).any(|_| ended().is_err()));
    let again = decide(&loaded, &by("auto"), &mut Silent).expect("an answer");
    assert!(matches!(again.outcome.decisions[0].verdict, Verdict::Safe(_)));
}

/// The others are asked by those who did not win.
#[test]
fn a_cross_check_asks_those_of_other_kinds() {
    let options = by("auto").with_cross_check(true);
    let loaded = load(&Source::new("x.bp", "void main() begin assert(T); end"), &options).expect("a program");
    let decided = decide(&loaded, &options, &mut Silent).expect("an answer");
    assert_eq!(decided.outcome.engine, "explicit");
    let others: Vec<&str> = decided.others.iter().map(|other| other.engine).collect();
    assert_eq!(others, ["saturation:post", "summary:lazy", "recmc"]);
}
