//! Which files know of what.

use std::path::Path;

/// Decision diagrams are one way to project, and to make a formula smaller: the business of a file each, and none of the engine's.
#[test]
fn two_files_at_most_know_decision_diagrams() {
    let folder =
        |name: &str| crate::support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name), "rs");
    let files = ["engine/summary", "summaries", "symbolic"].map(folder).concat();
    assert!(files.len() > 40, "{files:?}");
    let names = |path: &&std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| line.contains("logic") && line.contains("bdd"))
    };
    let knowing: Vec<_> = files.iter().filter(names).collect();
    assert_eq!(knowing.len(), 2, "{knowing:?}");
    assert!(knowing.iter().all(|file| file.ends_with("project/diagrams.rs") || file.ends_with("summaries/compact.rs")));
}
