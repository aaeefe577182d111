//! The portfolio beside each engine alone, those that are no part of it as well.

use crate::measure;
use bpcheck::generate::words::catalogue::PROGRAMS;
use std::path::{Path, PathBuf};

/// Seconds of wall time for a check.
const LIMIT: u32 = 10;
/// A check that is a row of its own takes the middle of so many times.
const TIMES: usize = 3;

pub const NAME: &str = "portfolio";
pub const ABOUT: &str = "the default engine beside the single ones and the best of each input, in wall time: hours; with N behind it each Nth input";

const ENGINES: [&str; 9] =
    ["saturation:post", "saturation:pre", "recmc", "summary", "interpolation", "rdd", "bam", "explicit", "auto"];

/// The suites of real inputs, and whether the referee is asked about them: many files are too hard for it, and each would take it the limit.
const SUITES: [(&str, bool); 3] = [("satabs", false), ("slam-like", false), ("horn", true)];

/// Programs over numbers, as `generate words` writes them.
const WORDS: [&str; 3] = ["--bits 8", "--bits 16 --inputs 20", "--bits 32 --inputs 20"];

const FAMILIES: [&str; 32] = [
    "bebop --procedures 1000",
    "bebop --procedures 1000 --unsafe",
    "cnf --variables 20",
    "cnf --variables 30 --unsafe",
    "cnf --variables 400",
    "cnf --variables 400 --unsafe",
    "counter --bits 12",
    "counter --bits 12 --unsafe",
    "doubling --procedures 200",
    "freebits --shape loop --variables 32",
    "freebits --shape recursion --variables 32",
    "locks --locks 100",
    "locks --locks 300",
    "recursion --bits 6",
    "recursion --bits 10",
    "recursion --bits 10 --unsafe",
    "slam --procedures 30",
    "slam --procedures 300",
    "slam --procedures 300 --unsafe",
    "slam --procedures 30 --unsafe",
    "wide --bits 3 --data 100 --shape loop",
    "wide --bits 3 --data 100 --shape loop --unsafe",
    "wide --bits 3 --data 100 --shape recursion",
    "wide --bits 3 --data 100 --shape recursion --unsafe",
    "wide --bits 6 --data 80 --shape recursion",
    "wide --bits 6 --data 80 --shape recursion --unsafe",
    "parameters --data 60",
    "parameters --data 60 --unsafe",
    "tickets --locks 20 --data 30",
    "tickets --locks 20 --data 30 --unsafe",
    "dispatch --flags 40",
    "dispatch --flags 40 --unsafe",
];

/// What an engine took, and whether it decided.
#[derive(Clone, Copy)]
struct Time {
    seconds: f64,
    is_decided: bool,
}

/// What the engines took for several inputs together. An input that is not decided counts as the limit.
#[derive(Default)]
struct Sum {
    seconds: [f64; ENGINES.len()],
    decided: [usize; ENGINES.len()],
    /// Of the best single engine for each input: the virtual best.
    best: f64,
    best_decided: usize,
    inputs: usize,
}

/// A row for each family, and for each group of inputs their sums; of each group only the first of each so many inputs, if a number is given.
pub fn print(folder: &Path, step: &str) {
    let step = step.parse().unwrap_or(1);
    println!("wall seconds, at most {LIMIT} a check; - is not decided; the ratio is to the best single engine\n");
    println!("{} ratio  program", ENGINES.map(|engine| format!("{engine:>16}")).concat());
    let mut families = Sum::default();
    for family in FAMILIES {
        let path = folder.join("program.bp");
        let expected = measure::generate(&path, family);
        let times = ENGINES.map(|engine| middle(engine, &path, &expected));
        line(&times, family);
        families.add(times);
    }
    families.print("families");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    for (name, with_referee) in SUITES {
        // What has no property is decided by nobody.
        let has_verdict = |(_, expected): &(String, String)| matches!(expected.as_str(), "SAFE" | "UNSAFE");
        let files = measure::suite(&corpus.join(name)).into_iter().filter(has_verdict);
        let files = files.map(|(file, expected)| (corpus.join(name).join(file), expected));
        let files: Vec<_> = files.step_by(step).collect();
        group(&files, with_referee, name);
    }
    for size in WORDS {
        let programs = PROGRAMS.iter().flat_map(|program| ["", " --unsafe"].map(|variant| (program, variant)));
        let files = programs.map(|(program, variant)| {
            let path = folder.join(format!("{}{variant}.bp", program.name));
            let expected = measure::generate(&path, &format!("words {} {size}{variant}", program.name));
            (path, expected)
        });
        group(&files.step_by(step).collect::<Vec<_>>(), true, &format!("words {size}"));
    }
}

