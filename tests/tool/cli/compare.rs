//! `compare`: each engine on each file, its log, and what is made of it.

mod adversity;
mod expected;

use super::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A room with some programs in `in/`, half of them SAFE.
fn room(programs: usize) -> Room {
    let room = Room::new(&[]);
    std::fs::create_dir(room.path("in")).expect("a folder");
    for number in 0..programs {
        let (verdict, text) = if number % 2 == 0 { ("SAFE", SAFE) } else { ("UNSAFE", UNSAFE) };
        let text = format!("// expect: {verdict}\n{text}// {number}\n");
        std::fs::write(room.path(&format!("in/{number:03}.bp")), text).expect("a file");
    }
    room
}

fn runs(room: &Room, log: &str) -> Vec<Value> {
    room.read(log).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What makes a run this one.
fn key(run: &Value) -> (String, String, u64) {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    (text(&run["input"]["path"]), text(&run["engine"]), run["round"].as_u64().expect("a number"))
}

#[test]
fn a_campaign_from_folder_to_report() {
    let room = room(4);
    let answer = room.run("compare in --engines explicit,summary --timeout 20s --repeat 2 --output out");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(answer.stderr, "16 of 16 runs, 0 running, 16 decided, 0 errors\n");
    let rows: Vec<Vec<&str>> = answer.stdout.lines().map(|line| line.split_whitespace().take(4).collect()).collect();
    assert_eq!(answer.stdout.lines().next(), Some("4 inputs; 4 have an expected answer (2 SAFE, 2 UNSAFE)"));
    assert_eq!(rows[3..5], [["explicit", "4", "0", "2"], ["summary:lazy", "4", "0", "2"]]);

    let runs = runs(&room, "out/runs.jsonl");
    assert_eq!(runs.iter().map(key).collect::<BTreeSet<_>>().len(), 16);
    let checked: Value =
        serde_json::from_str(&room.run("check --engine explicit --format json in/001.bp").stdout).expect("JSON");
    let run = runs.iter().find(|run| key(run) == ("in/001.bp".into(), "explicit".into(), 1)).expect("a run");
    assert_eq!((&run["verdict"], &run["expected"]), (&"UNSAFE".into(), &"UNSAFE".into()));
    for (ours, theirs) in [
        ("/stats", "/stats"),
        ("/input/sha256", "/input/sha256"),
        ("/input/size", "/size"),
        ("/evidence", "/results/0/evidence"),
    ] {
        assert!(!run.pointer(ours).expect("a field").is_null(), "{ours}");
        assert_eq!(run.pointer(ours), checked.pointer(theirs), "{ours}");
    }
    assert!(run["cost"]["phases"]["search_seconds"].is_number() && run["cost"]["cpu_seconds"].is_number());
    assert_eq!(room.read("out/runs.csv").lines().count(), 17);
    assert!(
        room.read("out/report.html").contains("href=\"../in/001.bp\"")
            || room.read("out/report.html").contains("../in/001.bp")
    );
    assert!(room.read("out/plots/scatter-explicit-summary-lazy.svg").starts_with("<svg"));
    assert!(room.read("out/latex/summary.tex").contains("\\toprule") && room.path("out/latex/cactus.tex").is_file());
    let command = "bpcheck compare in --engines explicit,summary --timeout 20s --repeat 2 --output out";
    assert!(runs.iter().all(|run| run["command"] == command), "{}", runs[0]);
    let started = runs[0]["started"].as_str().expect("a time");
    assert!(started.len() == 20 && started.starts_with("20") && started.ends_with('Z'), "{started}");
    assert!(room.read("out/report.html").contains(command));
}

#[test]
fn wrong_answers_are_told() {
    let room = room(2);
    std::fs::write(room.path("list.tsv"), "file\texpected\nin/000.bp\tUNSAFE\nin/001.bp\tUNSAFE\n").expect("a file");
    let answer = room.run("compare in --engines explicit --expected list.tsv --output out");
    assert_eq!(answer.code, Some(4));
    assert!(answer.stdout.contains("in/000.bp: explicit says SAFE, expected UNSAFE"), "{}", answer.stdout);
}

#[test]
fn a_bug_that_a_run_met_is_told() {
    let room = room(1);
    assert_eq!(room.run("compare in --engines explicit --output out").code, Some(0));
    let log = room.read("out/runs.jsonl");
    for code in [4, 6] {
        let log = log.replace("\"exit\":{\"code\":0", &format!("\"exit\":{{\"code\":{code}"));
        std::fs::write(room.path("bug.jsonl"), log).expect("it is written");
        assert_eq!(room.run("compare merge bug.jsonl --output merged").code, Some(code));
    }
}

#[test]
fn limits_end_runs_and_not_the_campaign() {
    let room = Room::new(&[("endless.bp", &endless()), ("safe.bp", SAFE), ("broken.bp", BROKEN)]);
    let start = Instant::now();
    let answer = room.run("compare broken.bp endless.bp safe.bp --engines explicit --timeout 1s --output out");
    assert_eq!(answer.code, Some(3), "a run without an answer shows in the exit code: {answer:?}");
    assert!(answer.stdout.contains("explicit       1  the input is rejected: 1 error\n"), "{}", answer.stdout);
    assert!(start.elapsed() < Duration::from_secs(30));
    let outcome = |run: &Value| (run["verdict"].clone(), run["reason"].clone());
    let runs = runs(&room, "out/runs.jsonl");
    let expected = [(Value::Null, Value::Null), ("UNKNOWN".into(), "time".into()), ("SAFE".into(), Value::Null)];
    assert_eq!(runs.iter().map(outcome).collect::<Vec<_>>(), expected);
    assert_eq!(runs[0]["error"], "the input is rejected: 1 error");

    let answer = room.run("compare endless.bp --engines explicit --timeout 60s --memory 50M --output small");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(outcome(&self::runs(&room, "small/runs.jsonl")[0]), ("UNKNOWN".into(), "memory".into()));
}

#[test]
fn what_was_interrupted_is_gone_on_with() {
    let room = room(40);
    let all = "compare in --engines explicit,saturation --output out";
    let mut child = room.command(all).spawn().expect("it runs");
    let start = Instant::now();
    while std::fs::read_to_string(room.path("out/runs.jsonl")).map_or(0, |log| log.lines().count()) < 5 {
        assert!(start.elapsed() < Duration::from_secs(60), "no run has ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // As if it had been killed while it wrote.
    let log = room.read("out/runs.jsonl") + "{\"schema_ver";
    std::fs::write(room.path("out/runs.jsonl"), &log).expect("it is written");
    let whole = log.rfind('\n').map_or(0, |end| end + 1);

    let answer = room.run(all);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("--resume goes on with them"), "{}", answer.stderr);
    let answer = room.run(&format!("{all} --resume"));
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(room.read("out/runs.jsonl").starts_with(&log[..whole]), "what was there stays");
    assert_eq!(answer.stderr.lines().last(), Some("80 of 80 runs, 0 running, 80 decided, 0 errors"));
    let runs = runs(&room, "out/runs.jsonl");
    assert_eq!((runs.len(), runs.iter().map(key).collect::<BTreeSet<_>>().len()), (80, 80));
    // Nothing is left to do; and a program that has changed is another.
    room.run(&format!("{all} --resume"));
    assert_eq!(self::runs(&room, "out/runs.jsonl").len(), 80);
    std::fs::write(room.path("in/000.bp"), SAFE).expect("it is written");
    room.run(&format!("{all} --resume"));
    assert_eq!(self::runs(&room, "out/runs.jsonl").len(), 82);
    assert_eq!(room.read("out/runs.csv").lines().count(), 81, "what it was before does not count");
    // And who is asked otherwise answers otherwise.
    assert_eq!(room.run(&format!("{all} --resume -- --all")).code, Some(0));
    assert_eq!(self::runs(&room, "out/runs.jsonl").len(), 162);
}

#[test]
fn parts_are_put_together() {
    let room = room(9);
    let flags = "--engines explicit,saturation";
    assert_eq!(room.run(&format!("compare in {flags} --output whole")).code, Some(0));
    for part in 1..=4 {
        let answer = room.run(&format!("compare in {flags} --shard {part}/4 --output parts"));
        assert_eq!(answer.code, Some(0), "{answer:?}");
    }
    let answer = room.run("compare merge parts --output merged");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let keys = |log: &str| runs(&room, log).iter().map(key).collect::<BTreeSet<_>>();
    assert_eq!(keys("merged/runs.jsonl"), keys("whole/runs.jsonl"));
    assert_eq!(runs(&room, "merged/runs.jsonl").len(), 18);
    assert_eq!(room.read("merged/runs.csv").lines().count(), 19);
}

#[test]
fn an_interrupt_ends_the_runs_too() {
    let room = Room::new(&[("endless.bp", &endless())]);
    let child = room.command("compare endless.bp --engines explicit --output out").spawn().expect("it runs");
    std::thread::sleep(Duration::from_secs(1));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("it runs").success());
    let start = Instant::now();
    let answer: super::Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!(answer.code, Some(130), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(10) && room.read("out/runs.jsonl").is_empty());
}

#[test]
fn what_cannot_be_done_is_told() {
    let room = room(1);
    for (arguments, code, message) in [
        ("compare in --engines explicit,explicit", 2, "explicit takes part twice"),
        ("compare in --engines magic", 2, "magic"),
        ("compare in --shard 5/4", 2, "5/4"),
        ("compare", 2, "PATH"),
        ("compare gone", 3, "cannot read gone"),
        ("compare in --expected gone.tsv", 3, "cannot use gone.tsv as a list of answers"),
        ("compare in -- --nonsense", 2, "no run would begin: `bpcheck check` says: unexpected argument '--nonsense'"),
        ("compare in -- --help", 2, "no run would begin"),
        ("compare merge gone", 3, "cannot use gone as a log"),
        ("compare merge in", 3, "there is no `.jsonl` file"),
    ] {
        let answer = room.run(arguments);
        assert_eq!(answer.code, Some(code), "{arguments}: {answer:?}");
        assert!(answer.stderr.contains(message), "{arguments}: {}", answer.stderr);
    }
}

#[test]
fn the_schema_of_a_run_is_published() {
    is_published("campaign.schema.json", &bpcheck::campaign::record::schema());
}
