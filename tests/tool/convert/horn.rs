//! Horn clauses that are written: z3 decides them as `explicit` decides the program, and so do we when we read them again. What needs z3 is skipped where there is
//! none; `Z3` names one.

use super::*;
use crate::support;
use bpcheck::budget::Budget;
use bpcheck::check;
use bpcheck::convert::Input;
use bpcheck::convert::horn::script;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::source::Span;
use bpcheck::outcome::Overall;
use bpcheck::pds::passes::Pass;
use bpcheck::pipeline::prepare;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// With all passes, and with none but the one that makes the clauses few.
pub fn ways() -> [PassSet; 3] {
    [PassSet::default(), [Pass::Compaction].into_iter().collect(), PassSet::NONE]
}

pub fn clauses(loaded: &Loaded, passes: PassSet) -> String {
    let ready = prepare(loaded, &loaded.properties, passes, &Budget::unlimited()).expect("nothing limits it");
    script(loaded, &ready)
}

/// What z3 says of each script; `None` if there is no z3.
pub fn answers(scripts: &[String]) -> Option<Vec<String>> {
    let program = std::env::var_os("Z3").unwrap_or("z3".into());
    let mut z3 = Command::new(program);
    let Ok(mut z3) = z3.arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        support::skipped("there is no z3; the package z3-solver has one, and Z3 may name it");
        return None;
    };
    let mut input = z3.stdin.take().expect("a pipe");
    let text = scripts.join("(reset)\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = z3.wait_with_output().expect("z3 ends");
    writer.join().expect("no panic").expect("z3 reads");
    Some(String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_string).collect())
}

fn word(overall: Overall) -> &'static str {
    match overall {
        Overall::Safe => "sat",
        Overall::Unsafe => "unsat",
        Overall::Unknown(_) => "unknown",
    }
}

/// As much of a script is not too hard.
const LONGEST: usize = 20_000;

#[test]
fn examples_mean_the_same() {
    let examples = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), "bp");
    let (mut scripts, mut expected) = (Vec::new(), Vec::new());
    for path in examples {
        let text = std::fs::read_to_string(&path).expect("a text");
        let answer = match support::head(&text, "expect") {
            Some("SAFE") => "sat",
            Some("UNSAFE") => "unsat",
            _ => continue,
        };
        let name = path.display().to_string();
        let loaded = loaded(&name, &text, support::head(&text, "label"));
        // What takes z3 longer is not for a test.
        for passes in ways() {
            let script = clauses(&loaded, passes);
            if script.len() < LONGEST {
                scripts.push(script);
                expected.push((name.clone(), answer.to_string()));
            }
        }
    }
    let Some(answers) = answers(&scripts) else { return };
    let answers: Vec<(String, String)> = expected.iter().map(|(name, _)| name.clone()).zip(answers).collect();
    assert_eq!(answers, expected);
}

#[test]
fn random_programs_mean_the_same() {
    let (mut scripts, mut expected, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..1_000 {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        let loaded = loaded("random.bp", &text, None);
        if loaded.properties.is_empty() {
            continue;
        }
        let options = Options::default().with_engine("explicit".parse().expect("an engine"));
        let outcome = check(&Source::new("random.bp", text.as_str()), &options).expect("an outcome");
        scripts.push(clauses(&loaded, ways()[seed as usize % 3]));
        expected.push(word(outcome.overall()).to_string());
        texts.push(text);
    }
    assert!(expected.iter().filter(|&answer| answer == "sat").count() > 50, "{expected:?}");
    assert!(expected.iter().filter(|&answer| answer == "unsat").count() > 50, "{expected:?}");
    for ((expected, text), script) in expected.iter().zip(&texts).zip(&scripts) {
        let again = Input::Smt2.program(Source::new("random.smt2", script.as_str())).expect("clauses");
        let outcome = check(&again, &Options::default()).expect("an outcome");
        assert_eq!(
            word(outcome.overall()),
            expected,
            "{text}\n{script}\n{}",
            again.text(Span::new(0, again.bytes().len()))
        );
    }
    let Some(answers) = answers(&scripts) else { return };
    assert_eq!(answers.len(), expected.len());
    for (((answer, expected), text), script) in answers.iter().zip(&expected).zip(&texts).zip(&scripts) {
        assert_eq!(answer, expected, "{text}\n{script}");
    }
}

/// One procedure with a parameter, a call, and names that SMT-LIB does not like.
const CALL: &str = "decl x, {a|b};
void main() begin decl t1; t1 := *; x := f(t1); assert(x = t1 | {a|b}); end
bool f(and) begin {a|b} := {a|b} | and; return and; end";

#[test]
fn clauses_are_readable() {
    let loaded = loaded("call.bp", CALL, None);
    insta::assert_snapshot!(clauses(&loaded, [Pass::Compaction, Pass::Liveness].into_iter().collect()));
}

#[test]
fn no_term_is_deep() {
    let deep = format!("decl a; void main() begin assert({}a{}); end", "!(a & ".repeat(20_000), ")".repeat(20_000));
    let text = clauses(&loaded("deep.bp", &deep, None), PassSet::default());
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        depth = match byte {
            b'(' => depth + 1,
            b')' => depth - 1,
            _ => depth,
        };
        deepest = deepest.max(depth);
    }
    assert!(depth == 0 && deepest < 40, "{deepest}");
}
