//! `pds`: what is printed about explicit pushdown systems, and the exit codes.

use super::*;
use std::collections::BTreeSet;

const LOCK: &str = include_str!("../../../pds-examples/lock.pds");
const BALANCED: &str = include_str!("../../../pds-examples/balanced.pds");
const DOUBLING: &str = include_str!("../../../pds-examples/doubling.pds");
const ESPARZA: &str = include_str!("../../../pds-examples/esparza-2000.pds");

fn room() -> Room {
    Room::new(&[
        ("lock.pds", LOCK),
        ("balanced.pds", BALANCED),
        ("doubling.pds", DOUBLING),
        ("esparza.pds", ESPARZA),
        ("wrong.pds", "init <p, a\n"),
        ("none.pds", "<p, a> -> <p, >\n"),
    ])
}

/// A command whose last argument may hold blanks.
fn member(file: &str, pattern: &str) -> Answer {
    room().command(&format!("pds member {file}")).arg(pattern).output().expect("it runs").into()
}

#[test]
fn unsafe_comes_with_a_shortest_run() {
    let answer = room().run("pds check lock.pds");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    insta::assert_snapshot!("pds_check_lock", answer.stdout);
}

#[test]
fn several_targets_are_decided_each() {
    let answer = room().run("pds check balanced.pds");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    insta::assert_snapshot!("pds_check_balanced", answer.stdout);
    let safe: String = BALANCED
        .lines()
        .filter(|line| !line.contains("z>") || !line.starts_with("target"))
        .fold(String::new(), |text, line| text + line + "\n");
    let answer = Room::new(&[("x.pds", &safe)]).run("pds check x.pds");
    let expected = "property 1 target x.pds:12:8: SAFE\nevidence: checked\nverdict: SAFE\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), expected));
}

#[test]
fn long_runs_are_folded() {
    let folded = room().run("pds check doubling.pds");
    insta::assert_snapshot!("pds_check_doubling", folded.stdout);
    let unfolded = room().run("pds check --unfold doubling.pds").stdout;
    let steps = unfolded.lines().filter(|line| line.contains(" -> ")).count();
    assert!(unfolded.lines().any(|line| line == format!("run of {steps} steps")), "{steps}");
}

#[test]
fn nothing_to_decide_is_unknown() {
    let room = Room::new(&[("empty.pds", "\n# nothing\n"), ("moped.pds", "(p <a>)\np <a> --> p <>\n")]);
    for file in ["empty.pds", "moped.pds"] {
        let answer = room.run(&format!("pds check {file}"));
        let expected = "evidence: none (no verdict)\nverdict: UNKNOWN (no property)\n";
        let note = "note: there is no target; `target <p, a .*>` says what no run may reach\n";
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(5), expected, note));
        assert_eq!(room.run(&format!("check {file}")).code, Some(5));
    }
}

#[test]
fn without_a_beginning_or_a_target_nothing_is_reached() {
    let files = [
        ("init.pds", "<p, a> -> <p, >\ntarget <p, a>\n", vec!["no-init"], "checked"),
        ("target.pds", "init <p, a>\n<p, a> -> <p, >\n", vec!["no-target"], "none (there is no target)"),
        ("none.pds", "<p, a> -> <p, >\n", vec!["no-init", "no-target"], "none (there is no target)"),
    ];
    for (name, text, warnings, evidence) in files {
        let room = Room::new(&[(name, text)]);
        for (command, evidence) in [("check", "checked"), ("pds check", evidence)] {
            let answer = room.run(&format!("{command} {name}"));
            let expected = format!("evidence: {evidence}\nverdict: SAFE\n");
            assert!(answer.code == Some(0) && answer.stdout.ends_with(&expected), "{command}: {answer:?}");
            for code in ["no-init", "no-target"] {
                let is_told = answer.stderr.contains(&format!("warning[{code}]"));
                assert_eq!(is_told, warnings.contains(&code), "{command}: {answer:?}");
            }
        }
        let json = room.run(&format!("pds check --format json {name}")).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((&json["verdict"], &json["evidence"]["checked"]), (&"SAFE".into(), &(evidence == "checked").into()));
    }
}

