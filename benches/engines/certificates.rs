//! What certificates cost: checks with and without.

use crate::measure;
use std::path::{Path, PathBuf};

/// Seconds of processor time for a check.
const LIMIT: u32 = 60;

pub const NAME: &str = "certificates";
pub const ABOUT: &str = "checks with certificates, made and checked, beside checks without";

const FAMILIES: [&str; 9] = [
    "bebop --procedures 100",
    "bebop --procedures 400",
    "bebop --procedures 1000",
    "bebop --procedures 4000",
    "slam --seed 1 --procedures 50",
    "slam --seed 1 --procedures 100",
    "slam --seed 1 --procedures 300",
    "slam --seed 1 --procedures 1000",
    "locks --locks 100",
];

/// One row for each family, and one for each suite of real inputs, all by one engine.
pub fn print(folder: &Path, engine: &str) {
    println!("{engine}: CPU seconds without and with certificates, at most {LIMIT} a check\n");
    println!("   without       with  ratio  certified  program");
    for family in FAMILIES {
        let path = folder.join("program.bp");
        let expected = measure::generate(&path, family);
        row(engine, &[(path, expected)], family);
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    for name in ["satabs", "slam-like"] {
        let suite = measure::suite(&corpus.join(name)).into_iter();
        let files: Vec<_> = suite.map(|(file, expected)| (corpus.join(name).join(file), expected)).collect();
        row(engine, &files, &format!("{} files of {name} together", files.len()));
    }
}

fn row(engine: &str, files: &[(PathBuf, String)], name: &str) {
    let (mut without, mut with, mut certified, mut safe) = (0.0, 0.0, 0, 0);
    for (path, expected) in files {
        let flags = format!("--engine {engine}");
        without += crate::check(path, &flags, LIMIT, expected).seconds;
        let measured = measure::certified(path, &flags, LIMIT, expected);
        with += measured.seconds;
        let is_certified = measured.document["results"][0]["evidence"]["kind"] == "certificate";
        safe += usize::from(measured.verdict == "SAFE");
        certified += usize::from(measured.verdict == "SAFE" && is_certified);
    }
    println!("{without:10.3} {with:10.3} {:6.2} {certified:5} of {safe:<3} {name}", with / without);
}
