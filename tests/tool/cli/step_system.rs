//! Runs of pushdown systems by hand: `pds step`, and `step` with a pushdown system.

use super::step::{has_line, said};
use super::*;
use serde_json::Value;

const LECTURE: &str = include_str!("../../../bp-examples/teaching/lecture.pds");
const CALLS: &str = include_str!("../../../bp-examples/teaching/call-return.pds");
const BRACKETS: &str = include_str!("../../../bp-examples/teaching/brackets.pds");
const DOUBLING: &str = include_str!("../../../pds-examples/doubling.pds");
const SEVERAL: &str = "init <p, a b>\ninit <q, >\n<p, a> -> <p, a c d e>\n<p, a> -> <q, >\n<q, c> -> <q, >\n<q, d> -> <q, >\n<q, e> -> <q, >\ntarget <q, b>\n";

fn room() -> Room {
    Room::new(&[
        ("lecture.pds", LECTURE),
        ("calls.pds", CALLS),
        ("brackets.pds", BRACKETS),
        ("doubling.pds", DOUBLING),
        ("several.pds", SEVERAL),
    ])
}

fn walk(file: &str, commands: &str) -> Answer {
    room().run_with_stdin(&format!("pds step {file}"), commands)
}

/// The first line that is said behind each command.
fn heads(answer: &Answer) -> Vec<&str> {
    said(answer).iter().map(|said| said.lines().next().unwrap_or_default()).collect()
}

#[test]
fn a_run_is_made_rule_by_rule() {
    let commands = "1\n\nn\n1\n2\nstack\nrun\n";
    let expected = "\
step 0: <p1, a>
which rule?
  1  <p1, a> -> <p2, b a> (line 6)
  4  <p1, a> -> <p1, > (line 9)
> 1
step 1: <p2, b a>
next: rule 2, <p2, b> -> <p3, c> (line 7)
> 
step 2: <p3, c a>
next: rule 3, <p3, c> -> <p1, a> (line 8)
> n
step 3: <p1, a a>
which rule?
  1  <p1, a> -> <p2, b a> (line 6)
  4  <p1, a> -> <p1, > (line 9)
> 1
step 4: <p2, b a a>
next: rule 2, <p2, b> -> <p3, c> (line 7)
> 2
step 5: <p3, c a a>
REACHED: property 1, target <p3, c a a> (lecture.pds:10:8)
next: rule 3, <p3, c> -> <p1, a> (line 8)
> stack
  c         put there in step 5 by rule 2, <p2, b> -> <p3, c> (line 7)
  a         put there in step 4 by rule 1, <p1, a> -> <p2, b a> (line 6)
  a         put there in step 1 by rule 1, <p1, a> -> <p2, b a> (line 6)
> run
run of 5 steps
  <p1, a>
  <p2, b a>                 <p1, a> -> <p2, b a>
  <p3, c a>                 <p2, b> -> <p3, c>
  <p1, a a>                 <p3, c> -> <p1, a>
  <p2, b a a>               <p1, a> -> <p2, b a>
  <p3, c a a>               <p2, b> -> <p3, c>
> 
";
    for command in ["pds step", "step", "step --from pds"] {
        let answer = room().run_with_stdin(&format!("{command} lecture.pds"), commands);
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
    }
}

#[test]
fn the_run_is_that_of_check() {
    let room = room();
    let answer = room.run_with_stdin("step lecture.pds", "1 2 3 1 2\nrun\nsave run.json\n");
    let said = said(&answer);
    assert_eq!(said[3], "run.json has the run so far: 5 steps");
    let checked = room.run("pds check lecture.pds").stdout;
    assert!(checked.contains(said[2]), "{checked}");
    let checked: Value = serde_json::from_str(&room.run("pds check --format json lecture.pds").stdout).expect("JSON");
    let saved: Value = serde_json::from_str(&room.read("run.json")).expect("JSON");
    assert_eq!(saved, checked["results"][0]["run"]);
}

