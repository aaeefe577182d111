//! The solvers of the summary engine side by side.

use crate::measure::{self, Measured};
use bpcheck::logic::sat::Backend;
use std::path::Path;

/// Seconds of processor time for a check.
const LIMIT: u32 = 20;

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
    println!("summary by its solvers: CPU seconds, at most {LIMIT} a check; - is not decided\n");
    let columns = Backend::ALL.iter().map(|solver| format!("{:>10}", solver.name()));
    println!("{}  verdict  program", columns.collect::<String>());
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
    let sums = (0..Backend::ALL.len()).map(|column| {
        let checks = || checked.iter().map(|row| &row[column]);
        let decided = checks().filter(|measured| measured.is_decided()).count();
        format!("{:10.2} ({decided} decided)", checks().map(|measured| measured.seconds).sum::<f64>())
    });
    println!("{}  {} files of satabs together", sums.collect::<String>(), satabs.len());
}

/// A check by each solver.
fn checks(path: &Path, expected: &str) -> Vec<Measured> {
    let check = |solver: &Backend| {
        let flags = format!("--engine summary:solver={}", solver.name());
        measure::check(path, &flags, LIMIT, expected)
    };
    Backend::ALL.iter().map(check).collect()
}

fn line(checks: &[Measured], expected: &str, name: &str) {
    let columns = checks.iter().map(|measured| match measured.is_decided() {
        true => format!("{:10.3}", measured.seconds),
        false => format!("{:>10}", "-"),
    });
    println!("{}  {expected:7}  {name}", columns.collect::<String>());
}
