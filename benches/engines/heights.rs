//! How deep the stacks of real programs become: whether all ways to measure agree, and what that takes beside a check.

use crate::measure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Seconds of wall time for a process.
const LIMIT: u32 = 8;
/// The engine with which checks are made; it measures, too.
const ENGINE: &str = "saturation:post";

pub const NAME: &str = "heights";
pub const ABOUT: &str =
    "stacks of the files of ../shared/corpus and of bp-examples: who agrees, and what it takes beside a check";

/// Sums over a suite.
#[derive(Default)]
struct Sum {
    files: usize,
    /// For each way to measure how often it agreed.
    agreed: BTreeMap<String, usize>,
    /// How often it gave up, or a limit was hit, and why.
    not_measured: BTreeMap<String, usize>,
    unconfirmed: usize,
    unbounded: usize,
    /// Seconds by the clock: of a check, of depths alone, and with what vouches for them.
    seconds: [f64; 3],
}

pub fn print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = root.join("../shared/corpus");
    println!("{LIMIT} s a process; seconds by the clock, summed\n");
    for name in ["satabs", "slam-like"] {
        let files = measure::suite(&corpus.join(name)).into_iter().map(|(file, _)| corpus.join(name).join(file));
        suite(name, files.collect());
    }
    suite("bp-examples", programs(&root.join("bp-examples")));
}

/// The programs in a folder, at any depth.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("bp") => found.push(path),
                _ if path.is_dir() => open.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn suite(name: &str, files: Vec<PathBuf>) {
    let mut sum = Sum::default();
    for path in files {
        sum.add(&path);
    }
    let [check, alone, confirmed] = sum.seconds;
    println!("{name}: {} files, {} without a bound", sum.files, sum.unbounded);
    println!("  agreed: {:?}; not measured: {:?}", sum.agreed, sum.not_measured);
    println!(
        "  check {check:.1}, depth --no-evidence {alone:.1}, depth {confirmed:.1}, with {} unconfirmed\n",
        sum.unconfirmed
    );
}

impl Sum {
    fn add(&mut self, path: &Path) {
        // What cannot be read as a sequential program is left out.
        let (code, said, _) = tool(&["depth", "--no-evidence", "--cross-check"], path);
        assert_ne!(code, Some(4), "{}: {said}", path.display());
        if !said.lines().last().is_some_and(|line| line.starts_with("depth: ")) {
            return;
        }
        self.files += 1;
        self.unbounded += usize::from(said.ends_with("UNBOUNDED\n"));
        for line in said.lines() {
            if let Some(engine) = line.strip_prefix("agreed: ") {
                *self.agreed.entry(engine.to_string()).or_default() += 1;
            } else if let Some(why) = line.strip_prefix("not measured: ") {
                *self.not_measured.entry(why.to_string()).or_default() += 1;
            }
        }
        let (_, _, check) = tool(&["check", "--no-certificate", "--engine", ENGINE], path);
        let (_, _, alone) = tool(&["depth", "--no-evidence"], path);
        let (_, said, confirmed) = tool(&["depth"], path);
        self.unconfirmed += usize::from(!said.contains("evidence: checked"));
        [check, alone, confirmed].iter().zip(&mut self.seconds).for_each(|(seconds, sum)| *sum += seconds);
    }
}

/// How the tool ends, what it prints, and how long it takes.
fn tool(command: &[&str], path: &Path) -> (Option<i32>, String, f64) {
    let start = Instant::now();
    let limit = format!("{LIMIT}s");
    let mut process = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    let output = process.args(command).args(["--timeout", &limit]).arg(path).output().expect("the tool runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), start.elapsed().as_secs_f64())
}
