//! Whole checks as tables, evidence included: processor time and memory of a process of its own for each input, as the tool itself reports
//! them. `cargo bench --bench programs`, or with a word, `cargo bench --bench programs -- bebop`, only the tables whose
//! names have it. At the end z3 is held beside it on the same inputs, if there is one.

#[path = "measure/beside.rs"]
mod beside;
#[path = "measure/mod.rs"]
mod measure;

use beside::Times;
use measure::Measured;
use std::path::{Path, PathBuf};

/// Seconds of processor time for a check.
const LIMIT: u32 = 60;

/// The peer, and its table: its engine for Horn clauses is Spacer.
const PEER: &str = "z3";
/// Seconds of processor time for a check where there is a peer.
const LIMIT_OF_PEERS: u32 = 10;

/// An input, and what came out.
struct Row {
    name: String,
    measured: Measured,
}

/// Checks what belongs to a table; a folder for generated programs is given.
type Rows = fn(&Path) -> Vec<Row>;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder");
    let tables: [(&str, Rows); 6] = [
        ("bebop", bebop),
        ("locks", locks),
        ("slam", slam),
        ("straight", straight),
        ("corpus/slam-like", |_| corpus("slam-like")),
        ("corpus/satabs", |_| corpus("satabs")),
    ];
    for (name, rows) in tables.into_iter().filter(|(name, _)| name.contains(&wanted)) {
        table(name, rows(folder.path()));
    }
    if PEER.contains(&wanted) {
        peers(folder.path());
    }
}

/// The peer beside `auto`, as the sum of what each takes where both have an answer.
fn peers(folder: &Path) {
    let suite = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(name);
    let families: [(&str, &[u32]); 4] = [
        ("bebop --procedures", &[10, 100, 400]),
        ("doubling --procedures", &[10, 20, 40]),
        ("locks --locks", &[10, 24]),
        ("slam --seed 1 --procedures", &[10, 50]),
    ];
    let families = families.map(|(family, sizes)| (family, written(folder, family, sizes)));
    let suites = ["slam-like", "satabs"].map(|name| (name, suite(name)));
    println!("\n{PEER}: CPU seconds, at most {LIMIT_OF_PEERS}, where both decide");
    println!("  inputs  auto decides  {PEER} decides     auto       {PEER}  {PEER} / auto");
    for (name, path) in families.into_iter().chain(suites).filter(|(_, path)| path.exists()) {
        let Some(times) = beside::measured(PEER, &[&path], LIMIT_OF_PEERS) else {
            eprintln!("skipped: there is no {PEER}");
            return;
        };
        let decided = |who: usize| times.values().filter(|times| times[who].is_some()).count();
        let both: Vec<[f64; 2]> = times.values().filter_map(|times: &Times| Some([times[0]?, times[1]?])).collect();
        let [ours, theirs] = [0, 1].map(|who| both.iter().map(|times| times[who]).sum::<f64>());
        let (inputs, [we, they]) = (times.len(), [0, 1].map(decided));
        println!("  {inputs:6} {we:13} {they:11} {ours:8.2} {theirs:8.2} {:10.1}  {name}", theirs / ours);
    }
}

/// Members of a family, safe and not, in a folder of their own.
fn written(folder: &Path, family: &str, sizes: &[u32]) -> PathBuf {
    let folder = folder.join(family.replace(' ', ""));
    std::fs::create_dir(&folder).expect("a folder");
    for (size, variant) in sizes.iter().flat_map(|size| ["", " --unsafe"].map(|variant| (size, variant))) {
        measure::generate(&folder.join(format!("{size}{}.bp", variant.trim())), &format!("{family} {size}{variant}"));
    }
    folder
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

/// One procedure of a million lines with two million assignments, which two variables go through alike.
fn straight(folder: &Path) -> Vec<Row> {
    const LINES: [&str; 6] = [
        "a := a & c; b := b & c;",
        "a := !a; b := !b;",
        "c := *; d := c;",
        "a := a | e; b := b | e;",
        "e := c & d; c := !c;",
        "a := b; b := a;",
    ];
    let mut text = String::from("decl a, b, c, d, e;\nvoid main() begin\na, b := F, F;\n");
    // Which line follows is as good as chance (D. Lehmer's generator, 1951).
    let mut state: u64 = 1;
    for _ in 0..1_000_000 {
        state = state * 48_271 % 2_147_483_647;
        text.push_str(LINES[state as usize % LINES.len()]);
        text.push('\n');
    }
    text.push_str("assert(a = b);\nend\n");
    let path = folder.join("straight.bp");
    std::fs::write(&path, text).expect("a program is written");
    vec![Row { name: "a million lines".into(), measured: measure::certified(&path, "", LIMIT, "SAFE") }]
}

/// All programs of a suite of real inputs.
fn corpus(suite: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(suite);
    let row = |(name, expected): (String, String)| Row {
        measured: measure::certified(&folder.join(&name), "--all", LIMIT, &expected),
        name,
    };
    measure::suite(&folder).into_iter().map(row).collect()
}

fn generated(folder: &Path, family: &str) -> Row {
    let path = folder.join("program.bp");
    let expected = measure::generate(&path, family);
    Row { name: family.to_string(), measured: measure::certified(&path, "--all", LIMIT, &expected) }
}

/// All rows, or of many the slowest ten, and their sum.
fn table(name: &str, mut rows: Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    println!("\n{name}: CPU seconds, MiB");
    let (count, sum): (usize, f64) = (rows.len(), rows.iter().map(|row| row.measured.seconds).sum());
    let decided = rows.iter().filter(|row| row.measured.is_decided()).count();
    if count > 20 {
        rows.sort_by(|a, b| b.measured.seconds.total_cmp(&a.measured.seconds));
        rows.truncate(10);
    }
    for Row { name, measured: Measured { verdict, seconds, document } } in rows {
        let megabytes = document["resources"]["peak_memory_bytes"].as_f64().unwrap_or(f64::NAN) / f64::from(1 << 20);
        let reason = document["reason"].as_str().map_or(String::new(), |reason| format!(": {reason}"));
        println!("  {seconds:8.3} {megabytes:8.1}  {verdict:7}  {name}{reason}");
    }
    println!("  {sum:8.3}           {decided} of {count} decided");
}