/// Sums over files, and those where the portfolio is behind.
fn group(files: &[(PathBuf, String)], with_referee: bool, name: &str) {
    let mut sum = Sum::default();
    for (path, expected) in files {
        let times = ENGINES.map(|engine| match engine {
            "explicit" if !with_referee => Time { seconds: f64::NAN, is_decided: false },
            _ => once(engine, path, expected),
        });
        if sum.add(times) {
            line(&times, &format!("{name}: {}", path.file_name().unwrap_or_default().to_string_lossy()));
        }
    }
    sum.print(&format!("{} files of {name}", files.len()));
}

impl Sum {
    /// An input more. Whether the portfolio is behind the best single engine by a quarter and by what anybody would notice, a twentieth of a second.
    fn add(&mut self, times: [Time; ENGINES.len()]) -> bool {
        let counted = |time: &Time| if time.is_decided { time.seconds } else { f64::from(LIMIT) };
        for (index, time) in times.iter().enumerate() {
            self.seconds[index] += if time.seconds.is_nan() { f64::NAN } else { counted(time) };
            self.decided[index] += usize::from(time.is_decided);
        }
        let (auto, single) = times.split_last().expect("engines");
        let best = single.iter().map(counted).fold(f64::from(LIMIT), f64::min);
        self.best += best;
        self.best_decided += usize::from(single.iter().any(|time| time.is_decided));
        self.inputs += 1;
        counted(auto) > 1.25 * best + 0.05
    }

    fn print(&self, name: &str) {
        let columns = self.seconds.iter().zip(self.decided).map(|(seconds, decided)| match seconds.is_nan() {
            true => format!("{:>16}", ""),
            false => format!("{:>16}", format!("{seconds:.2} ({decided})")),
        });
        let auto = self.seconds[ENGINES.len() - 1];
        println!("{}{:6.2}  {name}", columns.collect::<String>(), auto / self.best);
        println!("    the virtual best: {:.2} s, {} of {} decided\n", self.best, self.best_decided, self.inputs);
    }
}

/// What a check takes.
fn once(engine: &str, path: &Path, expected: &str) -> Time {
    let measured = crate::check(path, &format!("--engine {engine} --timeout {LIMIT}s"), 2 * LIMIT, expected);
    let seconds = measured.document["resources"]["wall_seconds"].as_f64().unwrap_or(f64::NAN);
    Time { seconds, is_decided: measured.is_decided() }
}

/// The middle of several times; what takes long varies less.
fn middle(engine: &str, path: &Path, expected: &str) -> Time {
    let mut times = vec![once(engine, path, expected)];
    while times.len() < TIMES && times[0].seconds < 1.0 {
        times.push(once(engine, path, expected));
    }
    times.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    times[times.len() / 2]
}

fn line(times: &[Time; ENGINES.len()], name: &str) {
    let columns = times.iter().map(|time| match time.is_decided {
        true => format!("{:16.3}", time.seconds),
        false => format!("{:>16}", "-"),
    });
    let (auto, single) = times.split_last().expect("engines");
    let best = single.iter().filter(|time| time.is_decided).map(|time| time.seconds).reduce(f64::min);
    let ratio = best.map_or("    -".to_string(), |best| format!("{:6.2}", auto.seconds / best));
    println!("{}{ratio}  {name}", columns.collect::<String>());
}
