//! Who may know whom: every path that the code of a room names is held against a table. Code for tests may name anything.

use super::house::OF_SYSTEMS;
use super::support;
use bpcheck::engine::registry::Registry;
use std::path::Path;

/// Each room of the library, with what it may name of others. A room names those above it only, so there is no circle.
const ROOMS: [(&str, &[&str]); 28] = [
    ("budget", &[]),
    ("logic/bdd", &["budget", "logic::formula", "logic::met"]),
    ("logic/sat", &["budget", "logic::formula", "logic::owner"]),
    ("logic", &["budget"]),
    ("lang", &["budget", "logic::fold", "logic::formula", "logic::met"]),
    ("ltl", &["lang::source", "lang::spelling"]),
    ("monitor", &["lang::source", "lang::spelling", "ltl"]),
    ("generate", &[]),
    ("pds", &["budget", "lang", "logic::fold", "logic::formula", "logic::met"]),
    (
        "verdict",
        &[
            "budget",
            "lang",
            "logic::fold",
            "logic::formula",
            "pds::Slot",
            "pds::derivation",
            "pds::lemmas",
            "pds::proof",
        ],
    ),
    ("temporal", &["lang", "ltl", "monitor", "pds::analysis"]),
    (
        "validate",
        &[
            "budget",
            "lang::program",
            "lang::source",
            "logic::fold",
            "logic::formula",
            "logic::sat",
            "ltl",
            "monitor",
            "temporal",
            "verdict",
        ],
    ),
    ("outcome", &["budget", "lang::program", "validate"]),
    (
        "symbolic",
        &["budget", "lang", "logic::fold", "logic::formula", "logic::query", "logic::rows", "logic::sat", "pds"],
    ),
    ("summaries", &["budget", "lang", "logic", "pds", "symbolic"]),
    ("relational", &["budget", "lang", "logic::bdd", "logic::formula", "pds"]),
    ("engine", &["budget", "lang", "logic", "pds", "relational", "summaries", "symbolic", "verdict::names"]),
    ("depth", &["budget", "engine::heads", "lang::program", "pds"]),
    (
        "pipeline",
        &["budget", "depth", "engine", "lang", "logic", "ltl", "outcome", "pds", "temporal", "validate", "verdict"],
    ),
    ("step", &["lang", "pds::explicit", "verdict"]),
    ("explain", &["engine", "lang", "logic", "pds", "pipeline", "verdict"]),
    ("convert", &["budget", "lang", "logic", "pds", "pipeline", "verdict"]),
    ("hunt", &["budget", "engine", "generate", "lang", "outcome", "pds", "pipeline", "validate", "verdict"]),
    ("campaign", &["budget", "convert", "lang::source"]),
    ("bench", &["campaign", "engine::registry", "generate"]),
    (
        "report",
        &[
            "bench", "budget", "campaign", "engine", "explain", "hunt", "lang", "logic", "outcome", "pds", "pipeline",
            "step", "validate", "verdict",
        ],
    ),
    // What the binary sees is what the library makes public: the compiler holds that.
    ("cli", &[""]),
    ("main", &["cli"]),
];

/// What `lib.rs` hands out under a shorter name.
const SHORT: [(&str, &str); 5] = [
    ("check", "pipeline::check"),
    ("Diagnostics", "lang::source::Diagnostics"),
    ("Failure", "pipeline::Failure"),
    ("Options", "pipeline::Options"),
    ("Source", "lang::source::Source"),
];

/// What only some rooms name of the world outside: the beginning of a path, and the rooms.
const OUTSIDE: [(&str, &[&str]); 9] = [
    ("anyhow", &["logic/sat"]),
    ("rustsat", &["logic/sat"]),
    ("rustsat_cadical", &["logic/sat"]),
    ("varisat", &["logic/sat"]),
    ("std::env", &["campaign", "cli"]),
    ("std::fs", &["campaign", "cli"]),
    ("std::process", &["campaign", "cli", "main"]),
    ("std::time::Instant", &["campaign", "cli"]),
    ("std::time::SystemTime", &["campaign", "cli"]),
];

/// Who prints.
const PRINTERS: [&str; 3] = ["report", "cli", "main"];

