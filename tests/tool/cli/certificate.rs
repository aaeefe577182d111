//! Certificates in files: written, checked, shown, refused.

use super::*;
use bpcheck::engine::registry::Registry;

/// The increment of a counter of two bits is proved with what it leaves.
const LOOP: &str = "decl a, b;\nvoid main()\nbegin\n  a, b := F, F;\n  while (*) do\n    step();\n  od\n  assert(!a | !b);\nend\n\
                    void step()\nbegin\n  a, b := b, F;\nend\n";

#[test]
fn a_certificate_is_written_and_checked() {
    let room = Room::new(&[("x.bp", LOOP), ("y.bp", UNSAFE)]);
    for engine in Registry::standard().variants().chain(["auto"]) {
        assert_eq!(room.run(&format!("check --engine {engine} --certificate c.json x.bp")).code, Some(0));
        let answer = room.run("certificate check x.bp c.json");
        assert!(answer.stdout.starts_with("property assert x.bp:8:3 main: no run violates it\nevidence: accepted ("));
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    }
    let answer = room.run("certificate check y.bp c.json");
    assert_eq!(answer.code, Some(1));
    assert!(answer.stdout.starts_with("evidence: refused ("), "{}", answer.stdout);
}

/// A certificate is true whatever it leaves out; who wants all has to say so.
#[test]
fn what_is_proved_is_counted() {
    let text = "decl a;\nvoid main()\nbegin\n  a := *;\n  L: assert(a | !a);\n  assert(a);\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    assert_eq!(room.run("check --all --certificate c.json x.bp").code, Some(10));
    let answer = room.run("certificate check x.bp c.json");
    assert_eq!(answer.code, Some(0));
    assert!(answer.stdout.ends_with("; 1 of 2 properties)\n"), "{}", answer.stdout);
    let answer = room.run("certificate check --all x.bp c.json");
    let refused = "evidence: refused (it does not prove property assert x.bp:6:3 main)\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), refused));
    let answer = room.run("certificate check --label L x.bp c.json");
    let refused = "evidence: refused (it does not prove property label x.bp:5:6 main)\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), refused));
    let mut document: serde_json::Value = serde_json::from_str(&room.read("c.json")).expect("JSON");
    document["properties"] = serde_json::json!([]);
    std::fs::write(room.path("d.json"), document.to_string()).expect("a file");
    for flags in ["", "--all"] {
        let answer = room.run(&format!("certificate check {flags} x.bp d.json"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), "evidence: refused (it proves no property)\n"));
    }
}

#[test]
fn a_certificate_is_shown() {
    let room = Room::new(&[("x.bp", LOOP)]);
    room.run("check --engine saturation --certificate c.json x.bp");
    let expected = "property assert x.bp:8:3 main: no run violates it\n\n\
                    procedure main\n  entered with: anything\n  at x.bp:5:3:\n    !a\n    !b\n  leaves: anything\n\n\
                    procedure step\n  entered with:\n    !old(a)\n    !old(b)\n  leaves:\n    !a\n    !b\n";
    assert_eq!(room.run("certificate show x.bp c.json").stdout, expected);
}

#[test]
fn a_step_that_is_not_allowed_for_is_told() {
    let room = Room::new(&[("x.bp", LOOP)]);
    room.run("check --engine saturation --certificate c.json x.bp");
    let text = room.read("c.json");
    // What `step` leaves is claimed to be the contrary.
    let at = text.rfind("\"summary\": ").expect("a summary") + "\"summary\": ".len();
    std::fs::write(room.path("d.json"), format!("{}-{}", &text[..at], &text[at..])).expect("it can be written");
    let answer = room.run("certificate check x.bp d.json");
    let expected = "evidence: refused (x.bp:5:3: main#2: control comes here in a state that the invariant excludes, \
                    coming from main#2 with a=0 b=0, then a=1)\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(1), expected));
}

#[test]
fn without_a_certificate() {
    let room = Room::new(&[("x.bp", LOOP)]);
    let answer = room.run("check --no-certificate x.bp");
    assert!(
        answer.stdout.contains("\nevidence: none (no certificate is wanted)\nverdict: SAFE\n"),
        "{}",
        answer.stdout
    );
    assert_eq!(room.run("check --require-certificate x.bp").code, Some(0));
    assert_eq!(room.run("check --require-certificate --no-certificate x.bp").code, Some(2));
    assert_eq!(room.run("check --certificate c.json --no-certificate x.bp").code, Some(2));
    assert_eq!(room.run("check --certificate c.json x.bp x.bp").code, Some(2));
    assert_eq!(room.run("check --certificate - x.bp").code, Some(2));
    assert!(!room.path("c.json").exists());
}

/// The engine's own proof takes too long, so that of another is asked for, and checked like any other.
#[test]
fn another_engine_may_have_the_proof() {
    let room = Room::new(&[("x.bp", include_str!("../../../bp-examples/loops/peterson-safe.bp"))]);
    let answer = room.run("check --engine summary:project=none --require-certificate --certificate c.json x.bp");
    let told = "\nengine: summary:lazy\nevidence: checked (the proof is that of saturation:post)\nverdict: SAFE\n";
    assert!(answer.code == Some(0) && answer.stdout.contains(told), "{}", answer.stdout);
    assert_eq!(room.run("certificate check x.bp c.json").code, Some(0));
    let document = room.run("check --engine summary:project=none --format json x.bp").stdout;
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["prover"], "saturation:post");
}

/// Diagrams have no nodes here, and the loop needs an invariant.
#[test]
fn a_verdict_without_a_certificate_is_none_where_one_is_required() {
    let room = Room::new(&[("x.bp", include_str!("../../../bp-examples/loops/peterson-safe.bp"))]);
    // Without projections the questions of the proof are too hard.
    let answer = room.run("check --engine summary:project=none --require-certificate --max-nodes 10 x.bp");
    assert_eq!(answer.code, Some(5));
    assert!(answer.stdout.contains("\nevidence: none (the proof was stopped: effort)\n"), "{}", answer.stdout);
    assert!(answer.stdout.contains("\nverdict: UNKNOWN (no certificate)\n"), "{}", answer.stdout);
}

#[test]
fn what_is_no_certificate_is_an_unreadable_input() {
    let room = Room::new(&[("x.bp", SAFE), ("t.json", "{}"), ("u.json", "{\"schema_version\": 99}")]);
    for name in ["t.json", "u.json", "x.bp"] {
        let answer = room.run(&format!("certificate check x.bp {name}"));
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), ""), "{name}");
        assert!(answer.stderr.starts_with(&format!("error: {name}: ")), "{}", answer.stderr);
    }
}

#[test]
fn no_proof_no_file() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    assert_eq!(room.run("check --certificate c.json x.bp").code, Some(10));
    assert!(!room.path("c.json").exists());
}

#[test]
fn a_full_disk_takes_no_verdict_away() {
    let room = Room::new(&[("x.bp", LOOP)]);
    let answer = room.run("check --certificate /dev/full x.bp");
    assert!(answer.stdout.contains("\nverdict: SAFE\n"), "{}", answer.stdout);
    assert!(answer.stderr.contains("/dev/full"), "{}", answer.stderr);
    assert_eq!(answer.code, Some(3));
}
