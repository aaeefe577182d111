//! `check --ltl`, and what goes with it.

use super::*;

const ROUND: &str = "decl g;\nvoid main()\nbegin\n  g := F;\n  L1: g := T;\n  L2: skip;\n  L3: goto L3;\nend\n";
const DEEPER: &str = "void rec()\nbegin\n  P: rec();\nend\nvoid main()\nbegin\n  rec();\n  L3: goto L3;\nend\n";
const ENDS: &str =
    "decl a;\nvoid main()\nbegin\n  decl x;\n  if (*) then D: assume(F); fi\n  x := *;\n  a := x;\n  assert(x);\nend\n";

fn room() -> Room {
    Room::new(&[
        ("round.bp", ROUND),
        ("deeper.bp", DEEPER),
        ("ends.bp", ENDS),
        ("all.ltl", "# formulas\nlater: F L3\n\nF G {g}\nG !round\n"),
        ("good.ltl", "# formulas\nlater: F L3\n\nF G {g}\nG(L1 -> {!g})\n"),
    ])
}

fn verdict(room: &Room, arguments: &str) -> String {
    let answer = room.run(&format!("check {arguments}"));
    answer.stdout.lines().last().unwrap_or(&answer.stderr).to_string()
}

#[test]
fn formulas_hold_or_do_not() {
    let room = room();
    for engine in ["saturation:post", "explicit", "auto"] {
        let safe = ["F(L3)", "F(G(L3))", "G(L2->{g})", "G(L1->{!g})", "F(G({g}))", "!end"];
        for formula in safe {
            assert_eq!(
                verdict(&room, &format!("--engine {engine} --ltl {formula} round.bp")),
                "verdict: SAFE",
                "{formula}"
            );
        }
        for formula in ["G(!L1)", "F(end)", "G({g})"] {
            assert_eq!(
                verdict(&room, &format!("--engine {engine} --ltl {formula} round.bp")),
                "verdict: UNSAFE",
                "{formula}"
            );
        }
        for (formula, expected) in [("G(F(rec:P))", "SAFE"), ("F(L3)", "UNSAFE"), ("G(!L3)", "SAFE")] {
            let verdict = verdict(&room, &format!("--engine {engine} --ltl {formula} deeper.bp"));
            assert_eq!(verdict, format!("verdict: {expected}"), "{formula}");
        }
        // What blocks is no run; what fails has ended.
        for (asked, expected) in [
            ("--ltl G(!D)", "SAFE"),
            ("--terminates", "UNSAFE"),
            ("--ltl F(end|violation)", "SAFE"),
            ("--ltl F(violation)->F({!main.x})", "SAFE"),
            ("--runs infinite --ltl false", "SAFE"),
            ("--fair {a} --ltl F(end)", "SAFE"),
            ("--responds main:entry {a}", "UNSAFE"),
            ("--next --ltl X(!main:entry)", "SAFE"),
        ] {
            let verdict = verdict(&room, &format!("--engine {engine} {asked} ends.bp"));
            assert_eq!(verdict, format!("verdict: {expected}"), "{asked}");
        }
    }
}

#[test]
fn a_lasso_is_shown_written_and_replayed() {
    let room = room();
    let answer = room.run("check --ltl F(L3) --trace t.json deeper.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.starts_with("ltl F L3 does not hold on this run\n"), "{answer:?}");
    assert!(answer.stdout.contains("is done again and again; the stack grows by 1 frame each time\n"), "{answer:?}");
    assert!(answer.stdout.contains("property 1 ltl \"F L3\": UNSAFE\n"), "{answer:?}");
    let replayed = room.run("trace replay deeper.bp t.json");
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.stdout.ends_with("evidence: accepted\n"), "{replayed:?}");
    let text = room.read("t.json");
    for (from, to) in [("\"formula\":\"F L3\"", "\"formula\":\"F rec:P\""), ("\"level\":", "\"level\":1")] {
        let forged = text.replace(": ", ":").replace(from, to);
        assert_ne!(forged, text.replace(": ", ":"), "{text}");
        std::fs::write(room.path("forged.json"), forged).expect("a file");
        let refused = room.run("trace replay deeper.bp forged.json");
        assert_ne!(refused.code, Some(0), "{refused:?}");
    }
}

/// That runs do not come to a place says nothing about a formula.
#[test]
fn a_certificate_of_a_place_is_none_of_a_formula() {
    let room = Room::new(&[("out.bp", "void main()\nbegin\n  goto B;\n  A: skip;\n  B: skip;\nend\n")]);
    assert_eq!(room.run("check --label A --certificate c.json out.bp").code, Some(0));
    let text = room.read("c.json");
    let forged = text.replace("\"kind\": \"label\"", "\"kind\": \"ltl\"");
    let forged = forged.replace("\"label\": \"A\"", "\"formula\": \"F A\"");
    assert!(forged.contains("\"ltl\"") && forged.contains("\"F A\""), "{text}");
    std::fs::write(room.path("forged.json"), forged).expect("a file");
    let refused = room.run("certificate check out.bp forged.json");
    assert!(refused.stdout.contains("evidence: refused") && refused.code != Some(0), "{refused:?}");
}

