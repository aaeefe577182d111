//! Odd names, other campaigns in the same folder, and logs that a crash has left.

use super::*;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

#[test]
fn names_that_print_alike_are_inputs_of_their_own() {
    let room = room(0);
    let names: [(&[u8], &str); 4] =
        [(b"x\ny.bp", SAFE), (b"x\\ny.bp", UNSAFE), (b"\xff.bp", SAFE), (b"\xfe.bp", UNSAFE)];
    for (name, text) in names {
        std::fs::write(room.path("in").join(OsStr::from_bytes(name)), text).expect("a file");
    }
    let campaign = "compare in --engines explicit,saturation --output out";
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.stdout.starts_with("4 inputs; "), "{}", answer.stdout);
    let shown: BTreeSet<String> = runs(&room, "out/runs.jsonl").iter().map(|run| key(run).0).collect();
    let expected = ["in/\\xfe.bp", "in/\\xff.bp", "in/x\\\\ny.bp", "in/x\\ny.bp"].map(str::to_string);
    assert_eq!(shown, BTreeSet::from(expected));
    let again = room.run(&format!("{campaign} --resume"));
    assert_eq!((again.code, runs(&room, "out/runs.jsonl").len()), (Some(0), 8), "nothing is lost: {again:?}");
    let merged = room.run("compare merge out --output merged");
    assert_eq!((merged.code, runs(&room, "merged/runs.jsonl").len()), (Some(0), 8), "{merged:?}");
    // The one with a line break is not taken for the one with a backslash.
    assert!(!room.read("out/report.html").contains("href=\"../in/x"));
}

#[test]
fn one_campaign_at_a_time_has_a_folder() {
    let room = Room::new(&[("endless.bp", &endless()), ("safe.bp", SAFE)]);
    let child = room.command("compare endless.bp --engines explicit --output out").spawn().expect("it runs");
    let (id, start) = (child.id().to_string(), Instant::now());
    while std::fs::read_to_string(room.path("out/.runs.jsonl.writer")).unwrap_or_default().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::write(room.path("part.jsonl"), "").expect("a file");
    for command in ["compare safe.bp --engines explicit --output out --resume", "compare merge part.jsonl --output out"]
    {
        let answer = room.run(command);
        assert_eq!(answer.code, Some(3), "{answer:?}");
        let (who, how) = (
            format!("process {id}"),
            "(`bpcheck compare endless.bp --engines explicit --output out`) writes to it now",
        );
        assert!(answer.stderr.contains(&who) && answer.stderr.contains(how), "{}", answer.stderr);
    }
    let part = room.run("compare safe.bp --engines explicit --output out --shard 1/2");
    assert_eq!(part.code, Some(0), "parts have logs of their own: {part:?}");
    assert!(Command::new("kill").args(["-KILL", &id]).status().expect("it runs").success());
    child.wait_with_output().expect("it ends");
    let answer = room.run("compare safe.bp --engines explicit --output out --resume");
    assert_eq!(answer.code, Some(0), "what was killed holds nothing: {answer:?}");
    assert!(!room.path("out/.runs.jsonl.writer").exists());
}

#[test]
fn zeros_behind_a_log_are_cut_off() {
    let room = room(3);
    let campaign = "compare in --engines explicit --output out";
    assert_eq!(room.run(campaign).code, Some(0));
    let log = room.read("out/runs.jsonl");
    let zeros = "\0".repeat(5000);
    for tail in [zeros.clone(), format!("{{\"schema_version\":1,\"tool\"{zeros}")] {
        let two = log.split_inclusive('\n').take(2).collect::<String>();
        std::fs::write(room.path("out/runs.jsonl"), two.clone() + &tail).expect("it is written");
        let merged = room.run("compare merge out --output merged");
        assert!(merged.code == Some(0) && merged.stderr.contains("ends in the middle of a run"), "{merged:?}");
        let answer = room.run(&format!("{campaign} --resume"));
        assert_eq!(answer.code, Some(0), "{answer:?}");
        assert!(room.read("out/runs.jsonl").starts_with(&two));
        assert_eq!(runs(&room, "out/runs.jsonl").len(), 3);
    }
    std::fs::write(room.path("out/runs.jsonl"), log + "what else\0").expect("it is written");
    assert_eq!(room.run(&format!("{campaign} --resume")).code, Some(3), "what is no log is left alone");
}
