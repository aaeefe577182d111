//! Real inputs, family by family.

use crate::measure::{self, Measured};
use std::collections::BTreeMap;
use std::path::Path;

/// Seconds of processor time for a file.
const LIMIT: u32 = 20;

pub const NAMES: [&str; 2] = ["slam-like", "satabs"];
pub const ABOUT: [&str; 2] =
    ["the files of ../shared/corpus/slam-like, by family", "the files of ../shared/corpus/satabs, by folder"];

/// One row for an engine on each family.
pub fn print(suite: &str, engine: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(suite);
    let mut families: BTreeMap<String, Vec<(String, Measured)>> = BTreeMap::new();
    for (name, expected) in measure::suite(&folder) {
        let measured = crate::check(&folder.join(&name), &format!("--engine {engine}"), LIMIT, &expected);
        families.entry(family(&name)).or_default().push((name, measured));
    }
    println!("{engine} on {suite}: files decided, CPU seconds, at most {LIMIT} a file\n");
    println!("family                  files  decided   SAFE  UNSAFE   seconds  slowest");
    for (family, files) in &families {
        let count = |verdict: &str| files.iter().filter(|(_, measured)| measured.verdict == verdict).count();
        let (safe, wrong) = (count("SAFE"), count("UNSAFE"));
        let sum: f64 = files.iter().map(|(_, measured)| measured.seconds).sum();
        let slowest = files.iter().max_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
        let slowest = slowest.map(|(name, measured)| format!("{:.2} {name}", measured.seconds)).unwrap_or_default();
        let (all, decided) = (files.len(), safe + wrong);
        println!("{family:22} {all:6} {decided:8} {safe:6} {wrong:7} {sum:9.2}  {slowest}");
    }
}

/// The family of a file of a suite: its folder, or the part of its name before the first `-`.
pub fn family(name: &str) -> String {
    let family = name.split_once('/').or_else(|| name.split_once('-'));
    family.map_or(name, |(family, _)| family).to_string()
}
