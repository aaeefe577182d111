//! Programs of papers about recursion: how deep stacks are, and what an engine unwinds to decide a property.

use crate::measure;
use std::path::Path;
use std::process::Command;

/// Seconds of wall time for a check.
const LIMIT: u32 = 10;
/// Programs with the bits of their numbers, most as in the paper's table in shape: one call in a run, two, several procedures.
const PROGRAMS: [(&str, u32); 12] = [
    ("id", 5),
    ("id_b", 5),
    ("sum_non", 5),
    ("fibo", 5),
    ("ackermann", 4),
    ("mccarthy", 4),
    ("mccarthy", 5),
    ("gcd", 3),
    ("evenodd", 5),
    ("hanoi", 5),
    ("bitshift2", 5),
    ("interleave", 5),
];
/// The engine whose counters are shown, in each way; the others are timed beside it.
const COUNTED: [&str; 4] = ["rdd:plain:query=one", "rdd:plain", "rdd:helpers", "rdd"];
const TIMED: [&str; 4] = ["saturation:post", "summary", "recmc", "explicit"];

/// The programs of the papers' tables, as in `bench words`.
const PAPERS: [&str; 22] = [
    "id",
    "id2",
    "id_b",
    "sum",
    "sum_non",
    "afterrec",
    "afterrec2",
    "fibo",
    "fibo2",
    "ackermann",
    "mccarthy",
    "gcd",
    "evenodd",
    "multiply",
    "addition",
    "hanoi",
    "bitshift",
    "bitshift2",
    "interleave",
    "alternate",
    "arith",
    "array",
];
/// Seconds of wall time for a wide one.
const WIDE_LIMIT: u32 = 5;

pub const NAME: &str = "depth";
pub const ABOUT: &str =
    "programs of papers about recursion: heights, and nu, calls and seconds of `rdd` beside other engines";

pub const WIDE: &str = "wide-words";
pub const ABOUT_WIDE: &str =
    "the same with numbers of 16 and 32 bits and few inputs, 88 in all: which ones an engine decides";

/// Shallow recursion over wide numbers.
pub fn print_wide(folder: &Path, engine: &str) {
    let (mut decided, mut certified, mut all) = (0, 0, 0);
    for (name, bits) in PAPERS.into_iter().flat_map(|name| [16, 32].map(|bits| (name, bits))) {
        for variant in ["", " --unsafe"] {
            let path = folder.join("wide.bp");
            let expected = measure::generate(&path, &format!("words {name} --bits {bits} --inputs 20{variant}"));
            let flags = format!("--engine {engine} --timeout {WIDE_LIMIT}s");
            let measured = measure::certified(&path, &flags, 2 * WIDE_LIMIT, &expected);
            all += 1;
            decided += usize::from(measured.is_decided());
            certified += usize::from(measured.document["results"][0]["evidence"]["checked"] == true);
            println!("{:24} {expected:7} {:>6}", format!("{name} {bits}"), seconds(&measured));
        }
    }
    println!("{engine}: {decided} of {all} decided in {WIDE_LIMIT} s each, {certified} with evidence");
}

pub fn print(folder: &Path) {
    println!("SAFE, {LIMIT} s each at most; nu/calls/helpers, and seconds of wall time; `-`: not decided\n");
    print!("{:12} {:>2} {:>9}", "program", "k", "height");
    COUNTED.iter().for_each(|engine| print!(" {engine:>26}"));
    TIMED.iter().for_each(|engine| print!(" {engine:>15}"));
    println!();
    for (name, bits) in PROGRAMS {
        let path = folder.join(format!("{name}.bp"));
        measure::generate(&path, &format!("words {name} --bits {bits}"));
        let height = match &depths(&path)["height"] {
            number if number["bounded"].is_object() => number["bounded"]["depth"].to_string(),
            number if number["unbounded"].is_object() => "unbounded".to_string(),
            _ => "?".to_string(),
        };
        print!("{name:12} {bits:2} {height:>9}");
        for engine in COUNTED {
            let measured =
                measure::certified(&path, &format!("--engine {engine} --timeout {LIMIT}s"), 2 * LIMIT, "SAFE");
            let stats = &measured.document["stats"]["rdd"];
            let count = |name: &str| stats[name].as_u64().unwrap_or(0);
            let told = format!("{}/{}/{}", count("nu"), count("instances"), count("helpers"));
            print!(" {:>26}", format!("{told} {}", seconds(&measured)));
        }
        for engine in TIMED {
            let measured =
                measure::certified(&path, &format!("--engine {engine} --timeout {LIMIT}s"), 2 * LIMIT, "SAFE");
            print!(" {:>15}", seconds(&measured));
        }
        println!();
    }
}

fn seconds(measured: &measure::Measured) -> String {
    match measured.document["resources"]["wall_seconds"].as_f64() {
        Some(seconds) if measured.is_decided() => format!("{seconds:.2}"),
        _ => "-".to_string(),
    }
}

/// What `bpcheck depth` says as a document; nothing if it says nothing.
fn depths(path: &Path) -> serde_json::Value {
    let limit = format!("{LIMIT}s");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpcheck"));
    command.args(["depth", "--format", "json", "--timeout", &limit]).arg(path);
    serde_json::from_slice(&command.output().expect("the tool runs").stdout).unwrap_or_default()
}
