//! `reduce`: a program as small as a command wants it.

use super::*;

/// Runs `reduce x.bp` with a condition; temporary files are in a folder of the room.
fn reduce(room: &Room, arguments: &str, until: &str) -> Command {
    let mut command = room.command(&format!("reduce x.bp {arguments}"));
    let temporary = room.path("temporary");
    std::fs::create_dir_all(&temporary).expect("a folder");
    command.env("TMPDIR", temporary).env("BPCHECK", env!("CARGO_BIN_EXE_bpcheck")).arg("--until").arg(until);
    command
}

fn is_clean(room: &Room) -> bool {
    room.path("temporary").read_dir().expect("a folder").next().is_none()
}

#[test]
fn a_generated_program_shrinks_to_its_violation() {
    let room = Room::new(&[]);
    assert_eq!(room.run("generate slam --procedures 8 --seed 5 --unsafe -o x.bp").code, Some(0));
    let lines = room.read("x.bp").lines().count();
    assert!(lines > 300, "{lines}");
    let condition = "echo >> runs; \"$BPCHECK\" check {}; test $? -eq 10";
    let answer: Answer = reduce(&room, "", condition).output().expect("it runs").into();
    let expected = "void main()\nbegin\n  SLIC_ERROR: skip;\nend\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
    let runs = room.read("runs").lines().count();
    assert!(runs < 300, "{runs}");
    assert!(is_clean(&room));
}

#[test]
fn the_path_is_appended_and_the_result_goes_to_a_file() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer: Answer = reduce(&room, "-o y.bp", "grep -q '!'").output().expect("it runs").into();
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""));
    assert_eq!(room.read("y.bp"), "void main()\nbegin\n  assert(!F);\nend\n");
    let answer: Answer = reduce(&room, "--text", "grep -q '!'").output().expect("it runs").into();
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), "!"));
}

#[test]
fn what_is_of_no_interest_is_refused() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer: Answer = reduce(&room, "", "\"$BPCHECK\" check {}").output().expect("it runs").into();
    let expected = "error: x.bp is of no interest from the start: the command ends with exit status: 10\n  \
                    hint: it has to exit with 0 on the program as it is; try: \"$BPCHECK\" check x.bp\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(1), "", expected));
    assert!(is_clean(&room));
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_the_smallest_program_so_far() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let condition = "echo >> runs; test $(wc -l < runs) -lt 6 || sleep 60; grep -q ':=' {}";
    let child = reduce(&room, "-o y.bp", condition).spawn().expect("it runs");
    let start = std::time::Instant::now();
    while std::fs::read_to_string(room.path("runs")).is_ok_and(|runs| runs.lines().count() < 6)
        || !room.path("runs").exists()
    {
        assert!(start.elapsed().as_secs() < 50);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let sent = Command::new("kill").arg("-2").arg(child.id().to_string()).status().expect("kill runs");
    assert!(sent.success());
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(130), "", ""));
    assert!(start.elapsed().as_secs() < 50);
    let small = room.read("y.bp");
    assert!(small.contains(":=") && !small.contains("!a"), "{small}");
    assert!(is_clean(&room));
}
