//! Real programs with several properties, all of them decided: what one teaches about the next, by the switches of an engine that has such.

use crate::{measure, suite};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::path::Path;
use std::process::Command;

/// Seconds of wall time for a check.
const LIMIT: u32 = 3;
const ENGINE: &str = "interpolation";

pub const NAME: &str = "assertions";
pub const ABOUT: &str = "the files of ../shared/corpus with several properties, with and without reuse, by both refinements, from both scenarios; with N behind it each Nth file";

/// The ways side by side. Of each refinement and each scenario there is one with reuse and one without.
const WAYS: [&str; 10] = [
    "",
    ":reuse=off",
    ":substitution=eager",
    ":substitution=eager:reuse=off",
    ":refine=greedy",
    ":refine=greedy:reuse=off",
    ":substitution=eager:refine=greedy",
    ":substitution=eager:refine=greedy:reuse=off",
    ":seeds=off",
    ":seeds=off:reuse=off",
];

const SUITES: [&str; 2] = ["satabs", "slam-like"];

/// Sums over files.
#[derive(Clone, Copy, Default)]
struct Sum {
    files: usize,
    properties: usize,
    decided: usize,
    by_summaries: u64,
    refinements: u64,
    instances: u64,
    interpolation: f64,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, path: &Path, way: &str, expected: &str) {
        let flags = format!("--all --engine {ENGINE}{way} --timeout {LIMIT}s");
        let measured = crate::check(path, &flags, 2 * LIMIT, expected);
        let counter = |name: &str| measured.document["stats"][ENGINE][name].as_u64().unwrap_or(0);
        let results = measured.document["results"].as_array().map_or(&[][..], Vec::as_slice);
        self.files += 1;
        self.properties += results.len();
        self.decided += results.iter().filter(|result| result["verdict"] != "UNKNOWN").count();
        self.by_summaries += counter("answered_by_summaries");
        self.refinements += counter("rounds");
        self.instances += counter("expanded");
        let resources = &measured.document["resources"];
        self.interpolation += resources["parts"]["interpolation"].as_f64().unwrap_or(0.0);
        self.seconds += resources["wall_seconds"].as_f64().unwrap_or(f64::from(LIMIT));
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, more: Sum) {
        self.files += more.files;
        self.properties += more.properties;
        self.decided += more.decided;
        self.by_summaries += more.by_summaries;
        self.refinements += more.refinements;
        self.instances += more.instances;
        self.interpolation += more.interpolation;
        self.seconds += more.seconds;
    }
}

/// Sums over each family and each suite; of all files only the first of each so many, if a number is given.
pub fn print(_: &Path, step: &str) {
    let step = step.parse().unwrap_or(1);
    println!("{ENGINE}, all properties of files that have several, at most {LIMIT} s a file; seconds by the clock\n");
    for name_of_suite in SUITES {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(name_of_suite);
        let mut families: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let mut files = measure::suite(&corpus);
        files.retain(|(name, _)| properties(&corpus.join(name)) > 1);
        for (name, expected) in files.into_iter().step_by(step) {
            families.entry(suite::family(&name)).or_default().push((name, expected));
        }
        let mut all = [Sum::default(); WAYS.len()];
        for (family, files) in families {
            let mut sums = [Sum::default(); WAYS.len()];
            for (name, expected) in &files {
                for (sum, way) in sums.iter_mut().zip(WAYS) {
                    sum.add(&corpus.join(name), way, expected);
                }
            }
            rows(&format!("{name_of_suite}: {family}"), &sums);
            all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
        }
        rows(&format!("{name_of_suite}: all"), &all);
    }
}

/// A row for each way, and behind each pair how much sooner it is with reuse.
fn rows(family: &str, sums: &[Sum]) {
    println!("{family}, {} files, {} properties", sums[0].files, sums[0].properties);
    println!("  decided  by summaries  refinements  instances  interpolation  seconds  off / on  way");
    for (at, (sum, way)) in sums.iter().zip(WAYS).enumerate() {
        let Sum { decided, by_summaries, refinements, instances, interpolation, seconds, .. } = sum;
        let ratio = match at % 2 {
            0 => String::new(),
            _ => format!("{:.2}", seconds / sums[at - 1].seconds),
        };
        println!(
            "{decided:9}{by_summaries:14}{refinements:13}{instances:11}{interpolation:15.2}{seconds:9.1}{ratio:>10}  {ENGINE}{way}"
        );
    }
    println!();
}

/// How many properties a program has.
fn properties(path: &Path) -> usize {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    let output = command.args(["check", "--list"]).arg(path).output().expect("the tool runs");
    String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with("property ")).count()
}
