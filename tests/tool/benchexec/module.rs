//! The tool-info module in BenchExec's hands. `PYTHON` may name the Python that has BenchExec; where none has, these tests are skipped.

use super::root;
use super::support::files;
use crate::support;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

const MODULE: &str = "bpcheck_toolinfo.bpcheck";
const SAFE: &str = "decl a;\nvoid main()\nbegin\n  a := T;\n  assert(a);\nend\n";
const UNSAFE: &str = "decl a;\nvoid main()\nbegin\n  a := *;\n  assert(a);\nend\n";
const NOTHING: &str = "void main()\nbegin\n  skip;\nend\n";
const BROKEN: &str = "void main()\nbegin\n  a := T;\nend\n";

/// A program that keeps the explicit engine busy: a word of 40 bits.
fn endless() -> String {
    let globals: Vec<String> = (0..40).map(|bit| format!("g{bit}")).collect();
    let call = "void flip() begin g0 := !g0; end";
    format!(
        "decl {}; {call}\nvoid main()\nbegin flip();\n  assert(!({}));\nend\n",
        globals.join(", "),
        globals.join(" & ")
    )
}

/// Python with the module at hand, if it knows BenchExec; else says so.
fn python() -> Option<Command> {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| OsString::from("python3"));
    let import = Command::new(&python).args(["-c", "import benchexec"]).stderr(Stdio::null()).status();
    if !import.is_ok_and(|status| status.success()) {
        support::skipped(format_args!("{} has no BenchExec (pip install benchexec)", Path::new(&python).display()));
        return None;
    }
    let mut command = Command::new(python);
    command.env("PYTHONPATH", root().join("contrib/benchexec")).env("PYTHONDONTWRITEBYTECODE", "1");
    Some(command)
}

