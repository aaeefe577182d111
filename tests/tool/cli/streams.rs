//! Outputs that are closed or full.

use super::*;
use std::fs::OpenOptions;
use std::io::Read;

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("a full device").into()
}

#[test]
fn a_closed_pipe_is_no_error() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    for (arguments, code) in
        [("generate bebop --procedures 20000", 0), ("check x.bp", 10), ("check x.bp x.bp", 10), ("--help", 0)]
    {
        let mut child = room.command(arguments).spawn().expect("it runs");
        drop(child.stdout.take());
        let answer: Answer = child.wait_with_output().expect("it ends").into();
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(code), ""), "{arguments}");
    }
}

#[test]
fn a_reader_may_leave_in_the_middle() {
    let room = Room::new(&[]);
    room.run("generate doubling --procedures 18 --unsafe -o x.bp");
    let mut child = room.command("check --unfold x.bp").spawn().expect("it runs");
    let mut first = [0; 100];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a beginning");
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
}

#[test]
fn a_full_disk_is_told_and_the_verdict_stands() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let run = |arguments: &str| -> Answer { room.command(arguments).stdout(full()).output().expect("it runs").into() };
    let answer = run("check x.bp");
    assert_eq!(answer.code, Some(3));
    let told = "error: cannot write to the standard output: No space left on device (os error 28)\n";
    assert!(answer.stderr.starts_with(told), "{}", answer.stderr);
    assert!(answer.stderr.ends_with("\nevidence: checked\nverdict: UNSAFE\n"), "{}", answer.stderr);
    for arguments in ["generate bebop", "dump x.bp --stage ast"] {
        let answer = run(arguments);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), told), "{arguments}");
    }
    let lines = room.run("check x.bp");
    let answer = run("check --format json x.bp");
    assert_eq!((answer.code, answer.stderr), (Some(3), format!("{told}{}", lines.results())));
    let gone = "file: y.bp\nerror: cannot read y.bp: No such file or directory (os error 2)\n";
    let answer = run("check x.bp y.bp");
    let expected = format!("{told}file: x.bp\n{}{told}\n{gone}\n2 files: 1 UNSAFE, 1 error\n", lines.results());
    assert_eq!((answer.code, answer.stderr), (Some(3), expected));
}

#[test]
fn a_full_disk_under_the_trace_is_told() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --trace /dev/full x.bp");
    assert_eq!(answer.code, Some(3));
    assert!(answer.stderr.starts_with("error: cannot write /dev/full: "), "{}", answer.stderr);
    assert!(answer.stdout.ends_with("verdict: UNSAFE\n"), "{}", answer.stdout);
}

#[test]
fn a_device_is_written_as_it_is() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --trace /dev/stderr x.bp");
    assert_eq!(answer.code, Some(10));
    assert!(answer.stderr.starts_with('{'), "{}", answer.stderr);
}

#[test]
fn a_full_standard_error_output_is_survived() {
    let room = Room::new(&[("x.bp", DOUBTFUL)]);
    let output = room.command("check --stats x.bp").stderr(full()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
}
