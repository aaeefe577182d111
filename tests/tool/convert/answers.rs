//! Models and derivations of Horn clauses. Under a model z3 finds each clause valid; what needs z3 is skipped where there is none. Each line of a derivation is held against
//! the clause that it names.

use super::clauses::{CASES, script};
use super::horn::{answers, clauses, ways};
use super::*;
use bpcheck::budget::Budget;
use bpcheck::check;
use bpcheck::convert::Input;
use bpcheck::convert::horn::{Atom, Horn, derivation, model, read};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::logic::formula::{Formula, Formulas};
use bpcheck::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};
use bpcheck::outcome::{Evidence, Verdict};
use std::collections::HashSet;

/// What is said about clauses, in terms of them.
enum Said {
    Model(String),
    Derivation(String),
    Nothing,
}

fn said(name: &str, text: &str) -> Said {
    let source = Input::Smt2.program(Source::new(name, text)).expect("clauses");
    let loaded = loaded_source(source.clone());
    let outcome = check(&source, &Options::default()).expect("an outcome");
    let found = outcome.decisions.iter().map(|decision| &decision.verdict);
    let is_trace = |verdict: &&Verdict| matches!(verdict, Verdict::Unsafe(_));
    match found.clone().find(is_trace).or(found.clone().next()) {
        Some(Verdict::Unsafe(replayed)) => Said::Derivation(
            derivation(&loaded, replayed.trace(), &Budget::unlimited())
                .unwrap_or_else(|why| panic!("{name}: {why}\n{text}")),
        ),
        Some(Verdict::Safe(Evidence::Certificate(accepted))) => Said::Model(
            model(&loaded, accepted.certificate(), &Budget::unlimited())
                .unwrap_or_else(|why| panic!("{name}: {why}\n{text}")),
        ),
        _ => Said::Nothing,
    }
}

