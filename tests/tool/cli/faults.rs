//! What can go wrong around a check: it is killed, the disk is full, the memory is used up, an input cannot be read. What was
//! decided stays, files are whole or as they were, and the exit code tells.

use super::*;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::{Duration, Instant};

const ABRT: i32 = 6;
const KILL: i32 = 9;

/// The names of the files in a room, in order.
fn files(room: &Room) -> Vec<String> {
    let entries = room.0.path().read_dir().expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Looks until something is there.
fn until(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Ends the process as `kill -9` does, if it has not ended; the number of the signal that ended it.
fn kill(mut child: Child) -> Option<i32> {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends").signal()
}

/// Runs the command where no file may be larger than half a kilobyte or one: that is what a full disk is, writing fails in the middle.
fn on_a_full_disk(room: &Room, arguments: &str) -> Answer {
    let script = format!("ulimit -f 1; exec {} {arguments}", env!("CARGO_BIN_EXE_bpcheck"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(room.0.path()).stdin(Stdio::null()).output().expect("it runs").into()
}

/// A program whose run to the violation is as long as its text.
fn long() -> String {
    let lines = "  b := a ^ *;\n  if (b) then\n    skip;\n  fi\n".repeat(20_000);
    format!("decl a, b;\nvoid main()\nbegin\n  a := T;\n{lines}  assert(!a);\nend\n")
}

/// A program that holds for a reason in each of many loops.
fn loops() -> String {
    let lines = "  while (*) do\n    a, b := b, a;\n  od\n".repeat(2_000);
    format!("decl a, b;\nvoid main()\nbegin\n  a, b := T, T;\n{lines}  assert(a | b);\nend\n")
}

#[test]
fn what_was_decided_before_a_kill_stays() {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE), ("x.bp", &endless())]);
    let out = || fs::read_to_string(room.path("out")).unwrap_or_default();
    let mut check = room.command("check --engine explicit s.bp u.bp gone.bp s.bp x.bp s.bp");
    let child = check.stdout(File::create(room.path("out")).expect("a file")).spawn().expect("it runs");
    until("four answers", || out().matches("file: ").count() == 4);
    assert_eq!(kill(child), Some(KILL));
    let whole = room.run("check --engine explicit s.bp u.bp gone.bp s.bp").stdout;
    assert_eq!(whole.strip_prefix(&out()), Some("\n4 files: 2 SAFE, 1 UNSAFE, 1 error\n"));
}

#[test]
fn a_document_is_whole_or_absent() {
    let room = Room::new(&[("s.bp", SAFE), ("x.bp", &endless())]);
    let mut child = room.command("check --engine explicit --format json --stats s.bp x.bp").spawn().expect("it runs");
    let said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let decided = said.map_while(Result::ok).any(|line| line.starts_with("stats: wall "));
    let out = child.stdout.take().expect("a pipe");
    assert!(decided, "the first program");
    assert_eq!(kill(child), Some(KILL));
    assert_eq!(std::io::read_to_string(out).expect("a text"), "");
}

/// Kills a check while a file is being written; that is so as long as there is another one beside it, with a name that begins with a dot.
fn killed_while_writing(program: &str, flag: &str, show: &str, verdict: &str) {
    let room = Room::new(&[("x.bp", program), ("f.json", "as before")]);
    let is_begun = || files(&room).iter().any(|name| name.starts_with(".bpcheck-"));
    let arguments = format!("check --engine saturation {flag} f.json x.bp");
    let mut attempts = 0;
    loop {
        attempts += 1;
        assert!(attempts < 20, "no attempt was in the middle");
        let mut child = room.command(&arguments).spawn().expect("it runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let decided = out.by_ref().lines().map_while(Result::ok).any(|line| line == verdict);
        assert!(decided, "the verdict comes before the file");
        until("a file", || is_begun() || child.try_wait().expect("it is ours").is_some());
        let ended = kill(child);
        if room.read("f.json") == "as before" {
            assert_eq!(ended, Some(KILL));
            break;
        }
        assert_eq!(room.run(&format!("{show} x.bp f.json")).code, Some(0));
        fs::write(room.path("f.json"), "as before").expect("a file");
    }
    assert!(room.run(&arguments).stdout.ends_with(&format!("{verdict}\n")));
    assert_eq!(room.run(&format!("{show} x.bp f.json")).code, Some(0));
}

#[test]
fn a_trace_is_whole_or_as_before_when_a_check_is_killed() {
    killed_while_writing(&long(), "--trace", "trace replay", "verdict: UNSAFE");
}

#[test]
fn a_certificate_is_whole_or_as_before_when_a_check_is_killed() {
    killed_while_writing(&loops(), "--certificate", "certificate check", "verdict: SAFE");
}

#[test]
fn a_full_disk_takes_nothing_back() {
    let room = Room::new(&[("s.bp", &loops()), ("u.bp", &long()), ("old.json", "as before")]);
    for (arguments, verdict) in [
        ("check --trace FILE u.bp", "verdict: UNSAFE\n"),
        ("check --engine saturation --certificate FILE s.bp", "verdict: SAFE\n"),
        ("generate bebop -o FILE", ""),
    ] {
        for file in ["new.json", "old.json"] {
            let answer = on_a_full_disk(&room, &arguments.replace("FILE", file));
            assert_eq!(answer.code, Some(3), "{arguments}: {}", answer.stderr);
            assert!(answer.stdout.ends_with(verdict), "{arguments}: {}", answer.stdout);
            let told = format!("error: cannot write {file}: File too large (os error 27)\n");
            assert_eq!(answer.stderr, told, "{arguments}");
        }
        assert_eq!(files(&room), ["old.json", "s.bp", "u.bp"], "{arguments}");
        assert_eq!(room.read("old.json"), "as before", "{arguments}");
    }
}

#[test]
fn a_full_disk_under_a_smaller_program() {
    let room = Room::new(&[("x.bp", UNSAFE), ("long.bp", &long())]);
    let answer: Answer =
        room.command("reduce x.bp -o /dev/full --until").arg("grep -q !").output().expect("it runs").into();
    let told = "error: cannot write /dev/full: No space left on device (os error 28)\n";
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), told));
    let answer = on_a_full_disk(&room, "reduce long.bp --until cat -o y.bp");
    let told = "error: cannot try smaller programs: File too large (os error 27)\n";
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), told));
    assert_eq!(files(&room), ["long.bp", "x.bp"]);
}

