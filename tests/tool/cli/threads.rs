//! The number of processors changes nothing that is promised: all bytes of a named engine, and of `auto` what is said of
//! the properties.

use super::*;
use crate::support;
use bpcheck::engine::registry::{Means, Registry};

const PROCESSORS: [&str; 2] = ["0", "0-3"];

/// What a check prints, and the trace that it writes, on some of the machine's processors.
fn on(processors: &str, engine: &str, room: &Room) -> (String, Vec<u8>) {
    let check = ["check", "--engine", engine, "--trace", "trace.json", "x.bp"];
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", processors, env!("CARGO_BIN_EXE_bpcheck")]).args(check).current_dir(room.0.path());
    let answer = Answer::from(command.output().expect("it runs"));
    (answer.stdout, std::fs::read(room.path("trace.json")).unwrap_or_default())
}

#[test]
fn the_number_of_processors_changes_nothing() {
    if Command::new("taskset").arg("--version").output().is_err() {
        support::skipped("there is no command taskset");
        return;
    }
    let registry = Registry::standard();
    for family in
        ["slam --seed 5 --procedures 8 --statements 20 --unsafe", "counter --bits 4", "cnf --variables 40 --unsafe"]
    {
        let room = Room::new(&[]);
        assert_eq!(room.run(&format!("generate {family} -o x.bp")).code, Some(0));
        for engine in registry.variants() {
            // Beyond what the engine does in a test.
            if family.starts_with("cnf") && registry.row(engine).is_none_or(|row| row.means != Means::Sat) {
                continue;
            }
            let [one, all] = PROCESSORS.map(|processors| on(processors, engine, &room));
            assert!(one == all, "{engine} {family}\n{}\n{}", one.0, all.0);
        }
        let lines = |processors: &str| -> Vec<String> {
            let (printed, _) = on(processors, "auto", &room);
            let promised =
                printed.lines().filter(|line| line.starts_with("property ") || line.starts_with("verdict: "));
            promised.map(str::to_string).collect()
        };
        let [one, all] = PROCESSORS.map(lines);
        assert!(one.len() >= 2 && one == all, "{family}\n{one:?}\n{all:?}");
    }
}

/// What a command does if the system gives it no more than so many threads, which it refuses to root only by another user's name.
fn with_threads(count: u32, room: &Room, arguments: &str) -> Answer {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = room.0.path();
    let program = room.path("bpcheck");
    if !program.exists() {
        // Nobody may come to where the tool was built.
        std::fs::copy(env!("CARGO_BIN_EXE_bpcheck"), &program).expect("a copy");
        std::fs::set_permissions(folder, PermissionsExt::from_mode(0o777)).expect("it is ours");
    }
    let mut command = Command::new("prlimit");
    command.arg(format!("--nproc={count}")).arg(program).args(arguments.split_whitespace()).current_dir(folder);
    if std::fs::metadata(folder).expect("a folder").uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.stdin(Stdio::null()).output().expect("it runs").into()
}

/// A user who runs nothing else.
const NOBODY: u32 = 65_533;

/// Without threads one does all, a solver with many variables too; nothing depends on how many there are.
#[test]
fn without_threads_there_is_the_first_one() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        support::skipped("there is no command prlimit");
        return;
    }
    let many: Vec<String> = (0..12_000).map(|_| "*".to_string()).collect();
    let many = format!("void main()\nbegin\n  assert({} | T);\nend\n", many.join(" & "));
    let room = Room::new(&[("many.bp", &many), ("x.pds", "init <p, a>\n<p, a> -> <q, a a>\ntarget <q, .*>\n")]);
    let slam = "slam --seed 5 --procedures 20 --statements 20";
    for (name, family) in [("safe", slam), ("unsafe", &format!("{slam} --unsafe")), ("calls", "bebop --procedures 30")]
    {
        assert_eq!(room.run(&format!("generate {family} -o {name}.bp")).code, Some(0));
    }
    for (arguments, code, last) in [
        ("check safe.bp", 0, "verdict: SAFE"),
        ("check safe.bp --explain-safe", 0, "verdict: SAFE"),
        ("check unsafe.bp", 10, "verdict: UNSAFE"),
        ("check --engine summary:lazy calls.bp", 0, "verdict: SAFE"),
        ("check --engine summary:lazy many.bp", 0, "verdict: SAFE"),
        ("check --cross-check calls.bp", 0, "verdict: SAFE"),
        ("check --jobs 3 safe.bp unsafe.bp", 10, "2 files: 1 SAFE, 1 UNSAFE"),
        ("pds check x.pds", 10, "verdict: UNSAFE"),
        ("explain x.pds", 0, ""),
        ("fuzz --programs 3", 0, "wrong: 0"),
        ("compare safe.bp --output campaign", 3, ""),
    ] {
        for threads in [1, 2, 3] {
            if threads > 1 && arguments.starts_with("compare") {
                continue;
            }
            let answer = with_threads(threads, &room, arguments);
            assert_eq!(answer.code, Some(code), "{threads} {arguments}: {answer:?}");
            assert!(last.is_empty() || answer.stdout.lines().any(|line| line == last), "{arguments}: {answer:?}");
            assert!(!answer.stderr.contains("internal error"), "{answer:?}");
        }
    }
    let told = with_threads(1, &room, "compare safe.bp --output other").stderr;
    assert!(told.contains("error: cannot run summary:lazy on safe.bp: Resource temporarily unavailable"), "{told}");
}
