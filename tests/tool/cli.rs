//! The command line: what it prints, where, and with which exit code.

mod answers;
mod automaton;
#[cfg(target_os = "linux")]
mod bench;
mod certificate;
#[cfg(target_os = "linux")]
mod compare;
mod convert;
mod depth;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
mod formats;
mod generate;
mod install;
mod json;
mod language;
#[cfg(target_os = "linux")]
mod limits;
mod ltl;
mod ltl_levels;
mod ltl_systems;
mod monitor;
mod orders;
mod pages;
mod pds;
mod proof;
mod recheck;
#[cfg(unix)]
mod reduce;
mod refusals;
mod self_check;
mod several;
mod step;
mod step_system;
#[cfg(target_os = "linux")]
mod streams;
mod terminal;
#[cfg(target_os = "linux")]
mod threads;
#[cfg(target_os = "linux")]
mod tools;
mod trace;
mod ways;
mod why;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const SAFE: &str = "decl a;\nvoid main()\nbegin\n  a := T;\n  assert(a);\nend\n";
const UNSAFE: &str = "decl a;\nvoid main()\nbegin\n  a := *;\n  assert(a);\n  assert(!a);\nend\n";
const NOTHING: &str = "void main()\nbegin\n  skip;\nend\n";
const LABELS: &str =
    "void main()\nbegin\n  ERROR: skip;\n  other: skip;\nend\n\nvoid f()\nbegin\n  other: skip;\nend\n";
const BROKEN: &str = "void main()\nbegin\n  a := T;\nend\n";
const DOUBTFUL: &str = "decl a;\nvoid main()\nbegin\n  decl a;\n  a := T;\n  assert(a);\nend\n";

/// A program that keeps the explicit engine busy for longer than anybody waits: the last of 2^40 states but one matters.
fn endless() -> String {
    let globals: Vec<String> = (0..40).map(|n| format!("g{n}")).collect();
    let (declared, all) = (globals.join(", "), globals.join(" & "));
    // Nobody looks ahead through a call.
    let call = "void flip() begin g0 := !g0; end";
    format!("decl {declared}; {call}\nvoid main()\nbegin flip();\n  assert(T);\n  assert(!({all}));\nend\n")
}

/// A folder with files in which commands run.
struct Room(tempfile::TempDir);

/// What a command said.
#[derive(Debug)]
struct Answer {
    /// The exit code; `None` if a signal ended the process.
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Room {
    fn new(files: &[(&str, &str)]) -> Room {
        let room = Room(tempfile::tempdir().expect("a folder"));
        files.iter().for_each(|(name, text)| std::fs::write(room.path(name), text).expect("a file"));
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a text")
    }

    /// The command, its arguments separated by blanks; not started yet.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_remove("COLUMNS").env_remove("NO_COLOR");
        command
    }

    fn run(&self, arguments: &str) -> Answer {
        self.command(arguments).output().expect("it runs").into()
    }

    fn run_with_stdin(&self, arguments: &str, input: &str) -> Answer {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("it runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        child.wait_with_output().expect("it ends").into()
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Answer { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Answer {
    /// What is printed behind the traces.
    fn results(&self) -> &str {
        self.stdout.rsplit("\n\n").next().unwrap_or_default()
    }
}

/// Holds a schema against the file in which it is published.
fn is_published(name: &str, schema: &schemars::Schema) {
    let schema = serde_json::to_string_pretty(schema).expect("JSON") + "\n";
    let path = format!("{}/schema/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &schema).expect("it is written");
    }
    let published = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(published, schema, "schema/{name} is out of date: run with BLESS=1");
}
