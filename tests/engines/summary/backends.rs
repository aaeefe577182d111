//! Which files know of what.

use std::path::Path;

/// Decision diagrams are one way to project, and one file's business: none of the engine's.
#[test]
fn one_file_at_most_knows_decision_diagrams() {
    let folder =
        |name: &str| crate::support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name), "rs");
    let files = ["engine/summary", "summaries", "symbolic"].map(folder).concat();
    assert!(files.len() > 40, "{files:?}");
    let names = |path: &&std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| line.contains("logic") && line.contains("bdd") || line.contains("biodivine"))
    };
    let knowing: Vec<_> = files.iter().filter(names).collect();
    assert!(matches!(&knowing[..], [file] if file.ends_with("project/diagrams.rs")), "{knowing:?}");
}
