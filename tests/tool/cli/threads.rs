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
