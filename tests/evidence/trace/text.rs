//! Traces as people read them.

use super::{Subject, subjects};
use bpcheck::report::trace::{TraceStyle, text};

fn shown(subject: &Subject, unfold: bool) -> String {
    let trace = subject.shortest(400).expect("a violation");
    let replayed = subject.accepted(&trace);
    text(&subject.program, &subject.source, &replayed, &TraceStyle { unfold, ..TraceStyle::default() })
}

#[test]
fn first_steps() {
    insta::assert_snapshot!(shown(&Subject::example("first-steps/lock-bug.bp"), false));
}

#[test]
fn first_steps_unfolded() {
    insta::assert_snapshot!(shown(&Subject::example("first-steps/lock-bug.bp"), true));
}

#[test]
fn satabs() {
    insta::assert_snapshot!(shown(&Subject::example("locks/two-locks-bug.bp"), false));
}

#[test]
fn slam() {
    insta::assert_snapshot!(shown(&Subject::example("drivers/plug-and-play-bug.bp"), false));
}

#[test]
fn results_and_choices() {
    insta::assert_snapshot!(shown(&subjects()[0], false));
}

#[test]
fn arbitrary_values() {
    insta::assert_snapshot!(shown(&subjects()[2], false));
}

/// A long loop and a high stack, both counting: what is left out is in the middle.
#[test]
fn long_traces_keep_their_ends() {
    let names = |prefix: &str, bits: usize| (0..bits).map(|bit| format!("{prefix}{bit}")).collect::<Vec<_>>();
    let next = |names: &[String]| {
        let flip = |bit: usize| match bit {
            0 => format!("!{}", names[0]),
            _ => format!("{} ^ ({})", names[bit], names[..bit].join(" & ")),
        };
        (0..names.len()).map(flip).collect::<Vec<_>>().join(", ")
    };
    let (loops, depths) = (names("c", 8), names("d", 6));
    let lines = [
        format!("decl {};", loops.join(", ")),
        format!("void deep({})", depths.join(", ")),
        "begin".into(),
        format!("  if (!({})) then", depths.join(" & ")),
        format!("    deep({});", next(&depths)),
        "  fi".into(),
        "  assert(F);".into(),
        "end".into(),
        "void main()".into(),
        "begin".into(),
        format!("  {} := {};", loops.join(", "), ["F"; 8].join(", ")),
        format!("  while (!({})) do", loops.join(" & ")),
        format!("    {} := {};", loops.join(", "), next(&loops)),
        "  od".into(),
        "  skip; skip;".into(),
        "  skip;".into(),
        format!("  deep({});", ["F"; 6].join(", ")),
        "end".into(),
    ];
    let subject = Subject::new("long.bp", &lines.join("\n"));
    let shown = shown(&subject, false);
    assert!(shown.lines().count() <= 200, "{shown}");
    insta::assert_snapshot!(shown);
}
