//! Certificates as JSON: what is written is read again, and what is read from a broken text is an error.

use super::Subject;
use bpcheck::budget::Budget;
use bpcheck::generate::random;
use bpcheck::validate::inductive::check;
use bpcheck::verdict::certificate::json::{
    assurance_schema, certificate_from_json, certificate_schema, certificate_to_json,
};
use bpcheck::verdict::json::ReadError;
use std::path::Path;

fn subjects() -> impl Iterator<Item = Subject> {
    (0..60).map(|seed| Subject::new(&random::write(&random::Options { seed, ..random::Options::default() })))
}

#[test]
fn what_is_written_is_read_again() {
    let mut count = 0;
    for subject in subjects() {
        let Some(certificate) = subject.certificate("saturation") else { continue };
        let text = certificate_to_json(&subject.program, &subject.source, &certificate);
        let again = certificate_from_json(&subject.program, text.as_bytes()).expect(&text);
        assert_eq!(certificate_to_json(&subject.program, &subject.source, &again), text);
        let sha256 = subject.source.sha256();
        check(&subject.program, sha256, certificate.entry, again, &Budget::unlimited()).expect("the same proof");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

/// Set `BLESS=1` to write the schema anew; a change that older readers do not understand asks for a new version.
#[test]
fn the_schema_is_up_to_date() {
    for (file, schema) in [("certificate", certificate_schema()), ("assurance", assurance_schema())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{file}.schema.json"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &schema).expect("the schema can be written");
        }
        assert!(std::fs::read_to_string(&path).expect("the schema") == schema, "run the test with BLESS=1");
    }
}

#[test]
fn broken_texts_are_refused() {
    let subject = Subject::new("decl g; void main() begin g := F; while (*) do g := g & *; od assert(!g); end");
    let certificate = subject.certificate("saturation").expect("it is safe");
    let text = certificate_to_json(&subject.program, &subject.source, &certificate);
    let read = |text: &str| certificate_from_json(&subject.program, text.as_bytes());
    assert!(read(&text).is_ok());
    for end in 0..text.trim_end().len() {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    assert!(matches!(
        read(&text.replace("\"schema_version\": 1", "\"schema_version\": 2")),
        Err(ReadError::Version { .. })
    ));
    for (old, new, expected) in [
        ("{\"now\": \"g\"}", "{\"now\": \"h\"}", "contracts[0].nodes[0]: the procedure sees no variable `h`"),
        ("\"main#2\": -1", "\"main#2\": -7", "contracts[0].invariants: there is no earlier node 7"),
        ("\"main#2\": -1", "\"main#99\": -1", "contracts[0].invariants: the program has no place `main#99`"),
        ("\"id\": 0", "\"id\": 1", "contracts[0].id: expected 0, found 1"),
        ("{\"now\": \"g\"}", "{\"result\": 0}", "contracts[0].nodes[0]: the procedure has no result 0"),
    ] {
        let broken = text.replace(old, new);
        assert_ne!(text, broken, "{text}");
        assert_eq!(read(&broken).expect_err("it is refused").to_string(), expected);
    }
}
