//! The SAT engine and the BDD engine on the same programs. `cargo bench --bench engines` says which tables there are, and
//! `cargo bench --bench engines -- TABLE` prints one: processor time and memory of a process of its own for each check.

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

/// The name of a table of another form, what it is about, and how it is printed; a folder for programs is given.
type Other = (&'static str, &'static str, fn(&Path));

const OTHERS: [Other; 4] = [
    (suite::NAMES[0], suite::ABOUT[0], |_| suite::print(suite::NAMES[0])),
    (suite::NAMES[1], suite::ABOUT[1], |_| suite::print(suite::NAMES[1])),
    (solvers::NAME, solvers::ABOUT, solvers::print),
    (portfolio::NAME, portfolio::ABOUT, portfolio::print),
];

fn main() {
    let Some(wanted) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) else {
        println!("Tables, each printed by `cargo bench --bench engines -- TABLE`:");
        TABLES.iter().for_each(|(name, about, _)| println!("  {name:10} {about}"));
        OTHERS.iter().for_each(|(name, about, _)| println!("  {name:10} {about}"));
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    if let Some((.., print)) = OTHERS.iter().find(|(name, ..)| *name == wanted) {
        return print(folder.path());
    }
    let Some((_, about, table)) = TABLES.iter().find(|(name, ..)| *name == wanted) else {
        eprintln!("there is no table {wanted}");
        std::process::exit(2);
    };
    let table = table();
    println!("{wanted}: {about}; CPU seconds, at most {} a run, MiB\n", table.limit());
    table.print(folder.path());
}
