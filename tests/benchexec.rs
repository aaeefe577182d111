//! `contrib/benchexec`: the task definitions agree with the examples, and BenchExec understands what this tool says.

#[cfg(unix)]
#[path = "benchexec/module.rs"]
mod module;
#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{files, head};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The definition of each example whose head says what is expected, by the path below `contrib/benchexec/tasks`.
fn definitions() -> BTreeMap<PathBuf, String> {
    let examples = root().join("bp-examples");
    let definition = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("an example");
        let name = path.strip_prefix(&examples).expect("it is below");
        let verdict = match head(&text, "expect")? {
            "SAFE" => true,
            "UNSAFE" => false,
            other => panic!("{}: SAFE or UNSAFE is expected, not {other}", name.display()),
        };
        assert_eq!(name.components().count(), 2, "{}: expected in a folder of bp-examples", name.display());
        let options = head(&text, "label").map(|label| format!("options:\n  label: \"{label}\"\n")).unwrap_or_default();
        let definition = format!(
            "format_version: \"2.0\"\ninput_files: ../../../../bp-examples/{}\nproperties:\n  - property_file: ../../no-violation.prp\n    \
             expected_verdict: {verdict}\n{options}",
            name.display()
        );
        Some((name.with_extension("yml"), definition))
    };
    files(&examples, "bp").into_iter().filter_map(definition).collect()
}

/// Set `BLESS=1` to write the definitions anew.
#[test]
fn the_task_definitions_are_those_of_the_examples() {
    let tasks = root().join("contrib/benchexec/tasks");
    let expected = definitions();
    if std::env::var_os("BLESS").is_some() {
        let _ = std::fs::remove_dir_all(&tasks);
        for (name, text) in &expected {
            let path = tasks.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("the definition can be written");
        }
    }
    let mut found = BTreeMap::new();
    for path in files(&tasks, "yml") {
        let text = std::fs::read_to_string(&path).expect("a definition");
        found.insert(path.strip_prefix(&tasks).expect("it is below").to_path_buf(), text);
    }
    let names = |of: &BTreeMap<PathBuf, String>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected), "run the test with BLESS=1");
    for (name, text) in &expected {
        assert_eq!(&found[name], text, "{}: run the test with BLESS=1", name.display());
    }
}
