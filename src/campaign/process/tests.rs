//! Processes that take too much of everything.

use super::*;
use crate::campaign::record::Limits;

fn sh(script: &str, seconds: f64, memory_bytes: Option<u64>) -> Ended {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    run(command, &Limits { seconds, memory_bytes }, Memory::Watched, &CancelToken::default()).expect("it runs")
}

#[test]
fn what_it_says_and_how_it_ended() {
    let ended = sh("echo said; echo mistaken >&2; exit 7", 10.0, None);
    assert_eq!((ended.exit, ended.stopped), (Exit { code: Some(7), signal: None }, None));
    assert_eq!((ended.stdout.as_slice(), ended.stderr.as_slice()), (&b"said\n"[..], &b"mistaken\n"[..]));
    assert!(ended.cpu.is_some() && ended.peak_memory.is_some());
    assert_eq!(sh("kill -9 $$", 10.0, None).exit, Exit { code: None, signal: Some(9) });
}

#[test]
fn time_by_the_clock_is_limited_for_all_that_was_started() {
    let start = Instant::now();
    let ended = sh("sleep 60 & sleep 60; echo said", 0.1, None);
    assert_eq!((ended.stopped, ended.stdout.as_slice()), (Some(Stopped::Time), &b""[..]));
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn time_of_processors_is_limited_by_the_system() {
    let ended = sh("while :; do :; done", 0.5, None);
    assert!(ended.exit.signal.is_some() && ended.cpu.is_some_and(|cpu| cpu < Duration::from_secs(5)), "{ended:?}");
}

#[test]
fn memory_is_limited_for_all_together() {
    // A variable that doubles; in a process of a process.
    let greedy = "x=0123456789; while :; do x=$x$x; done";
    let ended = sh(&format!("( {greedy} ) & wait"), 60.0, Some(100 << 20));
    assert_eq!(ended.stopped, Some(Stopped::Memory), "{:?}", ended.exit);
}

#[test]
fn what_is_left_behind_ends_too() {
    let ended = sh("sleep 1000 & echo $!", 10.0, None);
    let id = String::from_utf8(ended.stdout).expect("a number");
    let gone = || !std::path::Path::new("/proc").join(id.trim()).exists();
    let zombie = || std::fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| stat.contains(") Z"));
    let deadline = Instant::now() + Duration::from_secs(20);
    while !gone() && !zombie() {
        assert!(Instant::now() < deadline, "process {id} is still there");
        thread::sleep(PAUSE);
    }
}

#[test]
fn a_campaign_that_stops_stops_its_runs() {
    let mut command = Command::new("sleep");
    command.arg("60");
    let cancel = CancelToken::default();
    cancel.cancel();
    let ended = run(command, &Limits { seconds: 60.0, memory_bytes: None }, Memory::Watched, &cancel).expect("it runs");
    assert_eq!(ended.stopped, Some(Stopped::Cancelled));
}

#[test]
fn what_cannot_be_started_is_told() {
    let command = Command::new("/no/such/program");
    let limits = Limits { seconds: 1.0, memory_bytes: None };
    assert!(run(command, &limits, Memory::Watched, &CancelToken::default()).is_err());
}
