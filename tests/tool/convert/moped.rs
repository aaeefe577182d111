//! Programs in Moped's dialect: they keep to its grammar, and read again they mean the same.

#[path = "moped/grammar.rs"]
mod grammar;

use super::*;
use bpcheck::check;
use bpcheck::convert::moped;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::program::Program;
use bpcheck::lang::syntax::Dialect;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The labels that the head of a text lists.
fn asked(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    let labels = lines.filter_map(|line| line.strip_prefix("//   ")?.split(' ').next());
    labels.map(str::to_string).collect()
}

/// What is said of a text when it is asked about these labels, or the default properties.
fn answer(text: &str, labels: &[String], entry: Option<&str>, engine: &str) -> String {
    let labels = labels.iter().map(|label| LabelRequest::parse(label)).collect();
    let options = Options::default()
        .with_labels(labels)
        .with_entry(entry.map(str::to_string))
        .with_engine(engine.parse().expect("an engine"))
        .with_budget(support::limited(20));
    let outcome = check(&Source::new("x.bp", text), &options).unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
    outcome.overall().to_string()
}

/// The same of what was written, read in our dialect and in Moped's, which agree.
fn answer_again(text: &str) -> String {
    let labels = asked(text);
    let found = answer(text, &labels, None, "saturation");
    let options = Options::default()
        .with_labels(labels.iter().map(|label| LabelRequest::parse(label)).collect())
        .with_manner(Dialect::Moped.into())
        .with_engine("explicit".parse().expect("an engine"));
    let moped = check(&Source::new("x.bp", text), &options).unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
    assert_eq!(moped.overall().to_string(), found, "{text}");
    found
}

