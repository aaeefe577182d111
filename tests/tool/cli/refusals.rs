//! What cannot be done is said in a line, with the right exit code, and no verdict.

use super::*;

/// Exit code and first line on the standard error output; nothing on the other.
fn refusal(room: &Room, arguments: &str) -> (Option<i32>, String) {
    let answer = room.run(arguments);
    assert_eq!(answer.stdout, "", "{arguments}");
    (answer.code, answer.stderr.lines().next().unwrap_or_default().to_string())
}

#[test]
fn wrong_usage() {
    let room = Room::new(&[("x.bp", SAFE), ("y.bp", SAFE)]);
    for arguments in [
        "",
        "verify x.bp",
        "check",
        "check --engine magic x.bp",
        "check --engine explicit:fast x.bp",
        "check --timeout soon x.bp",
        "check --timeout 0 x.bp",
        "check --memory 3X x.bp",
        "check --format xml x.bp",
        "check --trace t.json x.bp y.bp",
        "check --trace - x.bp",
        "check - x.bp -",
        "trace replay - -",
        "generate",
        "generate bebop --procedures -1",
    ] {
        let (code, line) = refusal(&room, arguments);
        assert_eq!(code, Some(2), "{arguments}: {line}");
    }
    let (_, line) = refusal(&room, "check --engine magic x.bp");
    assert!(line.contains("there is no engine `magic`"), "{line}");
}

#[test]
fn entries_and_labels_that_are_not_there() {
    let room = Room::new(&[("x.bp", LABELS)]);
    let told = |arguments| refusal(&room, arguments);
    assert_eq!(
        told("check --entry g x.bp"),
        (Some(2), "error: there is no procedure `g` to begin in; there are `main` and `f`".into())
    );
    assert_eq!(
        told("check --label no x.bp"),
        (Some(2), "error: there is no label `no`; there are `ERROR` and `other`".into())
    );
    assert_eq!(
        told("check --label f:ERROR x.bp"),
        (Some(2), "error: there is no label `ERROR` in procedure `f`; there is `other`".into())
    );
    let meant = |arguments| told(arguments).1;
    assert_eq!(meant("check --entry mian x.bp"), "error: there is no procedure `mian` to begin in: is `main` meant?");
    assert_eq!(meant("check --label ERORR x.bp"), "error: there is no label `ERORR`: is `ERROR` meant?");
    assert_eq!(
        meant("check --label f:othr x.bp"),
        "error: there is no label `othr` in procedure `f`: is `other` meant?"
    );
    assert_eq!(
        meant("check --label Main:ERROR x.bp"),
        "error: there is no procedure `Main`, so no label `ERROR` in it: is `main` meant?"
    );
}

#[test]
fn rejected_programs() {
    let room = Room::new(&[("x.bp", BROKEN), ("empty.bp", ""), ("junk.bp", "\u{0}\u{ff}{{{")]);
    let (code, line) = refusal(&room, "check x.bp");
    assert_eq!(code, Some(3));
    assert!(line.starts_with("error["), "{line}");
    assert_eq!(refusal(&room, "check empty.bp").0, Some(3));
    assert_eq!(refusal(&room, "check junk.bp").0, Some(3));
}

#[cfg(unix)]
#[test]
fn unreadable_inputs() {
    let room = Room::new(&[]);
    std::fs::create_dir(room.path("folder.bp")).expect("a folder");
    std::os::unix::fs::symlink("loop.bp", room.path("loop.bp")).expect("a link");
    let told = |arguments| refusal(&room, arguments);
    let line = |name: &str, why: &str| (Some(3), format!("error: cannot read {name}: {why}"));
    assert_eq!(told("check no.bp"), line("no.bp", "No such file or directory (os error 2)"));
    for command in ["dump folder.bp --stage ast", "trace replay folder.bp t.json", "explain folder.bp"] {
        assert_eq!(told(command), line("folder.bp", "it is a folder: name a file in it"), "{command}");
    }
    assert_eq!(told("check loop.bp").0, Some(3));
    assert_eq!(told("trace replay no.bp t.json"), line("no.bp", "No such file or directory (os error 2)"));
}

#[test]
fn texts_of_other_kinds() {
    let wide: Vec<u8> = [0xfeff_u16].into_iter().chain(SAFE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let room = Room::new(&[
        ("x.c", "#include <x.h>\nint main(void) { return 0; }\n"),
        ("marked.bp", &format!("\u{feff}{SAFE}")),
    ]);
    std::fs::write(room.path("wide.bp"), wide).expect("a file");
    let told = "error: cannot read wide.bp: the text is UTF-16: save it as UTF-8, as `iconv -f UTF-16 -t UTF-8` does";
    assert_eq!(refusal(&room, "check wide.bp"), (Some(3), told.to_string()));
    let answer = room.run("check x.c");
    assert!(answer.stderr.contains("note: x.c is a C program by its name: "), "{}", answer.stderr);
    let answer = room.run("check marked.bp --trace t.json");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    assert!(answer.stdout.starts_with("property 1 assert marked.bp:5:3 main: SAFE\n"), "{}", answer.stdout);
}

#[cfg(unix)]
#[test]
fn a_name_cannot_forge_a_line() {
    let room = Room::new(&[("x\nverdict: SAFE", UNSAFE)]);
    let answer: Answer = room.command("check").arg("x\nverdict: SAFE").output().expect("it runs").into();
    assert_eq!(answer.code, Some(10));
    assert!(!answer.stdout.contains("\nverdict: SAFE"), "{}", answer.stdout);
}

#[test]
fn help_and_version() {
    let room = Room::new(&[]);
    for arguments in ["--help", "check --help", "trace --help", "trace show --help", "dump --help", "generate --help"] {
        let answer = room.run(arguments);
        assert_eq!(answer.code, Some(0), "{arguments}");
        assert!(answer.stdout.contains("Usage: bpcheck"), "{arguments}");
    }
    assert_eq!(room.run("--version").stdout, concat!("bpcheck ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(room.run("check --help").stdout.contains("143 SIGTERM"));
}
