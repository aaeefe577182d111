//! What is known of one version is tried on another one, and nothing is believed because it held there.

use super::*;
use bpcheck::engine::Silent;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::pipeline::{Recalled, Word, decide, load};
use bpcheck::verdict::certificate::json::certificate_to_json;
use bpcheck::verdict::summaries::Summaries;
use bpcheck::{Options, Source};
use std::ops::Range;
use std::sync::Arc;

/// The verdicts of a program with what is known of another one, and what has become of that.
fn recalled(text: &str, known: Summaries) -> (Vec<String>, Recalled) {
    let source = Source::new("x.bp", text);
    let loaded = load(&source, &Options::default()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    // What is found to begin with needs no earlier version.
    let engine = support::engine("interpolation:seeds=off");
    let options = Options::default().with_all(true).with_engine(engine).with_recall(Some(Arc::new(known)));
    let decided = decide(&loaded, &options, &mut Silent).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let recalled = decided.recalled.clone().expect("it remembers");
    assert!(recalled.procedures.iter().all(|fate| fate.kept + fate.lost <= fate.known), "{recalled:?}");
    (verdicts(&decided), recalled)
}

fn expected(text: &str) -> Vec<String> {
    verdicts(&decided(text, Selection::One(support::referee()), PassSet::NONE))
}

fn words(recalled: &Recalled) -> Vec<(&str, Word)> {
    recalled.procedures.iter().map(|fate| (fate.procedure.as_str(), fate.word)).collect()
}

const OLD: &str = "decl g, k; void h() begin g, k := !k, !g; end
    void f() begin h(); end
    void main() begin g := *; k := g; f(); assert(g = k); end";

/// The text of `f` and `main` is what it was, but not what they do.
#[test]
fn a_callee_that_changes_is_no_secret() {
    let new = OLD.replace("!k, !g", "!k, g");
    let (verdicts, learnt) = recalled(OLD, Summaries::default());
    assert_eq!(verdicts, ["SAFE"]);
    assert!(words(&learnt).iter().all(|&(_, word)| word == Word::New), "{learnt:?}");
    let (verdicts, learnt) = recalled(&new, learnt.summaries);
    assert_eq!(verdicts, ["UNSAFE"]);
    assert_eq!(words(&learnt), [("h", Word::Weakened), ("f", Word::Lost), ("main", Word::Lost)]);
}

#[test]
fn what_is_the_same_is_not_found_out_again() {
    let (_, learnt) = recalled(OLD, Summaries::default());
    let (verdicts, learnt) = recalled(&format!("// moved\n\n{}", OLD.replace("  ", " ")), learnt.summaries);
    assert_eq!(verdicts, ["SAFE"]);
    assert!(words(&learnt).iter().all(|&(_, word)| word == Word::Unchanged), "{learnt:?}");
    let renamed = OLD.replace("h()", "swap()").replace("void f() begin", "void f() begin skip;");
    let (verdicts, learnt) = recalled(&renamed, learnt.summaries);
    assert_eq!(verdicts, ["SAFE"]);
    // What is known of `f` rests on what is known of its callee, which goes by another name.
    let expected = [("h", Word::Gone), ("f", Word::Lost), ("main", Word::Lost), ("swap", Word::New)];
    assert_eq!(words(&learnt), expected);
}

/// A text with one operator or constant more or less changed.
fn edited(text: &str, choices: &mut dyn Choices) -> String {
    let edits = [(" & ", " | "), (" | ", " & "), (" = ", " != "), (" != ", " = "), ("!", ""), ("T", "F"), ("F", "T")];
    let places: Vec<(usize, &str, &str)> = edits
        .iter()
        .flat_map(|&(old, new)| text.match_indices(old).map(move |(at, _)| (at, old, new)))
        // Not in names, and not in declarations.
        .filter(|&(at, old, _)| old.len() > 1 || text[..at].ends_with([' ', '(']))
        .collect();
    match places.len() {
        0 => text.to_string(),
        count => {
            let (at, old, new) = places[choices.below(count as u32) as usize];
            format!("{}{new}{}", &text[..at], &text[at + old.len()..])
        }
    }
}

#[test]
fn pairs_with_one_edit() {
    compare_pairs(0..150);
}

#[test]
#[ignore = "takes minutes: make hunt"]
fn many_pairs_with_one_edit() {
    compare_pairs(1_000..6_000);
}

fn compare_pairs(seeds: Range<u64>) {
    let (mut safe, mut reached, mut kept, mut lost) = (0, 0, 0, 0);
    for seed in seeds {
        let knobs = Knobs { globals: 3, parameters: 1, results: 1, locals: 1, statements: 12, ..Knobs::default() };
        let old = random::write(&random::Options { seed, knobs });
        let new = edited(&old, &mut Seeded::new(seed));
        if load(&Source::new("x.bp", new.as_str()), &Options::default()).is_err() {
            continue;
        }
        let (verdicts, learnt) = recalled(&old, Summaries::default());
        assert_eq!(verdicts, expected(&old), "{old}");
        let text = learnt.summaries.to_json(&Source::new("x.bp", old.as_str()));
        let summaries = Summaries::from_json(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (verdicts, learnt) = recalled(&new, summaries);
        assert_eq!(verdicts, expected(&new), "{old}\n{new}");
        kept += learnt.procedures.iter().map(|fate| fate.kept).sum::<usize>();
        lost += learnt.procedures.iter().map(|fate| fate.lost).sum::<usize>();
        safe += verdicts.iter().filter(|verdict| *verdict == "SAFE").count();
        reached += verdicts.iter().filter(|verdict| *verdict == "UNSAFE").count();
    }
    eprintln!("{safe} SAFE, {reached} UNSAFE; {kept} lemmas kept, {lost} lost");
    assert!(
        safe > 100 && reached > 50 && kept > 100 && lost > 0,
        "{safe} SAFE, {reached} UNSAFE, {kept} kept, {lost} lost"
    );
}

/// Of another program, by another engine: what fits is used.
#[test]
fn a_certificate_of_any_engine_is_tried() {
    let new = OLD.replace("h(); end", "h(); h(); end");
    for engine in ["explicit", "saturation", "saturation:pre", "summary", "recmc"] {
        let source = Source::new("x.bp", OLD);
        let loaded = load(&source, &Options::default()).expect("a program");
        let options = Options::default().with_engine(support::engine(engine));
        let decided = decide(&loaded, &options, &mut Silent).expect("an answer");
        let bpcheck::outcome::Verdict::Safe(bpcheck::outcome::Evidence::Certificate(accepted)) =
            &decided.outcome.decisions[0].verdict
        else {
            panic!("{engine} proves it")
        };
        let text = certificate_to_json(&loaded.program, &source, accepted.certificate());
        let summaries = Summaries::from_certificate(text.as_bytes()).expect("a certificate");
        let (verdicts, learnt) = recalled(&new, summaries.clone());
        assert_eq!(verdicts, ["SAFE"], "{engine}");
        assert!(learnt.procedures.iter().any(|fate| fate.kept > 0), "{engine}: {learnt:?}");
        assert_eq!(recalled(&OLD.replace("!k, !g", "!k, g"), summaries).0, ["UNSAFE"], "{engine}");
    }
}

/// A file may say anything: a thousand that were changed at random are refused, or cost time.
#[test]
fn forged_files_never_change_a_verdict() {
    let old = "decl g, k; bool f(p) begin decl l; l := p; while (*) do l := !l; g, k := k, g; od return l; end
        void main() begin decl x; g := *; k := g; x := f(g); assert(g = k); x := f(x); assert(x); assert(g = k); end";
    let new = old.replace("g, k := k, g;", "g := k;");
    let answers = [old, &new].map(expected);
    assert!(answers.iter().all(|answers| answers.len() == 3));
    let text = recalled(old, Summaries::default()).1.summaries.to_json(&Source::new("x.bp", old));
    let (mut read, mut refused) = (0, 0);
    for seed in 0..1000 {
        let mut choices = Seeded::new(seed);
        let mut forged = text.clone().into_bytes();
        for _ in 0..=choices.below(3) {
            let digits: Vec<usize> = (0..forged.len()).filter(|&at| forged[at].is_ascii_digit()).collect();
            let at = match choices.below(4) {
                0 => choices.below(forged.len() as u32) as usize,
                _ => digits[choices.below(digits.len() as u32) as usize],
            };
            match (forged[at].is_ascii_digit(), choices.below(2)) {
                (true, 0) => forged[at] = b'0' + choices.below(10) as u8,
                (true, _) => forged.splice(at..at, *b"-").for_each(drop),
                (false, 0) => forged[at] = b' ' + choices.below(95) as u8,
                (false, _) => drop(forged.remove(at)),
            }
        }
        match Summaries::from_json(&forged) {
            Ok(summaries) => {
                read += 1;
                let which = seed as usize % 2;
                assert_eq!(recalled([old, &new][which], summaries).0, answers[which], "seed {seed}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 200 && refused > 100, "{read} read, {refused} refused");
}