#[test]
fn formulas_come_from_files_and_are_listed() {
    let room = room();
    let answer = room.run("check --list --ltl-file good.ltl round.bp");
    assert_eq!(
        answer.stdout, "property 1 ltl \"F L3\"\nproperty 2 ltl \"F G {g}\"\nproperty 3 ltl \"G (L1 -> {!g})\"\n",
        "{answer:?}"
    );
    assert_eq!(verdict(&room, "--ltl-file good.ltl round.bp"), "verdict: SAFE");
    let answer = room.run("check --ltl-file all.ltl round.bp");
    assert_eq!(answer.code, Some(3), "{answer:?}");
    assert!(answer.stderr.contains("there is no label `round`"), "{answer:?}");
    let answer = room.run("check --ltl F(end) --proof folder round.bp");
    assert_eq!(answer.code, Some(2), "{answer:?}");
    let answer = room.run("check --ltl X(end) round.bp");
    assert!(answer.stderr.contains("`--next` says that this is meant"), "{answer:?}");
}

/// An automaton of the violations is asked about as it is: what it accepts is no run.
#[test]
fn automata_come_from_files() {
    let room = room();
    // What `dump` writes of the negation says what the formula says.
    for (formula, file, expected) in [
        ("!(F L3)", "deeper.bp", "UNSAFE"),
        ("!(F L3)", "round.bp", "SAFE"),
        ("F L1", "round.bp", "UNSAFE"),
        ("!(G (L2 -> {g}))", "round.bp", "SAFE"),
        ("!(G F rec:P)", "deeper.bp", "SAFE"),
        ("!(F end)", "ends.bp", "UNSAFE"),
    ] {
        let mut dump = room.command(&format!("dump {file} --stage automaton --ltl"));
        let dumped = dump.arg(formula).output().expect("a command that starts");
        std::fs::write(room.path("violations.hoa"), dumped.stdout).expect("a file");
        for engine in ["saturation:post", "explicit", "auto"] {
            let verdict = verdict(&room, &format!("--engine {engine} --automaton violations.hoa {file}"));
            assert_eq!(verdict, format!("verdict: {expected}"), "{formula}");
        }
    }
    // A claim of Spin, as old and new versions write it; two steps are counted: from `L1` to `L3`.
    let claim = "never {\nT0_init:\n  if\n  :: (\"L1\") -> goto T1\n  :: (1) -> goto T0_init\n  fi;\nT1:\n  if\n  :: (1) -> goto T2\n  fi;\nT2:\n  if\n  :: (\"L3\") -> goto accept_all\n  fi;\naccept_all:\n  skip\n}\n";
    std::fs::write(room.path("two.never"), claim).expect("a file");
    assert_eq!(verdict(&room, "--automaton two.never round.bp"), "verdict: UNSAFE");
    std::fs::write(room.path("two.never"), claim.replace("L3", "L2")).expect("a file");
    assert_eq!(verdict(&room, "--automaton two.never round.bp"), "verdict: SAFE");
}

