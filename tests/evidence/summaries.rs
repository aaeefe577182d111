//! The file of summaries: its schema, and what is no such file.

use bpcheck::verdict::json::ReadError;
use bpcheck::verdict::summaries::{Summaries, summaries_schema};
use std::path::Path;

/// Set `BLESS=1` to write the schema anew; a change that older readers do not understand asks for a new version.
#[test]
fn the_schema_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/summaries.schema.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, summaries_schema()).expect("the schema can be written");
    }
    assert!(std::fs::read_to_string(&path).expect("the schema") == summaries_schema(), "run the test with BLESS=1");
}

fn file(procedure: &str) -> String {
    format!(
        r#"{{"schema_version": 1, "tool": {{"name": "bpcheck", "version": "0"}}, "program": {{"path": "x.bp", "sha256": ""}},
        "procedures": [{procedure}]}}"#
    )
}

fn error(text: &str) -> String {
    Summaries::from_json(text.as_bytes()).expect_err(text).to_string()
}

#[test]
fn what_is_no_file_of_summaries_is_told_with_its_place() {
    let good = r#"{"name": "f", "nodes": [{"entry": "g"}, {"now": "g"}, {"and": [1, -2]}], "returns": [-3, true]}"#;
    assert_eq!(Summaries::from_json(file(good).as_bytes()).expect("a file").count(), 2);
    for (bad, expected) in [
        (good.replace("-2]", "-3]"), "procedures[0].nodes[2]: there is no earlier node 3"),
        (good.replace("-2]", "0]"), "procedures[0].nodes[2]: there is no earlier node 0"),
        (good.replace("[-3,", "[-4,"), "procedures[0].returns: there is no earlier node 4"),
        (
            good.replace("[-3,", "[-9223372036854775808,"),
            "procedures[0].returns: there is no earlier node 9223372036854775808",
        ),
        (
            good.replace("\"returns\": [-3, true]", "\"heads\": [[4]]"),
            "procedures[0].heads: there is no earlier node 4",
        ),
        (
            good.replace("\"returns\": [-3, true]", "\"hits\": [{\"entered\": [4]}]"),
            "procedures[0].hits: there is no earlier node 4",
        ),
    ] {
        assert_eq!(error(&file(&bad)), expected);
    }
    assert!(error("").starts_with("not a file of summaries: EOF"), "{}", error(""));
    assert!(error(&file(&good.replace("name", "nam"))).contains("unknown field `nam`"));
    let other = file(good).replace("\"schema_version\": 1", "\"schema_version\": 2");
    assert!(matches!(Summaries::from_json(other.as_bytes()), Err(ReadError::Version { found: 2, known: 1 })));
    let certificate = Summaries::from_certificate(file(good).as_bytes()).expect_err("none").to_string();
    assert!(certificate.starts_with("not a certificate: "), "{certificate}");
}

/// Nodes that are shared do not make a formula of exponential size.
#[test]
fn conjunctions_of_themselves_are_no_problem() {
    let nodes: String = (1..=200).map(|node| format!(", {{\"and\": [{node}, {node}]}}")).collect();
    let text = format!(
        r#"{{"schema_version": 1, "tool": {{"name": "bpcheck", "version": "0"}}, "program": {{"path": "x.bp", "sha256": ""}},
        "entry": "main", "properties": [], "contracts": [{{"id": 0, "procedure": "main", "nodes": [{{"entry": "g"}}{nodes}],
        "entry": true, "summary": 201}}]}}"#
    );
    assert_eq!(Summaries::from_certificate(text.as_bytes()).expect("a certificate").count(), 2);
}