#[test]
fn several_initial_configurations_are_asked_about() {
    let answer = walk("several.pds", "n\nrun\nstack\nsave x\n3\n2\nn\nundo\n1\nrestart\nundo\nrandom 1\n");
    let said = said(&answer);
    let question = "where does the run begin?\n  1  <p, a b> (line 1)\n  2  <q, > (line 2)";
    assert_eq!(said[0], question);
    assert_eq!(said[1], format!("something is to be chosen first:\n{question}"));
    assert_eq!(said[2..5], ["the run has not begun"; 3]);
    assert_eq!(said[5], "there is no initial configuration 3: they are numbered from 1 to 2");
    assert_eq!((said[6], said[7]), ("step 0: <q, >\nstuck: the stack is empty", "stuck: the stack is empty"));
    assert_eq!((said[8], said[10]), (question, question));
    assert!(said[9].starts_with("step 0: <p, a b>\nwhich rule?\n"), "{}", said[9]);
    assert_eq!(said[11], format!("this is the beginning\n{question}"));
    assert!(said[12].starts_with("step 1: ") || said[12].starts_with("step 0: <q, >"), "{}", said[12]);
}

#[test]
fn over_and_out_go_on_until_the_stack_is_low_again() {
    // A rule that pushes four symbols is one step; what it pushed stands together.
    let answer = walk("several.pds", "1\n1\nstack\nundo\nover\n1\n2\nundo 4\n1\nout\n1\n2\n");
    let texts = said(&answer);
    assert!(texts[2].starts_with("step 1: <p, a c d e b>\nwhich rule?\n"), "{}", texts[2]);
    let pushed = "put there in step 1 by rule 1, <p, a> -> <p, a c d e> (line 3)";
    assert_eq!(texts[3], format!("  a c d e   {pushed}\n  b         from the start"));
    assert!(texts[5].starts_with("something is to be chosen first:\nwhich rule?\n"), "{}", texts[5]);
    assert!(texts[6].starts_with("step 1: <p, a c d e b>\n"), "{}", texts[6]);
    assert!(texts[7].starts_with("step 4: <q, e b>\n"), "{}", texts[7]);
    // Out of `a c d e b` above `a` is what lies below `a`.
    assert!(texts[10].starts_with("something is to be chosen first:\n"), "{}", texts[10]);
    assert!(texts[11].starts_with("step 2: <p, a c d e c d e b>\n"), "{}", texts[11]);
    assert!(texts[12].starts_with("step 6: <q, c d e b>\n"), "{}", texts[12]);
    let calls = walk("calls.pds", "over\nover\nrandom 9\nundo 3\nn\nout\nout\nout\nout\n");
    let expected = [
        "step 0: <t, start>",
        "step 2: <t, m0>",
        "step 4: <n, m1>",
        "step 5: <n, end>",
        "step 2: <t, m0>",
        "step 3: <n, f m1>",
        "step 4: <n, m1>",
        "step 5: <n, end>",
        "stuck: no rule has the head <n, end>",
        "stuck: no rule has the head <n, end>",
        "",
    ];
    assert_eq!(heads(&calls), expected);
    let doubling = walk("doubling.pds", "over\nn\nout\nout\nrandom\n");
    let expected = [
        "step 0: <p, c10>",
        "step 1280: <p, d10>",
        "step 1281: <p, c9 e10>",
        "step 2560: <p, e10>",
        "step 2561: <q, >",
        "stuck: the stack is empty",
        "",
    ];
    assert_eq!(heads(&doubling), expected);
}

