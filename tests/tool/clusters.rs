//! The commands of `docs/clusters.md`, as they stand there: four parts as jobs of an array and by GNU parallel, put together, are the campaign
//! that is made in one go.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const PARTS: u32 = 4;
/// What GNU parallel does with these flags, one after the other.
const STAND_IN: &str = r#"parallel() {
  shift 2
  command=
  while [ "$1" != ::: ]; do command="$command $1"; shift; done
  shift
  for argument; do eval "$(printf %s "$command" | sed "s/{}/$argument/g")" || return; done
}
"#;

/// The text of the block that begins with this line.
fn block(fence: &str) -> String {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clusters.md")).expect("the page");
    let mut lines = page.lines().skip_while(|line| *line != fence).skip(1);
    let text: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
    assert!(!text.is_empty(), "there is no block {fence}");
    text
}

/// A folder with the examples, in which commands run.
struct Room(tempfile::TempDir);

impl Room {
    fn new() -> Room {
        let room = tempfile::tempdir().expect("a folder");
        symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), room.path().join("bp-examples"))
            .expect("a link");
        Room(room)
    }

    /// Runs a script, which has to succeed, and answers what it tells on the standard error output.
    fn run(&self, script: &str, variables: &[(&str, u32)]) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_bpcheck")).parent().expect("a folder");
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(self.0.path()).env("PATH", path);
        shell.envs(variables.iter().map(|(name, value)| (name, value.to_string())));
        let output = shell.output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{script}\n{told}");
        told
    }

    /// Runs one job of the array, when so many are submitted together.
    fn job(&self, part: u32, count: u32) -> String {
        self.run(&block("```sh job-array"), &[("SLURM_ARRAY_TASK_ID", part), ("SLURM_ARRAY_TASK_COUNT", count)])
    }

    fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("a log")
    }

    /// The runs of a log in order: the input, the engine, the round, and the verdict.
    fn runs(&self, log: &str) -> Vec<[String; 4]> {
        let run = |line: &str| {
            let run: Value = serde_json::from_str(line).expect("JSON");
            [&run["input"]["path"], &run["engine"], &run["round"], &run["verdict"]].map(ToString::to_string)
        };
        let mut runs: Vec<[String; 4]> = self.log(log).lines().map(run).collect();
        runs.sort();
        runs
    }

    /// The runs of all parts, together.
    fn parts(&self) -> Vec<[String; 4]> {
        let mut runs: Vec<[String; 4]> =
            (1..=PARTS).flat_map(|part| self.runs(&format!("parts/part-{part}-of-{PARTS}.jsonl"))).collect();
        runs.sort();
        runs
    }

    /// The runs of the same campaign, made in one go.
    fn whole(&self) -> Vec<[String; 4]> {
        let job = block("```sh job-array");
        let whole = job.replace("--shard \"$SLURM_ARRAY_TASK_ID/4\" --output parts", "--output whole");
        assert_ne!(job, whole);
        self.run(&whole, &[]);
        self.runs("whole/runs.jsonl")
    }

    fn merge(&self) -> Vec<[String; 4]> {
        self.run(&block("```sh merge"), &[]);
        self.runs("results/runs.jsonl")
    }
}

#[test]
fn jobs_of_an_array_make_the_whole_campaign() {
    let room = Room::new();
    let whole = room.whole();
    assert!(whole.len() > 20 && whole.iter().all(|[.., verdict]| verdict != "null"), "{whole:?}");
    (1..=PARTS).for_each(|part| drop(room.job(part, PARTS)));
    assert_eq!(room.parts(), whole, "each run is made once");
    assert_eq!(room.merge(), whole);

    // A machine died while it wrote, and this task alone is submitted again.
    let name = format!("parts/part-3-of-{PARTS}.jsonl");
    let log = room.log(&name);
    std::fs::write(room.0.path().join(&name), &log[..log.len() / 2]).expect("it is written");
    assert_ne!(room.merge(), whole);
    room.job(3, 1);
    assert_eq!(room.parts(), whole);
    assert!(room.log(&name).starts_with(&log[..log.find('\n').expect("a line")]), "what was made is kept");
    let logs = || (1..=PARTS).map(|part| room.log(&format!("parts/part-{part}-of-{PARTS}.jsonl"))).collect::<Vec<_>>();
    let before = logs();
    (1..=PARTS).for_each(|part| drop(room.job(part, PARTS)));
    assert_eq!(logs(), before, "there is nothing left to do");
    assert_eq!(room.merge(), whole);
}

#[test]
fn gnu_parallel_makes_the_whole_campaign() {
    let room = Room::new();
    let version = Command::new("parallel").arg("--version").output();
    let installed = version.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel"));
    let line = block("```sh parallel");
    if installed {
        room.run(&line, &[]);
    } else {
        eprintln!("GNU parallel is not installed: a shell function stands in for it");
        assert!(line.starts_with("parallel --jobs "), "the function takes no other flags");
        room.run(&format!("{STAND_IN}{line}"), &[]);
    }
    let whole = room.whole();
    assert_eq!(room.parts(), whole, "each run is made once");
    assert_eq!(room.merge(), whole);
}
