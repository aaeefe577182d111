//! What the portfolio is measured on: families, real inputs, and programs over numbers.

use crate::measure;
use bpcheck::generate::words::catalogue::PROGRAMS;
use std::path::{Path, PathBuf};

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

/// Inputs of a kind.
pub struct Group {
    /// Which kind.
    pub name: String,
    /// Whether the referee is asked about them.
    pub with_referee: bool,
    /// Files with the verdicts that are expected.
    pub inputs: Vec<(PathBuf, String)>,
}

/// The families, all of them, and then the other kinds, of each the first of each so many inputs. What is generated is written to the folder.
pub fn groups(folder: &Path, step: usize) -> Vec<Group> {
    let generated = |what: &str| {
        let path = folder.join(format!("{what}.bp"));
        let expected = measure::generate(&path, what);
        (path, expected)
    };
    let families = FAMILIES.into_iter().map(generated).collect();
    let mut groups = vec![Group { name: "families".to_string(), with_referee: true, inputs: families }];
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    for (name, with_referee) in SUITES {
        // What has no property is decided by nobody.
        let has_verdict = |(_, expected): &(String, String)| matches!(expected.as_str(), "SAFE" | "UNSAFE");
        let files = measure::suite(&corpus.join(name)).into_iter().filter(has_verdict);
        let files = files.map(|(file, expected)| (corpus.join(name).join(file), expected));
        groups.push(Group { name: name.to_string(), with_referee, inputs: files.step_by(step).collect() });
    }
    for size in WORDS {
        let programs = PROGRAMS.iter().flat_map(|program| ["", " --unsafe"].map(|variant| (program.name, variant)));
        let texts = programs.map(|(name, variant)| format!("words {name} {size}{variant}")).step_by(step);
        let inputs = texts.map(|text| generated(&text)).collect();
        groups.push(Group { name: format!("words {size}"), with_referee: true, inputs });
    }
    groups
}

/// How an input is called.
pub fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
