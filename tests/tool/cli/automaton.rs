//! `dump --stage automaton`: formulas as automata, and what is said about formulas that are none.

use super::*;

fn dump(room: &Room, arguments: &str, formula: &str) -> Answer {
    let mut command = room.command(&format!("dump x.bp --stage automaton {arguments} --ltl"));
    command.arg(formula).output().expect("it runs").into()
}

#[test]
fn the_automaton_is_that_of_the_formula() {
    let room = Room::new(&[("x.bp", SAFE)]);
    let answer = dump(&room, "", "F main:exit");
    let expected = "\
HOA: v1
name: \"F main:exit\"
States: 2
Start: 0
AP: 1 \"main:exit\"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc
--BODY--
State: 0
[t] 0
[0] 1
State: 1 {0}
[t] 1
--END--
";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
    let moped = dump(&room, "--dialect moped", "<>a && b");
    assert!(moped.stdout.contains("\nname: \"F (a & b)\"\n"), "{}", moped.stdout);
}

#[test]
fn a_formula_that_is_none_is_refused_with_its_place() {
    let room = Room::new(&[("x.bp", SAFE)]);
    let expected = "\
error[syntax]: expected an operator, found `until`
 --> --ltl:1:3
  |
1 | a until b
  |   ^^^^^
  |
  = hint: `until` is written `U`

1 error
";
    let answer = dump(&room, "", "a until b");
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(3), "", expected));
}

#[test]
fn an_automaton_that_is_too_large_is_not_written() {
    let room = Room::new(&[("x.bp", SAFE)]);
    let formula: Vec<String> = (0..30).map(|number| format!("F p{number}")).collect();
    let answer = dump(&room, "", &format!("({})", formula.join(") & (")));
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(5), ""));
    assert!(answer.stderr.starts_with("error: the automaton of the formula is too large: "), "{}", answer.stderr);
}

#[test]
fn formula_and_stage_belong_together() {
    let room = Room::new(&[("x.bp", SAFE)]);
    for arguments in [
        "dump x.bp --stage automaton",
        "dump x.bp --stage cfg --ltl F",
        "dump x.bp --stage automaton --ltl a --format json",
        "dump x.bp --stage automaton --ltl a --format dot",
    ] {
        let answer = room.run(arguments);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{arguments}: {}", answer.stderr);
    }
}
