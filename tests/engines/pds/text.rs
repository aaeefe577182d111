//! The text format: what is read, what is said about what is wrong, what is printed.

use super::*;
use bpcheck::pds::explicit::{Pattern, Piece, parse_pattern};

/// What is said about a text, and the system as printed, if there is one.
fn said(text: &str) -> String {
    let source = Source::new("x.pds", text);
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, &mut remarks);
    let printed = parsed.map_or(String::new(), |parsed| format!("---\n{}", parsed.system));
    format!("{}{printed}", diagnostics::render(&remarks, Paint::Plain))
}

#[test]
fn all_of_the_language_is_read_and_printed() {
    let text = "\
# comment\r
target <q, (a|b)* c .*>  # targets may come first
init<p,a b>
init <init, >

<p, a> -> <q, b c a b>
<p', a$1> -> <q,>   # names
<p,a>-><target, _x>
target <., ()>
target < q , ((a b | ) | . c)* * >
\u{3b3}";
    let text = text.replace("\n\u{3b3}", "\n<\u{3b3}\u{3b4}, 0> -> <\u{3b3}\u{3b4}, 0>");
    let expected = "\
init <p, a b>
init <init, >
<p, a> -> <q, b c a b>
<p', a$1> -> <q, >
<p, a> -> <target, _x>
<\u{3b3}\u{3b4}, 0> -> <\u{3b3}\u{3b4}, 0>
target <q, (a | b)* c .*>
target <., ()>
target <q, ((a b |) | . c)**>
";
    let read = system(&text);
    assert_eq!(read.to_string(), expected);
    assert_eq!(system(expected), read);
}

#[test]
fn formulas_and_words_are_read_and_printed() {
    let text = "ltl \"G F (p & <p, a>)\" # again\ninit <p, a>\natoms a x,y\n<p, a> -> <p, a>\nltl \"\"\natoms b' x\n<p, b'> -> <p, >\n";
    let expected = "init <p, a>\n<p, a> -> <p, a>\n<p, b'> -> <p, >\natoms a x\natoms a y\natoms b' x\nltl \"G F (p & <p, a>)\"\nltl \"\"\n";
    let read = system(text);
    assert_eq!(read.to_string(), expected);
    assert_eq!(system(expected), read);
}

#[test]
fn what_is_wrong_with_formulas_and_words_is_told() {
    let text = "\
init <p, a>
ltl G F p
ltl \"G F p
ltl \"p\" \"q\"
ltl
atoms
atoms a
atoms a x y
atoms <p, a> x
atoms a x,
atoms c x
ltl \"G p\"
target <p, a>
";
    insta::assert_snapshot!("pds_formula_errors", said(text));
}

#[test]
fn nothing_is_a_system_too() {
    for text in ["", "\n\n", "# only this", "   "] {
        assert_eq!(system(text), PushdownSystem::default());
    }
}

#[test]
fn all_errors_are_told_at_once() {
    let text = "\
init <p a>
init <p, .*>
<p, a b> -> <q, >
<p, > -> <q, a>
<p, a> -> <q>
<p, a> -> <q, a, b>
<p, a> = <q, a>
<p, a> \u{2192} <q, a>
<p, a> -> <q, \u{3b5}>
<p, a> -> <q, a
<p, a> -> <q, a> <p, a> -> <q, b>
rule <p, a> -> <q, a>
target <p, (a>
target <p, a)>
target <p, *>
target <p, a | *>
target <p, a+>
target p
// comment
<p, a> -> <q, b>
";
    insta::assert_snapshot!("pds_errors", said(text));
}

#[test]
fn what_is_doubtful_is_accepted() {
    let text = "\
init <p, a>
init <p, a>
<p, a> -> <p, a a>
<p, a> -> <q, a>
<p, a> -> <p, a a>
target <qq, a b .*>
target <qq, b>
";
    insta::assert_snapshot!("pds_warnings", said(text));
}

#[test]
fn bytes_of_any_kind_are_answered() {
    let answer = |bytes: &[u8]| {
        let source = Source::new("x.pds", bytes);
        let mut remarks = Diagnostics::new(&source);
        let parsed = parse(&source, &mut remarks);
        assert_eq!(parsed.is_none(), remarks.has_errors());
        remarks.errors()
    };
    assert_eq!(answer(&[0xff; 100]), 1);
    assert_eq!(answer(b"<\0, \xce>\n<\xce\xb3, a> -> <p, >\n\xce"), 2);
    assert_eq!(answer("(".repeat(100_000).as_bytes()), 1);
    assert_eq!(answer(format!("target <p, {}", "(".repeat(100_000)).as_bytes()), 1);
    assert_eq!(answer(format!("target <p, {}>", "a ".repeat(100_000)).as_bytes()), 1);
    assert_eq!(answer("<\n".repeat(5_000).as_bytes()), 5_000);
}

#[test]
fn patterns_of_the_command_line() {
    let system = system("init <p, a>\n<p, a> -> <q, b>\n");
    let read = |text: &str| {
        let source = Source::new("PATTERN", text);
        let mut remarks = Diagnostics::new(&source);
        let pattern = parse_pattern(&source, &system, &mut remarks);
        pattern.map_or_else(
            || diagnostics::render(&remarks, Paint::Plain),
            |found| system.show_pattern(&found).to_string(),
        )
    };
    assert_eq!(read("<p, a .*>"), "<p, a .*>");
    assert_eq!(read("<.,\n a|b>"), "<., a | b>");
    insta::assert_snapshot!("pds_patterns", ["", "p", "<p, a> b", "<r, a c>", "<p, (a>"].map(read).join("\n"));
}

#[test]
fn regular_expressions_mean_what_they_say() {
    let system = system("init <p, a b c>\n");
    let words: Vec<Configuration> = configurations(&system, 4);
    let count = |text: &str| {
        let source = Source::new("PATTERN", format!("<p, {text}>"));
        let pattern = parse_pattern(&source, &system, &mut Diagnostics::new(&source)).expect(text);
        words.iter().filter(|own| pattern.matches(own.state, own.stack.iter().copied())).count()
    };
    // Words over three letters, at most four long.
    let table = [
        ("", 1),
        ("()", 1),
        ("()*", 1),
        (".", 3),
        (".*", 121),
        ("a", 1),
        ("a*", 5),
        ("a**", 5),
        ("(a|b)", 2),
        ("(a | b)*", 31),
        ("a | b c", 2),
        ("a |", 2),
        ("(a b)*", 3),
        ("a (b | c)* a", 7),
        (". . .* c", 36),
        ("(a* b*)*", 31),
        ("(|a) (|b)", 4),
        ("a .* | .* a", 66),
    ];
    let found: Vec<(&str, usize)> = table.iter().map(|&(text, _)| (text, count(text))).collect();
    assert_eq!(found, table);
}

#[test]
fn patterns_are_well_formed() {
    for wrong in [vec![Piece::Star], vec![Piece::Open], vec![Piece::Close, Piece::Open], vec![Piece::Or, Piece::Star]] {
        assert_eq!(Pattern::new(None, wrong), None);
    }
    assert_eq!(Pattern::new(None, vec![Piece::Any; Pattern::LONGEST + 1]), None);
}

#[test]
fn the_examples_are_read_without_remarks() {
    let files = support::files(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("pds-examples"), "pds");
    assert!(files.len() >= 4);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let own = system(&text);
        assert_eq!(said(&text), format!("---\n{own}"), "{}", file.display());
        assert_eq!(system(&own.to_string()), own);
    }
}
