//! `contrib/benchexec`: the task definitions agree with the examples, and BenchExec understands what this tool says.

#[cfg(target_os = "linux")]
mod module;

use crate::support;
use crate::support::{files, head};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The definition of each example whose head says what is expected, by its name in `contrib/benchexec/tasks`. BenchExec names logs after
/// definitions, whatever folder they are in, so the folder of the example becomes a part of the name.
fn definitions() -> BTreeMap<String, String> {
    let examples = root().join("bp-examples");
    let definition = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("an example");
        let path = path.strip_prefix(&examples).expect("it is below").to_str().expect("UTF-8");
        let verdict = match head(&text, "expect")? {
            "SAFE" => true,
            "UNSAFE" => false,
            other => panic!("{path}: SAFE or UNSAFE is expected, not {other}"),
        };
        let options = head(&text, "label").map(|label| format!("options:\n  label: \"{label}\"\n")).unwrap_or_default();
        let definition = format!(
            "format_version: \"2.0\"\ninput_files: ../../../bp-examples/{path}\nproperties:\n  - property_file: ../no-violation.prp\n    \
             expected_verdict: {verdict}\n{options}"
        );
        Some((path.replace('/', "-").replace(".bp", ".yml"), definition))
    };
    files(&examples, "bp").into_iter().filter_map(definition).collect()
}

/// Set `BLESS=1` to write the definitions anew.
#[test]
fn the_task_definitions_are_those_of_the_examples() {
    let tasks = root().join("contrib/benchexec/tasks");
    let expected = definitions();
    assert_eq!(expected.len(), files(&root().join("bp-examples"), "bp").len(), "each example has one of its own");
    if std::env::var_os("BLESS").is_some() {
        files(&tasks, "yml").iter().for_each(|path| std::fs::remove_file(path).expect("it can be removed"));
        expected.iter().for_each(|(name, text)| std::fs::write(tasks.join(name), text).expect("it can be written"));
    }
    let name = |path: &Path| path.strip_prefix(&tasks).expect("it is below").display().to_string();
    let found: BTreeMap<String, String> =
        files(&tasks, "yml").iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a text"))).collect();
    assert!(found.keys().eq(expected.keys()), "other examples than definitions: run the test with BLESS=1");
    for (name, text) in &expected {
        assert_eq!(&found[name], text, "{name}: run the test with BLESS=1");
    }
}
