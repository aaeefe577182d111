//! `check --explain-safe`: what is printed. `explain --html`: what is written.

use super::*;

const PROGRAM: &str = "decl a := F, b;\nvoid main()\nbegin\n  decl c;\n  enforce !c;\n  b := !a;\n  if (a & c) then\n    assert(!b);\n  fi\n  \
                       assume(b | c);\n  a := *;\n  assert(b);\n  assert(a | !a);\nend\n";

#[test]
fn statements_that_the_proof_needs_are_listed() {
    let room = Room::new(&[("x.bp", PROGRAM)]);
    let answer = room.run("check --all --engine saturation --explain-safe x.bp");
    let expected = "the proof of properties 1, 2, 3 needs 3 of 6 statements and assumptions; the others may do anything\n\n\
                    line  statement                 procedure\n   1  decl a := F\n   6  b := !a                   main\n   \
                    7  if (a & c)                main\nproperty 1 holds vacuously: no run comes to it\n\n";
    assert_eq!(answer.stdout.strip_suffix(answer.results()), Some(expected), "{}", answer.stdout);
    assert_eq!(answer.code, Some(0));
    let document = room.run("check --all --engine saturation --explain-safe --format json x.bp").stdout;
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    let needs = serde_json::json!([
        { "place": null, "line": 1, "column": 6, "text": "decl a := F" },
        { "place": "main#1", "line": 6, "column": 3, "text": "b := !a" },
        { "place": "main#2", "line": 7, "column": 3, "text": "if (a & c)" },
    ]);
    let expected =
        serde_json::json!([{ "properties": [1, 2, 3], "reason": null, "needs": needs, "among": 6, "vacuous": [1] }]);
    assert_eq!(document["explanations"], expected);
}

#[test]
fn nothing_is_said_of_what_has_no_proof() {
    let room = Room::new(&[("x.bp", UNSAFE), ("y.bp", PROGRAM)]);
    assert!(!room.run("check --explain-safe x.bp").stdout.contains("needs"));
    assert!(!room.run("check y.bp").stdout.contains("needs"));
    assert_eq!(room.run("check --explain-safe --no-certificate y.bp").code, Some(2));
}

#[test]
fn certificates_tell_what_holds_vacuously() {
    let room = Room::new(&[("x.bp", PROGRAM)]);
    room.run("check --all --engine saturation --certificate c.json x.bp");
    for action in ["check", "show"] {
        let answer = room.run(&format!("certificate {action} x.bp c.json"));
        let expected = "property assert x.bp:8:5 main: no run violates it (vacuously: none comes to it)\n\
                        property assert x.bp:12:3 main: no run violates it\nproperty assert x.bp:13:3 main: no run violates it\n";
        assert!(answer.stdout.starts_with(expected), "{}", answer.stdout);
    }
}

#[test]
fn a_page_is_written_in_place_of_the_text() {
    let room = Room::new(&[("x.bp", UNSAFE), ("x.pds", "init <p, a>\n<p, a> -> <p, >\ntarget <p, >\n")]);
    for (file, engine) in [
        ("x.bp", "saturation:post"),
        ("x.bp", "summary"),
        ("x.bp", "explicit"),
        ("x.pds", "saturation:pre"),
        ("x.pds", "summary"),
    ] {
        let answer = room.run(&format!("explain {file} --engine {engine} --html page.html"));
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "", ""), "{file} {engine}");
        let page = room.read("page.html");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{file} {engine}");
        assert!(
            !page.contains("{{") && page.matches("://").count() == 1,
            "only SVG has a name that looks like an address"
        );
        assert_eq!(room.run(&format!("explain {file} --engine {engine} --html -")).stdout, page, "the same each time");
    }
    // The lines are those of the file, whatever the engine works on.
    assert!(room.read("page.html").contains("init \\u003cp, a\\u003e"));
    let both = room.run("explain x.pds --html page.html --format json");
    assert!(both.stdout.starts_with('{') && both.code == Some(0));
    let lost = room.run("explain x.pds --html nowhere/page.html");
    assert_eq!(lost.code, Some(3));
    assert!(lost.stderr.starts_with("error: cannot write nowhere/page.html: "), "{}", lost.stderr);
}

