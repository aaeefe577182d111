//! The portfolio beside each engine alone, those that are no part of it as well.

use crate::measure;
use std::path::{Path, PathBuf};

/// Seconds of wall time for a check.
const LIMIT: u32 = 10;
/// A check that is a row of its own takes the middle of so many times.
const TIMES: usize = 3;

pub const NAME: &str = "portfolio";
pub const ABOUT: &str = "the default engine beside the single ones, in wall time";

const ENGINES: [&str; 5] = ["saturation:post", "saturation:pre", "summary", "explicit", "auto"];

const FAMILIES: [&str; 20] = [
    "bebop --procedures 1000",
    "bebop --procedures 1000 --unsafe",
    "cnf --variables 20",
    "cnf --variables 30 --unsafe",
    "cnf --variables 400",
    "cnf --variables 400 --unsafe",
    "counter --bits 12",
    "doubling --procedures 200",
    "freebits --shape loop --variables 32",
    "freebits --shape recursion --variables 32",
    "locks --locks 100",
    "recursion --bits 6",
    "recursion --bits 10",
    "slam --procedures 30",
    "slam --procedures 300",
    "slam --procedures 30 --unsafe",
    "wide --bits 3 --data 100 --shape loop",
    "wide --bits 3 --data 100 --shape loop --unsafe",
    "wide --bits 3 --data 100 --shape recursion",
    "wide --bits 3 --data 100 --shape recursion --unsafe",
];

/// One row for each family, and one for each suite of real inputs.
pub fn print(folder: &Path) {
    println!("wall seconds, at most {LIMIT} a check; - is not decided; the ratio is to the best single engine\n");
    println!("{} ratio  program", ENGINES.map(|engine| format!("{engine:>16}")).concat());
    for family in FAMILIES {
        let path = folder.join("program.bp");
        let expected = measure::generate(&path, family);
        line(&ENGINES.map(|engine| sum(engine, &[(path.clone(), expected.clone())])), family);
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    for name in ["satabs", "slam-like"] {
        let suite = measure::suite(&corpus.join(name)).into_iter();
        let files: Vec<_> = suite.map(|(file, expected)| (corpus.join(name).join(file), expected)).collect();
        // Many files are too hard for the referee, and each would take it the limit.
        let sum = |engine| if engine == "explicit" { (f64::NAN, false) } else { sum(engine, &files) };
        line(&ENGINES.map(sum), &format!("{} files of {name} together", files.len()));
    }
}

/// The seconds that an engine takes for files, and whether it decides one, the only one perhaps.
fn sum(engine: &str, files: &[(PathBuf, String)]) -> (f64, bool) {
    let checks = files.iter().map(|(path, expected)| {
        let check = || {
            let flags = format!("--engine {engine} --timeout {LIMIT}s");
            let measured = measure::check(path, &flags, 2 * LIMIT, expected);
            let wall = measured.document["resources"]["wall_seconds"].as_f64().unwrap_or(f64::NAN);
            (wall, measured.is_decided())
        };
        let mut times = vec![check()];
        // What takes long varies less.
        while files.len() == 1 && times.len() < TIMES && times[0].0 < 1.0 {
            times.push(check());
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        times[times.len() / 2]
    });
    checks.fold((0.0, false), |(sum, is_decided), (seconds, is)| (sum + seconds, is_decided || is))
}

fn line(times: &[(f64, bool)], name: &str) {
    let columns = times.iter().map(|(seconds, is_decided)| match is_decided {
        true => format!("{seconds:16.3}"),
        false => format!("{:>16}", "-"),
    });
    let (auto, single) = times.split_last().expect("engines");
    let best = single.iter().filter(|(_, is_decided)| *is_decided).map(|(seconds, _)| *seconds).reduce(f64::min);
    let ratio = best.map_or("    -".to_string(), |best| format!("{:6.2}", auto.0 / best));
    println!("{}{ratio}  {name}", columns.collect::<String>());
}
