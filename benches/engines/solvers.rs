//! The solvers of two engines side by side.

use crate::measure::{self, Measured};
use bpcheck::logic::sat::Backend;
use std::path::Path;

/// Seconds of processor time for a check.
const LIMIT: u32 = 20;

/// Those that can ask either solver.
const ENGINES: [&str; 2] = ["summary", "recmc"];

pub const NAME: &str = "solvers";
pub const ABOUT: &str = "varisat beside CaDiCaL, with the feature `cadical`";

const FAMILIES: [&str; 6] = [
    "bebop --procedures 1000",
    "bebop --procedures 1000 --unsafe",
    "recursion --bits 5",
    "recursion --bits 6",
    "cnf --variables 1000",
    "cnf --variables 1000 --unsafe",
];

/// Larger files of slam-like, two of each family.
const DRIVERS: [&str; 12] = [
    "irp-c2012-v0.bp",
    "irp-d3002-v0.bp",
    "irql-c2011-v0.bp",
    "irql-d3001-v1.bp",
    "pnp-c2014-v0.bp",
    "pnp-d3004-v1.bp",
    "refcount-c2013-v0.bp",
    "refcount-d3003-v1.bp",
    "spinlock-c2010-v0.bp",
    "spinlock-d3000-v0.bp",
    "twolocks-c2015-v2.bp",
    "twolocks-d3005-v0.bp",
];

/// One row for each program, and one for all of satabs; a column for each solver.
pub fn print(folder: &Path) {
    if let [left_out, ..] = Backend::LEFT_OUT {
        println!("{NAME} needs another solver: cargo bench --features {left_out} --bench engines -- {NAME}");
        return;
    }
    println!("engines by their solvers: CPU seconds, at most {LIMIT} a check; - is not decided\n");
    println!("{}  verdict  program", specifications().map(|spec| format!("{spec:>24}")).collect::<String>());
    for family in FAMILIES {
        let path = folder.join("program.bp");
        let expected = measure::generate(&path, family);
        line(&checks(&path, &expected), &expected, family);
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    for (name, expected) in measure::suite(&corpus.join("slam-like")) {
        if DRIVERS.contains(&name.as_str()) {
            line(&checks(&corpus.join("slam-like").join(&name), &expected), &expected, &name);
        }
    }
    let satabs = measure::suite(&corpus.join("satabs"));
    let checked: Vec<Vec<Measured>> =
        satabs.iter().map(|(name, expected)| checks(&corpus.join("satabs").join(name), expected)).collect();
    let sums = (0..specifications().count()).map(|column| {
        let checks = || checked.iter().map(|row| &row[column]);
        let decided = checks().filter(|measured| measured.is_decided()).count();
        let sum = format!("{:.2} ({decided} decided)", checks().map(|measured| measured.seconds).sum::<f64>());
        format!("{sum:>24}")
    });
    println!("{}  {} files of satabs together", sums.collect::<String>(), satabs.len());
}

/// Each engine with each solver.
fn specifications() -> impl Iterator<Item = String> {
    ENGINES
        .iter()
        .flat_map(|engine| Backend::ALL.iter().map(move |solver| format!("{engine}:solver={}", solver.name())))
}

/// A check by each engine with each solver.
fn checks(path: &Path, expected: &str) -> Vec<Measured> {
    specifications().map(|spec| crate::check(path, &format!("--engine {spec}"), LIMIT, expected)).collect()
}

fn line(checks: &[Measured], expected: &str, name: &str) {
    let columns = checks.iter().map(|measured| match measured.is_decided() {
        true => format!("{:24.3}", measured.seconds),
        false => format!("{:>24}", "-"),
    });
    println!("{}  {expected:7}  {name}", columns.collect::<String>());
}
