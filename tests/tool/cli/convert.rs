//! `convert`, and programs that are read from other formats.

use super::*;

const CLAUSES: &str = "(set-logic HORN)\n(declare-fun even (Bool) Bool)\n(assert (even false))\n\
    (assert (forall ((x Bool)) (=> (even x) (even (not x)))))\n(assert (=> (even true) false))\n(check-sat)\n";

#[test]
fn clauses_are_checked_like_programs() {
    let room = Room::new(&[("x.smt2", CLAUSES)]);
    let answer = room.run("check x.smt2");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.contains("assert is violated at x.smt2:5:9"), "{}", answer.stdout);
    assert!(answer.stdout.contains("evidence: checked\nverdict: UNSAFE\n"), "{}", answer.stdout);
    assert_eq!(room.run_with_stdin("check --from smt2 -", CLAUSES).code, Some(10));
    let traced = room.run("check --trace t.json x.smt2");
    assert_eq!(traced.code, Some(10));
    assert_eq!(room.run("trace replay x.smt2 t.json").code, Some(0));
}

#[test]
fn what_is_wrong_with_clauses_is_shown() {
    let room = Room::new(&[("x.smt2", "(set-logic HORN)\n(declare-fun p (Int) Bool)\n")]);
    for command in ["check x.smt2", "convert x.smt2 --to bp", "dump x.smt2 --stage cfg"] {
        let answer = room.run(command);
        assert_eq!(answer.code, Some(3), "{command}: {answer:?}");
        assert!(answer.stderr.contains("error[sort]: expected the sort Bool\n --> x.smt2:2:17"), "{}", answer.stderr);
    }
}

#[test]
fn there_and_back() {
    let room = Room::new(&[("safe.bp", SAFE), ("unsafe.bp", UNSAFE)]);
    for (name, code) in [("safe", 0), ("unsafe", 10)] {
        assert_eq!(room.run(&format!("convert {name}.bp --to smt2 -o {name}.smt2")).code, Some(0));
        assert_eq!(room.run(&format!("check {name}.smt2")).code, Some(code));
        assert_eq!(room.run(&format!("convert {name}.smt2 --to bp -o {name}.again.bp")).code, Some(0));
        assert_eq!(room.run(&format!("check {name}.again.bp")).code, Some(code));
    }
    // Another text that is no clauses is not read as such, whatever its name.
    assert_eq!(room.run("check --from bp safe.smt2").code, Some(3));
}

#[test]
fn a_program_without_a_question_gives_no_clauses() {
    let room = Room::new(&[("nothing.bp", NOTHING), ("labels.bp", LABELS)]);
    let answer = room.run("convert nothing.bp --to smt2");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(5), ""), "{answer:?}");
    assert!(answer.stderr.contains("--label"), "{}", answer.stderr);
    let normal = room.run("convert nothing.bp --to bp");
    assert_eq!((normal.code, normal.stdout.as_str()), (Some(0), NOTHING), "{normal:?}");
    let labelled = room.run("convert labels.bp --to smt2 --label f:other");
    assert_eq!(labelled.code, Some(0));
    assert!(labelled.stdout.contains("(assert (=> |f#1| false))"), "{}", labelled.stdout);
    assert_eq!(room.run("convert labels.bp --to smt2 --label gone").code, Some(2));
    assert_eq!(room.run("convert labels.bp --to gone").code, Some(2));
}

#[test]
fn programs_for_moped_keep_their_verdict() {
    let room = Room::new(&[("safe.bp", SAFE), ("unsafe.bp", UNSAFE), ("nothing.bp", NOTHING)]);
    for (name, code) in [("safe", 0), ("unsafe", 10)] {
        assert_eq!(room.run(&format!("convert {name}.bp --to moped -o {name}.moped.bp")).code, Some(0));
        assert_eq!(room.run(&format!("check --label SLIC_ERROR {name}.moped.bp")).code, Some(code));
    }
    let nothing = room.run("convert nothing.bp --to moped");
    assert!(nothing.code == Some(0) && nothing.stdout.contains("no label to ask about"), "{nothing:?}");
}

#[test]
fn systems_of_moped_are_known_by_their_beginning() {
    let system = "# a comment\n(p <a>)\np <a> --> p <a b> \"push\"  p <a> --> q <>\n";
    let room = Room::new(&[("x.pds", system), ("y.pds", "init <p, a>\n<p, a> -> <q, >\ntarget <q, >\n")]);
    let ours = "init <p, a>\n<p, a> -> <p, a b>\n<p, a> -> <q, >\n";
    assert_eq!(room.run("convert x.pds --to pds").stdout, ours);
    assert_eq!(room.run_with_stdin("convert - --from moped-pds --to pds", system).stdout, ours);
    assert_eq!(room.run_with_stdin("convert - --from pds --to pds", system).stdout, ours);
    let member = room.command("pds member x.pds").arg("<q, b b>").output().expect("it runs");
    assert_eq!(Answer::from(member).code, Some(0));
    assert_eq!(room.run_with_stdin("pds post --heads -", system).code, Some(0));
    // There is nothing to check: the format holds no question.
    assert_eq!(room.run("pds check x.pds").code, Some(5));
    assert_eq!(room.run("convert y.pds --from moped-pds --to pds").code, Some(3));
    assert_eq!(room.run("convert y.pds --to moped-pds -o z.pds").code, Some(0));
    let member = room.command("pds member z.pds").arg("<reached, here .*>").output().expect("it runs");
    assert_eq!(Answer::from(member).code, Some(0));
}

