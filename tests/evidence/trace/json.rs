//! Traces as JSON: what is written is read again, and what is read from a broken text is an error.

use super::{Subject, subjects};
use bpcheck::verdict::json::{ReadError, trace_from_json, trace_schema, trace_to_json};
use std::path::Path;

#[test]
fn what_is_written_is_read_again() {
    for subject in subjects() {
        let trace = subject.shortest(60).expect("a violation");
        let text = trace_to_json(&subject.program, &subject.source, &trace);
        assert_eq!(trace_from_json(&subject.program, text.as_bytes()).expect(&text), trace);
    }
}

#[test]
fn the_text_is_for_people_too() {
    let subject = &subjects()[2];
    let trace = subject.shortest(60).expect("a violation");
    insta::assert_snapshot!(trace_to_json(&subject.program, &subject.source, &trace));
}

/// Set `BLESS=1` to write the schema anew; a change that older readers do not understand asks for a new version.
#[test]
fn the_schema_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/trace.schema.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, trace_schema()).expect("the schema can be written");
    }
    assert!(std::fs::read_to_string(&path).expect("the schema") == trace_schema(), "run the test with BLESS=1");
}

#[test]
fn broken_texts_are_refused() {
    let subject = &subjects()[3];
    let trace = subject.shortest(60).expect("a violation");
    let text = trace_to_json(&subject.program, &subject.source, &trace);
    let bytes = text.as_bytes();
    for end in 0..bytes.trim_ascii_end().len() {
        assert!(trace_from_json(&subject.program, &bytes[..end]).is_err(), "{end}");
    }
    for at in 0..bytes.len() {
        for byte in [b'0', b'1', b'7', b'"', b' ', b'}', b'x', 0xff] {
            let mut broken = bytes.to_vec();
            broken[at] = byte;
            // Who wrote the trace, and from which path, is not part of what it says.
            if let Ok(read) = trace_from_json(&subject.program, &broken) {
                assert!(read == trace || subject.replay(&read).is_err(), "{}", String::from_utf8_lossy(&broken));
            }
        }
    }
}

#[test]
fn errors_say_what_and_where() {
    let subject = &subjects()[1];
    let trace = subject.shortest(60).expect("a violation");
    let text = trace_to_json(&subject.program, &subject.source, &trace);
    let said = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        trace_from_json(&subject.program, changed.as_bytes()).expect_err(to).to_string()
    };
    assert_eq!(
        said("\"schema_version\": 1", "\"schema_version\": 12"),
        "this is schema version 12; only version 1 is understood"
    );
    assert_eq!(
        said("\"globals\": [\"x\"]", "\"globals\": [\"y\"]"),
        "globals: these are not the variables of the program"
    );
    assert_eq!(
        said("\"at\": \"flip#0\"", "\"at\": \"flop#0\""),
        "runs[0].steps[0].at: the program has no place `flop#0`"
    );
    assert_eq!(
        said("\"at\": \"flip#0\"", "\"at\": \"main#0\""),
        "runs[0].steps[0].at: `main#0` is not in the procedure"
    );
    assert_eq!(said("\"id\": 0", "\"id\": 3"), "runs[0].id: expected 0, found 3");
    assert_eq!(
        said("\"changes\": {\"x\"", "\"changes\": {\"z\""),
        "runs[0].steps[2].changes: the procedure sees no variable `z`"
    );
    let form = said("\"changes\": {\"x\": 0", "\"changes\": {\"x\": 2");
    assert!(form.starts_with("not a trace: invalid value: integer `2`, expected 0 or 1 at line "), "{form}");
    let form = said("\"stack\"", "\"stock\"");
    assert!(form.contains("unknown field `stock`") && form.contains("at line "), "{form}");
    let deep = "[".repeat(1 << 20);
    assert!(matches!(trace_from_json(&subject.program, deep.as_bytes()), Err(ReadError::Form { .. })));
}

#[test]
fn hidden_globals_are_told_from_what_hides_them() {
    let text =
        "decl x, y; void set() begin x := T; end void main() begin decl x; x := F; set(); x := T; assert(F); end";
    let subject = Subject::new("hidden.bp", text);
    let trace = subject.shortest(20).expect("a violation");
    let text = trace_to_json(&subject.program, &subject.source, &trace);
    assert_eq!(trace_from_json(&subject.program, text.as_bytes()).expect(&text), trace);
    if !trace.runs.last().expect("a run").entry.globals[0] {
        assert!(text.contains("{\"::x\": 1}"), "{text}");
    }
    assert!(text.contains("{\"x\": 1}"), "{text}");
}
