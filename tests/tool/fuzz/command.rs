//! The command: what it prints, what it writes, and where it goes on.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the command prints in a folder, and its exit code.
fn fuzz(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    command.arg("fuzz").args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The lines of a log, without what differs each time.
fn log(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a log");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let timeless = lines.map(|mut line| {
        let fields = line.as_object_mut().expect("an object");
        ["seconds", "cpu_seconds", "programs_per_second", "runs_per_second"]
            .iter()
            .for_each(|time| assert!(fields.remove(*time).is_some(), "{time}"));
        line
    });
    timeless.collect()
}

#[test]
fn a_log_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let whole = fuzz(path, "--seed 4 --programs 100 --shard 40 --threads 2 --log whole.jsonl");
    assert_eq!(whole.0, Some(0));
    assert_eq!(whole.1.lines().last(), Some("wrong: 0"));
    assert_eq!(fuzz(path, "--seed 4 --programs 40 --shard 40 --threads 2 --log part.jsonl").0, Some(0));
    // A process that was killed leaves half a line.
    let half = fs::read_to_string(path.join("part.jsonl")).expect("a log");
    fs::write(path.join("part.jsonl"), format!("{half}{}", &half[..half.len() / 2])).expect("it is written");
    assert_eq!(fuzz(path, "--seed 4 --programs 100 --shard 40 --threads 2 --log part.jsonl"), whole);
    let lines = log(&path.join("whole.jsonl"));
    assert_eq!(lines, log(&path.join("part.jsonl")));
    assert_eq!(lines.len(), 3);
    // Nothing is left to do, and others are not mistaken for it.
    assert_eq!(fuzz(path, "--seed 4 --programs 100 --shard 40 --log part.jsonl"), whole);
    assert_eq!(log(&path.join("part.jsonl")).len(), 3);
    assert_eq!(fuzz(path, "--seed 5 --programs 20 --log part.jsonl --loops false").0, Some(0));
    let lines = log(&path.join("part.jsonl"));
    assert_eq!(
        lines[3]["command"],
        "bpcheck fuzz --shape tiny --seed 5 --loops false --first 0 --programs 20 --shard 20"
    );
    // The command of a line examines its shard again.
    let command =
        lines[1]["command"].as_str().and_then(|command| command.strip_prefix("bpcheck fuzz ")).expect("a command");
    let (_, printed) = fuzz(path, command);
    let digest = lines[1]["digest"].as_str().expect("a digest");
    assert!(digest.len() == 64 && printed.contains(digest), "{printed}");
    assert!(!path.join("findings").exists());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for wrong in
        ["--shape huge", "--programs 0", "--threads 0", "--shape pds --procedures 2", "--first 18446744073709551615"]
    {
        assert_eq!(fuzz(path, wrong), (Some(2), String::new()), "{wrong}");
    }
    for other in ["no JSON\n", "no JSON"] {
        fs::write(path.join("log.jsonl"), other).expect("it is written");
        assert_eq!(fuzz(path, "--log log.jsonl"), (Some(3), String::new()));
        assert_eq!(fs::read_to_string(path.join("log.jsonl")).expect("a text"), other);
    }
    assert_eq!(fuzz(path, "--log none/log.jsonl").0, Some(3));
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_what_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    command.args(["fuzz", "--programs", "100000000", "--shard", "20", "--log", "log.jsonl"]).current_dir(folder.path());
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    while fs::read_to_string(&path).unwrap_or_default().lines().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it is sent");
    assert!(kill.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("wrong: 0\n"));
    assert!(log(&path).len() >= 2);
}
