//! `--format json`: exactly one document, as the published schema says.

use super::*;
use serde_json::{Value, json};

fn document(answer: &Answer) -> Value {
    serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error} in\n{}", answer.stdout))
}

const PHASES: [&str; 5] = ["certify_seconds", "load_seconds", "prepare_seconds", "replay_seconds", "search_seconds"];

/// The document without what differs from run to run.
fn stable(mut document: Value) -> Value {
    document["resources"] = Value::Null;
    document
}

#[test]
fn one_file() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let answer = room.run("check --format json --timeout 1m --label ERROR x.bp");
    assert_eq!(answer.code, Some(2), "the label is not there, and yet there is a document");
    assert_eq!(document(&answer)["error"], "there is no label `ERROR`; there is none");
    let answer = room.run("check --format json --timeout 1m x.bp");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    let mut document = document(&answer);
    assert!(document["resources"]["wall_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    let sha256 = document["input"]["sha256"].take();
    assert_eq!(sha256.as_str().map(str::len), Some(64));
    let phases = document["resources"]["phases"].as_object().expect("where the time went");
    assert_eq!(phases.keys().map(String::as_str).collect::<Vec<_>>(), PHASES);
    assert!(phases.values().all(|seconds| seconds.as_f64().is_some_and(|seconds| seconds >= 0.0)));
    assert!(document["stats"].take()["explicit"]["path_edges"].as_u64().is_some());
    let property = |number: u32, line: u32| {
        let kind = json!({"number": number, "kind": "assert", "label": null, "procedure": "main", "line": line, "column": 3, "origin": null});
        (kind, format!("main#{}", line - 3))
    };
    let ((first, first_place), (second, second_place)) = (property(1, 5), property(2, 6));
    let expected = json!({
        "schema_version": 1,
        "tool": {"name": "bpcheck", "version": env!("CARGO_PKG_VERSION")},
        "config": {
            "engine": "auto", "all": false, "labels": [], "entry": "main", "dialect": "standard", "precedence": "standard",
            "cross_check": false, "shortest": false, "another": 0, "depth": null, "max_nodes": null, "order": "suited", "without": [], "certificate": "wanted", "deny_warnings": false, "timeout_seconds": 60.0, "memory_bytes": null,
        },
        "input": {"path": "x.bp", "sha256": null},
        "size": {"lines": 7, "procedures": 1, "variables": 1, "locations": 5},
        "verdict": "UNSAFE", "reason": null, "error": null,
        "results": [
            {
                "property": first, "place": first_place, "verdict": "UNSAFE", "reason": null, "engine": "explicit",
                "evidence": {"kind": "trace", "checked": true, "reason": null},
            },
            {
                "property": second, "place": second_place, "verdict": "UNKNOWN", "reason": "not decided",
                "engine": "explicit", "evidence": {"kind": "none", "checked": false, "reason": null},
            },
        ],
        "diagnostics": [], "resources": null, "stats": null,
    });
    assert_eq!(stable(document), expected);
}

#[test]
fn a_rejected_file_has_diagnostics() {
    let answer = Room::new(&[("x.bp", BROKEN)]).run("check --format json x.bp");
    assert_eq!(answer.code, Some(3));
    let document = document(&answer);
    assert_eq!((&document["verdict"], &document["error"]), (&Value::Null, &json!("the input is rejected: 1 error")));
    let remark = &document["diagnostics"][0];
    assert_eq!((&remark["severity"], &remark["line"], &remark["column"]), (&json!("error"), &json!(3), &json!(3)));
    assert!(["code", "message"].iter().all(|field| remark[field].as_str().is_some_and(|text| !text.is_empty())));
}

#[test]
fn several_files_are_one_document() {
    let room = Room::new(&[("s.bp", SAFE), ("d.bp", DOUBTFUL)]);
    let answer = room.run("check --format json s.bp gone.bp d.bp");
    assert_eq!(answer.code, Some(3));
    let document = document(&answer);
    let of = |file: usize, field: &str| document["files"][file][field].clone();
    assert_eq!([of(0, "verdict"), of(1, "verdict"), of(2, "verdict")], [json!("SAFE"), Value::Null, json!("SAFE")]);
    assert_eq!(of(0, "results")[0]["evidence"], json!({"kind": "certificate", "checked": true, "reason": null}));
    assert_eq!(of(1, "error"), "cannot read gone.bp: No such file or directory (os error 2)");
    assert_eq!(of(2, "diagnostics")[0]["severity"], "warning");
}

#[test]
fn the_same_bytes_each_time() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    let run = || stable(document(&room.run("check --all --format json x.bp"))).to_string();
    assert_eq!(run(), run());
}

#[test]
fn the_schema_is_published() {
    is_published("check.schema.json", &bpcheck::report::check::json::schema());
}
