//! `check --ltl`, and what goes with it.

use super::*;

const ROUND: &str = "decl g;\nvoid main()\nbegin\n  g := F;\n  L1: g := T;\n  L2: skip;\n  L3: goto L3;\nend\n";
const DEEPER: &str = "void rec()\nbegin\n  P: rec();\nend\nvoid main()\nbegin\n  rec();\n  L3: goto L3;\nend\n";
/// Each round puts two frames on the stack.
const MUTUAL: &str = "decl g;\nvoid f()\nbegin\n  g := !g;\n  h();\nend\nvoid h()\nbegin\n  g := !g;\n  f();\nend\nvoid main()\nbegin\n  g := F;\n  f();\nend\n";
const AT_ONCE: &str = "void main()\nbegin\n  L: goto L;\nend\n";
const BLOCKS: &str = "decl a;\nvoid main()\nbegin\n  a := T;\n  assume(!a);\nend\n";
const ENDS: &str =
    "decl a;\nvoid main()\nbegin\n  decl x;\n  if (*) then D: assume(F); fi\n  x := *;\n  a := x;\n  assert(x);\nend\n";

fn room() -> Room {
    Room::new(&[
        ("round.bp", ROUND),
        ("deeper.bp", DEEPER),
        ("mutual.bp", MUTUAL),
        ("at-once.bp", AT_ONCE),
        ("blocks.bp", BLOCKS),
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
    for engine in ["saturation:post", "saturation:heads", "explicit", "auto"] {
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
    assert!(answer.stdout.contains("\nloop, for ever (the stack grows by 1 frame each time):\n"), "{answer:?}");
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

/// The rows of the trace that a file holds, from the title to the empty line.
fn rows(shown: &str) -> Vec<&str> {
    shown
        .lines()
        .skip_while(|line| !line.trim_start().starts_with("line "))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect()
}

#[test]
fn a_lasso_is_a_stem_and_a_loop() {
    let room = room();
    let deeper = [
        "14 g := F",
        "15 f()",
        "4 g := !g g=1",
        "5 h()",
        "loop, for ever (the stack grows by 2 frames each time):",
        "9 g := !g g=0",
        "10 f()",
        "4 g := !g g=1",
        "5 h()",
        "7 h the loop begins again",
    ];
    for (arguments, folded, unfolded) in [
        (
            "--terminates round.bp",
            &["4 g := F", "5 g := T g=1", "loop, for ever:", "7 goto L3 the loop begins again"][..],
            &["4 g := F", "5 g := T g=1", "6 skip", "loop, for ever:", "7 goto L3", "7 goto L3 the loop begins again"]
                [..],
        ),
        (
            "--terminates at-once.bp",
            &["loop, for ever:", "3 goto L the loop begins again"],
            &["loop, for ever:", "3 goto L", "3 goto L the loop begins again"],
        ),
        ("--terminates mutual.bp", &deeper, &deeper),
        (
            "--ltl F({a}) ends.bp",
            &[
                "5 if (*) -> false (*)",
                "6 x := * x=0 (*)",
                "7 a := x",
                "end of the run, for ever:",
                "8 assert(x) VIOLATION",
            ],
            &[
                "5 if (*) -> false (*)",
                "6 x := * x=0 (*)",
                "7 a := x",
                "end of the run, for ever:",
                "8 assert(x) VIOLATION",
            ],
        ),
        (
            "--ltl G(!end) ends.bp",
            &[
                "5 if (*) -> false (*)",
                "6 x := * x=1 (*)",
                "7 a := x a=1",
                "8 assert(x)",
                "end of the run, for ever:",
                "9 end the run is over",
            ],
            &[
                "5 if (*) -> false (*)",
                "6 x := * x=1 (*)",
                "7 a := x a=1",
                "8 assert(x)",
                "end of the run, for ever:",
                "9 end the run is over",
            ],
        ),
    ] {
        let file = arguments.rsplit(' ').next().expect("a file");
        let checked = room.run(&format!("check --engine saturation:post {arguments} --trace t.json"));
        let shown = room.run(&format!("trace show {file} t.json"));
        assert!(checked.stdout.starts_with(&shown.stdout), "{checked:?}");
        let words = |row: &&str| row.split_whitespace().collect::<Vec<_>>().join(" ");
        // First values that nobody chose may be those that are assigned.
        let told = |shown: &str| {
            rows(shown).iter().map(words).map(|row| row.replace("a := x a=0", "a := x")).collect::<Vec<_>>()
        };
        assert_eq!(told(&shown.stdout), folded, "{arguments}");
        assert_eq!(told(&room.run(&format!("trace show --unfold {file} t.json")).stdout), unfolded, "{arguments}");
    }
    let refused = room.run("trace show --why ends.bp t.json");
    assert_eq!((refused.code, refused.stderr.contains("--why is not about formulas")), (Some(2), true), "{refused:?}");
    let page = room.run("trace show --html page.html ends.bp t.json");
    assert_eq!(page.code, Some(0), "{page:?}");
    assert!(room.read("page.html").contains(r#""turn":{"kind":"over"},"why":null"#));
}

/// A call that is made twice is answered in two ways, which do the same for the caller and are different words.
#[test]
fn runs_that_do_the_same_are_different_words() {
    let text = include_str!("../../../bp-examples/regressions/alike-on-another-way-safe.bp");
    let monitor = "state first {\n  on B goto second;\n}\nstate second {\n  on A goto error \"A behind B\";\n}\n";
    let room = Room::new(&[("alike.bp", text), ("behind.monitor", monitor)]);
    for engine in ["saturation:post", "saturation:pre", "explicit", "recmc", "summary", "auto"] {
        for asked in ["--ltl ((!B)U(A))|(G(!A))", "--ltl !F(B&F(A))", "--monitor behind.monitor"] {
            let answer = room.run(&format!("check --engine {engine} {asked} alike.bp --trace t.json"));
            assert_eq!(answer.code, Some(10), "{engine}, {asked}: {answer:?}");
            let replayed = room.run("trace replay alike.bp t.json");
            assert_eq!(replayed.code, Some(0), "{engine}, {asked}: {replayed:?}");
        }
    }
}

/// Moped says YES where a place is reached, but also where a formula holds.
#[test]
fn a_formula_that_holds_is_a_yes_of_mopeds() {
    let room = room();
    for (formula, said) in [("F(L3)", "YES.\n"), ("F(end)", "NO.\n")] {
        assert_eq!(room.run(&format!("check --format moped --ltl {formula} round.bp")).stdout, said, "{formula}");
    }
}

#[test]
fn a_page_goes_round_the_loop() {
    let room = room();
    let answer = room.run("check --all --ltl F(end) --ltl F(L3) --html page.html round.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    let page = room.read("page.html");
    assert!(page.contains(r#""turn":{"kind":"again""#), "{page}");
    assert!(page.contains("the proof of property 2: it is about the program in which something looks on"), "{page}");
}

#[test]
fn an_explanation_is_of_the_program_in_which_an_automaton_reads_along() {
    let room = room();
    for engine in ["saturation:post", "explicit", "recmc"] {
        let holds = room.run(&format!("explain --engine {engine} --ltl F(L3) round.bp"));
        assert_eq!(holds.code, Some(0), "{holds:?}");
        assert!(holds.stdout.lines().last().is_some_and(|last| last.ends_with("SAFE")), "{}", holds.stdout);
        let fails = room.run(&format!("explain --engine {engine} --ltl F(end) round.bp"));
        assert!(fails.stdout.contains("alarm"), "{}", fails.stdout);
        assert!(fails.stdout.lines().last().is_some_and(|last| last.ends_with("UNSAFE")), "{}", fails.stdout);
    }
    let clash = room.run("explain --ltl F(L3) --label L3 round.bp");
    assert_eq!(clash.code, Some(2), "{clash:?}");
}

/// Of a high stack the middle is left out, below the loop and in it.
#[test]
fn a_high_lasso_is_shown_in_part() {
    let procedure = |number: usize| {
        let next = if number == 59 { 25 } else { number + 1 };
        format!("void p{number}()\nbegin\n  p{next}();\nend\n")
    };
    let text: String = (0..60).map(procedure).collect::<String>() + "void main()\nbegin\n  p0();\nend\n";
    let room = Room::new(&[("high.bp", text.as_str())]);
    let shown = room.run("check --engine explicit --terminates high.bp").stdout;
    let rows = rows(&shown);
    let at = |text: &str| rows.iter().filter(|row| row.contains(text)).count();
    assert_eq!(at("loop, for ever (the stack grows by 35 frames each time):"), 1, "{shown}");
    let more = rows.iter().filter(|row| row.contains("more calls")).count();
    assert_eq!(more, 2, "{shown}");
    let begins = rows.iter().position(|row| row.starts_with("loop")).expect("a loop");
    // The loop is indented as what it goes on from.
    let around = [rows[begins - 1], rows[begins + 1]];
    assert!(around[0].ends_with("[depth 15] p25()") && around[1].ends_with("[depth 16] p26()"), "{shown}");
    assert!(rows.last().is_some_and(|row| row.ends_with("the loop begins again")), "{shown}");
}

#[test]
fn a_log_has_a_code_flow_for_the_stem_and_one_for_the_loop() {
    let room = room();
    let flows = |arguments: &str| {
        let log: serde_json::Value =
            serde_json::from_str(&room.run(&format!("check --format sarif {arguments}")).stdout).expect("JSON");
        let [finding] = log["runs"][0]["results"].as_array().expect("results").as_slice() else { panic!("{log}") };
        assert_eq!(finding["ruleId"], "ltl");
        let message = finding["message"]["text"].as_str().unwrap_or_default();
        assert!(message.contains("` does not hold on a run, which begins at "), "{message}");
        let flow = |flow: &serde_json::Value| {
            let steps = flow["threadFlows"][0]["locations"].as_array().expect("steps");
            assert!(steps.iter().all(|step| step.get("importance").is_none()), "{flow}");
            (flow["message"]["text"].as_str().unwrap_or_default().to_string(), steps.len())
        };
        finding["codeFlows"].as_array().expect("flows").iter().map(flow).collect::<Vec<_>>()
    };
    let stem = |steps: usize| ("stem, once".to_string(), steps);
    assert_eq!(flows("--terminates round.bp"), [stem(2), ("loop, for ever".into(), 1)]);
    assert_eq!(flows("--terminates at-once.bp"), [("loop, for ever".to_string(), 1)]);
    let grows = "loop, for ever (the stack grows by 2 frames each time)";
    assert_eq!(flows("--terminates mutual.bp"), [stem(2), (grows.into(), 5)]);
    assert_eq!(flows("--engine explicit --ltl G(!end) ends.bp"), [stem(4), ("end of the run, for ever".into(), 1)]);
}

#[test]
fn what_holds_of_no_run_is_said() {
    let room = room();
    let line = "vacuous: there is no run that counts, so every formula holds\n";
    for engine in ["saturation:post", "saturation:heads", "explicit", "auto"] {
        for (asked, is_vacuous) in [
            ("--ltl F(end) blocks.bp", true),
            ("--runs infinite --ltl G({a}) ends.bp", true),
            ("--ltl G(!D) ends.bp", false),
            ("--ltl F(L3) round.bp", false),
            ("--runs infinite --next --ltl F(L3) round.bp", false),
            ("--ltl false ends.bp", false),
        ] {
            let answer = room.run(&format!("check --engine {engine} {asked}"));
            assert_eq!(answer.stdout.contains(line), is_vacuous, "{engine} {asked}: {answer:?}");
            let document = room.run(&format!("check --engine {engine} --format json {asked}")).stdout;
            assert_eq!(document.contains("\"vacuous\": true"), is_vacuous, "{document}");
        }
    }
    let brief = room.run("check --quiet --ltl F(end) blocks.bp").stdout;
    assert_eq!(brief, "blocks.bp: SAFE (vacuously: no run counts)\n");
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
    let answer = room.run("check --ltl F(end) --why round.bp");
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
        for engine in ["saturation:post", "saturation:heads", "explicit", "auto"] {
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
        (hoa("1 Inf(0)", "{h}"), "`h`"),
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
        for engine in ["saturation:post", "saturation:heads", "explicit", "recmc"] {
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

/// The alarm is come to once: a run that would go on behind it has no way back, and an engine that does not look for the shortest one found such a run.
#[test]
fn a_run_ends_at_the_alarm() {
    let text = "decl g0, g1;\nvoid f1(p0)\nbegin\n  main();\n  g1 := *;\n  f1(p0);\nend\nbool main()\nbegin\n  enforce g0;\n  assert(schoose[g0 | *, g1]);\n  return F;\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    for engine in ["rdd", "explicit", "recmc", "bam"] {
        assert_eq!(verdict(&room, &format!("--engine {engine} --ltl false x.bp")), "verdict: UNSAFE", "{engine}");
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

/// A rank has to go down whenever the plain automaton accepts and the other one does not: also the highest one that there is.
#[test]
fn no_rank_is_high_enough_for_an_automaton_that_never_accepts() {
    let room = room();
    let hoa =
        "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"end\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[!0] 0\n--END--\n";
    std::fs::write(room.path("never.hoa"), hoa).expect("a file");
    assert_eq!(room.run("check --automaton never.hoa --certificate c.json round.bp").code, Some(0));
    assert_eq!(room.run("certificate check round.bp c.json").code, Some(0));
    let mut forged: serde_json::Value = serde_json::from_str(&room.read("c.json")).expect("JSON");
    let claim = &mut forged["claims"][0];
    claim["property"] = serde_json::json!({"kind": "ltl", "formula": "F end", "place": "main#0"});
    claim["counts_steps"] = true.into();
    claim["automaton"] = hoa.into();
    claim["simulation"] = serde_json::json!([[0, 0, u32::MAX]]);
    std::fs::write(room.path("forged.json"), forged.to_string()).expect("a file");
    let refused = room.run("certificate check round.bp forged.json");
    assert!(refused.stdout.contains("does not answer edge"), "{refused:?}");
    assert_eq!(refused.code, Some(1), "{refused:?}");
}

/// What is asked about runs stands in the document, and what was done to find heads that repeat is counted.
#[test]
fn what_was_asked_and_done_is_told() {
    let room = Room::new(&[("safe.bp", SAFE)]);
    let document = room.run("check --engine saturation:heads --format json --terminates --fair end safe.bp").stdout;
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["config"]["formulas"], serde_json::json!(["--fair", "end", "--terminates"]));
    assert!(document["heads"]["rounds"].is_u64(), "{document}");
    let other: serde_json::Value = serde_json::from_str(&room.run("check --format json safe.bp").stdout).expect("JSON");
    assert!(other["config"].get("formulas").is_none() && other.get("heads").is_none(), "{other}");
    for certificate in ["", "--no-certificate "] {
        let told = room.run(&format!("check --engine saturation:heads --stats {certificate}--ltl F(end) safe.bp"));
        assert!(told.stderr.contains("stats: heads stations "), "{told:?}");
    }
}

/// The proof of a claim about runs is that of the program with the automaton, as `certificate check` writes it.
#[test]
fn a_claim_has_a_proof_for_other_checkers() {
    let room = Room::new(&[("safe.bp", SAFE)]);
    let checked = room.run("check --terminates --certificate c.json --proof one safe.bp");
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let again = room.run("certificate check safe.bp c.json --proof other");
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(!room.read("one/obligations.tsv").is_empty());
    assert_eq!(room.read("one/obligations.tsv"), room.read("other/obligations.tsv"));
    let several = room.run("check --all --terminates --ltl F(end|violation) --proof more safe.bp");
    assert_eq!(several.code, Some(2), "{several:?}");
    assert!(several.stderr.contains("--proof takes the proof of one formula, and 2 hold"), "{several:?}");
    assert!(several.stdout.contains("verdict: SAFE"), "{several:?}");
}

/// The page of an engine at work on the program with the automaton goes round its loop, too, where a run that is over stays for ever; what a monitor finds is done once.
#[test]
fn explanations_go_round() {
    let room = room();
    std::fs::write(room.path("end.monitor"), "state s { on end goto error; }").expect("a file");
    for (asked, goes_round) in
        [("--ltl F(end) round.bp", true), ("--ltl G(!end) ends.bp", true), ("--monitor end.monitor ends.bp", false)]
    {
        for engine in ["explicit", "saturation:post", "summary"] {
            let explained = room.run(&format!("explain --engine {engine} {asked} --html page.html"));
            assert_eq!(explained.code, Some(0), "{engine} {asked}: {explained:?}");
            let page = room.read("page.html");
            assert_eq!(page.contains(r#""turn":{"kind":"again","level":"#), goes_round, "{engine} {asked}");
        }
    }
}
