use super::*;
use crate::lang::program::semantics::Bits;
use crate::pds::analysis::fixture::Fixture;
use crate::pds::derivation::{DerivationBuilder, Run};
use crate::pds::passes::{Pass, PassSet, Prepared, run};

fn compacted(text: &str) -> (Fixture, Prepared) {
    let fixture = Fixture::new(text);
    let which: PassSet = [Pass::Unreachable, Pass::Liveness, Pass::Compaction].into_iter().collect();
    let system = run(fixture.pds.clone(), &fixture.targets, which, &Budget::unlimited()).expect("no limit");
    (fixture, system)
}

/// The statements that each rule stands for.
fn parts((fixture, system): &(Fixture, Prepared)) -> Vec<String> {
    let all = (0..system.pds.rules().len()).map(|index| {
        let choices = Bits::repeat(false, system.pds.rules()[index].transfer.choices as usize);
        let steps = vec![Step::new(RuleId::from_index(index), choices)];
        let run = Run { procedure: system.pds.entry, globals: Bits::new(), locals: Bits::new(), steps };
        let derivation = DerivationBuilder::default().finish(vec![run]);
        let derivation = system.back.derivation(derivation, &Budget::unlimited()).expect("no limit");
        let parts = derivation.stack()[0].steps.iter().map(|step| fixture.pds.rule(step.rule));
        parts.map(|rule| fixture.program.show(rule.origin.0)).collect::<Vec<_>>().join(" ")
    });
    all.collect()
}

#[test]
fn straight_line_code_is_one_rule() {
    let mut one = compacted("decl a, b, c; void main() begin b := !a; c := b; b := *; assert(c); end");
    assert_eq!(parts(&one), ["main#0 main#1 main#2 main#3 main#4"]);
    let a = one.1.pds.formulas.input(Slot::Global(0).input());
    assert_eq!(one.1.pds.rules()[0].transfer, Transfer { guard: a, updates: Box::default(), choices: 1 });
}

#[test]
fn choices_follow_one_another() {
    let mut one = compacted("decl a, b; void main() begin a := *; b := *; assert(a & !b); end");
    let f = &mut one.1.pds.formulas;
    let [a, b] = [0, 1].map(|index| f.input(Slot::Choice(index).input()));
    let holds = f.and(a, !b);
    assert_eq!(one.1.pds.rules()[0].transfer, Transfer { guard: !holds, updates: Box::default(), choices: 2 });
}

#[test]
fn a_guard_reads_what_comes_before() {
    let mut one = compacted("decl a, b; void main() begin enforce !a | b; a := b; b := !b; assert(a); end");
    let f = &mut one.1.pds.formulas;
    let [a, b] = [0, 1].map(|index| f.input(Slot::Global(index).input()));
    // `enforce` holds of the initial state, of (b, b), and of (b, !b): so b is false there. Then `assert` fails.
    let first = f.implies(a, b);
    let enforced = f.and(first, !b);
    let guard = f.and(enforced, !b);
    assert_eq!(one.1.pds.rules()[0].transfer.guard, guard);
}

#[test]
fn joins_branches_targets_and_calls_stay() {
    let text = "decl a, b; void f() begin a := !a; end
                void main() begin L: f(); if (*) then b := T; else b := a; fi assert(b); goto L; end";
    let one = compacted(text);
    let f = ["f#0 f#1", "f#2"];
    let main = ["main#0", "main#1", "main#2 main#3", "main#2 main#4", "main#5 main#6", "main#5", "main#1"];
    assert_eq!(parts(&one), [f.as_slice(), main.as_slice()].concat());
}

#[test]
fn rules_stay_small() {
    let text = "decl a, b, c, d, e, f; void main() begin
                a := *; b := *; c := *; d := *; e := *; f := *; assert(a | b | c | d | e | f); end";
    assert_eq!(parts(&compacted(text)), ["main#0 main#1 main#2 main#3 main#4", "main#5 main#6 main#7"]);
    let long = format!("decl a; void main() begin {} assert(a); end", "a := !a;".repeat(100));
    let lengths = parts(&compacted(&long)).iter().map(|rule| rule.split(' ').count()).collect::<Vec<_>>();
    assert_eq!(lengths, [40, 40, 22]);
}

/// Statements that read the same make rules with far fewer nodes than the bound that is kept of them, so that they are counted again and again.
#[test]
fn rules_have_as_many_nodes_as_they_may_and_no_more() {
    let name = |at: usize| format!("a{}", at % 12);
    let names = (0..12).map(name).collect::<Vec<_>>();
    let step = |at: usize| {
        let [a, b, c, d] = [at * 5, at * 7 + 1, at * 3 + 2, at + 3].map(name);
        format!("{} := ({a} & !{b} | {c} & {d}) = ({b} & {c} | {a} & !{d});", name(at))
    };
    let body = (0..120).map(step).collect::<String>();
    let text = format!("decl {}; void main() begin {body} assert({}); end", names.join(", "), names.join(" | "));
    let found = compacted(&text);
    let sizes = found.1.pds.rules().iter().map(|rule| nodes(&found.1.pds.formulas, &rule.transfer));
    let sizes = sizes.collect::<Option<Vec<usize>>>().expect("no rule has more");
    let lengths = parts(&found).iter().map(|rule| rule.split(' ').count()).collect::<Vec<_>>();
    assert!(lengths.iter().any(|&length| (4..MOST_LINKS).contains(&length)), "{lengths:?}");
    assert!(sizes.iter().any(|&size| size > MOST_NODES * 9 / 10), "{sizes:?} {lengths:?}");
}

#[test]
fn a_circle_that_nobody_enters_is_left_alone() {
    let fixture = Fixture::new("decl a; void main() begin assert(a); return; L: a := !a; goto L; end");
    let which: PassSet = [Pass::Compaction].into_iter().collect();
    let system = run(fixture.pds.clone(), &fixture.targets, which, &Budget::unlimited()).expect("no limit");
    let parts = parts(&(fixture, system));
    assert_eq!(parts, ["main#0", "main#1", "main#1", "main#2", "main#3", "main#4", "main#5"]);
}