/// The commands of a script.
fn commands(text: &str) -> Vec<&str> {
    let (mut commands, mut depth, mut start) = (Vec::new(), 0, 0);
    let (mut is_remark, mut is_quoted) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => is_remark = false,
            _ if is_remark => {}
            b'|' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b';' => is_remark = true,
            b'(' => {
                start = if depth == 0 { at } else { start };
                depth += 1;
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    commands.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    commands
}

/// A script that asks for each clause whether it can be violated under a model; and how many they are.
fn questions(text: &str, model: &str) -> (String, usize) {
    let asserted =
        |command: &&str| command.strip_prefix("(assert").and_then(|rest| rest.strip_suffix(')')).map(String::from);
    let all = commands(text);
    let asserted: Vec<String> = all.iter().filter_map(asserted).collect();
    let asked: Vec<String> =
        asserted.iter().map(|clause| format!("(push)(assert (not {clause}))(check-sat)(pop)\n")).collect();
    (format!("{model}{}", asked.concat()), asserted.len())
}

/// Holds what is said about some clauses against them; how many models and derivations there were.
fn are_true(texts: &[(String, String)]) -> [usize; 2] {
    let (mut asked, mut clauses, mut derivations) = (Vec::new(), Vec::new(), 0);
    for (name, text) in texts {
        match said(name, text) {
            Said::Model(model) => {
                let (script, count) = questions(text, &model);
                clauses.extend((0..count).map(|clause| format!("{name}: clause {}\n{text}\n{model}", clause + 1)));
                asked.push(script);
            }
            Said::Derivation(lines) => {
                let horn = read(&Source::new(name.as_str(), text.as_str())).expect("clauses");
                replayed(&horn, &lines).unwrap_or_else(|why| panic!("{name}: {why}\n{text}\n{lines}"));
                derivations += 1;
            }
            Said::Nothing => {}
        }
    }
    let counts = [asked.len(), derivations];
    let Some(answers) = answers(&asked) else { return counts };
    for (answer, clause) in answers.iter().zip(&clauses) {
        assert_eq!(answer, "unsat", "{clause}");
    }
    assert_eq!(answers.len(), clauses.len());
    counts
}

#[test]
fn answers_to_small_clauses_are_true() {
    let more = [
        // Unfolded predicates; one that nothing uses; circles that are not derived; names that have to stand between bars.
        "(assert (forall ((x Bool)) (=> x (q x x))))(assert (forall ((x Bool) (y Bool)) (=> (q x y) (p y))))(assert (not (p false)))",
        "(assert (forall ((x Bool)) (=> (p x) (q x (not x)))))(assert (forall ((x Bool)) (=> (q x x) (p x))))(assert (=> (q true true) false))",
        "(assert (forall ((x Bool)) (=> (and (p x) (q x x)) (p x))))(assert (=> r (q true true)))(assert r)(assert (=> (p true) false))",
        "(assert (p true))(assert (forall ((x Bool) (y Bool)) (=> (and (p x) (p y)) (q x y))))(assert (forall ((x Bool)) (=> (q x (not x)) (q (not x) x))))(assert (forall ((x Bool)) (=> (and (q x (not x)) (p x)) false)))",
        "(declare-fun |t1| () Bool)(declare-fun |x!0 y| (Bool) Bool)(declare-fun |a nd| (Bool) Bool)(assert t1)(assert (=> t1 (|x!0 y| true)))(assert (forall ((y Bool)) (=> (|x!0 y| y) (|x!0 y| y))))(assert (forall ((y Bool)) (=> (|x!0 y| y) (|a nd| y))))(assert (not (|a nd| false)))",
        "(declare-fun y!0 (Bool) Bool)(assert (forall ((a Bool)) (=> a (y!0 a))))(assert (forall ((a Bool) (b Bool)) (=> (and (y!0 a) (xor a b)) (p b))))(assert (forall ((a Bool)) (=> (p a) (y!0 (not a)))))(assert (=> (p true) false))",
    ];
    let all = CASES.iter().map(|&(clauses, _)| clauses).chain(more);
    let texts: Vec<(String, String)> = all.map(|clauses| (clauses.to_string(), script(clauses))).collect();
    let [models, derivations] = are_true(&texts);
    assert!(models > 10 && derivations >= 8, "{models} {derivations}");
}

#[test]
fn answers_to_random_clauses_are_true() {
    let mut texts = Vec::new();
    for seed in 0..450 {
        let loaded = loaded("random.bp", &random::write(&random::Options { seed, knobs: Knobs::default() }), None);
        if !loaded.properties.is_empty() {
            texts.push((format!("seed {seed}"), clauses(&loaded, ways()[seed as usize % 3])));
        }
    }
    assert!(texts.len() >= 300, "{}", texts.len());
    let [models, derivations] = are_true(&texts);
    assert!(models > 50 && derivations > 50, "{models} {derivations}");
}

#[test]
fn answers_to_real_clauses_are_true() {
    let Some(corpus) = support::corpus() else { return };
    let files = support::files(&corpus.join("horn"), "smt2");
    let read = |path: &std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(path).expect("a text"));
    let texts: Vec<(String, String)> = files.iter().map(read).collect();
    let [models, derivations] = are_true(&texts);
    assert!(models > 4 && models + derivations == texts.len(), "{models} {derivations} of {}", texts.len());
}

