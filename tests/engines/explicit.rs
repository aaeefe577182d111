//! What the explicit engine does not try: values that lead nowhere.

use crate::support;
use crate::support::{decided, verdicts};
use bpcheck::Options;
use bpcheck::budget::Budget;
use bpcheck::engine::explicit::{ExplicitStats, reachable};
use bpcheck::engine::{Event, Observer};
use bpcheck::generate::Variant;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::generate::words::{Size, catalogue, write};
use bpcheck::lang::cfg::{self, Role};
use bpcheck::lang::source::Source;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pds;
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::pipeline::{Decided, decide, load};

fn run(text: &str, passes: PassSet) -> Decided {
    decided(text, support::engine("explicit"), passes)
}

fn words(name: &str, bits: u32, inputs: u64, variant: Variant) -> (Vec<String>, ExplicitStats) {
    let text = write(catalogue::find(name).expect("a program"), &Size { bits, inputs: Some(inputs), variant });
    let decided = run(&text, PassSet::default());
    (verdicts(&decided), decided.stats.as_ref().expect("counters").read().expect("the engine's counters"))
}

/// Of 2^64 values of the inputs 400 are let through.
#[test]
fn a_few_inputs_of_very_many_are_found() {
    let (verdicts, stats) = words("gcd", 32, 20, Variant::Safe);
    assert_eq!(verdicts, ["SAFE"]);
    assert!(stats.path_edges < 10_000 && stats.steps < 40_000, "{stats:?}");
}

/// One of the factors has any value of 16 bits, and each product takes twenty calls.
#[test]
fn a_violation_behind_many_choices_and_calls_is_found() {
    let (verdicts, stats) = words("product", 16, 20, Variant::Unsafe);
    assert_eq!(verdicts, ["UNSAFE"]);
    assert!(stats.path_edges < 40_000, "{stats:?}");
}

/// A run that is stuck at once leaves nothing in the tables, and the proof speaks of it all the same.
#[test]
fn no_run_gets_on() {
    let globals = "a, b, c, d, e, f";
    let stuck =
        format!("decl {globals}; void main() begin assume(a & b); assume(!b | !f); assume(f & a); assert(F); end");
    let local =
        format!("void main() begin decl {globals}; assume(a & b); assume(!b | !f); assume(f & a); assert(F); end");
    for text in [stuck, local] {
        for passes in [PassSet::default(), PassSet::NONE, PassSet::default().without(Pass::Liveness)] {
            let decided = run(&text, passes);
            let verdict = &decided.outcome.decisions[0].verdict;
            assert!(matches!(verdict, Verdict::Safe(Evidence::Certificate(_))), "{verdict}: {text}");
        }
    }
}

/// How many values were still to be tried, each time it was told.
#[derive(Default)]
struct Due(Vec<u64>);

impl Observer for Due {
    fn event(&mut self, event: &Event<'_>) {
        if let &Event::Due { values } = event {
            self.0.push(values);
        }
    }
}

/// What is told to be still to be tried.
fn due(text: &str) -> Vec<u64> {
    let loaded = load(&Source::new("x.bp", text), &Options::default()).expect("a program");
    let options = Options::default()
        .with_engine(support::engine("explicit"))
        .with_passes(PassSet::NONE)
        .with_budget(Budget::unlimited().with_effort(100_000));
    let mut due = Due::default();
    decide(&loaded, &options, &mut due).expect("no contradiction");
    due.0
}