#[test]
fn chance_is_the_same_each_time_and_stops_at_targets() {
    let commands = "random 40\nrestart\nrandom 40\nrestart\nrandom 100\n";
    let ways: Vec<String> = (0..6)
        .map(|seed| room().run_with_stdin(&format!("step --seed {seed} brackets.pds"), commands).stdout)
        .collect();
    assert_eq!(room().run_with_stdin("pds step --seed 3 brackets.pds", commands).stdout, ways[3]);
    assert!(ways.iter().any(|way| *way != ways[0]));
    let answer = walk("lecture.pds", &"random 1000\nrestart\n".repeat(20));
    let said = said(&answer);
    let ends = said.iter().skip(1).step_by(2);
    let is_end =
        |said: &&&str| said.contains("\nREACHED: property 1, ") || said.contains("\nstuck: the stack is empty");
    assert_eq!(ends.clone().filter(is_end).count(), 20, "{}", answer.stdout);
    assert!(ends.clone().any(|said| said.contains("REACHED")) && ends.clone().any(|said| said.contains("stuck")));
}

#[test]
fn long_runs_and_high_stacks_are_no_trouble() {
    let room = Room::new(&[("x.pds", "init <p, a>\n<p, a> -> <p, a a a>\n<p, a> -> <p, b a>\n<p, b> -> <p, a>\n")]);
    let commands = "random 100000\nsave run.json\nstack\nrun\nundo 100000\n";
    let answer = room.run_with_stdin("step x.pds", commands);
    let said = said(&answer);
    assert!(said[1].starts_with("step 100000: <p, "), "{}", said[1]);
    assert!(said[1].lines().next().is_some_and(|line| line.ends_with(" more>")), "{}", said[1]);
    assert_eq!(said[2], "run.json has the run so far: 100000 steps");
    assert!(said[3].lines().count() > 20_000 && said[4].lines().count() == 100_002);
    assert!(said[5].starts_with("step 0: <p, a>\n"), "{}", said[5]);
}

#[test]
fn what_cannot_be_done_is_told_and_ends_nothing() {
    let commands = "3\n0\n9\n1 x\n99999999999999999999\nnxet\ninit l 1\n\u{1b}[2J\nundo\nundo x\nsave\nsave /gone/x.json\n1 2 2\nrules\n4\n1 4\nhelp\nquit\nn\n";
    let answer = walk("lecture.pds", commands);
    let said = said(&answer);
    assert_eq!(said[1], "rule 3 needs the head <p3, c>, and here it is <p1, a>");
    assert_eq!(said[2], "there is no rule 0: they are numbered from 1 to 4");
    assert_eq!(said[3], "there is no rule 9: they are numbered from 1 to 4");
    assert_eq!(said[4], "expected numbers of rules, found `x`");
    assert_eq!(said[5], "there is no rule 99999999999999999999: they are numbered from 1 to 4");
    assert_eq!(said[6], "there is no command `nxet`: is `next` meant?; help lists them");
    assert_eq!(said[7], "there is no command `init`; help lists them");
    assert_eq!(said[8], "there is no command `[2J`; help lists them");
    assert!(said[9].starts_with("this is the beginning\nstep 0: <p1, a>\n"), "{}", said[9]);
    assert!(said[10].starts_with("expected a number of steps from 1 to "), "{}", said[10]);
    assert_eq!(said[11], "expected a file: save FILE");
    assert!(said[12].starts_with("cannot write /gone/x.json: "), "{}", said[12]);
    assert!(
        said[13].starts_with("rule 2 needs the head <p2, b>, and here it is <p3, c>\nstep 2: <p3, c a>\n"),
        "{said:?}"
    );
    assert_eq!(said[14], "  3  <p3, c> -> <p1, a> (line 8)");
    assert_eq!(said[15], "rule 4 needs the head <p1, a>, and here it is <p3, c>");
    assert!(said[17].starts_with("NUMBER ...  "), "{}", said[17]);
    assert_eq!(said.len(), 19, "nothing is read behind quit: {said:?}");
    let stuck = walk("lecture.pds", "4\n4\nrules\nstack\nout\n");
    let expected = [
        "step 0: <p1, a>",
        "step 1: <p1, >",
        "rule 4 needs the head <p1, a>, and the stack is empty",
        "stuck: the stack is empty",
        "the stack is empty",
        "stuck: the stack is empty",
        "",
    ];
    assert_eq!(heads(&stuck), expected);
    let junk: Vec<u8> = (0..200_000u32)
        .map(|index| if index % 97 == 0 { b'\n' } else { (index * 7 + index / 251) as u8 | 0x80 })
        .collect();
    let room = room();
    std::fs::write(room.path("junk"), junk).expect("a file");
    let junk = std::fs::File::open(room.path("junk")).expect("a file");
    let answer: Answer = room.command("pds step lecture.pds").stdin(junk).output().expect("it runs").into();
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
}

