//! What `bpcheck bench` does not measure: real inputs, and the tool against itself, with and without certificates, with other solvers, with several
//! engines at once. `cargo bench --bench engines` says which tables there are, and `cargo bench --bench engines -- TABLE` prints one, of real
//! inputs for the engine that is named behind it. Each check is a process of its own.

mod assertions;
mod best;
mod certificates;
mod depth;
mod heights;
mod inputs;
#[path = "../measure/mod.rs"]
mod measure;
mod portfolio;
mod solvers;
mod suite;
mod versions;

use std::path::Path;

/// The name of a table, what it is about, and how it is printed; a folder for programs and an engine are given.
type Table = (&'static str, &'static str, fn(&Path, &str));

const TABLES: [Table; 11] = [
    (suite::NAMES[0], suite::ABOUT[0], |_, engine| suite::print(suite::NAMES[0], engine)),
    (suite::NAMES[1], suite::ABOUT[1], |_, engine| suite::print(suite::NAMES[1], engine)),
    (solvers::NAME, solvers::ABOUT, |folder, _| solvers::print(folder)),
    (portfolio::NAME, portfolio::ABOUT, portfolio::print),
    (best::NAME, best::ABOUT, best::print),
    (certificates::NAME, certificates::ABOUT, certificates::print),
    (depth::NAME, depth::ABOUT, |folder, _| depth::print(folder)),
    (depth::WIDE, depth::ABOUT_WIDE, depth::print_wide),
    (heights::NAME, heights::ABOUT, |_, _| heights::print()),
    (assertions::NAME, assertions::ABOUT, assertions::print),
    (versions::NAME, versions::ABOUT, |folder, _| versions::print(folder)),
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let Some(wanted) = arguments.next() else {
        println!("Tables, each printed by `cargo bench --bench engines -- TABLE`:");
        TABLES.iter().for_each(|(name, about, _)| println!("  {name:12} {about}"));
        return;
    };
    let Some((.., print)) = TABLES.iter().find(|(name, ..)| *name == wanted) else {
        eprintln!("there is no table {wanted}");
        std::process::exit(2);
    };
    let folder = tempfile::tempdir().expect("a folder");
    print(folder.path(), &arguments.next().unwrap_or("summary".to_string()));
}

/// Checks like [`measure::certified`], but takes the engine's word for SAFE: what is compared is how soon engines decide.
fn check(path: &Path, flags: &str, limit: u32, expected: &str) -> measure::Measured {
    measure::certified(path, &format!("--no-certificate {flags}"), limit, expected)
}
