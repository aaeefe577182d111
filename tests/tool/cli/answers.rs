//! SAFE, UNSAFE, UNKNOWN: exactly these lines.

use super::*;

#[test]
fn safe() {
    let answer = Room::new(&[("x.bp", SAFE)]).run("check x.bp");
    let expected = "property 1 assert x.bp:5:3 main: SAFE\n\
                    engine: explicit\n\
                    evidence: checked\n\
                    verdict: SAFE\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
}

#[test]
fn unsafe_stops_at_the_first_violation() {
    let answer = Room::new(&[("x.bp", UNSAFE)]).run("check x.bp");
    let expected = "property 1 assert x.bp:5:3 main: UNSAFE\n\
                    property 2 assert x.bp:6:3 main: UNKNOWN (not decided)\n\
                    engine: explicit\n\
                    evidence: checked\n\
                    verdict: UNSAFE\n";
    assert_eq!((answer.code, answer.results(), answer.stderr.as_str()), (Some(10), expected, ""));
    assert!(answer.stdout.starts_with("assert is violated at x.bp:5:3"), "{}", answer.stdout);
}

#[test]
fn all_decides_each_property() {
    let answer = Room::new(&[("x.bp", UNSAFE)]).run("check --all x.bp");
    let expected = "property 1 assert x.bp:5:3 main: UNSAFE\n\
                    property 2 assert x.bp:6:3 main: UNSAFE\n\
                    engine: explicit\n\
                    evidence: checked\n\
                    verdict: UNSAFE\n";
    assert_eq!((answer.code, answer.results()), (Some(10), expected));
    assert_eq!(answer.stdout.matches("assert is violated at").count(), 2, "{}", answer.stdout);
}

#[test]
fn no_property_is_unknown() {
    let answer = Room::new(&[("x.bp", NOTHING)]).run("check x.bp");
    let expected = "evidence: none (no verdict)\nverdict: UNKNOWN (no property)\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(5), expected));
    let none = "note: x.bp has no `assert`, no `abortif`, no label SLIC_ERROR or ERROR; it has no label\n";
    assert_eq!(answer.stderr, none);
    let text = "void main()\nbegin\n  goto b;\n  a: skip;\n  b: skip;\nend\n";
    let answer = Room::new(&[("x.bp", text)]).run("check x.bp");
    let some = "; it has other labels, `a` and `b`: `--label L` asks whether a run comes to L\n";
    assert!(answer.stderr.ends_with(some), "{}", answer.stderr);
}

#[test]
fn labels_stand_for_the_default_properties() {
    let room = Room::new(&[("x.bp", LABELS)]);
    let lines = |arguments| room.run(arguments).results().lines().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(lines("check x.bp")[0], "property 1 label x.bp:3:10 main: UNSAFE");
    let both = lines("check --all --label other x.bp");
    assert_eq!(both[..2], ["property 1 label x.bp:4:10 main: UNSAFE", "property 2 label x.bp:9:10 f: SAFE"]);
    assert_eq!(lines("check --label f:other x.bp")[0], "property 1 label x.bp:9:10 f: SAFE");
    assert_eq!(lines("check --label f:other --entry f x.bp")[0], "property 1 label x.bp:9:10 f: UNSAFE");
    assert_eq!(lines("check --all --label f:other --label ERROR x.bp").len(), 5);
}

#[test]
fn precedence_decides() {
    let text = "decl a, b;\nvoid main()\nbegin\n  a, b := F, F;\n  assert(!(a = b & a));\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    assert_eq!(room.run("check x.bp").code, Some(0));
    assert_eq!(room.run("check --precedence cprover x.bp").code, Some(10));
}

#[test]
fn the_dialect_decides() {
    let text = "decl a, b;\nvoid main()\nbegin\n  a, b := F, F;\n  assert(!(a = b & a));\n  ERROR: skip;\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    let first = |arguments| room.run(arguments).results().lines().next().unwrap_or_default().to_string();
    assert_eq!(first("check --all x.bp"), "property 1 assert x.bp:5:3 main: SAFE");
    assert_eq!(first("check --all --dialect cprover x.bp"), "property 1 assert x.bp:5:3 main: UNSAFE");
    assert_eq!(first("check --all --dialect cprover --precedence standard x.bp"), first("check --all x.bp"));
    assert_eq!(first("check --all --dialect moped x.bp"), "property 1 label x.bp:6:10 main: UNSAFE");
    let config = |arguments| {
        let document: serde_json::Value = serde_json::from_str(&room.run(arguments).stdout).expect("a document");
        [document["config"]["dialect"].clone(), document["config"]["precedence"].clone()]
    };
    assert_eq!(config("check --format json --dialect wali x.bp"), ["wali", "standard"]);
    assert_eq!(config("check --format json --dialect cprover x.bp"), ["cprover", "cprover"]);
}

