//! Whole checks as tables: processor time and memory of a process of its own for each input, as the tool itself reports
//! them. `cargo bench --bench programs`, or with a word, `cargo bench --bench programs -- bebop`, only the tables whose
//! names have it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const TOOL: &str = env!("CARGO_BIN_EXE_bpcheck");

/// What a check said and cost.
struct Row {
    name: String,
    verdict: String,
    seconds: f64,
    megabytes: f64,
}

/// Checks what belongs to a table; a folder for generated programs is given.
type Rows = fn(&Path) -> Vec<Row>;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder");
    let tables: [(&str, Rows); 5] = [
        ("bebop", bebop),
        ("locks", locks),
        ("slam", slam),
        ("corpus/slam-like", |_| corpus("slam-like")),
        ("corpus/satabs", |_| corpus("satabs")),
    ];
    for (name, rows) in tables.into_iter().filter(|(name, _)| name.contains(&wanted)) {
        table(name, rows(folder.path()));
    }
}

fn bebop(folder: &Path) -> Vec<Row> {
    let sizes = [100, 400, 1_000, 4_000, 10_000, 40_000, 100_000];
    let families =
        sizes.iter().flat_map(|n| ["", " --unsafe"].map(|variant| format!("bebop --procedures {n}{variant}")));
    families.map(|family| generated(folder, &family)).collect()
}

fn locks(folder: &Path) -> Vec<Row> {
    let families =
        [24, 100, 300].into_iter().flat_map(|n| ["", " --one-property"].map(|one| format!("locks --locks {n}{one}")));
    families.map(|family| generated(folder, &family)).collect()
}

fn slam(folder: &Path) -> Vec<Row> {
    let sizes = [10, 50, 100, 1_000].into_iter();
    let families =
        sizes.flat_map(|n| ["", " --unsafe"].map(|variant| format!("slam --seed 1 --procedures {n}{variant}")));
    families.map(|family| generated(folder, &family)).collect()
}

/// All programs of a suite of real inputs; none where the folder is missing.
fn corpus(suite: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(suite);
    let Ok(expected) = std::fs::read_to_string(folder.join("expected.tsv")) else {
        eprintln!("skipped: there is no folder {}", folder.display());
        return Vec::new();
    };
    let mut rows: Vec<Row> = Vec::new();
    for line in expected.lines().skip(1) {
        let mut cells = line.split('\t');
        let (Some(name), Some(verdict)) = (cells.next(), cells.next()) else { continue };
        let row = check(name.to_string(), &folder.join(name));
        let said = row.verdict.as_str();
        assert!(said == "UNKNOWN" || said == verdict, "{name}: {said}, expected {verdict}");
        rows.push(row);
    }
    rows
}

fn generated(folder: &Path, family: &str) -> Row {
    let path = folder.join("program.bp");
    let output = run(&["generate", "-o"], &path, family.split_whitespace());
    assert!(output.status.success(), "{family}: {}", String::from_utf8_lossy(&output.stderr));
    check(family.to_string(), &path)
}

fn check(name: String, path: &Path) -> Row {
    let output = run(&["check", "--all", "--format", "json", "--timeout", "60s"], path, [].into_iter());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let number = |key: &str| document["resources"][key].as_f64().unwrap_or(f64::NAN);
    Row {
        name,
        verdict: document["verdict"].as_str().unwrap_or("error").to_string(),
        seconds: number("cpu_seconds"),
        megabytes: number("peak_memory_bytes") / f64::from(1 << 20),
    }
}

fn run<'a>(first: &[&str], path: &Path, rest: impl Iterator<Item = &'a str>) -> Output {
    Command::new(TOOL).args(first).arg(path).args(rest).output().expect("the tool runs")
}

/// All rows, or of many the slowest ten, and their sum.
fn table(name: &str, mut rows: Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    println!("\n{name}: CPU seconds, MiB");
    let (count, sum): (usize, f64) = (rows.len(), rows.iter().map(|row| row.seconds).sum());
    let decided = rows.iter().filter(|row| row.verdict != "UNKNOWN").count();
    if count > 20 {
        rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        rows.truncate(10);
    }
    for Row { name, verdict, seconds, megabytes } in rows {
        println!("  {seconds:8.3} {megabytes:8.1}  {verdict:7}  {name}");
    }
    println!("  {sum:8.3}           {decided} of {count} decided");
}
