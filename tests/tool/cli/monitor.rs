//! `check --monitor`, and what goes with it.

use super::*;

const LOCK: &str = "decl l;\nvoid take() begin l := T; end\nvoid give(x) begin A: l := F; end\n\
                    void work(n) begin if (n) then take(); give(n); work(*); fi end\nvoid main() begin work(*); end\n";
const TURNS: &str = "// By turns.\nstate free {\n  on call take goto held;\n  on call give goto error \"given twice\";\n}\n\
                     state held {\n  on call take goto error \"taken twice\";\n  on return give goto free;\n  on end goto error;\n}\n";
/// An assertion that fails ends the run: what comes then is one position, in which the run is not over.
const FAILS: &str = "void main() begin decl a; a := T; assert(!a); end\n";

fn room() -> Room {
    let twice = LOCK.replace("take(); give(n);", "take(); if (n & *) then take(); fi give(n);");
    let outside = LOCK.replace("work(*); end", "work(*); take(); end");
    Room::new(&[("lock.bp", LOCK), ("twice.bp", &twice), ("never.bp", &outside), ("fails.bp", FAILS), ("turns", TURNS)])
}

fn verdict(room: &Room, arguments: &str) -> String {
    let answer = room.run(&format!("check {arguments}"));
    answer.stdout.lines().last().unwrap_or(&answer.stderr).to_string()
}

fn monitor(room: &Room, text: &str) {
    std::fs::write(room.path("m"), text).expect("a file");
}

#[test]
fn monitors_err_or_do_not() {
    let room = room();
    for engine in
        ["auto", "saturation:post", "saturation:pre", "explicit", "summary", "recmc", "interpolation", "rdd", "bam"]
    {
        for (file, expected) in [("lock.bp", "SAFE"), ("twice.bp", "UNSAFE"), ("never.bp", "UNSAFE")] {
            let found = verdict(&room, &format!("--engine {engine} --monitor turns {file}"));
            assert_eq!(found, format!("verdict: {expected}"), "{engine}: {file}");
        }
    }
    for (text, file, expected) in [
        // What is below is known of each activation, at any depth.
        ("state s { on call take unless below work goto error; }", "lock.bp", "SAFE"),
        ("state s { on call take unless below work goto error; }", "never.bp", "UNSAFE"),
        ("state s { on call work if below work goto error; }", "lock.bp", "UNSAFE"),
        ("state s { on call main if below work goto error; }", "lock.bp", "SAFE"),
        ("state s { on call take if below give goto error; }", "lock.bp", "SAFE"),
        // Nothing is below when the run is over.
        ("state s { on end if below main goto error; }", "lock.bp", "SAFE"),
        ("state s { on end unless below main goto error; }", "lock.bp", "UNSAFE"),
        // Labels, and values: `l` is yes whenever something is given back, and `x`, too.
        ("state s { on A & !{l} goto error; on give:A & !{give.x} goto error; }", "lock.bp", "SAFE"),
        ("state s { on return give & {l} goto error; }", "lock.bp", "SAFE"),
        ("state s { on return take & {l} goto error; }", "lock.bp", "UNSAFE"),
        // The first rule that holds is followed, and no other one.
        (
            "state s { on call take goto t; on call take goto error; } state t { on end goto error; }",
            "lock.bp",
            "UNSAFE",
        ),
        ("state s { on call take goto s; on call take goto error; }", "lock.bp", "SAFE"),
        // One position, one look.
        (
            "state s { on violation goto t; } state t { on end goto error; on violation goto error; }",
            "fails.bp",
            "SAFE",
        ),
        ("state s { on end goto t; } state t { on true goto error; }", "lock.bp", "SAFE"),
        ("state s { on violation goto error; }", "fails.bp", "UNSAFE"),
        ("state s { on true goto error; }", "fails.bp", "UNSAFE"),
    ] {
        monitor(&room, text);
        for engine in ["saturation:post", "explicit", "recmc"] {
            let found = verdict(&room, &format!("--engine {engine} --monitor m {file}"));
            assert_eq!(found, format!("verdict: {expected}"), "{engine}: {text}: {file}");
        }
    }
}

