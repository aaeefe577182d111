//! Circuits: all their runs are tried, and ABC decides them, against what `explicit` and the heads say of the programs. What needs ABC is skipped
//! where there is none; `ABC` names one.

mod circuit;

use super::*;
use crate::support;
use bpcheck::budget::Budget;
use bpcheck::check;
use bpcheck::convert::aiger::{self, Recursion};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::outcome::Verdict;
use bpcheck::pds::passes::Pass;
use bpcheck::pipeline::prepare;
use circuit::Circuit;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// With all passes, and with few and none.
fn ways() -> [PassSet; 3] {
    [PassSet::default(), [Pass::Compaction].into_iter().collect(), PassSet::NONE]
}

fn made(loaded: &Loaded, passes: PassSet) -> Result<aiger::Circuit, Recursion> {
    let ready = prepare(loaded, &loaded.properties, passes, &Budget::unlimited()).expect("nothing limits it");
    aiger::circuit(loaded, &ready)
}

/// What the engine says of each property: whether it is violated.
fn violated(text: &str) -> Vec<bool> {
    let options = Options::default().with_engine("explicit".parse().expect("an engine")).with_all(true);
    let outcome = check(&Source::new("random.bp", text), &options).expect("an outcome");
    let violated = outcome.decisions.iter().map(|decision| match decision.verdict {
        Verdict::Unsafe(_) => true,
        Verdict::Safe(_) => false,
        Verdict::Unknown(ref reason) => panic!("{reason}\n{text}"),
    });
    violated.collect()
}

#[test]
fn random_programs_mean_the_same() {
    let knobs = Knobs { recursion: false, ..Knobs::default() };
    let [decided, safe, violations] = [const { AtomicUsize::new(0) }; 3];
    support::each(5_000, |seed| {
        let text = random::write(&random::Options { seed: seed as u64, knobs: knobs.clone() });
        let loaded = loaded("random.bp", &text, None);
        let circuit = made(&loaded, ways()[seed % 3]).expect("no recursion");
        let ascii = aiger::ascii(&circuit);
        let own = Circuit::ascii(&ascii);
        assert_eq!(own, Circuit::binary(&aiger::binary(&circuit)), "{text}");
        let Some(reached) = own.reached() else { return };
        assert_eq!(reached, violated(&text), "{text}\n{ascii}");
        decided.fetch_add(1, Ordering::Relaxed);
        safe.fetch_add(reached.iter().filter(|&&reached| !reached).count(), Ordering::Relaxed);
        violations.fetch_add(reached.iter().filter(|&&reached| reached).count(), Ordering::Relaxed);
    });
    let [decided, safe, violations] = [decided, safe, violations].map(AtomicUsize::into_inner);
    assert!(decided > 4_000 && safe > 1_000 && violations > 1_000, "{decided} decided: {safe} {violations}");
}

/// What ABC says of a circuit; `None` if there is no ABC.
fn answer(circuit: &aiger::Circuit) -> Option<&'static str> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.aig"), aiger::binary(circuit)).expect("a file");
    let program = std::env::var_os("ABC").unwrap_or("berkeley-abc".into());
    let mut abc = Command::new(program);
    let Ok(output) = abc.args(["-c", "read_aiger x.aig; pdr -T 5"]).current_dir(folder.path()).output() else {
        support::skipped("there is no ABC; the package berkeley-abc has one, and ABC may name it");
        return None;
    };
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(!told.contains("Warning"), "{told}");
    match (told.contains("Property proved"), told.contains("was asserted")) {
        (true, false) => Some("SAFE"),
        (false, true) => Some("UNSAFE"),
        _ => Some("UNKNOWN"),
    }
}

#[test]
fn abc_decides_the_examples() {
    let examples = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), "bp");
    let mut answers = Vec::new();
    // Runs of 2^64 steps are too long for whoever has no summaries.
    for path in examples.iter().filter(|path| !path.ends_with("doubling-safe.bp") && !path.ends_with("doubling-bug.bp"))
    {
        let text = std::fs::read_to_string(path).expect("a text");
        let Some(expected @ ("SAFE" | "UNSAFE")) = support::head(&text, "expect") else { continue };
        let name = path.display().to_string();
        let loaded = loaded(&name, &text, support::head(&text, "label"));
        let Ok(circuit) = made(&loaded, PassSet::default()) else { continue };
        let Some(answer) = answer(&circuit) else { return };
        answers.push((name, answer, expected.to_string()));
    }
    // A slow machine may leave the hardest ones open.
    answers.retain(|(_, answer, _)| *answer != "UNKNOWN");
    assert!(answers.len() > 100, "{}", answers.len());
    assert!(answers.iter().all(|(_, answer, expected)| answer == expected), "{answers:#?}");
}

#[test]
fn circuits_are_readable() {
    let text = "decl g; void main() begin g := *; g := f(g); assert(g); end bool f(x) begin return !x; end";
    let circuit = made(&loaded("call.bp", text, None), PassSet::default()).expect("no recursion");
    insta::assert_snapshot!(aiger::ascii(&circuit));
}

#[test]
fn recursion_is_refused() {
    let circle = |text: &str, passes| {
        let recursion = made(&loaded("circle.bp", text, None), passes).map(drop).expect_err("recursion");
        recursion.to_string()
    };
    let text = "decl x; void main() begin h(); assert(x); end void f() begin g(); end
        void g() begin if (*) then f(); fi k(); end void h() begin g(); end void k() begin x := *; end";
    assert_eq!(circle(text, PassSet::default()), "recursion: g calls f calls g");
    let text = "decl x; void main() begin if (*) then main(); fi assert(x); end";
    assert_eq!(circle(text, PassSet::NONE), "recursion: main calls main");
    // Who is never called may call himself, and main.
    let text = "decl x; void main() begin x := T; assert(x); end void f() begin f(); main(); x := F; end";
    let circuit = made(&loaded("alone.bp", text, None), PassSet::NONE).expect("no recursion that a run comes to");
    assert_eq!(Circuit::ascii(&aiger::ascii(&circuit)).reached(), Some(vec![false]));
}

#[test]
fn names_take_one_line() {
    let name = "a\nb.bp";
    let text = "decl {x\ty}; void main() begin assert({x\ty}); end";
    let ascii = aiger::ascii(&made(&loaded(name, text, None), PassSet::default()).expect("no recursion"));
    let rest = Circuit::ascii(&ascii).rest;
    assert!(rest.contains(" {x y}\nb0 assert a b.bp:1:"), "{rest}");
}