#[test]
fn many_rules_are_shown_when_asked_for() {
    let rules: String = (0..50).map(|to| format!("<p, a> -> <q{to}, >\n")).collect();
    let room = Room::new(&[("x.pds", &format!("init <p, a>\n{rules}"))]);
    let answer = room.run_with_stdin("step x.pds", "rules\n50\n");
    let said = said(&answer);
    assert!(has_line(said[0], "  40  <p, a> -> <q39, > (line 41)"), "{}", said[0]);
    assert!(said[0].ends_with("\n  and 10 more, which rules shows"), "{}", said[0]);
    assert!(said[1].lines().count() == 50 && said[2].starts_with("step 1: <q49, >\n"), "{said:?}");
}

#[test]
fn systems_of_other_tools_are_walked_through() {
    let room = room();
    for (format, file) in [("moped-pds", "moped.pds"), ("pdaaal", "x.json")] {
        assert_eq!(room.run(&format!("convert lecture.pds --to {format} -o {file}")).code, Some(0));
        let walks = ["pds step", "step"].map(|command| {
            let answer =
                room.run_with_stdin(&format!("{command} --seed 5 {file}"), "random 1000\nrun\nsave run.json\n");
            let said = said(&answer);
            assert!(said[0].contains(" -> ") && said[2].starts_with("run of "), "{}", answer.stdout);
            assert!(said[3].starts_with("run.json has the run so far: "), "{}", answer.stdout);
            answer.stdout
        });
        assert_eq!(walks[0], walks[1]);
    }
}

#[test]
fn without_a_system_or_commands_there_is_no_run() {
    let room = room();
    let files = [
        ("empty.pds", ""),
        ("none.pds", "<p, a> -> <p, >\n"),
        ("broken.pds", "init <p, a\n"),
        ("junk.pds", "\u{0}\u{1}\u{ff}"),
    ];
    files.iter().for_each(|(name, text)| std::fs::write(room.path(name), text).expect("a file"));
    let nothing = room.run("pds step lecture.pds");
    assert!(nothing.code == Some(0) && nothing.stdout.ends_with("\n> \n"), "{nothing:?}");
    let cut = room.run_with_stdin("pds step lecture.pds", "1\nn");
    assert!(cut.code == Some(0) && cut.stdout.ends_with("(line 8)\n> \n"), "{cut:?}");
    for (arguments, code, why) in [
        ("pds step -", 2, "the commands come from the standard input"),
        ("step --label x lecture.pds", 2, "lecture.pds is a pushdown system: it has no labels for --label"),
        ("step --entry x lecture.pds", 2, "it has no procedures for --entry"),
        ("step --dialect moped lecture.pds", 2, "say how Boolean programs are read"),
        ("step --precedence cprover lecture.pds", 2, "say how Boolean programs are read"),
        ("pds step empty.pds", 3, "there is no initial configuration"),
        ("step none.pds", 3, "there is no initial configuration"),
        ("step broken.pds", 3, "expected a stack symbol or `>`"),
        ("pds step junk.pds", 3, "error"),
        ("step gone.pds", 3, "cannot read gone.pds"),
    ] {
        let answer = room.run(arguments);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(code), ""), "{arguments}: {answer:?}");
        assert!(answer.stderr.contains(why), "{arguments}: {}", answer.stderr);
    }
}