#[test]
fn a_wrong_derivation_is_refused() {
    let text = script(
        "(assert (p true))(assert (forall ((x Bool)) (=> (p x) (q x (not x)))))(assert (=> (q true false) false))",
    );
    let Said::Derivation(lines) = said("x.smt2", &text) else { panic!("they contradict each other") };
    let horn = read(&Source::new("x.smt2", text.as_str())).expect("clauses");
    assert_eq!(replayed(&horn, &lines), Ok(()), "{lines}");
    for (right, wrong) in
        [("(p true)", "(p false)"), ("(q true false)", "(q true true)"), ("clause 2", "clause 3"), ("of 1", "of 2")]
    {
        assert!(lines.contains(right), "{lines}");
        assert!(replayed(&horn, &lines.replace(right, wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn only_a_contradiction_is_derived() {
    let text = script("(assert (p true))(assert (forall ((x Bool)) (=> (p x) (p x))))(assert (not (p false)))");
    let source = Input::Smt2.program(Source::new("x.smt2", text)).expect("clauses");
    let options = Options::default().with_labels(vec![LabelRequest::parse("main:{_p}")]);
    let loaded = load(&source, &options).expect("a label");
    let outcome = check(&source, &options).expect("an outcome");
    let Verdict::Unsafe(replayed) = &outcome.decisions[0].verdict else { panic!("p is derived") };
    let why = derivation(&loaded, replayed.trace(), &Budget::unlimited()).expect_err("it is no contradiction");
    assert!(why.to_string().ends_with("it ends with no contradiction"), "{why}");
}

#[test]
fn a_certificate_of_another_property_is_no_model() {
    let text = script("(assert (p true))(assert (=> (p true) false))(assert (=> (p false) false))");
    let source = Input::Smt2.program(Source::new("x.smt2", text)).expect("clauses");
    let options = Options::default().with_all(true);
    let outcome = check(&source, &options).expect("an outcome");
    let verdicts = outcome.decisions.iter().map(|decision| &decision.verdict);
    let mut certificates = verdicts.filter_map(|verdict| match verdict {
        Verdict::Safe(Evidence::Certificate(accepted)) => Some(accepted.certificate()),
        _ => None,
    });
    let certificate = certificates.next().expect("one goal holds");
    let why = model(&loaded_source(source), certificate, &Budget::unlimited()).expect_err("the clauses have no model");
    assert!(why.to_string().starts_with("clause 2"), "{why}");
}

/// Says that each line of a derivation is an instance of its clause, with atoms of earlier lines as its body, and that the last one is a contradiction.
fn replayed(horn: &Horn, lines: &str) -> Result<(), String> {
    let mut atoms: Vec<(Option<usize>, Vec<bool>)> = Vec::new();
    let mut seen = HashSet::new();
    for line in lines.lines() {
        let wrong = |what: &str| Err(format!("{what}: {line}"));
        let (number, rest) = line.trim_start().split_once("  ").ok_or("a number")?;
        let (atom, reason) = rest.split_once("  clause ").or(rest.split_once(" clause ")).ok_or("a clause")?;
        if number.parse() != Ok(atoms.len() + 1) {
            return wrong("the number");
        }
        let atom = atom.trim();
        let predicate = horn.predicates.iter().position(|predicate| {
            let name = &predicate.name;
            [name.clone(), format!("|{name}|")].iter().any(|name| {
                atom == name
                    || atom
                        .strip_prefix('(')
                        .is_some_and(|rest| rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' ')))
            })
        });
        if predicate.is_none() && atom != "false" {
            return wrong("the atom");
        }
        let arity = predicate.map_or(0, |predicate| horn.predicates[predicate].arity);
        let words: Vec<&str> = atom.trim_end_matches(')').split(' ').collect();
        let values: Vec<bool> = words[words.len() - arity..].iter().map(|&word| word == "true").collect();
        let (clause, from) = reason.split_once(", of ").unwrap_or((reason, ""));
        let clause: usize = clause.split(',').next().and_then(|clause| clause.parse().ok()).ok_or("a clause")?;
        let clause = &horn.clauses[clause - 1];
        let from: Vec<usize> =
            from.split(", ").filter(|from| !from.is_empty()).map(|from| from.parse().expect("a number")).collect();
        if from.iter().any(|&from| from > atoms.len()) || from.len() != clause.atoms.len() {
            return wrong("the body");
        }
        if clause.head.as_ref().map(|head| head.predicate) != predicate {
            return wrong("the head");
        }
        let mut solver = Solver::new(Backend::default());
        let mut encoder = Encoder::new(Partition::default());
        let mut literals = vec![literal(&mut encoder, &mut solver, &horn.formulas, clause.constraint)];
        let mut equal = |atom: &Atom, values: &[bool]| {
            for (&argument, &value) in atom.arguments.iter().zip(values) {
                let argument = literal(&mut encoder, &mut solver, &horn.formulas, argument);
                literals.push(if value { argument } else { !argument });
            }
        };
        clause.head.iter().for_each(|head| equal(head, &values));
        for (atom, &from) in clause.atoms.iter().zip(&from) {
            let (predicate, values) = &atoms[from - 1];
            if *predicate != Some(atom.predicate) {
                return wrong("an atom of the body");
            }
            equal(atom, values);
        }
        if !matches!(solver.solve(&literals, &Limits::default()), Answer::Sat(_)) {
            return wrong("the values");
        }
        if !seen.insert((predicate, values.clone())) {
            return wrong("derived before");
        }
        atoms.push((predicate, values));
    }
    if atoms.last().is_some_and(|(predicate, _)| predicate.is_none()) { Ok(()) } else { Err("no contradiction".into()) }
}

fn literal(encoder: &mut Encoder, solver: &mut Solver, formulas: &Formulas, formula: Formula) -> Lit {
    encoder.encode(solver, formulas, formula, |solver, _| solver.new_var())
}