/// The command takes away the folder in which it is given programs.
#[test]
fn a_search_that_cannot_go_on_leaves_its_best() {
    let room = Room::new(&[("x.bp", &format!("// a remark\n{UNSAFE}"))]);
    fs::create_dir(room.path("temporary")).expect("a folder");
    let until =
        "echo >> runs; test $(wc -l < runs) -lt 12 || rm -r temporary/*; test $(wc -l < runs) -lt 12 && grep -q '!'";
    let mut reduce = room.command("reduce x.bp -o y.bp --until");
    let answer: Answer = reduce.arg(until).env("TMPDIR", room.path("temporary")).output().expect("it runs").into();
    let told = "error: cannot try smaller programs: No such file or directory (os error 2)\n";
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), told));
    let best = room.read("y.bp");
    assert!(best.lines().count() < UNSAFE.lines().count() && best.contains('!'), "{best}");
}

#[test]
fn a_full_disk_leaves_the_verdict_of_a_document_on_the_other_output() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = on_a_full_disk(&room, "check --format json x.bp > out.json");
    let told = "error: cannot write to the standard output: File too large (os error 27)\n";
    let lines = room.run("check x.bp");
    assert_eq!((answer.code, answer.stderr), (Some(3), format!("{told}{}", lines.results())));
}

/// Lines of the log that fit are kept; the one that does not leaves nothing behind, and the hunt is gone on with.
#[test]
fn a_full_disk_under_the_log_of_a_hunt() {
    let room = Room::new(&[]);
    let hunt = "fuzz --programs 60 --shard 10 --threads 2 --log log.jsonl";
    let answer = on_a_full_disk(&room, hunt);
    assert_eq!(answer.code, Some(3), "{}", answer.stderr);
    assert!(
        answer.stderr.ends_with("error: cannot write log.jsonl: File too large (os error 27)\n"),
        "{}",
        answer.stderr
    );
    assert!(answer.stdout.ends_with("wrong: 0\n"), "{}", answer.stdout);
    let log = room.read("log.jsonl");
    assert!(log.is_empty() || log.ends_with("}\n"), "{log}");
    assert!(log.lines().count() < 6, "{log}");
    assert_eq!(room.run(hunt).code, Some(0));
    assert!(room.read("log.jsonl").starts_with(&log));
    assert_eq!(room.read("log.jsonl").lines().count(), 6);
}