#[test]
fn where_an_assert_is_an_assume_there_may_be_no_property() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --dialect getafix x.bp");
    assert_eq!(
        (answer.code, answer.results()),
        (Some(5), "evidence: none (no verdict)\nverdict: UNKNOWN (no property)\n")
    );
    assert!(answer.stderr.contains(" --> x.bp:5:3") && answer.stderr.contains("`--label L`"), "{}", answer.stderr);
    assert_eq!(room.run("check --dialect standard x.bp").code, Some(10));
}

#[test]
fn evidence_is_about_the_program_in_its_dialect() {
    let text = "decl a;\nvoid f() begin a := F; end\nvoid main()\nbegin\n  enforce a;\n  a := T; f(); a := a;\n  ERROR: skip;\nend\n";
    let safe = "decl a;\nvoid main()\nbegin\n  a, a := T, F;\n  ERROR: skip;\nend\n";
    let room = Room::new(&[("x.bp", text), ("safe.bp", safe)]);
    assert_eq!(room.run("check --dialect getafix --trace t.json x.bp").code, Some(10));
    assert_eq!(room.run("trace replay --dialect getafix x.bp t.json").code, Some(0));
    assert_eq!(room.run("trace replay x.bp t.json").code, Some(1));
    assert_eq!(room.run("check --dialect getafix --certificate c.json safe.bp").code, Some(0));
    assert_eq!(room.run("certificate check --dialect getafix safe.bp c.json").code, Some(0));
    assert_eq!(room.run("certificate check --dialect moped safe.bp c.json").code, Some(1));
}

#[test]
fn clauses_have_no_dialect() {
    let clauses = "(set-logic HORN) (declare-fun p (Bool) Bool)\n(assert (p false))\n(assert (=> (p false) false))\n";
    let room = Room::new(&[("x.smt2", clauses)]);
    let plain = room.run("check x.smt2");
    assert_eq!(plain.code, Some(10), "{}", plain.stdout);
    for flags in ["--dialect moped x.smt2", "--dialect getafix --precedence cprover x.smt2"] {
        let answer = room.run(&format!("check {flags}"));
        assert_eq!((answer.code, &answer.stdout), (Some(10), &plain.stdout));
    }
    let converted = room.run("convert --dialect getafix --to bp x.smt2");
    assert!(converted.stdout.contains("assert"), "{}", converted.stdout);
}

#[test]
fn a_program_is_converted_from_its_dialect() {
    let room =
        Room::new(&[("x.bp", "decl a, b, c;\nvoid main()\nbegin\n  a, a := b, c;\n  assert(a = b & c);\nend\n")]);
    let normal = room.run("convert --dialect moped --to bp x.bp").stdout;
    assert!(normal.contains("a, _ := b, c;") && normal.contains("assume((a = b) & c);"), "{normal}");
    let normal = room.run("convert --dialect cprover --to bp x.bp").stdout;
    assert!(normal.contains("_, a := b, c;") && normal.contains("assert(a = (b & c));"), "{normal}");
}

#[test]
fn the_standard_input_is_a_file() {
    let answer = Room::new(&[]).run_with_stdin("check -", SAFE);
    assert_eq!(answer.code, Some(0));
    assert!(answer.stdout.starts_with("property 1 assert <stdin>:5:3 main: SAFE\n"), "{}", answer.stdout);
}

#[test]
fn several_files_have_a_heading_each() {
    let room = Room::new(&[("safe.bp", SAFE), ("broken.bp", BROKEN), ("nothing.bp", NOTHING)]);
    let answer = room.run("check safe.bp broken.bp missing.bp nothing.bp");
    let expected = "file: safe.bp\n\
                    property 1 assert safe.bp:5:3 main: SAFE\n\
                    engine: explicit\n\
                    evidence: checked\n\
                    verdict: SAFE\n\
                    \n\
                    file: broken.bp\n\
                    error: the input is rejected: 1 error\n\
                    \n\
                    file: missing.bp\n\
                    error: cannot read missing.bp: No such file or directory (os error 2)\n\
                    \n\
                    file: nothing.bp\n\
                    evidence: none (no verdict)\n\
                    verdict: UNKNOWN (no property)\n\
                    \n\
                    4 files: 1 SAFE, 1 UNKNOWN, 2 errors\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), expected));
    assert!(answer.stderr.contains(" --> broken.bp:3:3\n"), "{}", answer.stderr);
}

