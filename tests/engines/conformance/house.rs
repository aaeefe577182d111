//! An engine is named in its folder, in its row, and nowhere else.

use super::support;
use bpcheck::engine::registry::Registry;
use std::path::Path;

/// Explicit pushdown systems are saturated on their own, and shown so: it is an algorithm there, not an engine that is chosen.
pub(super) const OF_SYSTEMS: [&str; 9] = [
    "cli/depth/system.rs",
    "cli/explain/mod.rs",
    "cli/pds/mod.rs",
    "hunt/fuzz/system.rs",
    "report/explain/html/data.rs",
    "report/explain/html/mod.rs",
    "report/pds/automaton.rs",
    "report/pds/check.rs",
    "report/pds/depth.rs",
];

/// The word is a field of certificates, and a part of a page.
const OTHER_SUMMARIES: [&str; 3] =
    ["report/campaign/html/mod.rs", "verdict/certificate/json/read.rs", "verdict/summaries/read.rs"];

#[test]
fn an_engine_is_named_in_one_folder_and_one_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut named = Vec::new();
    for path in support::files(&root, "rs") {
        let place = path.strip_prefix(&root).expect("below it").to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).expect("a text");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in Registry::standard().rows().map(|row| row.name) {
            let is_own = place.starts_with(&format!("engine/{name}/"))
                || ["engine/mod.rs", "engine/registry.rs"].contains(&place.as_str());
            let is_algorithm = name == "saturation" && OF_SYSTEMS.contains(&place.as_str());
            let is_word = name == "summary" && OTHER_SUMMARIES.contains(&place.as_str());
            if is_own || is_algorithm || is_word || place.ends_with("tests.rs") {
                continue;
            }
            let names = [format!("engine::{name}"), format!("\"{name}\""), format!("\"{name}:")];
            let lines = (1..).zip(code.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
            let hits = lines.filter(|(_, line)| names.iter().any(|name| line.contains(name)));
            named.extend(hits.map(|(number, line)| format!("{place}:{number}: {}", line.trim())));
        }
    }
    assert_eq!(named, [""; 0]);
}
