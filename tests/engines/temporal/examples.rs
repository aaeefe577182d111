//! Programs and a system of the kinds with which Moped comes, written anew, with the answers that its authors note beside theirs.

use super::configurations::mixed;
use super::said;
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::engine::{Selection, Silent};
use bpcheck::generate::Variant;
use bpcheck::generate::words::{Size, catalogue, write};
use bpcheck::outcome::{Evidence, Overall, Verdict};
use bpcheck::pipeline::{Asked, Certificates, Decided, Temporal, decide, load};
use bpcheck::{Options, Source};

/// The text of a program over numbers.
fn program(name: &str, bits: u32, variant: Variant) -> String {
    write(catalogue::find(name).expect("a program"), &Size { bits, inputs: None, variant })
}

/// What comes of asking a program with a certificate.
fn decided(engine: Selection, source: &Source, formula: &str) -> Decided {
    decided_within(Budget::unlimited(), engine, source, formula)
}

/// The same, with limits.
fn decided_within(budget: Budget, engine: Selection, source: &Source, formula: &str) -> Decided {
    let temporal = Temporal { asked: vec![Asked::Formula(Source::new("formula", formula))], ..Temporal::default() };
    let options = Options::default()
        .with_temporal(temporal)
        .with_engine(engine)
        .with_certificates(Certificates::Required)
        .with_budget(budget);
    let loaded = load(source, &options).expect("a program with a formula");
    decide(&loaded, &options, &mut Silent).expect("an answer")
}

#[test]
fn sorting_ends_unless_there_is_a_mistake() {
    for name in ["quicksort", "heapify"] {
        assert_eq!(said(&program(name, 2, Variant::Safe), "F end"), Overall::Safe, "{name}");
        assert_eq!(said(&program(name, 2, Variant::Unsafe), "F main:exit"), Overall::Unsafe, "{name}");
        for (bits, variant) in [(3, Variant::Safe), (3, Variant::Unsafe), (4, Variant::Unsafe)] {
            let source = Source::new(name, program(name, bits, variant));
            let answer = decided(Selection::Auto, &source, "F end").outcome.overall();
            assert_eq!(answer.to_string(), variant.to_string(), "{name} {bits}");
        }
    }
}

#[test]
fn words_for_symbols() {
    let system = "init <q, a b>\n<q, a> -> <q, b a>\n<q, b> -> <q, >\n<q, a> -> <q, a>\natoms a p, q\natoms b p\n";
    for (formula, expected) in [("[] p", Overall::Safe), ("[] q", Overall::Unsafe), ("[] <> q", Overall::Safe)] {
        let text = format!("{system}ltl \"{formula}\"\n");
        let made = Input::Pds.read(Source::new("atoms.pds", text)).expect("a system").program;
        let answer = decided(Selection::Auto, &made, formula);
        assert_eq!(answer.outcome.overall(), expected, "{formula}");
    }
}

/// A loop in a loop has as many rounds as both have, each for each, but not so many levels.
#[test]
fn levels_of_nested_loops_are_those_of_each() {
    let bits = 4;
    let numbers = |stem: &str| (0..bits).map(|bit| format!("{stem}_{bit}")).collect::<Vec<_>>();
    let counted = |stem: &str, body: &str| {
        let (all, falses) = (numbers(stem).join(", "), vec!["F"; bits].join(", "));
        let next = (0..bits).map(|bit| {
            let below: Vec<String> = (0..bit).map(|bit| format!("{stem}_{bit}")).collect();
            if below.is_empty() { format!("!{stem}_0") } else { format!("{stem}_{bit} != ({})", below.join(" & ")) }
        });
        let (next, full) = (next.collect::<Vec<_>>().join(", "), numbers(stem).join(" & "));
        format!("{all} := {falses}; while (!({full})) do {all} := {next}; {body} od")
    };
    let (outer, inner) = (numbers("i").join(", "), numbers("j").join(", "));
    let body = counted("i", &counted("j", "skip;"));
    let text = format!("void main() begin decl {outer}, {inner}; {body} end");
    let source = Source::new("nested.bp", text.as_str());
    let engine = Selection::One("saturation:heads".parse().expect("an engine"));
    let answer = decided(engine, &source, "F end");
    assert!(matches!(answer.outcome.decisions[0].verdict, Verdict::Safe(Evidence::Certificate(_))), "{text}");
    let levels = answer.assured[0].levels().expect("levels");
    let widths: Vec<usize> = levels.values().map(|level| level.bits.len()).filter(|&width| width > 0).collect();
    assert_eq!(widths, [2 * bits + 1, 2 * bits + 1], "the rounds of each, and which loop it is");
}

/// What a loop does not write may have any value in a second search for simpler rounds; that this is too much there is nothing against what is known.
#[test]
fn simpler_levels_that_take_too_much_are_left_alone() {
    let count: u64 = 30;
    let variables: Vec<String> = (0..count).map(|number| format!("y{number}")).collect();
    let (all, values) = (variables.join(", "), vec!["T"; variables.len()].join(", "));
    let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
    let some = pairs.filter(|&(one, other)| mixed(one, other).is_multiple_of(2));
    let mixing: String = some.map(|(one, other)| format!("u := y{one}; u := u & y{other}; t := t != u; ")).collect();
    let text = format!(
        "decl {all}, t, u, a, b; void main() begin {all} := {values}; f(); end \
         void f() begin t, u, a, b := F, F, F, F; while (!(a & b)) do a, b := !a, b != a; t := F; {mixing} u := F; \
         if (t) then skip; fi od end"
    );
    let source = Source::new("mixed.bp", text);
    let few_nodes = Budget::unlimited().with_nodes(1 << 18);
    let engine = Selection::One("saturation:heads".parse().expect("an engine"));
    let answer = decided_within(few_nodes, engine, &source, "F end");
    assert!(matches!(answer.outcome.decisions[0].verdict, Verdict::Safe(Evidence::Certificate(_))));
    assert!(answer.assured[0].levels().is_some(), "it holds by levels");
}

/// Procedures that all call each other have as many levels as one of them: none is left out before the others.
#[test]
fn levels_of_mutual_recursion_are_as_many_as_of_one() {
    let calls: String = (0..12).map(|callee| format!("if (*) then f{callee}(); fi ")).collect();
    let body = format!("begin if (a | b) then a, b := a & b, !b; {calls} fi end ");
    let procedures: String = (0..12).map(|number| format!("void f{number}() {body}")).collect();
    let text = format!("decl a, b; void main() begin a, b := T, T; f0(); end {procedures}");
    let engine = Selection::One("saturation:heads".parse().expect("an engine"));
    let answer = decided(engine, &Source::new("mutual.bp", text.as_str()), "F end");
    let levels = answer.assured[0].levels().expect("levels");
    assert!(levels.values().any(|level| !level.bits.is_empty()), "{text}");
    assert!(levels.values().all(|level| level.bits.len() <= 3), "{text}");
}