#[test]
fn rooms_name_what_they_may() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for path in support::files(&root, "rs") {
        let place = path.strip_prefix(&root).expect("below it").to_string_lossy().replace('\\', "/");
        let is_test = place.contains("/tests/") || place.ends_with("/tests.rs") || place.ends_with("/fixture.rs");
        if place != "lib.rs" && !is_test {
            broken.extend(rules_broken(&place, &std::fs::read_to_string(&path).expect("a text")));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn rooms_name_those_above_them() {
    for (number, (room, may)) in ROOMS.iter().enumerate() {
        for name in may.iter().map(|name| name.split("::").next().unwrap_or_default()) {
            let is_above = ROOMS[..number].iter().any(|(above, _)| above.split('/').next() == Some(name));
            assert!(
                is_above || name.is_empty() || room.starts_with(name),
                "{room} names {name}, which is not above it"
            );
        }
    }
}

#[test]
fn a_rule_that_is_broken_is_told_with_its_place() {
    let told = |place, text| rules_broken(place, text).join("\n");
    let solver = "use crate::logic::{fold::{self, Cone},\n    sat::Solver};\n";
    assert_eq!(told("pds/build.rs", "//! crate::engine\nuse crate::lang::cfg;\nuse super::Target;\n"), "");
    assert_eq!(
        told("pds/build.rs", solver),
        "src/pds/build.rs:2: pds may name nothing of logic::sat::Solver, only of budget, lang, logic::fold, logic::formula, logic::met"
    );
    assert!(
        told("validate/run.rs", "fn f() { crate::pds::build(); }").contains("validate may name nothing of pds::build")
    );
    assert!(told("engine/summary/run.rs", "use super::super::explicit::Tape;").contains("engine of its own"));
    assert!(told("engine/turns.rs", "use super::saturation;").contains("engine of its own"));
    assert!(told("logic/query.rs", "use varisat::Solver;").contains("only logic/sat names varisat"));
    assert!(told("pipeline/load.rs", "use std::{fmt, fs::File};").contains("only campaign, cli names std::fs"));
    assert!(told("engine/turns.rs", "\nfn f() { println!(); }").starts_with("src/engine/turns.rs:2: only report"));
    assert!(told("attic/mod.rs", "use crate::lang;").contains("a room that the table has not"));
    assert_eq!(told("pds/build.rs", "#[cfg(test)]\nmod tests {\n    use crate::engine;\n}"), "");
}

/// The rules that a file breaks, each with file, line and rule.
fn rules_broken(place: &str, text: &str) -> Vec<String> {
    let module: Vec<&str> =
        place.trim_end_matches(".rs").trim_end_matches("/mod").split('/').filter(|name| !name.is_empty()).collect();
    let is_in = |room: &str| place.strip_prefix(room).is_some_and(|rest| rest.starts_with(['/', '.']));
    let Some((room, may)) = ROOMS.iter().find(|(room, _)| is_in(room)) else {
        return vec![format!("src/{place}:1: a room that the table has not")];
    };
    let own = room.replace('/', "::");
    let is_below = |path: &str, of: &str| {
        path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || of.is_empty() || rest.starts_with("::"))
    };
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut broken = Vec::new();
    let mut tell = |line: usize, rule: String| broken.push(format!("src/{place}:{line}: {rule}"));
    for (line, path) in paths(code) {
        if let Some((name, rooms)) = OUTSIDE.iter().find(|(name, _)| is_below(&path.join("::"), name))
            && !rooms.iter().any(|room| is_in(room))
        {
            tell(line, format!("only {} names {name}", rooms.join(", ")));
        }
        let ups = path.iter().take_while(|name| **name == "super").count();
        let path = match path[0] {
            "crate" | "bpcheck" => path[1..].join("::"),
            "super" => [&module[..module.len().saturating_sub(ups)], &path[ups..]].concat().join("::"),
            _ => continue,
        };
        let path = SHORT.iter().find(|(short, _)| *short == path).map_or(path.as_str(), |(_, long)| long);
        if !is_below(path, &own) && !may.iter().any(|may| is_below(path, may)) {
            tell(line, format!("{room} may name nothing of {path}, only of {}", may.join(", ")));
        }
        let engine = Registry::standard().rows().find(|row| is_below(path, &format!("engine::{}", row.name)));
        let is_listed = |name| place == "engine/registry.rs" || (name == "saturation" && OF_SYSTEMS.contains(&place));
        if let Some(engine) = engine.filter(|row| !is_in(&format!("engine/{}", row.name)) && !is_listed(row.name)) {
            tell(line, format!("{} is named by no other room, and by no engine of its own", engine.name));
        }
    }
    let prints = |line: &str| ["println!", "print!", "dbg!"].iter().any(|name| line.contains(name));
    for (line, _) in (1..).zip(code.lines()).filter(|(_, line)| prints(line) && !line.trim_start().starts_with("//")) {
        if !PRINTERS.iter().any(|room| is_in(room)) {
            tell(line, format!("only {} print", PRINTERS.join(", ")));
        }
    }
    broken
}

/// The paths in a text, each with its line; what stands in braces behind `::` begins with what is before them.
fn paths(text: &str) -> Vec<(usize, Vec<&str>)> {
    let (mut found, mut path) = (Vec::new(), Vec::new());
    let mut outer: Vec<Vec<&str>> = Vec::new();
    for (line, code) in (1..).zip(text.lines().map(|line| line.split("//").next().unwrap_or_default())) {
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let goes_on = path.last() == Some(&"::");
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (token, after) = if rest.starts_with("::") { rest.split_at(2) } else { rest.split_at(length) };
            match token {
                "::" => path.push(token),
                "{" if goes_on => outer.push(std::mem::take(&mut path)),
                _ if is_part(first) && goes_on => path.push(token),
                _ => {
                    found.push((line, std::mem::take(&mut path)));
                    match token {
                        "}" => drop(outer.pop()),
                        _ if is_part(first) => path = outer.last().cloned().unwrap_or_default(),
                        _ => {}
                    }
                    path.extend(is_part(first).then_some(token));
                }
            }
            rest = after.trim_start();
        }
    }
    found.push((text.lines().count(), path));
    found.iter_mut().for_each(|(_, path)| path.retain(|name| *name != "::"));
    found.retain(|(_, path)| path.len() > 1);
    found
}
