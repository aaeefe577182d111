//! What engines tell is enough to know what they found.

mod automata;
mod pictures;
mod summaries;

use crate::support;
use bpcheck::engine::account::AccountStep;
use bpcheck::explain::{Log, System, schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What is read of the JSON of a log.
#[derive(Deserialize)]
struct Read<S> {
    system: System,
    events: Vec<S>,
    left_out: u64,
}

/// A log as it is read from its JSON: nothing but the text crosses.
fn through_text<S: AccountStep + DeserializeOwned + PartialEq>(log: &Log) -> Read<S> {
    let text = serde_json::to_string(log).expect("JSON");
    let read: Read<S> = serde_json::from_str(&text).expect("a log");
    assert_eq!((&read.system, Some(&read.events[..])), (&log.system, log.steps()));
    read
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