#[test]
fn nothing_to_decide_is_said() {
    let room = Room::new(&[("quiet.bp", "void main() begin here: skip; end")]);
    let answer = room.run("explain quiet.bp");
    assert!(answer.code == Some(0) && answer.stdout.contains("no property"), "{answer:?}");
    let asked = room.run("explain quiet.bp --label here");
    assert!(asked.stdout.contains("reached: label here"), "{asked:?}");
}

#[test]
fn the_run_of_a_system_is_told() {
    let system = "init <p, a>\n<p, a> -> <p, b a>\n<p, b> -> <p, >\ntarget <p, b a>\ntarget <p, b b>\n";
    let room = Room::new(&[("x.pds", system), ("safe.pds", "init <p, a>\n<p, a> -> <p, >\ntarget <p, a a>\n")]);
    let answer = room.run("explain x.pds --trace");
    let checked = room.run("pds check x.pds");
    assert_eq!(answer.code, Some(0));
    assert!(answer.stdout.starts_with("target <p, b a> is reached (x.pds:4:8)\nrun of 1 step\n"), "{}", answer.stdout);
    assert!(checked.stdout.starts_with(&answer.stdout), "{}", checked.stdout);
    let answer = room.run("explain safe.pds --trace");
    let expected = "error: no target is reached, so there is no run to it\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(1), "", expected));
    assert_eq!(room.run("explain x.pds --trace --tikz").code, Some(2));
    // Without a beginning nothing is answered.
    let room = Room::new(&[("x.pds", "<p, a> -> <p, b>\ntarget <p, b>\n")]);
    room.run("explain x.pds --engine saturation:pre --html x.html");
    let page = std::fs::read_to_string(room.0.path().join("x.html")).expect("a page");
    assert!(!page.contains("SAFE"), "{page}");
}

#[test]
fn the_program_is_explained_as_it_is_and_the_answer_told() {
    let safe = "decl a;\nvoid main()\nbegin\n  a := T;\n  a := T;\n  assert(a);\n  if (*) then assert(a); fi\nend\n";
    let room = Room::new(&[("x.bp", safe), ("y.bp", UNSAFE), ("v.bp", "void main() begin assume(F); assert(F); end")]);
    for engine in ["saturation", "saturation:pre", "summary"] {
        let whole = room.run(&format!("explain x.bp --engine {engine}"));
        let simple = room.run(&format!("explain x.bp --engine {engine} --simplify"));
        let (all, fewer) = (whole.stdout.lines().count(), simple.stdout.lines().count());
        assert!(if engine == "summary" { all >= fewer } else { all > fewer }, "{}", whole.stdout);
        for answer in [whole, simple] {
            assert_eq!(answer.code, Some(0));
            assert!(answer.stdout.ends_with("\nproperty 1: SAFE\nproperty 2: SAFE\n"), "{}", answer.stdout);
        }
        let answer = room.run(&format!("explain y.bp --engine {engine}"));
        assert!(answer.stdout.contains(": UNSAFE\n"), "{}", answer.stdout);
        let answer = room.run(&format!("explain v.bp --engine {engine}"));
        assert!(answer.stdout.ends_with("\nproperty 1: SAFE, vacuously: no run comes to it\n"), "{}", answer.stdout);
        let past = room.run(&format!("explain x.bp --engine {engine} --step 999"));
        assert!(past.code == Some(2) && past.stderr.contains("there is no step 999: there are "), "{past:?}");
        assert!(!room.run(&format!("explain x.bp --engine {engine} --step 1")).stdout.contains("SAFE"));
    }
    assert!(room.run("explain x.bp --engine explicit").stdout.contains("no steps: the engine tells none"));
}
