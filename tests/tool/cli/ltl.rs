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
    let answer = room.run("check --ltl F(end) --certificate c.json round.bp");
    assert_eq!(answer.code, Some(2), "{answer:?}");
    let answer = room.run("check --ltl X(end) round.bp");
    assert!(answer.stderr.contains("`--next` says that this is meant"), "{answer:?}");
}
