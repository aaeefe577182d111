//! The SAT engine and the BDD engine on the same programs. `cargo bench --bench engines` says which tables there are, and
//! `cargo bench --bench engines -- TABLE` prints one, of real inputs for the engine that is named behind it: processor time and memory
//! of a process of its own for each check.

mod certificates;
#[path = "../measure/mod.rs"]
mod measure;
mod plot;
mod portfolio;
mod series;
mod solvers;
mod suite;
mod tables;

use std::path::Path;
use tables::TABLES;

/// The name of a table of another form, what it is about, and how it is printed; a folder for programs and an engine are given.
type Other = (&'static str, &'static str, fn(&Path, &str));

const OTHERS: [Other; 5] = [
    (suite::NAMES[0], suite::ABOUT[0], |_, engine| suite::print(suite::NAMES[0], engine)),
    (suite::NAMES[1], suite::ABOUT[1], |_, engine| suite::print(suite::NAMES[1], engine)),
    (solvers::NAME, solvers::ABOUT, |folder, _| solvers::print(folder)),
    (portfolio::NAME, portfolio::ABOUT, |folder, _| portfolio::print(folder)),
    (certificates::NAME, certificates::ABOUT, certificates::print),
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let Some(wanted) = arguments.next() else {
        println!("Tables, each printed by `cargo bench --bench engines -- TABLE`:");
        TABLES.iter().for_each(|(name, about, _)| println!("  {name:10} {about}"));
        OTHERS.iter().for_each(|(name, about, _)| println!("  {name:10} {about}"));
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    if let Some((.., print)) = OTHERS.iter().find(|(name, ..)| *name == wanted) {
        return print(folder.path(), &arguments.next().unwrap_or("summary".to_string()));
    }
    let Some((_, about, table)) = TABLES.iter().find(|(name, ..)| *name == wanted) else {
        eprintln!("there is no table {wanted}");
        std::process::exit(2);
    };
    let table = table();
    println!("{wanted}: {about}; CPU seconds, at most {} a run, MiB\n", table.limit());
    table.print(folder.path());
}
