//! What engines tell is enough to know what they found.

mod support;

#[path = "explain/automata.rs"]
mod automata;
#[path = "explain/pictures.rs"]
mod pictures;
#[path = "explain/summaries.rs"]
mod summaries;

use bpcheck::explain::{Log, schema};

/// A log as it is read from its JSON: nothing but the text crosses.
fn through_text(log: &Log) -> Log {
    let text = serde_json::to_string(log).expect("JSON");
    let again: Log = serde_json::from_str(&text).expect("a log");
    assert_eq!(again, *log);
    again
}

#[test]
fn the_schema_is_the_published_one() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/explain.schema.json");
    let text = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("a file");
    }
    assert_eq!(std::fs::read_to_string(path).expect("a schema"), text);
}