/// 2^32 values: of globals, of locals, of what a procedure is called with, and of globals of which it is seen only at the last that none will do. And when
/// nothing is left, that is told, too.
#[test]
fn it_is_told_what_is_still_to_be_tried() {
    let names: Vec<String> = (0..32).map(|bit| format!("x{bit}")).collect();
    let (all, any) = (names.join(", "), ["*"; 32].join(", "));
    let backwards: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let (odd, even) = (names.join(" ^ "), backwards.join(" ^ "));
    for text in [
        format!("decl {all}; void main() begin assert(x0 | !x0); end"),
        format!("void main() begin p(); end void p() begin decl {all}; assert(x0 | !x0); end"),
        format!("void main() begin p({any}); end void p({all}) begin assert(x0 | !x0); end"),
        format!("decl {all}; void main() begin assume(({odd}) & !({even})); assert(F); end"),
    ] {
        let due = due(&text);
        assert!(due.len() > 1 && due.iter().all(|due| (1 << 31..1 << 33).contains(due)), "{due:?}\n{text}");
    }
    assert_eq!(due("decl x; void main() begin x := *; assert(x | !x); end"), [0]);
}

/// A formula over some variables.
fn formula(choices: &mut Seeded, variables: &[&str], depth: u32) -> String {
    match choices.below(if depth == 0 { 2 } else { 6 }) {
        0 => variables[choices.below(variables.len() as u32) as usize].to_string(),
        1 => format!("!{}", variables[choices.below(variables.len() as u32) as usize]),
        n => {
            let operator = ["&", "&", "|", "="][n as usize - 2];
            let (a, b) = (formula(choices, variables, depth - 1), formula(choices, variables, depth - 1));
            format!("({a} {operator} {b})")
        }
    }
}

/// Values are chosen, changed and assumed, in several orders, by callers and callees.
fn program(seed: u64) -> String {
    let choices = &mut Seeded::new(seed);
    let (globals, own) = (["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e", "x", "y"]);
    let chosen = "a, b, c, d, e, x := *, *, *, *, *, *;".to_string();
    let statements = |choices: &mut Seeded, count: u32| -> String {
        let one = |choices: &mut Seeded| match choices.below(7) {
            0 | 1 => chosen.clone(),
            2 | 3 => format!("assume({});", formula(choices, &own, 3)),
            4 => format!("{} := {};", own[choices.below(7) as usize], formula(choices, &own, 2)),
            5 => format!("if ({}) then y := f({}); fi", formula(choices, &own, 1), formula(choices, &own, 1)),
            _ => format!("assert({});", formula(choices, &own, 2)),
        };
        (0..count).map(|_| one(choices)).collect::<Vec<_>>().join(" ")
    };
    let (in_main, in_f) = (statements(choices, 6), statements(choices, 3));
    let result = formula(choices, &own, 1);
    format!(
        "decl {};\nbool f(x) begin decl y; {in_f} return {result}; end\nvoid main() begin decl x, y; {in_main} end",
        globals.join(", ")
    )
}

/// What is passed over leads to no violation: the same answers as with all states, with evidence.
#[test]
fn what_is_passed_over_leads_nowhere() {
    let violated = std::sync::atomic::AtomicUsize::new(0);
    support::each(400, |seed| {
        let text = program(seed as u64);
        let program = support::program(&text);
        let graphs = cfg::build(&program);
        let system = pds::build(&program, &graphs, program.find_procedure("main").expect("a main"));
        let Ok(all) = reachable(&system, &support::ticks(200_000)) else { return };
        let reached = |place| {
            let is_there = |location: &cfg::Location| location.role == Role::Violated && location.place == place;
            all.iter().any(|(location, _)| is_there(&graphs.locations[location.index()]))
        };
        for passes in [PassSet::default(), PassSet::NONE] {
            for decision in run(&text, passes).outcome.decisions {
                let is_violated = matches!(decision.verdict, Verdict::Unsafe(_));
                let is_right = matches!(decision.verdict, Verdict::Safe(Evidence::Certificate(_))) || is_violated;
                assert!(is_right, "{}: {text}", decision.verdict);
                assert_eq!(is_violated, reached(decision.property.place), "{text}");
                violated.fetch_add(usize::from(is_violated), std::sync::atomic::Ordering::Relaxed);
            }
        }
    });
    assert!(violated.into_inner() > 100);
}
