//! Limits and signals: an orderly end with what was decided so far.

use super::*;
use std::process::Child;
use std::time::{Duration, Instant};

const INT: u32 = 2;
const TERM: u32 = 15;
const XCPU: u32 = 24;
const STOP: u32 = 19;
const CONT: u32 = 18;

/// A program that defies decision diagrams: one bank of variables is the other, rotated by nobody knows how much. No order of
/// variables is good for all rotations.
fn rotated() -> String {
    let bank = |letter: &str, first: usize| -> String {
        (0..40).map(|n| format!("{letter}{}", (first + n) % 40)).collect::<Vec<_>>().join(", ")
    };
    let (a, b, next) = (bank("a", 0), bank("b", 0), bank("b", 1));
    let all = format!("{a}, {b}").replace(',', " ^");
    let turn = format!("while (*) do {b} := {next}; od;");
    format!("decl {a};\ndecl {b};\nvoid main() begin {b} := {a}; {turn}\n  assert(T);\n  assert(!({all}));\nend\n")
}

fn results(engine: &str, reason: &str) -> String {
    format!(
        "property 1 assert x.bp:4:3 main: UNKNOWN ({reason})\n\
         property 2 assert x.bp:5:3 main: UNKNOWN ({reason})\n\
         engine: {engine}\n\
         evidence: none (no verdict)\n\
         verdict: UNKNOWN ({reason})\n"
    )
}

/// Waits until the child answers signals; before that they would end it in the common way.
fn until_it_listens(child: &Child) {
    let path = format!("/proc/{}/status", child.id());
    loop {
        let status = std::fs::read_to_string(&path).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("the mask");
        let mask = u64::from_str_radix(caught.trim(), 16).expect("a number");
        if mask & (1 << (XCPU - 1)) != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(child: &Child, signal: u32) {
    let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status().expect("kill runs");
    assert!(sent.success());
}

fn after(signal: u32) -> Answer {
    let room = Room::new(&[("x.bp", &endless())]);
    let child = room.command("check --engine explicit x.bp").spawn().expect("it runs");
    until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(200));
    send(&child, signal);
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn signals_end_a_check_in_an_orderly_way() {
    for (signal, code, reason) in [(INT, 130, "interrupted"), (TERM, 143, "interrupted"), (XCPU, 5, "time")] {
        let answer = after(signal);
        assert_eq!(
            (answer.code, answer.stdout, answer.stderr.as_str()),
            (Some(code), results("explicit", reason), ""),
            "{signal}"
        );
    }
}

/// `timeout` sends its signal to the process, and once more to the group of processes. Both are here when it goes on.
#[test]
fn two_signals_at_once_are_one() {
    let room = Room::new(&[("x.bp", &endless())]);
    let child = room.command("check --engine explicit x.bp").spawn().expect("it runs");
    until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(200));
    [STOP, INT, TERM, CONT].into_iter().for_each(|signal| send(&child, signal));
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert!(matches!(answer.code, Some(130 | 143)), "{:?}", answer.code);
    assert_eq!((answer.stdout, answer.stderr.as_str()), (results("explicit", "interrupted"), ""));
}

#[test]
fn an_interrupt_ends_the_files_behind_it_too() {
    let room = Room::new(&[("x.bp", &endless()), ("y.bp", SAFE)]);
    let child = room.command("check --engine explicit y.bp x.bp y.bp").spawn().expect("it runs");
    until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(300));
    send(&child, INT);
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!(answer.code, Some(130));
    let verdicts: Vec<&str> = answer.stdout.lines().filter(|line| line.starts_with("verdict")).collect();
    assert_eq!(verdicts, ["verdict: SAFE", "verdict: UNKNOWN (interrupted)", "verdict: UNKNOWN (interrupted)"]);
}

#[test]
fn the_time_limit_is_kept() {
    let room = Room::new(&[("x.bp", &endless())]);
    let start = Instant::now();
    let answer = room.run("check --engine explicit --timeout 1s x.bp");
    let took = start.elapsed();
    assert_eq!((answer.code, answer.stdout), (Some(5), results("explicit", "time")));
    assert!((Duration::from_secs(1)..Duration::from_secs(4)).contains(&took), "{took:?}");
}

#[test]
fn the_time_limit_holds_while_waiting_for_input() {
    for path in ["-", "/dev/stdin"] {
        let room = Room::new(&[]);
        let mut child =
            room.command(&format!("check --timeout 200ms {path}")).stdin(Stdio::piped()).spawn().expect("it runs");
        let held = child.stdin.take();
        let answer: Answer = child.wait_with_output().expect("it ends").into();
        drop(held);
        assert_eq!((answer.code, answer.stdout.lines().last()), (Some(5), Some("verdict: UNKNOWN (time)")), "{path}");
    }
}

