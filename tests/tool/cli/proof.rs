//! Proofs in folders: written by `check` and `certificate check`, accepted by a checker of others.

use super::*;
use crate::support;
use std::collections::BTreeSet;

/// A word of three bits that a procedure increments, and its parity: steps, calls and returns that take a solver.
const WORD: &str = "decl a, b, c;\nvoid main()\nbegin\n  decl d;\n  a, b, c, d := F, F, F, F;\n  while (*) do\n    if (!(a & b & c)) then\n      \
                    d := up(d);\n    else\n      d := !d;\n      a, b, c := F, F, F;\n    fi\n    assert(d = (a ^ b ^ c));\n  od\nend\n\n\
                    bool up(d)\nbegin\n  decl odd;\n  odd := a ^ b ^ c;\n  a, b, c := !a, a ^ b, (a & b) ^ c;\n  odd := odd ^ a ^ b ^ c;\n  \
                    return d ^ odd;\nend\n";

/// The names in the list of a proof.
fn listed(room: &Room, folder: &str) -> Vec<String> {
    let list = room.read(&format!("{folder}/obligations.tsv"));
    let mut lines = list.lines();
    assert_eq!(lines.next(), Some("name\tplace\tfrom\tto\tclaim"));
    lines.map(|line| line.split('\t').next().expect("a name").to_string()).collect()
}

/// The names of the files in a folder.
fn files(room: &Room, folder: &str) -> BTreeSet<String> {
    let entries = room.path(folder).read_dir().expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect()
}

#[test]
fn each_obligation_is_a_formula_with_a_refutation() {
    let room = Room::new(&[("x.bp", WORD)]);
    assert_eq!(room.run("check --engine saturation --certificate c.json --proof p x.bp").code, Some(0));
    let answer = room.run("certificate check x.bp c.json --proof q");
    let names = listed(&room, "q");
    let claims = answer.stdout.rsplit_once("evidence: accepted (").and_then(|(_, rest)| rest.split_once(' '));
    let claims: usize = claims.and_then(|(count, _)| count.parse().ok()).expect("a number");
    assert!(2 * names.len() > claims && names.len() <= claims, "{} of {claims}", names.len());
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    let both = names.iter().flat_map(|name| ["cnf", "drat"].map(|ending| format!("{name}.{ending}")));
    let expected: BTreeSet<String> = both.chain(["obligations.tsv".to_string()]).collect();
    assert_eq!(files(&room, "q"), expected);
    for kind in ["main-4-call-", "main-2-step-", "main-7-property-", "up-4-return-"] {
        assert!(names.iter().any(|name| name.starts_with(kind)), "{kind}: {names:?}");
    }
    for name in &expected {
        assert_eq!(room.read(&format!("p/{name}")), room.read(&format!("q/{name}")), "{name}");
    }
}

#[test]
fn refutations_are_checked_at_once() {
    let room = Room::new(&[("x.bp", WORD)]);
    assert_eq!(room.run("check --engine saturation --certificate c.json --proof p x.bp").code, Some(0));
    let plain = room.run("certificate check x.bp c.json");
    let checked = room.run("certificate check x.bp c.json --check-proofs --proof q");
    let refutations = format!(" claims, {} refutations checked; ", listed(&room, "p").len());
    assert_eq!(checked.stdout, plain.stdout.replace(" claims; ", &refutations));
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    assert_eq!(files(&room, "p"), files(&room, "q"));
}

/// Whether `rate` accepts the refutation of some clauses. Nothing, if it is not installed.
fn accepted(room: &Room, clauses: &str, proof: &str) -> Option<bool> {
    let output = Command::new("rate").args([room.path(clauses), room.path(proof)]).output();
    let output = match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            support::skipped("`rate` is not installed (cargo install rate)");
            return None;
        }
        output => output.expect("it runs"),
    };
    let said = String::from_utf8_lossy(&output.stdout);
    match (said.lines().any(|line| line == "s VERIFIED"), said.lines().any(|line| line == "s NOT VERIFIED")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => panic!("{said}\n{}", String::from_utf8_lossy(&output.stderr)),
    }
}

#[test]
fn a_checker_of_others_accepts_the_refutations() {
    let room = Room::new(&[("x.bp", WORD)]);
    room.run("generate counter --bits 4 -o y.bp");
    let mut refused = 0;
    for (index, (engine, program)) in
        [("saturation", "x.bp"), ("explicit", "x.bp"), ("summary", "x.bp"), ("saturation", "y.bp")].iter().enumerate()
    {
        let folder = format!("p{index}");
        assert_eq!(room.run(&format!("check --engine {engine} --proof {folder} {program}")).code, Some(0), "{program}");
        for name in listed(&room, &folder) {
            let [clauses, proof] = ["cnf", "drat"].map(|ending| format!("{folder}/{name}.{ending}"));
            match accepted(&room, &clauses, &proof) {
                None => return,
                Some(accepted) => assert!(accepted, "{program}: {name}"),
            }
            std::fs::write(room.path("nothing.drat"), "0\n").expect("it can be written");
            refused += usize::from(accepted(&room, &clauses, "nothing.drat") == Some(false));
        }
    }
    assert!(refused > 0, "some need more than propagation");
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let room = Room::new(&[("x.bp", WORD)]);
    for folder in ["empty", "full"] {
        std::fs::create_dir(room.path(folder)).expect("a folder");
    }
    std::fs::write(room.path("full/mine"), "mine").expect("a file");
    assert_eq!(room.run("check --proof empty x.bp").code, Some(0));
    assert!(!listed(&room, "empty").is_empty());
    for folder in ["full", "empty", "x.bp", "no/such"] {
        let answer = room.run(&format!("check --proof {folder} x.bp"));
        assert!(answer.stdout.ends_with("verdict: SAFE\n"), "{}", answer.stdout);
        assert!(answer.stderr.starts_with(&format!("error: cannot write {folder}: ")), "{}", answer.stderr);
        assert_eq!(answer.code, Some(3));
    }
    assert_eq!(files(&room, "full"), BTreeSet::from(["mine".to_string()]));
    assert_eq!(files(&room, "."), ["empty", "full", "x.bp"].map(String::from).into());
}

/// A limit on the size of files is what a full disk is: writing fails in the middle.
#[cfg(unix)]
#[test]
fn a_proof_is_whole_or_absent() {
    let room = Room::new(&[("x.bp", WORD)]);
    let script = format!("trap '' XFSZ; ulimit -f 1; exec {} check --proof p x.bp", env!("CARGO_BIN_EXE_bpcheck"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(room.path(".")).output().expect("it runs");
    let answer = Answer::from(output);
    assert!(answer.stdout.ends_with("verdict: SAFE\n"), "{}", answer.stdout);
    assert!(answer.stderr.starts_with("error: cannot write p: "), "{}", answer.stderr);
    assert_eq!(answer.code, Some(3));
    assert_eq!(files(&room, "."), ["x.bp".to_string()].into());
}

#[test]
fn no_proof_no_folder() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    assert_eq!(room.run("check --proof p x.bp").code, Some(10));
    assert!(!room.path("p").exists());
    assert_eq!(room.run("check --proof p x.bp x.bp").code, Some(2));
    assert_eq!(room.run("check --proof p --no-certificate x.bp").code, Some(2));
}
