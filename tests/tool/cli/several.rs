//! Several inputs: folders, one line each, how many had which answer, more than one at a time.

use super::*;

fn room() -> Room {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE), ("n.bp", NOTHING)]);
    std::fs::create_dir_all(room.path("all/deep")).expect("folders");
    for (name, text) in [("all/2.bp", SAFE), ("all/10.bp", UNSAFE), ("all/deep/1.bp", SAFE), ("all/note.txt", BROKEN)] {
        std::fs::write(room.path(name), text).expect("a file");
    }
    room
}

#[test]
fn a_line_for_each() {
    let answer = room().run("check --quiet s.bp u.bp n.bp gone.bp");
    let expected = "s.bp: SAFE\n\
                    u.bp: UNSAFE (assert u.bp:5:3 main)\n\
                    n.bp: UNKNOWN (no property)\n\
                    gone.bp: error: cannot read gone.bp: No such file or directory (os error 2)\n\
                    4 files: 1 SAFE, 1 UNSAFE, 1 UNKNOWN, 1 error\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(3), expected, ""));
    let answer = room().run("check -q s.bp");
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "s.bp: SAFE\n", ""));
}

#[test]
fn what_is_wrong_with_a_text_is_shown_all_the_same() {
    let room = Room::new(&[("b.bp", BROKEN), ("d.bp", DOUBTFUL)]);
    let answer = room.run("check --quiet b.bp d.bp");
    assert!(answer.stdout.starts_with("b.bp: error: the input is rejected: 1 error\nd.bp: "), "{}", answer.stdout);
    assert!(answer.stderr.contains(" --> b.bp:3:3\n") && !answer.stderr.contains("warning["), "{}", answer.stderr);
}

#[test]
fn folders_stand_for_the_programs_below() {
    let room = room();
    let answer = room.run("check --quiet u.bp all s.bp");
    let expected = "u.bp: UNSAFE (assert u.bp:5:3 main)\n\
                    all/10.bp: UNSAFE (assert all/10.bp:5:3 main)\n\
                    all/2.bp: SAFE\n\
                    all/deep/1.bp: SAFE\n\
                    s.bp: SAFE\n\
                    5 files: 3 SAFE, 2 UNSAFE\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(10), expected));
    // One program in a folder may be several tomorrow.
    let answer = room.run("check all/deep");
    assert!(answer.stdout.starts_with("file: all/deep/1.bp\n"), "{}", answer.stdout);
    assert!(answer.stdout.ends_with("verdict: SAFE\n\n1 file: 1 SAFE\n"), "{}", answer.stdout);
    let document: serde_json::Value =
        serde_json::from_str(&room.run("check --format json all/deep").stdout).expect("JSON");
    assert_eq!(document["files"][0]["verdict"], "SAFE");
    assert!(room.run("check --trace t.json all").stderr.contains("--trace takes the trace of one FILE"));
}

#[test]
fn a_folder_without_programs_is_an_unreadable_input() {
    let room = room();
    std::fs::create_dir(room.path("empty")).expect("a folder");
    let answer = room.run("check --quiet empty s.bp");
    let expected = "empty: error: cannot read empty: there is no file with the ending .bp in it, nor below\n\
                    s.bp: SAFE\n\
                    2 files: 1 SAFE, 1 error\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), expected));
}

#[test]
fn more_at_a_time_say_the_same() {
    let room = room();
    let files = "u.bp all s.bp gone.bp n.bp ".repeat(8);
    for format in ["human", "json"] {
        let run = |jobs: &str| {
            let answer = room.run(&format!("check --engine saturation --format {format} --jobs {jobs} {files}"));
            let mut stdout = answer.stdout;
            if let Ok(mut document) = serde_json::from_str::<serde_json::Value>(&stdout) {
                for file in document["files"].as_array_mut().expect("files") {
                    file["resources"].take();
                }
                stdout = document.to_string();
            }
            (answer.code, stdout, answer.stderr)
        };
        let one = run("1");
        assert!(one.1.len() > 1_000, "{}", one.1);
        for jobs in ["2", "3", "100"] {
            assert_eq!(run(jobs), one, "{jobs}");
        }
    }
    assert_eq!(room.run("check --jobs 0 s.bp").code, Some(2));
}

#[test]
fn files_of_earlier_runs_are_not_taken_for_new_ones() {
    let room = room();
    let note = |arguments: &str| room.run(arguments).stderr;
    assert_eq!(note("check --trace t.json --certificate c.json s.bp"), "");
    assert_eq!(note("check --trace t.json u.bp"), "");
    let stale = "note: no violation was found, so t.json is what it was before this check\n";
    assert_eq!(note("check --trace t.json s.bp"), stale);
    let stale = "note: there is no certificate, so c.json is what it was before this check\n";
    assert_eq!(note("check --certificate c.json u.bp"), stale);
}

#[test]
fn a_format_for_programs_has_no_short_form() {
    let answer = room().run("check --quiet --format json s.bp");
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("--quiet shortens lines of text"), "{}", answer.stderr);
}
