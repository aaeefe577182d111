//! Which files of the engine know of what.

use std::path::Path;

/// Decision diagrams are one way to project, and one file's business.
#[test]
fn one_file_at_most_knows_decision_diagrams() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/summary");
    let files = crate::support::files(&folder, "rs");
    assert!(files.len() > 20, "{files:?}");
    let names = |path: &&std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| line.contains("logic") && line.contains("bdd") || line.contains("biodivine"))
    };
    let knowing: Vec<_> = files.iter().filter(names).collect();
    assert!(knowing.len() <= 1, "{knowing:?}");
}
