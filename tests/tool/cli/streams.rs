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

/// Escapes, C1 controls and what turns the direction of writing.
const STEERING: &str = "\u{1b}[31m\u{9b}2J\u{202e}\u{2066}";

fn is_steered(text: &str) -> bool {
    text.chars().any(|c| STEERING.contains(c) && !c.is_ascii_graphic())
}

#[test]
fn what_others_wrote_does_not_steer_a_terminal() {
    let program =
        format!("// {STEERING}\ndecl {{a{STEERING}}};\nvoid main()\nbegin\n  assert({{a{STEERING}}});\nend\n");
    let names = |separator: &str| STEERING.replace('\u{1b}', separator);
    // No name has an escape in it, but the other characters may be there.
    let named = format!("decl {{a{0}}};\nvoid main()\nbegin\n  assert({{a{0}}});\nend\n", names(""));
    let broken = format!("void main()\nbegin\n  a{STEERING} := T;\nend\n");
    let room = Room::new(&[("x.bp", &program), ("y.bp", &named), ("z.bp", &broken)]);
    assert_eq!(room.run("check --trace t.json y.bp").code, Some(10));
    let commands = [
        "check x.bp",
        "check y.bp",
        "check z.bp",
        "check --format json y.bp",
        "trace show y.bp t.json",
        "dump y.bp --stage ast",
        "dump y.bp --stage pds",
        "dump y.bp --stage tokens",
        "convert y.bp --to bp",
        "convert y.bp --to smt2",
        "explain y.bp",
    ];
    for arguments in commands {
        let answer = room.run(arguments);
        assert!(!is_steered(&answer.stderr), "{arguments}: {answer:?}");
        let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_bpcheck"));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("NO_COLOR", "1").current_dir(room.0.path());
        let Ok(seen) = script.stdin(Stdio::null()).output() else {
            crate::support::skipped("there is no command script");
            return;
        };
        let seen = String::from_utf8_lossy(&seen.stdout).replace("\r\u{1b}[K", "").replace("\r\n", "\n");
        assert!(!seen.is_empty() && !is_steered(&seen), "{arguments}: {seen:?}");
    }
    for arguments in [["check", STEERING], [STEERING, "x"], ["check", "--engine"]] {
        let answer = Answer::from(room.command("").args(arguments).arg(STEERING).output().expect("it runs"));
        assert!(answer.code != Some(0) && !is_steered(&answer.stderr) && !is_steered(&answer.stdout), "{answer:?}");
    }
    // Formats in files and pipes have the names as they are.
    let normal = room.run("convert y.bp --to bp").stdout;
    assert!(normal.contains(&names("")), "{normal}");
    assert_eq!(room.run_with_stdin("check --quiet -", &normal).code, Some(10));
}
