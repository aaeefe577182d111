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
    let answer = room.run("recheck --engine interpolation:seeds=off old.bp new.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines[0], "old: SAFE");
    for line in ["summaries swap: unchanged (4 of 4 hold)", "summaries work: kept (2 of 2 hold)"] {
        assert!(lines.contains(&line), "no line {line}: {answer:?}");
    }
    assert_eq!(lines.last(), Some(&"verdict: SAFE"));
    let answer = room.run("recheck --engine interpolation:seeds=off old.bp wrong.bp");
    assert_eq!(answer.code, Some(10), "{answer:?}");
    assert!(answer.stdout.contains("summaries work: lost (0 of 2 hold)\n"), "{answer:?}");
    assert!(answer.stdout.ends_with("verdict: UNSAFE\n"), "{answer:?}");
}

#[test]
fn a_file_of_summaries_is_read_and_written() {
    let room = room();
    let first = room.run("check --engine interpolation:seeds=off --summaries known.json old.bp");
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(!first.stdout.contains("summaries "), "nothing was known: {first:?}");
    let second = room.run("check --engine interpolation:seeds=off --summaries known.json --stats old.bp");
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

/// A property is found again by where it stands in the program, and not among those that were asked about.
#[test]
fn what_is_known_of_a_property_is_found_whichever_others_are_asked() {
    let two = OLD.replace("  assert(g = k);", "  assert(g | !g | k);\n  assert(g = k);");
    let room = Room::new(&[("two.bp", &two)]);
    assert_eq!(room.run("check --all --engine interpolation:seeds=off --summaries known.json two.bp").code, Some(0));
    let known = room.read("known.json");
    let only = room.run("check --property 2 --engine interpolation:seeds=off --summaries known.json --stats two.bp");
    assert_eq!(only.code, Some(0), "{only:?}");
    assert!(only.stderr.contains("stats: interpolation answered by summaries 1\n"), "{only:?}");
    let key = r#""kind":"assert","before":1"#;
    for file in [known, room.read("known.json")] {
        assert!(file.split_whitespace().collect::<String>().contains(key), "{file}");
    }
}

/// What was tried is a part of what was asked.
#[test]
fn a_document_names_the_files_of_what_is_known() {
    let room = room();
    let config = |command: &str| {
        let answer = room.run(command);
        let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
        ["summaries", "reuse"].map(|name| document["config"][name].as_str().map(str::to_string))
    };
    assert_eq!(config("check --format json --summaries known.json old.bp"), [Some("known.json".into()), None]);
    assert_eq!(room.run("check --engine saturation --certificate proof.json old.bp").code, Some(0));
    assert_eq!(config("check --format json --reuse proof.json new.bp"), [None, Some("proof.json".into())]);
    assert_eq!(config("check --format json old.bp"), [None, None]);
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