#[test]
fn a_run_that_an_automaton_accepts_is_written_and_replayed() {
    let room = room();
    let hoa = "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"in rec\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[t] 0\n[0] 1\nState: 1 {0}\n[0] 1\n--END--\n";
    std::fs::write(room.path("stays.hoa"), hoa).expect("a file");
    let answer = room.run("check --automaton stays.hoa --trace t.json deeper.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.starts_with("the automaton stays.hoa accepts this run\n"), "{answer:?}");
    assert!(answer.stdout.contains("property 1 automaton \"stays.hoa\": UNSAFE\n"), "{answer:?}");
    let replayed = room.run("trace replay deeper.bp t.json");
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    // Another automaton does not accept the run.
    let forged = room.read("t.json").replace("AP: 1 \\\"in rec\\\"", "AP: 1 \\\"in main\\\"");
    assert_ne!(forged, room.read("t.json"));
    std::fs::write(room.path("forged.json"), forged).expect("a file");
    let refused = room.run("trace replay deeper.bp forged.json");
    assert!(refused.stdout.contains("one that the automaton accepts"), "{refused:?}");
    assert_ne!(refused.code, Some(0), "{refused:?}");
}

#[test]
fn what_is_wrong_with_an_automaton_is_said() {
    let room = room();
    let hoa = |acceptance: &str, atom: &str| {
        format!(
            "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"{atom}\"\nAcceptance: {acceptance}\n--BODY--\nState: 0\n[0] 0\n--END--\n"
        )
    };
    for (text, expected) in [
        (hoa("1 Fin(0)", "L1"), "acceptance of this automaton"),
        (hoa("1 Inf(0)", "L9"), "there is no label `L9`"),
        (hoa("1 Inf(0)", "L1 & L2"), "no atom of a formula"),
        (hoa("1 Inf(0)", "{h}"), "h"),
        ("digraph {}\n".into(), "neither HOA nor a never claim"),
        (String::new(), "neither HOA nor a never claim"),
    ] {
        std::fs::write(room.path("wrong.hoa"), &text).expect("a file");
        let answer = room.run("check --automaton wrong.hoa round.bp");
        assert_eq!(answer.code, Some(3), "{answer:?}");
        assert!(answer.stderr.contains(expected), "{text}: {answer:?}");
    }
    let answer = room.run("check --automaton none.hoa round.bp");
    assert_eq!(answer.code, Some(3), "{answer:?}");
    let answer = room.run("check --automaton none.hoa --fair L3 round.bp");
    assert_eq!(answer.code, Some(2), "{answer:?}");
}

/// What holds of all runs is written with its reasons, and checked without any engine.
#[test]
fn certificates_of_formulas_are_written_and_checked() {
    let room = room();
    let stays =
        "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"L1\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {0}\n[0] 0\n--END--\n";
    std::fs::write(room.path("stays.hoa"), stays).expect("a file");
    for (asked, file, line) in [
        ("--ltl-file good.ltl", "round.bp", "property ltl `F G {g}`: no run violates it\n"),
        ("--ltl G(F(rec:P))", "deeper.bp", "property ltl `G F rec:P`: no run violates it\n"),
        ("--runs infinite --ltl false", "ends.bp", "property ltl `false`: no run that never ends violates it\n"),
        ("--next --ltl X(!main:entry)", "ends.bp", "property ltl `X !main:entry`: no run violates it\n"),
        ("--automaton stays.hoa", "round.bp", "property automaton `stays.hoa`: no run violates it\n"),
    ] {
        for engine in ["saturation:post", "explicit", "recmc"] {
            let checked = room.run(&format!("check --engine {engine} {asked} --certificate c.json {file}"));
            assert_eq!(checked.code, Some(0), "{asked}: {checked:?}");
            let accepted = room.run(&format!("certificate check {file} c.json --check-proofs"));
            assert_eq!(accepted.code, Some(0), "{asked}: {accepted:?}");
            assert!(accepted.stdout.contains(line), "{asked}: {accepted:?}");
            assert!(accepted.stdout.contains("\nevidence: accepted ("), "{asked}: {accepted:?}");
        }
        let shown = room.run(&format!("certificate show {file} c.json"));
        assert!(shown.stdout.contains(line) && shown.stdout.contains("procedure main\n"), "{asked}: {shown:?}");
        // It says nothing about assertions.
        if file == "ends.bp" {
            let refused = room.run(&format!("certificate check --all {file} c.json"));
            assert!(refused.stdout.contains("it does not prove property assert"), "{refused:?}");
        }
    }
}

/// What is changed in a certificate of a formula is seen.
#[test]
fn forged_certificates_of_formulas_are_refused() {
    let room = room();
    let certificate = |asked: &str| {
        assert_eq!(room.run(&format!("check {asked} --certificate c.json")).code, Some(0));
        room.read("c.json")
    };
    let later = certificate("--engine saturation:post --ltl F(L3) round.bp");
    let never = certificate("--engine saturation:post --runs infinite --ltl false ends.bp");
    let forgeries = [
        // The formula: of one that does not hold, the automaton of this one misses violations.
        ("round.bp", later.replace("\"formula\": \"F L3\"", "\"formula\": \"F (L3 & !L3)\"")),
        ("round.bp", later.replace("\"formula\": \"F L3\"", "\"formula\": \"G L3\"")),
        ("round.bp", later.replace("\"formula\": \"F L3\"", "\"formula\": \"F L2\"")),
        // The automaton: what never accepts does not come to the alarm, and what has another edge misses a letter.
        ("round.bp", later.replace("State: 0 {0}", "State: 0")),
        ("round.bp", later.replace("[!0] 0", "[0] 0")),
        // The simulation.
        ("round.bp", later.replace("\"simulation\": [[0,0,0]", "\"simulation\": [[0,1,0]")),
        ("round.bp", later.replace("\"simulation\": [[0,0,0]", "\"simulation\": [[0,0,0],[99,0,0]")),
        // The certificate inside.
        ("round.bp", later.replace("\"alarm#1\"", "\"main#1\"")),
        // Runs that end count again.
        ("ends.bp", never.replace("\"only_infinite\": true,", "")),
        // It is of another program.
        ("deeper.bp", later.clone()),
    ];
    for (number, (file, forged)) in forgeries.iter().enumerate() {
        assert!(
            *forged != never && (*forged != later || *file != "round.bp"),
            "forgery {number} changes nothing: {later}"
        );
        std::fs::write(room.path("forged.json"), forged).expect("a file");
        let refused = room.run(&format!("certificate check {file} forged.json"));
        assert!(refused.stdout.contains("evidence: refused"), "forgery {number}: {refused:?}");
        assert_eq!(refused.code, Some(1), "forgery {number}: {refused:?}");
    }
}
