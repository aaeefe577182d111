//! Traces in files: written, replayed, shown, refused.

use super::*;

#[test]
fn a_trace_is_written_and_replayed() {
    let room = Room::new(&[("x.bp", UNSAFE), ("y.bp", SAFE)]);
    assert_eq!(room.run("check --trace t.json x.bp").code, Some(10));
    let answer = room.run("trace replay x.bp t.json");
    let expected = "property assert x.bp:5:3 main: violated after 3 steps\nevidence: accepted\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
    let answer = room.run("trace replay y.bp t.json");
    assert_eq!(answer.code, Some(1));
    assert!(answer.stdout.starts_with("evidence: refused ("), "{}", answer.stdout);
    let from_stdin = room.run_with_stdin("trace replay x.bp -", &room.read("t.json"));
    assert_eq!((from_stdin.code, from_stdin.stdout.as_str()), (Some(0), expected));
}

#[test]
fn a_trace_is_shown_as_check_shows_it() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let check = room.run("check --trace t.json x.bp").stdout;
    let shown = room.run("trace show x.bp t.json");
    assert_eq!(shown.code, Some(0));
    assert!(check.starts_with(&shown.stdout), "{check}");
    let check = room.run("check --unfold x.bp").stdout;
    assert!(check.starts_with(&room.run("trace show --unfold x.bp t.json").stdout), "{check}");
}

#[test]
fn no_violation_no_file() {
    let room = Room::new(&[("x.bp", SAFE)]);
    assert_eq!(room.run("check --trace t.json x.bp").code, Some(0));
    assert!(!room.path("t.json").exists());
}

#[test]
fn what_is_no_trace_is_an_unreadable_input() {
    let room = Room::new(&[("x.bp", SAFE), ("t.json", "{}"), ("u.json", "{\"schema_version\": 99}")]);
    for name in ["t.json", "u.json", "x.bp"] {
        let answer = room.run(&format!("trace show x.bp {name}"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""), "{name}");
        assert!(answer.stderr.starts_with(&format!("error: {name}: ")), "{}", answer.stderr);
    }
}

#[test]
fn the_file_is_replaced_as_a_whole_and_links_stay() {
    let room = Room::new(&[("x.bp", UNSAFE), ("old.json", "old")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("old.json", room.path("link.json")).expect("a link");
    #[cfg(unix)]
    assert_eq!(room.run("check --trace link.json x.bp").code, Some(10));
    #[cfg(not(unix))]
    assert_eq!(room.run("check --trace old.json x.bp").code, Some(10));
    assert!(room.read("old.json").starts_with('{'));
    let left: Vec<_> =
        room.0.path().read_dir().expect("a folder").map(|entry| entry.expect("one").file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn a_trace_that_cannot_be_written_takes_nothing_back() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --trace no/such/folder.json x.bp");
    assert_eq!(answer.code, Some(3));
    assert!(answer.stdout.ends_with("verdict: UNSAFE\n"), "{}", answer.stdout);
    assert!(answer.stderr.starts_with("error: cannot write no/such/folder.json: "), "{}", answer.stderr);
}

#[test]
fn a_place_has_one_spelling() {
    let room = Room::new(&[("x.bp", UNSAFE), ("y.bp", SAFE)]);
    assert_eq!(room.run("check --trace t.json x.bp").code, Some(10));
    assert_eq!(room.run("check --certificate c.json y.bp").code, Some(0));
    for (name, replay) in [("t.json", "trace replay x.bp"), ("c.json", "certificate check y.bp")] {
        let text = room.read(name);
        let place = text.split('"').find(|word| word.starts_with("main#")).expect("a place").to_string();
        let number = &place["main#".len()..];
        for other in [format!("0{number}"), format!("00{number}"), format!("+{number}")] {
            std::fs::write(room.path("other.json"), text.replace(&place, &format!("main#{other}"))).expect("a file");
            let answer = room.run(&format!("{replay} other.json"));
            assert_eq!(answer.code, Some(1), "{answer:?}");
            assert!(answer.stdout.contains(&format!("the program has no place `main#{other}`")), "{answer:?}");
        }
    }
}

/// What is wrong is told in words, not as it stands in memory.
#[test]
fn a_label_that_is_not_there_is_named() {
    let room = Room::new(&[("x.bp", "void main() begin ERROR: skip; end")]);
    assert_eq!(room.run("check --trace t.json x.bp").code, Some(10));
    std::fs::write(room.path("u.json"), room.read("t.json").replace("\"ERROR\"", "\"OTHER\"")).expect("a file");
    let answer = room.run("trace replay x.bp u.json");
    assert!(answer.code == Some(1) && answer.stdout.contains("label `OTHER`"), "{answer:?}");
}