#[test]
fn a_device_is_no_log() {
    let answer = Room::new(&[]).run("fuzz --programs 1 --log /dev/full");
    let told = "error: cannot use /dev/full as a log: this is no regular file\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(3), "", told));
}

#[test]
fn the_memory_limit_ends_one_program_and_not_the_others() {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE), ("x.bp", &endless())]);
    let answer = room.run("check --engine explicit --memory 100M s.bp x.bp s.bp x.bp u.bp");
    let verdicts: Vec<&str> = answer.stdout.lines().filter(|line| line.starts_with("verdict")).collect();
    let memory = "verdict: UNKNOWN (memory)";
    assert_eq!(verdicts, ["verdict: SAFE", memory, "verdict: SAFE", memory, "verdict: UNSAFE"]);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
}

/// The process aborts, or, if it was a stack that there was no room for, says so.
#[test]
fn what_was_decided_stays_when_the_system_refuses_memory() {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE), ("x.bp", &endless())]);
    let binary = env!("CARGO_BIN_EXE_bpcheck");
    let script = format!("ulimit -c 0; ulimit -v 400000; exec {binary} check --engine explicit s.bp u.bp x.bp s.bp");
    let output = Command::new("sh").args(["-c", &script]).current_dir(room.0.path()).output().expect("it runs");
    let (signal, answer) = (output.status.signal(), Answer::from(output));
    let decided = room.run("check --engine explicit s.bp u.bp").stdout;
    let (decided, _) = decided.rsplit_once("\n2 files: ").expect("the last line");
    let rest = answer.stdout.strip_prefix(decided).unwrap_or_else(|| panic!("{}", answer.stdout));
    match signal {
        Some(ABRT) => assert_eq!(rest, ""),
        _ => assert_eq!((answer.code, rest.matches("\nverdict: UNKNOWN (memory)\n").count()), (Some(10), 2), "{rest}"),
    }
}

#[test]
fn one_unreadable_file_among_a_hundred() {
    let room = Room::new(&[("s.bp", SAFE), ("u.bp", UNSAFE)]);
    fs::create_dir(room.path("folder.bp")).expect("a folder");
    symlink("nowhere", room.path("link.bp")).expect("a link");
    symlink("circle.bp", room.path("circle.bp")).expect("a link");
    let others: Vec<&str> = ["s.bp", "u.bp", "s.bp"].into_iter().cycle().take(99).collect();
    for (at, name, why) in [
        (0, "gone.bp", "No such file or directory (os error 2)"),
        (50, "folder.bp", "there is no file with the ending .bp in it, nor below"),
        (98, "link.bp", "No such file or directory (os error 2)"),
        (99, "circle.bp", "Too many levels of symbolic links (os error 40)"),
        (1, "s.bp/x.bp", "Not a directory (os error 20)"),
    ] {
        let mut paths = others.clone();
        paths.insert(at, name);
        let answer = room.run(&format!("check {}", paths.join(" ")));
        let (files, _) = answer.stdout.rsplit_once("\n\n100 files: ").expect("the last line");
        let blocks: Vec<&str> = files.split("\nfile: ").collect();
        assert_eq!((blocks.len(), answer.code, answer.stderr.as_str()), (100, Some(3), ""), "{name}");
        for (path, block) in paths.iter().zip(blocks) {
            let end = match *path {
                "s.bp" => "verdict: SAFE",
                "u.bp" => "verdict: UNSAFE",
                _ => &format!("error: cannot read {name}: {why}"),
            };
            assert!(block.trim_end().ends_with(end), "{name}: {block}");
        }
    }
    let answer = room.run("check --format json s.bp folder.bp u.bp");
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let verdicts = [0, 1, 2].map(|file| document["files"][file]["verdict"].clone());
    assert_eq!((answer.code, verdicts), (Some(3), ["SAFE".into(), serde_json::Value::Null, "UNSAFE".into()]));
    assert_eq!(answer.stderr, "error: cannot read folder.bp: there is no file with the ending .bp in it, nor below\n");
}