/// A run is looked at as far as it goes, though it blocks later.
#[test]
fn what_was_done_was_done() {
    let room = Room::new(&[("x.bp", "void f() begin end void main() begin f(); assume(F); end")]);
    monitor(&room, "state s { on call f goto error; }");
    assert_eq!(verdict(&room, "--monitor m x.bp"), "verdict: UNSAFE");
    monitor(&room, "state s { on end goto error; }");
    assert_eq!(verdict(&room, "--monitor m x.bp"), "verdict: SAFE");
}

#[test]
fn a_trace_tells_where_the_monitor_went() {
    let room = room();
    let answer = room.run("check --engine explicit --monitor turns --trace t.json twice.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.starts_with("the monitor turns comes to an error: taken twice\n"), "{answer:?}");
    let passages =
        "the monitor\n  free -> held   twice.bp:2:6  take: take\n  held -> error  twice.bp:2:6  take: take\n";
    assert!(answer.stdout.contains(passages), "{answer:?}");
    let replayed = room.run("trace replay twice.bp t.json");
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(room.run("trace show twice.bp t.json").stdout.contains(passages));
    // Another monitor does not err, or errs before.
    for (was, is, why) in [
        ("taken twice", "taken twice\\\"; on end goto error \\\"x", ""),
        ("on call take goto error \\\"taken twice\\\"", "on call take goto free", "an error of the monitor"),
        ("on call take goto held", "on call take goto error", "one before it"),
        ("on call take goto held", "on call nobody goto held", "there is no procedure `nobody`"),
        ("state free", "state", "expected the name of a state"),
    ] {
        let forged = room.read("t.json").replace(was, is);
        assert_ne!(forged, room.read("t.json"), "{was}");
        std::fs::write(room.path("forged.json"), forged).expect("a file");
        let refused = room.run("trace replay twice.bp forged.json");
        assert_eq!(refused.code == Some(0), why.is_empty(), "{was}: {refused:?}");
        assert!((refused.stdout.clone() + &refused.stderr).contains(why), "{was}: {refused:?}");
    }
}

/// A loop is no way to an error: its first position would be read twice, and nothing would be known of the stack there.
#[test]
fn a_loop_is_no_run_to_an_error() {
    let room = Room::new(&[("x.bp", "void main() begin L: goto L; end")]);
    assert_eq!(room.run("check --engine explicit --terminates --trace t.json x.bp").code, Some(10));
    let mut trace: serde_json::Value = serde_json::from_str(&room.read("t.json")).expect("JSON");
    assert!(trace["turn"]["again"].is_object(), "{trace}");
    for rounds in 0..4 {
        let on: String = (0..rounds).map(|state| format!("state s{state} {{ on L goto s{}; }} ", state + 1)).collect();
        let text = format!("state a {{ on call main goto s0; }} {on}state s{rounds} {{ on L goto error; }}");
        trace["property"] =
            serde_json::json!({ "kind": "monitor", "monitor": { "name": "m", "text": text }, "place": "main#1" });
        std::fs::write(room.path("forged.json"), trace.to_string()).expect("a file");
        let refused = room.run("trace replay x.bp forged.json");
        assert!(refused.code != Some(0) && refused.stdout.contains("found a loop"), "{text}: {refused:?}");
    }
}

/// There may be more passages than any memory holds: the last ones are told.
#[test]
fn of_many_passages_the_last_ones_are_told() {
    let mut text = String::from("void f0() begin end\n");
    for level in 1..70 {
        text += &format!("void f{level}() begin f{0}(); f{0}(); end\n", level - 1);
    }
    text += "void main() begin f69(); L: skip; end\n";
    let room = Room::new(&[("x.bp", &text)]);
    monitor(&room, "state a { on call f0 goto b; on L goto error \"enough\"; } state b { on call f0 goto a; }");
    for engine in ["saturation:post", "explicit"] {
        let answer = room.run(&format!("check --engine {engine} --monitor m x.bp"));
        assert_eq!(answer.code, Some(10), "{answer:?}");
        assert!(answer.stdout.starts_with("the monitor m comes to an error: enough\n"), "{answer:?}");
        assert!(
            answer.stdout.contains("the monitor\n  ...\n  b -> a      x.bp:1:6    f0: f0\n  a -> b "),
            "{answer:?}"
        );
    }
}

#[test]
fn certificates_of_monitors_are_written_and_checked() {
    let room = room();
    monitor(&room, "state s { on call take unless below work goto error; }");
    for (asked, engine) in [("turns", "saturation:post"), ("turns", "recmc"), ("m", "explicit"), ("m", "recmc")] {
        let checked = room.run(&format!("check --engine {engine} --monitor {asked} --certificate c.json lock.bp"));
        assert_eq!(checked.code, Some(0), "{checked:?}");
        let accepted = room.run("certificate check lock.bp c.json --check-proofs");
        assert_eq!(accepted.code, Some(0), "{accepted:?}");
        let line = format!("property monitor `{asked}`: no run violates it\n");
        assert!(accepted.stdout.contains(&line) && accepted.stdout.contains("\nevidence: accepted ("), "{accepted:?}");
        let refused = room.run("certificate check --all lock.bp c.json");
        assert_eq!(refused.code, Some(0), "there is nothing else to prove: {refused:?}");
    }
    let whole = room.read("c.json");
    for (was, is) in [
        ("unless below work", "unless below give"),
        ("unless below work", "unless below main if below main"),
        ("\"monitor\"", "\"ltl\""),
    ] {
        assert!(whole.contains(was));
        std::fs::write(room.path("forged.json"), whole.replacen(was, is, 1)).expect("a file");
        let refused = room.run("certificate check lock.bp forged.json");
        assert_ne!(refused.code, Some(0), "{was}: {refused:?}");
    }
}

#[test]
fn what_is_wrong_with_a_monitor_is_said() {
    let room = room();
    for (text, expected) in [
        ("", "a monitor has a state at least"),
        ("state s { on call tak goto error; }", "there is no procedure `tak`: is `take` meant?\n --> m:1:14\n"),
        (
            "state s { on call take unless below wrk goto error; }",
            "there is no procedure `wrk`: is `work` meant?\n --> m:1:37\n",
        ),
        ("state s { on {h} goto error; }", "\n --> m:1:15\n"),
        ("state s { on NOWHERE goto error; }", "there is no label `NOWHERE`"),
        ("state s { on call take then goto error; }", "expected an operator"),
    ] {
        monitor(&room, text);
        let answer = room.run("check --monitor m lock.bp");
        assert_eq!(answer.code, Some(3), "{text}: {answer:?}");
        assert!(answer.stderr.contains(expected), "{text}: {answer:?}");
    }
    monitor(&room, "state s { on end goto s; }");
    let answer = room.run("check --monitor m lock.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.stderr.contains("no rule leads to an error: every program is right\n --> m:1:7\n"), "{answer:?}");
    assert_eq!(room.run("check --monitor none lock.bp").code, Some(3));
    for clash in ["--fair A", "--runs infinite", "--shortest"] {
        let answer = room.run(&format!("check --monitor turns {clash} lock.bp"));
        assert_eq!(answer.code, Some(2), "{clash}: {answer:?}");
    }
}

/// Two monitors, and a formula beside them, are properties as others.
#[test]
fn monitors_are_properties() {
    let room = room();
    monitor(&room, "state s { on call take unless below work goto error; }");
    let answer = room.run("check --all --ltl F(end) --monitor turns --monitor m never.bp --format json");
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let results = json["results"].as_array().unwrap_or_else(|| panic!("{json}"));
    let kinds: Vec<&str> = results.iter().map(|one| one["property"]["kind"].as_str().unwrap_or_default()).collect();
    assert_eq!(kinds, ["ltl", "monitor", "monitor"], "{json}");
    assert_eq!(results[1]["property"]["monitor"], "turns", "{json}");
    let listed = room.run("check --list --monitor turns lock.bp");
    assert!(listed.stdout.contains("property 1 monitor \"turns\""), "{listed:?}");
    let only = room.run("check --property 2 --monitor turns --monitor m lock.bp");
    assert!(only.stdout.contains("property 2 monitor \"m\": SAFE"), "{only:?}");
    let log = room.run("check --monitor turns --format sarif twice.bp");
    assert!(
        log.stdout.contains("the monitor turns comes to an error: taken twice, on a run that begins at"),
        "{log:?}"
    );
}

#[test]
fn explain_shows_the_states_of_a_monitor() {
    let room = room();
    for engine in ["saturation:post", "summary", "recmc"] {
        let told = room.run(&format!("explain --engine {engine} --monitor turns twice.bp"));
        assert_eq!(told.code, Some(0), "{told:?}");
        assert!(told.stdout.ends_with("\nproperty 1: UNSAFE\n"), "{told:?}");
        assert!(engine == "summary" || told.stdout.contains("held"), "{told:?}");
    }
}