#[test]
fn the_limit_of_the_shell_on_processor_time_is_heard() {
    let room = Room::new(&[("x.bp", &endless())]);
    let script = format!("ulimit -t 2; exec {} check --engine explicit x.bp", env!("CARGO_BIN_EXE_bpcheck"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(room.0.path()).output().expect("it runs");
    let answer = Answer::from(output);
    assert_eq!((answer.code, answer.stdout), (Some(5), results("explicit", "time")));
}

#[test]
fn the_memory_limit_is_kept() {
    let room = Room::new(&[("x.bp", &endless())]);
    let answer = room.run("check --engine explicit --memory 100M --format json x.bp");
    assert_eq!(answer.code, Some(5));
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(document["reason"], "memory");
    let peak = document["resources"]["peak_memory_bytes"].as_u64().expect("a number");
    assert!((90 << 20..110 << 20).contains(&peak), "{peak}");
}

/// A program of 11 MB passes the limit where its graphs are built.
#[test]
fn the_memory_limit_is_kept_before_the_search() {
    let room = Room::new(&[]);
    assert_eq!(room.run("generate bebop --procedures 40000 -o x.bp").code, Some(0));
    for engine in ["summary:lazy", "saturation:pre", "auto", "explicit"] {
        let answer = room.run(&format!("check --engine {engine} --memory 200M --format json x.bp"));
        let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert_eq!((answer.code, &document["reason"]), (Some(5), &"memory".into()), "{engine}");
        let peak = document["resources"]["peak_memory_bytes"].as_u64().expect("a number");
        assert!(peak < 220 << 20, "{engine}: {peak}");
    }
}

#[test]
fn what_was_decided_before_the_limit_stands() {
    let text = endless().replace("assert(T);", "assert(g1);");
    let answer = Room::new(&[("x.bp", &text)]).run("check --engine explicit --all --timeout 500ms x.bp");
    let expected = "property 1 assert x.bp:4:3 main: UNSAFE\n\
                    property 2 assert x.bp:5:3 main: UNKNOWN (time)\n\
                    engine: explicit\n\
                    evidence: checked\n\
                    verdict: UNSAFE\n";
    assert_eq!((answer.code, answer.results()), (Some(10), expected));
}

#[test]
fn limits_hold_in_the_middle_of_large_diagrams() {
    let room = Room::new(&[("x.bp", &rotated())]);
    let check = "check --engine saturation --order declared --max-nodes 1000000000";
    let start = Instant::now();
    let answer = room.run(&format!("{check} --timeout 2s x.bp"));
    assert_eq!((answer.code, answer.stdout), (Some(5), results("saturation:post", "time")));
    assert!(start.elapsed() < Duration::from_secs(7), "{:?}", start.elapsed());

    let child = room.command(&format!("{check} x.bp")).spawn().expect("it runs");
    until_it_listens(&child);
    std::thread::sleep(Duration::from_secs(2));
    send(&child, INT);
    let start = Instant::now();
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!((answer.code, answer.stdout), (Some(130), results("saturation:post", "interrupted")));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());

    let answer = room.run(&format!("{check} --memory 60M --format json x.bp"));
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!((answer.code, &document["reason"]), (Some(5), &"memory".into()));
    let peak = document["resources"]["peak_memory_bytes"].as_u64().expect("a number");
    assert!((50 << 20..100 << 20).contains(&peak), "{peak}");
}

#[test]
fn a_text_that_takes_long_to_read_is_given_up_and_the_others_are_not() {
    let long = format!("decl a;\nvoid main()\nbegin\n{}assert(a);\nend\n", "  a := !a;\n".repeat(1_500_000));
    let room = Room::new(&[("s.bp", SAFE), ("x.bp", &long)]);
    let start = Instant::now();
    let answer = room.run("check --timeout 300ms --format json s.bp x.bp s.bp");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(5), ""));
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let of = |field: &str| [0, 1, 2].map(|file| document["files"][file][field].clone());
    assert_eq!(of("verdict"), ["SAFE", "UNKNOWN", "SAFE"]);
    assert_eq!(of("reason")[1], "time");
}

#[test]
fn what_was_done_until_a_limit_is_explained() {
    let room = Room::new(&[("x.bp", &rotated())]);
    let answer = room.run("explain --timeout 3s x.bp");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(5), "error: stopped: time\n"));
    assert!(answer.stdout.lines().count() > 10, "{}", answer.stdout);
    let child = room.command("explain x.bp").spawn().expect("it runs");
    until_it_listens(&child);
    std::thread::sleep(Duration::from_secs(3));
    send(&child, INT);
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(130), "error: stopped: interrupted\n"));
    assert!(answer.stdout.lines().count() > 10, "{}", answer.stdout);
}

/// Work without a clock ends as well: with what was computed.
#[test]
fn the_end_of_the_processor_time_ends_a_hunt_and_a_table() {
    let room = Room::new(&[]);
    let hunt = room.command("fuzz --programs 10000000 --shard 50 --log hunt.jsonl").spawn().expect("it runs");
    let table = room.command("bench bebop --timeout 60s --output out").spawn().expect("it runs");
    let lines = |name: &str| std::fs::read_to_string(room.path(name)).map_or(0, |log| log.lines().count());
    let start = Instant::now();
    while lines("hunt.jsonl") == 0 || lines("out/runs.jsonl") == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is done");
        std::thread::sleep(Duration::from_millis(10));
    }
    let start = Instant::now();
    [&hunt, &table].into_iter().for_each(|child| send(child, XCPU));
    let [hunt, table] = [hunt, table].map(|child| Answer::from(child.wait_with_output().expect("it ends")));
    assert!(hunt.code == Some(5) && hunt.stdout.ends_with("wrong: 0\n"), "{hunt:?}");
    assert_eq!((table.code, table.stderr.as_str()), (Some(5), "interrupted in the table bebop\n"), "{table:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}