/// The program in the dialect, held against the grammar, and without anything to remark.
fn written(loaded: &Loaded) -> String {
    let text = moped::program(loaded);
    grammar::keeps_to(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let again = super::loaded("again.bp", &text, None);
    assert_eq!(
        again.warnings.iter().map(|remark| &remark.message).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "{text}"
    );
    text
}

fn labels(program: &Program) -> Vec<String> {
    let places = program.procedure_ids().flat_map(|id| program.places(id));
    let labels = places.flat_map(|place| {
        let procedure = program.name(program[place.procedure].name);
        program[program[place].labels].iter().map(move |&label| format!("{procedure}:{}", program.name(label)))
    });
    labels.collect()
}

#[test]
fn examples_mean_the_same() {
    let files = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), "bp");
    let count = AtomicUsize::new(0);
    support::each(files.len(), |n| {
        let path = &files[n];
        let text = std::fs::read_to_string(path).expect("a text");
        let Some(expected @ ("SAFE" | "UNSAFE")) = support::head(&text, "expect") else { return };
        let again = written(&loaded(&path.display().to_string(), &text, support::head(&text, "label")));
        assert_eq!(answer_again(&again), expected, "{}\n{again}", path.display());
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert!(count.into_inner() > 150);
}

/// By default programs of all kinds; every fourth begins in another procedure, every fifth asks about a label.
#[test]
fn random_programs_mean_the_same() {
    let counts = [const { AtomicUsize::new(0) }; 4];
    support::each(2_000, |seed| {
        let knobs = Knobs { procedures: 2 + seed as u32 % 3, statements: 6 + seed as u32 % 9, ..Knobs::default() };
        let text = random::write(&random::Options { seed: seed as u64, knobs });
        let all = loaded("random.bp", &text, None).program;
        let last = all.procedures.last().map(|procedure| all.name(procedure.name).to_string());
        let entry = last.filter(|_| seed % 4 == 0);
        let label: Vec<String> = labels(&all).into_iter().filter(|_| seed % 5 == 0).take(1).collect();
        let options = Options::default()
            .with_entry(entry.clone())
            .with_labels(label.iter().map(|label| LabelRequest::parse(label)).collect());
        let loaded = load(&Source::new("random.bp", text.as_str()), &options).expect("a program");
        if loaded.properties.is_empty() {
            return;
        }
        let again = written(&loaded);
        let expected = answer(&text, &label, entry.as_deref(), "explicit");
        let found = answer_again(&again);
        assert_eq!(found, expected, "seed {seed}\n{text}\n\n{again}");
        let kinds = [expected == "SAFE", expected == "UNSAFE", entry.is_some(), !label.is_empty()];
        counts
            .iter()
            .zip(kinds)
            .filter(|(_, holds)| *holds)
            .for_each(|(count, _)| _ = count.fetch_add(1, Ordering::Relaxed));
    });
    let counts = counts.map(AtomicUsize::into_inner);
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn real_programs_keep_to_the_grammar() {
    let Some(corpus) = support::corpus() else { return };
    let files: Vec<_> =
        ["satabs", "slam-like"].iter().flat_map(|name| support::files(&corpus.join(name), "bp")).collect();
    support::each(files.len(), |n| {
        let text = std::fs::read(&files[n]).expect("a text");
        if let Ok(loaded) = load(&Source::new("x.bp", text), &Options::default()) {
            written(&loaded);
        }
    });
    assert!(files.len() > 400);
}

/// All that the dialect does not have.
const ALL: &str = "decl a := T, b, {x == 0}, while1;
bool<2> f(a)
begin
  decl T1 := F, assert_1;
  enforce b | !a;
  T1, _ := * ? a : !(b & *), b constrain ('T1 = a | *);
  if (!(*)) then else a := schoose[a, T]; fi
  while (b & *) do A: B: abortif !!b; od
  goto A, 7;
  7: dead a, b;
  _, b := f(*);
  constrain ('a <=> b);
end
void main()
begin
  _ := b;
  _, {x == 0} := f(schoose[a, b] => b);
  while ({x == 0}) do if (a) then a := F; elsif (b) then goto $end; else print(b); fi od
  assert(a = b & b);
  $end: main();
end";

#[test]
fn programs_are_readable() {
    insta::assert_snapshot!(written(&loaded("all.bp", ALL, None)));
}

#[test]
fn what_is_not_asked_about_is_silent() {
    let text = "decl a; void main() begin assert(a); ERROR: skip; L: abortif *; assert(F); M: skip; end";
    for (label, expected) in [("L", "UNSAFE"), ("M", "SAFE"), ("ERROR", "UNSAFE")] {
        let again = written(&loaded("x.bp", text, Some(label)));
        assert_eq!(asked(&again), [format!("main:{label}")], "{again}");
        assert_eq!(answer(&again, &asked(&again), None, "explicit"), expected, "{again}");
    }
    let nothing = written(&loaded("x.bp", "void main() begin end", None));
    assert_eq!(
        nothing,
        "// x.bp, written for Moped; there is no label to ask about\n\n\nvoid main()\nbegin\n  return;\nend\n"
    );
}

#[test]
fn a_statement_is_not_known_by_how_its_line_begins() {
    for last in ["returned := T;", "goto_ := T;", "return_f();"] {
        let text = format!("decl returned, goto_; void return_f() begin end void main() begin assert(T); {last} end");
        let again = written(&loaded("x.bp", &text, None));
        assert_eq!(answer(&again, &asked(&again), None, "explicit"), "SAFE", "{again}");
    }
}

#[test]
fn depth_is_no_limit() {
    let deep = |open: &str, core: &str, close: &str| format!("{}{core}{}", open.repeat(20_000), close.repeat(20_000));
    for body in [
        format!("assert({});", deep("!(a & ", "a", ")")),
        format!("assert({});", deep("a ? !(a & *) : (", "a", ")")),
        deep("if (*) then a := !a; ", "assert(a);", " else a := a; fi"),
        deep("while (*) do ", "assert(a);", " od"),
    ] {
        let text = format!("decl a; void main() begin {body} end");
        let again = moped::program(&loaded("deep.bp", &text, None));
        assert!(again.len() < 100 * text.len(), "{}", again.len());
    }
}