/// What it prints to both outputs.
fn said(mut command: Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// Writes what a check prints, as BenchExec keeps it, to a file of this name, and answers the exit code.
fn check(folder: &Path, name: &str, program: &str, flags: &[&str]) -> i32 {
    let input = folder.join(format!("{name}.bp"));
    std::fs::write(&input, program).expect("a file");
    let output = std::fs::File::create(folder.join(name)).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    command.args(["check", "--stats", "--engine", "explicit"]).args(flags).arg("--").arg(input);
    command.stdout(output.try_clone().expect("a file")).stderr(output);
    command.status().expect("it runs").code().expect("an exit code")
}

#[test]
fn benchexec_accepts_the_module() {
    let Some(mut python) = python() else { return };
    let room = tempfile::tempdir().expect("a folder");
    let runs = [
        ("safe", SAFE, "10s", "true"),
        ("unsafe", UNSAFE, "10s", "false"),
        ("nothing", NOTHING, "10s", "unknown"),
        ("endless", &endless(), "0.1s", "TIMEOUT"),
        ("broken", BROKEN, "10s", "ERROR"),
    ];
    for (name, program, limit, _) in &runs {
        check(room.path(), name, program, &["--timeout", limit]);
    }
    python.current_dir(room.path()).args(["-m", "benchexec.test_tool_info", MODULE, "--no-container"]);
    python.arg("--tool-directory").arg(Path::new(env!("CARGO_BIN_EXE_bpcheck")).parent().expect("a folder"));
    python.arg("--task-definition").arg(root().join("contrib/benchexec/tasks/corners-label-skipped-safe.yml"));
    python.arg("--tool-output").args(runs.map(|(name, ..)| name));
    let said = said(python);
    for (name, .., result) in runs {
        let (_, rest) = said.split_once(&format!("tool output in “{name}”")).expect("its result");
        assert_eq!(rest.lines().nth(1).map(str::trim), Some(format!("“{result}”").as_str()), "{name}:\n{said}");
    }
    assert!(said.contains(&format!("Version: “{}”", env!("CARGO_PKG_VERSION"))), "{said}");
    assert!(said.contains("'check', '--timeout', '123s', '--stats', '--', 'INPUT.FILE'"), "{said}");
    assert_eq!(said.matches("'--label', 'main:here', '--'").count(), 2, "with the property and without\n{said}");
    // The property that the tester invents twice is none that this tool decides, and it takes one program at a time.
    assert_eq!(said.matches("module does not support").count(), 3, "{said}");
    assert!(!said.contains("Traceback"), "{said}");
}

#[test]
fn limits_flags_and_tasks_become_a_command() {
    let Some(mut python) = python() else { return };
    python.arg(root().join("tests/tool/benchexec/ask.py"));
    let expected = [
        "bpcheck check --timeout 50s --memory 1800000000 --stats -- x.bp",
        "bpcheck check --timeout 60s --memory 1800000000 --stats -- x.bp",
        "bpcheck check --timeout=5s --memory 1G --stats -- x.bp",
        "bpcheck check --engine explicit --stats --label f:L -- x.bp",
        "bpcheck decides the property of no-violation.prp, not that of a/termination.prp",
        "the options of a task are `label: [PROCEDURE:]NAME`, not {'label': ['a', 'b']}",
        "the options of a task are `label: [PROCEDURE:]NAME`, not ['label']",
    ];
    assert_eq!(said(python).lines().collect::<Vec<_>>(), expected);
}

/// What the module makes of runs: for each exit code (a signal if it is negative) and output, the result and some columns.
fn judged(mut python: Command, folder: &Path, runs: &[(i32, &str)]) -> Vec<Vec<String>> {
    python.current_dir(folder).arg(root().join("tests/tool/benchexec/judge.py"));
    for (code, name) in runs {
        python.arg(code.to_string()).arg(name);
    }
    said(python).lines().map(|line| line.split('|').map(str::to_string).collect()).collect()
}

#[test]
fn runs_are_judged_by_exit_code_and_last_line() {
    let Some(python) = python() else { return };
    let room = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("interrupted", "verdict: UNKNOWN (interrupted)\n"),
        ("limited", "verdict: UNKNOWN (memory)\nstats: wall 0.001 s\n"),
        ("refused", "memory allocation of 5 bytes failed\n"),
        ("silent", ""),
    ] {
        std::fs::write(room.path().join(name), text).expect("a file");
    }
    let of = |name, program: &str, flags: &[&str]| (check(room.path(), name, program, flags), name);
    let (safe, violated) = (of("safe", SAFE, &[]), of("unsafe", UNSAFE, &[]));
    let runs = [
        (safe, "true"),
        (violated, "false"),
        (of("nothing", NOTHING, &[]), "unknown"),
        (of("endless", &endless(), &["--timeout", "100ms"]), "TIMEOUT"),
        (of("broken", BROKEN, &[]), "ERROR (input)"),
        (of("labelled", SAFE, &["--label", "nowhere"]), "ERROR (usage)"),
        ((143, "interrupted"), "unknown"),
        ((5, "limited"), "OUT OF MEMORY"),
        ((-6, "refused"), "OUT OF MEMORY"),
        // No exit code that says something else, and no signal, leaves a verdict what it was.
        ((4, safe.1), "ERROR (self-check)"),
        ((6, violated.1), "ERROR (internal)"),
        ((10, safe.1), "ERROR"),
        ((5, violated.1), "ERROR"),
        ((-11, safe.1), "ERROR"),
        ((0, "silent"), "ERROR"),
    ];
    let judged = judged(python, room.path(), &runs.map(|(run, _)| run));
    assert_eq!(judged.len(), runs.len());
    for ((run, result), judged) in runs.iter().zip(&judged) {
        assert_eq!(&judged[0], result, "{run:?}");
    }
    // engine, evidence, reason, explicit steps, wall, peak memory, explicit, nothing
    assert_eq!(judged[0][1..4], ["explicit", "checked", "None"]);
    assert_eq!(judged[2][1..4], ["None", "none (no verdict)", "no property"]);
    assert!(judged[0][4].parse::<u64>().is_ok_and(|steps| steps > 0), "{:?}", judged[0]);
    for (value, unit) in [(&judged[0][5], "s"), (&judged[0][6], "MiB")] {
        assert!(value.strip_suffix(unit).is_some_and(|number| number.parse::<f64>().is_ok()), "{value}");
    }
    assert_eq!(judged[0][7..], ["None", "None"]);
}

#[test]
fn benchexec_finds_all_examples_correct() {
    let Some(mut python) = python() else { return };
    let room = tempfile::tempdir().expect("a folder");
    let tool = Path::new(env!("CARGO_BIN_EXE_bpcheck")).parent().expect("a folder");
    python.current_dir(room.path()).args(["-m", "benchexec.benchexec", "--no-container", "--rundefinition", "auto"]);
    python.arg("--tool-directory").arg(tool).arg(root().join("contrib/benchexec/bpcheck.xml"));
    let output = python.output().expect("it runs");
    let (printed, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() && told.to_lowercase().contains("cgroup") {
        return support::skipped("BenchExec may not use the control groups of this system");
    }
    let counts = |label: &str| {
        let lines = printed.lines().filter_map(|line| line.trim().strip_prefix(label));
        lines.map(|count| count.trim().parse::<usize>().expect("a number")).next_back()
    };
    let examples = files(&root().join("bp-examples"), "bp").len();
    assert_eq!((counts("correct:"), counts("unknown:")), (Some(examples), Some(0)), "{printed}\n{told}");
}