/// Control flow alone keeps this label from being reached, so nothing of it is left behind the passes.
#[test]
fn a_question_that_is_settled_is_still_asked() {
    let text = "void main() begin goto l; ERROR: skip; l: skip; end";
    let room = Room::new(&[("x.bp", text)]);
    for (format, name) in [("pds", "x.pds"), ("pdaaal", "x.json")] {
        assert_eq!(room.run(&format!("convert x.bp --to {format} -o {name}")).code, Some(0));
        for command in ["check --deny warnings", "pds check"] {
            let answer = room.run(&format!("{command} {name}"));
            assert!(answer.code == Some(0) && answer.stdout.ends_with("verdict: SAFE\n"), "{answer:?}");
        }
    }
    let system = std::fs::read_to_string(room.path("x.pds")).expect("a file");
    assert_eq!(system.lines().last(), Some("target <., never$1 .*>"), "{system}");
}

#[test]
fn scripts_have_one_question() {
    let room = Room::new(&[
        ("exit.smt2", "(set-logic HORN)(assert true)(check-sat)(exit)(assert false)"),
        ("behind.smt2", "(set-logic HORN)\n(check-sat)\n(assert false)\n"),
        ("twice.smt2", "(set-logic HORN)\n(assert true)(check-sat)\n(check-sat)\n"),
        ("parts.smt2", "(check-sat 1)"),
        ("alone.smt2", "(check-sat)"),
        ("true.smt2", "(assert true)"),
        ("fact.smt2", "(declare-fun p () Bool)(assert p)"),
        ("early.smt2", "(exit)(assert false)"),
    ]);
    for (name, place) in [("behind", "3:1"), ("twice", "3:1"), ("parts", "1:1")] {
        let answer = room.run(&format!("check {name}.smt2"));
        let told = answer.stderr.contains(&format!("{name}.smt2:{place}"));
        assert!(answer.code == Some(3) && told, "{answer:?}");
    }
    for name in ["exit", "alone", "true", "fact"] {
        let answer = room.run(&format!("check {name}.smt2"));
        let expected = "engine: explicit\nevidence: checked\nverdict: SAFE\n";
        assert!(answer.code == Some(0) && answer.stdout.ends_with(expected), "{name}: {answer:?}");
    }
    assert_eq!(room.run("check early.smt2").code, Some(5), "nothing is asked");
}

#[test]
fn circuits_are_written() {
    let room = Room::new(&[("safe.bp", SAFE), ("nothing.bp", NOTHING)]);
    let text = room.run("convert safe.bp --to aag");
    assert_eq!(text.code, Some(0), "{text:?}");
    assert!(text.stdout.starts_with("aag ") && text.stdout.contains("\nl0 pc[0]\n"), "{}", text.stdout);
    assert_eq!(room.run("convert safe.bp --to aig -o safe.aig").code, Some(0));
    let bytes = std::fs::read(room.path("safe.aig")).expect("a file");
    assert!(bytes.starts_with(b"aig "), "{bytes:?}");
    assert_eq!(room.run("convert nothing.bp --to aig").code, Some(5));
    let recursive =
        room.run_with_stdin("convert - --to aag", "void main() begin if (*) then main(); fi assert(*); end");
    assert_eq!((recursive.code, recursive.stdout.as_str()), (Some(5), ""), "{recursive:?}");
    assert!(recursive.stderr.contains("recursion: main calls main"), "{}", recursive.stderr);
}

#[test]
fn pictures_are_those_of_dump() {
    let room = Room::new(&[("safe.bp", SAFE)]);
    let picture = room.run("convert safe.bp --to dot");
    assert!(picture.code == Some(0) && picture.stdout.starts_with("digraph"), "{picture:?}");
    assert_eq!(picture.stdout, room.run("dump safe.bp --stage cfg --format dot").stdout);
}

/// A target that is spelt wrong is never reached, so it is not passed over in silence.
#[test]
fn what_is_doubtful_about_a_pushdown_system_is_told() {
    let room = Room::new(&[("typo.pds", "init <p, a>\n<p, a> -> <q, >\ntarget <r, .*>\n")]);
    for command in
        ["check typo.pds", "convert typo.pds --to bp", "dump typo.pds --stage cfg", "explain typo.pds --engine summary"]
    {
        let answer = room.run(command);
        assert_eq!(answer.code, Some(0), "{command}: {answer:?}");
        assert!(answer.stderr.contains("control state `r` occurs in targets only"), "{command}: {}", answer.stderr);
        assert!(answer.stderr.contains("typo.pds:3:9"), "{command}: {}", answer.stderr);
    }
    let denied = room.run("check typo.pds --deny warnings");
    assert_eq!(denied.code, Some(3), "{denied:?}");
}
