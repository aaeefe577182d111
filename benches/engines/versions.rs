//! One version of a program after the other, with what is known of the one before.

use crate::measure;
use std::collections::BTreeMap;
use std::path::Path;

/// Seconds of wall time for a check.
const LIMIT: u32 = 10;
const ENGINE: &str = "interpolation";
/// Nothing is found to begin with, which needs no earlier version.
const OPTIONS: &str = "seeds=off";

pub const NAME: &str = "versions";
pub const ABOUT: &str = "programs of ../shared/corpus/satabs that follow each other, with and without what was learnt";

/// Sums over all programs but the first of each sequence.
#[derive(Default)]
struct Sum {
    seconds: f64,
    undecided: usize,
    expanded: u64,
    questions: u64,
    by_summaries: u64,
}

impl Sum {
    /// A check of a program with these flags; what has become of what was known.
    fn add(&mut self, path: &Path, flags: &str, expected: &str) -> Vec<serde_json::Value> {
        let flags = format!("--all --engine {ENGINE}:{OPTIONS} --timeout {LIMIT}s {flags}");
        let measured = measure::certified(path, &flags, 2 * LIMIT, expected);
        let counter = |name: &str| measured.document["stats"][ENGINE][name].as_u64().unwrap_or(0);
        self.seconds += measured.document["resources"]["wall_seconds"].as_f64().unwrap_or(f64::from(LIMIT));
        self.undecided += usize::from(!measured.is_decided());
        self.expanded += counter("expanded");
        self.questions += counter("calls");
        self.by_summaries += counter("answered_by_summaries");
        measured.document["summaries"].as_array().cloned().unwrap_or_default()
    }
}

pub fn print(folder: &Path) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/satabs");
    let mut sequences: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (name, expected) in measure::suite(&corpus) {
        let stem = name.trim_end_matches(".bp").trim_end_matches("_last");
        if let Some((stem, number)) = stem.rsplit_once('.')
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            sequences.entry(stem.to_string()).or_default().push((name, expected));
        }
    }
    sequences.retain(|_, versions| versions.len() > 1);
    let (mut alone, mut after, mut versions) = (Sum::default(), Sum::default(), 0);
    let (mut known, mut kept, mut words) = (0, 0, BTreeMap::<String, usize>::new());
    for sequence in sequences.values_mut() {
        sequence.sort();
        let file = folder.join("known.json");
        let _ = std::fs::remove_file(&file);
        let flags = format!("--summaries {}", file.display());
        for (index, (name, expected)) in sequence.iter().enumerate() {
            let path = corpus.join(name);
            if index == 0 {
                Sum::default().add(&path, &flags, expected);
                continue;
            }
            versions += 1;
            alone.add(&path, "", expected);
            for fate in after.add(&path, &flags, expected) {
                let count = |name: &str| fate[name].as_u64().unwrap_or(0);
                (known, kept) = (known + count("known"), kept + count("kept"));
                *words.entry(fate["word"].as_str().unwrap_or("?").to_string()).or_default() += 1;
            }
        }
    }
    println!("{versions} programs behind the first ones of {} sequences, {LIMIT} s each at most\n", sequences.len());
    println!("{:>34}{:>12}", "alone", "after");
    println!("wall seconds          {:12.1}{:12.1}", alone.seconds, after.seconds);
    println!("not decided           {:12}{:12}", alone.undecided, after.undecided);
    println!("expanded              {:12}{:12}", alone.expanded, after.expanded);
    println!("questions             {:12}{:12}", alone.questions, after.questions);
    println!("answered by summaries {:12}{:12}", alone.by_summaries, after.by_summaries);
    println!("\nof {known} lemmas {kept} held; procedures: {words:?}");
}
