//! The systems of the course have the answers that their heads say.

use super::*;
use bpcheck::engine::saturation::explicit::{Answer, ask};
use std::path::Path;

#[test]
fn systems_of_the_course() {
    let files = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples/teaching"), "pds");
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a text");
        let head = text.lines().find_map(|line| line.strip_prefix("# expect: ")).expect("what is expected");
        for key in ["# shows: ", "# exercise: ", "# answer: "] {
            assert!(text.lines().any(|line| line.starts_with(key)), "{}: {key}", path.display());
        }
        let source = Source::new("x.pds", text.as_str());
        let mut remarks = Diagnostics::new(&source);
        let system = parse(&source, &mut remarks).expect("a system").system;
        assert_eq!(remarks.iter().count(), 0, "{}", path.display());
        let (_, answers) = ask(&system, system.targets(), &Budget::unlimited()).expect("nothing limits it");
        let word = |answer: &Answer| if matches!(answer, Answer::Reached(_)) { "UNSAFE" } else { "SAFE" };
        assert_eq!(answers.iter().map(word).collect::<Vec<_>>().join(" "), head, "{}", path.display());
    }
    let programs = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples/teaching"), "bp");
    for path in &programs {
        let text = std::fs::read_to_string(path).expect("a text");
        for key in ["exercise", "answer"] {
            assert!(support::head(&text, key).is_some(), "{}: {key}", path.display());
        }
    }
    assert!(files.len() + programs.len() >= 15);
}
