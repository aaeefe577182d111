use super::*;
use crate::lang::source::{Diagnostics, Source};

/// What is wrong or doubtful, a remark a line, and whether there is a monitor.
fn told(text: &str) -> (String, bool) {
    let source = Source::new("m", text);
    let mut remarks = Diagnostics::new(&source);
    let monitor = read(&source, &mut remarks);
    let lines = remarks.iter().map(|remark| {
        let span = remark.span.range();
        format!("{}..{} {}: {}", span.start, span.end, remark.code, remark.message)
    });
    (lines.collect::<Vec<String>>().join("\n"), monitor.is_some())
}

#[test]
fn a_monitor_is_read() {
    let text = "// é \"\nstate a { on {x & {y}} | call f unless below g if below h goto b; }\n\
                state b { on end goto error \"a; // b\"; on true goto error; } // state c {";
    let source = Source::new("m", text);
    let mut remarks = Diagnostics::new(&source);
    let monitor = read(&source, &mut remarks).expect("a monitor");
    assert_eq!(remarks.iter().count(), 0);
    let atoms: Vec<String> = monitor.atoms.iter().map(|(atom, _)| atom.to_string()).collect();
    assert_eq!(atoms, ["{x & {y}}", "call f", "end"]);
    let (atom, span) = &monitor.atoms[1];
    assert_eq!((atom.to_string(), &text[span.range()]), ("call f".into(), "call f"));
    let stack: Vec<&str> = monitor.stack.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(stack, ["g", "h"]);
    let [a, b] = &monitor.states[..] else { panic!("{:?}", monitor.states) };
    assert_eq!((a.name.as_str(), b.name.as_str()), ("a", "b"));
    assert_eq!((&a.rules[0].below[..], &a.rules[0].to), (&[(0, false), (1, true)][..], &Target::State(1)));
    let errors: Vec<&Target> = b.rules.iter().map(|rule| &rule.to).collect();
    assert_eq!(errors, [&Target::Error(Some("a; // b".into())), &Target::Error(None)]);
}

/// The first rule that can be followed is, and what is below is asked, too.
#[test]
fn the_first_rule_counts() {
    let text = "state a { on {x} if below f goto b; on {x} & !{y} goto error; on {y} <-> !{x} goto a; on {x} goto c; }
                state b { on {x} -> {y} goto c; } state c { on {x} xor {y} goto error; }";
    let monitor = read(&Source::new("m", text), &mut Diagnostics::new(&Source::new("m", text))).expect("a monitor");
    let to = |state, x: bool, y: bool, below: bool| {
        let holds = |atom: AtomId| [x, y][atom.index()];
        monitor.rule(state, &holds, &|_| below).map(|rule| rule.to.clone())
    };
    let (b, c, error) = (Some(Target::State(1)), Some(Target::State(2)), Some(Target::Error(None)));
    assert_eq!([to(0, true, false, true), to(0, true, true, true)], [b.clone(), b]);
    assert_eq!([to(0, true, false, false), to(0, true, true, false)], [error.clone(), c.clone()]);
    assert_eq!([to(0, false, true, true), to(0, false, false, true)], [Some(Target::State(0)), None]);
    assert_eq!([to(1, true, false, true), to(1, false, false, false)], [None, c]);
    assert_eq!([to(2, true, false, true), to(2, true, true, true)], [error, None]);
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let cases = [
        ("", "0..0 no-state: a monitor has a state at least"),
        ("stat a {}", "0..4 syntax: expected `state`, found `stat`: is `state` meant?"),
        ("state {}", "6..7 syntax: expected the name of a state, found `{`"),
        ("state a { on call f b; }", "21..22 syntax: expected `goto`, found `;`"),
        ("state a { on call f goto b; }", "25..26 unknown-state: there is no state `b`; there is `a`"),
        ("state a { on call f goto a }", "27..28 syntax: expected `;`, found `}`"),
        ("state a { on call f goto a \"x\"; }", "27..30 syntax: expected `;`, found `\"x\"`"),
        ("state a { on call f goto error; ", "31..31 syntax: expected `on`, found the end"),
        ("state a { on F call f goto error; }", "13..14 operator: `F` speaks of other positions"),
        ("state a { on goto error; }", "13..13 syntax: there is no formula"),
        ("state a { on (call f goto error; }", "13..14 parenthesis: this parenthesis is not closed"),
        ("state a { on call f if g goto error; }", "23..24 syntax: expected `below`, found `g`"),
        ("state a { on call f unless below g or goto error; }", "35..37 syntax: expected `goto`, found `or`"),
        ("state a { on {x goto error; }", "26..27 syntax: expected `goto`, found `;`"),
        ("state error { on end goto error; }", "6..11 reserved: `error` is where rules lead that nothing must follow"),
        ("state a { on end goto error \"x; }", "28..33 quote: this text is not closed"),
        (
            "state a { on end goto error; } state a { on end goto error; }",
            "37..38 declared-twice: there are two states `a`",
        ),
    ];
    for (text, expected) in cases {
        let (said, is_there) = told(text);
        assert!(said.starts_with(expected) && !is_there, "{text}: {said}");
    }
    let (said, is_there) = told("state a { on end goto a; } state b { }");
    let doubts = "33..34 never-entered: no rule leads to this state\n\
                  6..7 no-error: no rule leads to an error: every program is right";
    assert_eq!((said.as_str(), is_there), (doubts, true));
    let junk = Source::new("m", b"\xff".as_slice());
    assert!(read(&junk, &mut Diagnostics::new(&junk)).is_none());
}

/// Whatever is cut off, or is no monitor at all, is an error and no panic.
#[test]
fn any_text_is_read_or_refused() {
    let text = "state a { on {x} | !(call f) unless below g goto error \"é\"; } // end\nstate b { on end goto a; }";
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        for begin in (0..=end).step_by(7).filter(|&begin| text.is_char_boundary(begin)) {
            told(&text[begin..end]);
        }
    }
    told(&"(".repeat(100_000));
    told(&format!("state a {{ on {}x goto error; }}", "!".repeat(100_000)));
    told(&"state a { on end goto error; }\n".repeat(20_000));
}
