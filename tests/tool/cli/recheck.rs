//! `recheck`, `check --summaries` and `check --reuse`.

use super::*;

const OLD: &str = "decl g, k;\nvoid swap()\nbegin\n  g, k := !k, !g;\nend\nvoid work()\nbegin\n  swap();\nend\nvoid main()\nbegin\n  \
    g := *;\n  k := g;\n  work();\n  assert(g = k);\nend\n";

fn room() -> Room {
    let new = OLD.replace("swap();\nend", "skip;\n  swap();\nend");
    Room::new(&[
        ("old.bp", OLD),
        ("new.bp", &new),
        ("wrong.bp", &OLD.replace("!k, !g", "!k, g")),
        ("broken.bp", BROKEN),
    ])
}

#[test]
fn a_new_version_is_checked_with_what_is_known_of_the_old_one() {
    let room = room();
    let answer = room.run("recheck old.bp new.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines[0], "old: SAFE");
    for line in ["summaries swap: unchanged (4 of 4 hold)", "summaries work: kept (2 of 2 hold)"] {
        assert!(lines.contains(&line), "no line {line}: {answer:?}");
    }
    assert_eq!(lines.last(), Some(&"verdict: SAFE"));
    let answer = room.run("recheck old.bp wrong.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.contains("summaries work: lost (0 of 2 hold)\n"), "{answer:?}");
    assert!(answer.stdout.ends_with("verdict: UNSAFE\n"), "{answer:?}");
}

#[test]
fn a_file_of_summaries_is_read_and_written() {
    let room = room();
    let first = room.run("check --summaries known.json old.bp");
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(!first.stdout.contains("summaries "), "nothing was known: {first:?}");
    let second = room.run("check --summaries known.json --stats old.bp");
    assert!(second.stdout.contains("summaries main: unchanged (1 of 1 holds)\n"), "{second:?}");
    assert!(second.stderr.contains("stats: interpolation answered by summaries 1\n"), "{second:?}");
    assert!(second.stderr.contains("stats: interpolation expanded 0\n"), "{second:?}");
    // The old version is not looked at.
    let third = room.run("recheck --summaries known.json nowhere.bp wrong.bp");
    assert_eq!(third.code, Some(10), "{third:?}");
    let known = room.read("known.json");
    assert_eq!(room.run("check --summaries known.json broken.bp").code, Some(3));
    assert_eq!(room.read("known.json"), known, "a program that is none teaches nothing");
}

#[test]
fn the_certificate_of_another_engine_is_tried() {
    let room = room();
    assert_eq!(room.run("check --engine saturation --certificate proof.json old.bp").code, Some(0));
    let answer = room.run("check --reuse proof.json new.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.stdout.contains("engine: interpolation\n"), "{answer:?}");
    assert!(answer.stdout.contains("summaries swap: kept"), "{answer:?}");
    assert_eq!(room.run("check --reuse proof.json wrong.bp").code, Some(10));
}

#[test]
fn what_cannot_be_is_refused() {
    let room = room();
    for (command, code, expected) in [
        ("recheck nowhere.bp new.bp", 3, "error: nowhere.bp: "),
        ("recheck broken.bp new.bp", 3, "error: broken.bp: "),
        ("recheck broken.bp new.bp", 3, "broken.bp:3:3"),
        ("recheck old.bp", 2, "<NEW>"),
        ("check --summaries old.bp new.bp", 3, "error: old.bp: not a file of summaries: "),
        ("check --reuse old.bp new.bp", 3, "error: old.bp: not a certificate: "),
        ("check --reuse nowhere.json new.bp", 3, "nowhere.json"),
        ("check --summaries a.json --reuse b.json new.bp", 2, "cannot be used with"),
        ("check --summaries a.json old.bp new.bp", 2, "one FILE"),
        ("check --summaries - old.bp", 2, "name a file"),
        (
            "check --engine explicit --summaries a.json old.bp",
            2,
            "explicit remembers nothing of procedures: ask interpolation",
        ),
    ] {
        let answer = room.run(command);
        assert_eq!(answer.code, Some(code), "{command}: {answer:?}");
        assert!(answer.stderr.contains(expected), "{command}: {answer:?}");
    }
    assert!(!room.path("a.json").exists());
}