#[test]
fn member_says_yes_or_no() {
    let yes = member("esparza.pds", "<p0, g1 g0 .*>");
    assert_eq!((yes.code, yes.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("pds_member", yes.stdout);
    let no = member("esparza.pds", "<p1, g2 .*>");
    assert_eq!((no.code, no.stdout.as_str(), no.stderr.as_str()), (Some(1), "member: no\n", ""));
    let wrong = member("esparza.pds", "<p9, g2 .*>");
    assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""));
    assert!(wrong.stderr.contains("there is no control state `p9`"), "{}", wrong.stderr);
}

#[test]
fn automata_are_text_json_and_pictures() {
    let room = room();
    insta::assert_snapshot!("pds_post_lengths", room.run("pds post esparza.pds --lengths").stdout);
    insta::assert_snapshot!("pds_post_dot", room.run("pds post esparza.pds --format dot").stdout);
    insta::assert_snapshot!("pds_pre_json", room.run("pds pre esparza.pds --format json").stdout);
    assert_eq!(room.run("pds post lock.pds").code, Some(0));
    let heads = room.run("pds post lock.pds --heads");
    assert_eq!(heads.stdout, "<f, m0>\n<f, w0>\n<f, m1>\n<h, w0>\n<h, w1>\n<h, w2>\n<e, w0>\n");
    for format in ["dot", "tikz", "svg"] {
        assert_eq!(room.run(&format!("pds post lock.pds --heads --format {format}")).code, Some(2));
    }
}

#[test]
fn pictures_are_those_of_explain() {
    let room = room();
    for (action, engine) in [("post", "saturation"), ("pre", "saturation:pre")] {
        let mut seen = BTreeSet::new();
        for format in ["tikz", "svg", "dot"] {
            for step in ["", " --step 9"] {
                if (format, step) == ("dot", "") {
                    // That has more to say: the rules, and lengths.
                    continue;
                }
                let answer = room.run(&format!("pds {action} lock.pds --format {format}{step}"));
                let explained = room.run(&format!("explain lock.pds --engine {engine} --{format}{step}"));
                assert_eq!((answer.code, &answer.stdout), (Some(0), &explained.stdout), "{action} {format} {step}");
                let same = room.run(&format!("explain lock.pds --engine {engine} --format {format}{step}"));
                assert_eq!(same.stdout, explained.stdout);
                assert!(seen.insert(answer.stdout), "{action} {format} {step}");
            }
        }
    }
    for flags in [
        "--format svg --step 99",
        "--step 3",
        "--format json --step 3",
        "--format tikz --lengths",
        "--format dot --step 3 --lengths",
    ] {
        let answer = room.run(&format!("pds post lock.pds {flags}"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{flags}");
    }
}

#[test]
fn check_and_member_speak_json() {
    let room = room();
    let check: serde_json::Value =
        serde_json::from_str(&room.run("pds check lock.pds --format json").stdout).expect("JSON");
    assert_eq!(check["verdict"], "UNSAFE");
    assert_eq!(check["results"][0]["run"]["length"], "4");
    let answer: Answer =
        room.command("pds member --format json doubling.pds").arg("<q, >").output().expect("it runs").into();
    let member: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!((&member["member"], answer.code), (&true.into(), Some(0)));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let room = room();
    for command in ["post", "pre", "check"] {
        let answer = room.run(&format!("pds {command} wrong.pds"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""));
        assert!(answer.stderr.contains("wrong.pds:1:11"), "{}", answer.stderr);
        assert_eq!(room.run(&format!("pds {command} absent.pds")).code, Some(3));
    }
    let answer = room.run("pds post none.pds");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""));
    assert!(answer.stderr.contains("there is no initial configuration"), "{}", answer.stderr);
    assert!(room.run("pds pre none.pds").stderr.contains("there is no target"));
    assert_eq!(room.run_with_stdin("pds check -", LOCK).code, Some(10));
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("pds check x.bp");
    assert!(answer.code == Some(3) && answer.stderr.contains("`bpcheck check` and `bpcheck explain`"), "{answer:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn limits_end_in_unknown() {
    let room = room();
    let answer = room.run("pds check --memory 1 lock.pds");
    assert_eq!((answer.code, answer.stdout.lines().last()), (Some(5), Some("verdict: UNKNOWN (memory)")));
    let answer = room.run("pds post --memory 1 lock.pds");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(5), ""));
}