#[test]
fn of_several_files_the_most_urgent_decides_the_code() {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE), ("n.bp", NOTHING)]);
    assert_eq!(room.run("check s.bp s.bp").code, Some(0));
    assert_eq!(room.run("check s.bp n.bp s.bp").code, Some(5));
    assert_eq!(room.run("check s.bp u.bp n.bp").code, Some(10));
    assert_eq!(room.run("check u.bp gone.bp s.bp").code, Some(3));
    assert_eq!(room.run("check --label x u.bp s.bp").code, Some(2));
}

#[test]
fn warnings_go_to_stderr_and_can_be_denied() {
    let room = Room::new(&[("x.bp", DOUBTFUL)]);
    let answer = room.run("check x.bp");
    assert_eq!(answer.code, Some(0));
    assert!(answer.stderr.starts_with("warning["), "{}", answer.stderr);
    let answer = room.run("check --deny warnings x.bp");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""));
    let last = "error: the input is rejected: 1 warning, and warnings are denied\n";
    assert!(answer.stderr.starts_with("warning[") && answer.stderr.ends_with(last), "{}", answer.stderr);
}

#[test]
fn statistics_go_to_stderr() {
    let room = Room::new(&[("x.bp", SAFE)]);
    let (plain, with) = (room.run("check x.bp"), room.run("check --stats x.bp"));
    assert_eq!(plain.stdout, with.stdout);
    assert!(with.stderr.starts_with("stats: explicit "), "{}", with.stderr);
    assert!(with.stderr.lines().last().is_some_and(|line| line.starts_with("stats: wall ")), "{}", with.stderr);
}

#[test]
fn other_engines_are_asked_too() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --all --cross-check x.bp");
    assert_eq!(answer.code, Some(10));
    let lines: Vec<&str> = answer.stdout.lines().filter(|line| line.starts_with("cross-check ")).collect();
    let engines = ["saturation:post", "summary:lazy", "recmc"];
    assert_eq!(lines, engines.map(|engine| format!("cross-check {engine}: UNSAFE")));
    let answer = room.run("check --engine summary:eager --cross-check --format json x.bp");
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("a document");
    assert_eq!(document["cross_check"][0]["engine"], "saturation:post");
    assert_eq!(document["cross_check"][1]["verdict"], "UNSAFE");
}

/// A counter of three bits overflows after eight rounds.
#[test]
fn a_bound_is_no_answer() {
    let bits = "decl a, b, c, e;
void main() begin
  a, b, c, e := F, F, F, F;
  while (!e) do
    a, b, c, e := !a, b != a, c != (a & b), a & b & c;
  od
  assert(F);
end";
    let room = Room::new(&[("x.bp", bits), ("y.bp", SAFE)]);
    let last = |flags: &str| {
        let answer = room.run(&format!("check --engine summary {flags}"));
        answer.stdout.lines().last().unwrap_or_default().to_string()
    };
    assert_eq!(last("--depth 3 x.bp"), "verdict: UNKNOWN (bound 3)");
    assert_eq!(last("--depth 8 x.bp"), "verdict: UNSAFE");
    assert_eq!(last("x.bp"), "verdict: UNSAFE");
    assert_eq!(last("--depth 0 y.bp"), "verdict: SAFE");
    let answer = room.run("check --depth 3 x.bp");
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("--depth needs an engine that unrolls"), "{}", answer.stderr);
}

#[test]
fn a_label_that_stands_twice_is_one_property() {
    let room = Room::new(&[("x.bp", "void main() begin ERROR: ERROR: SLIC_ERROR: skip; end")]);
    let answer = room.run("check --all x.bp");
    assert_eq!(answer.stdout.matches("\nproperty ").count(), 2, "{answer:?}");
}

/// An assertion with so many choices is decided in seconds, and a trace of it is replayed as fast.
#[test]
fn many_choices_are_decided() {
    let stars = |operator: &str| vec!["*"; 100_000].join(operator);
    let room = Room::new(&[
        ("and.bp", &format!("void main()\nbegin\n  assert({});\nend\n", stars(" & "))),
        ("or.bp", &format!("void main()\nbegin\n  assert({});\nend\n", stars(" | "))),
        ("xor.bp", &format!("void main()\nbegin\n  assert({});\nend\n", stars(" ^ "))),
        ("implies.bp", &format!("decl x;\nvoid main()\nbegin\n  assert(({}) => x);\nend\n", stars(" & "))),
        ("safe.bp", &format!("decl x;\nvoid main()\nbegin\n  x := T; assert(({}) => x);\nend\n", stars(" ^ "))),
    ]);
    for (name, code) in [("and", 10), ("or", 10), ("xor", 10), ("implies", 10), ("safe", 0)] {
        let answer = room.run(&format!("check --timeout 60s --quiet {name}.bp"));
        assert_eq!(answer.code, Some(code), "{name}: {answer:?}");
    }
}
