use super::*;
use crate::ltl::fixture::{self, Dice};
use crate::ltl::tests::formula;

/// What is wrong with a text, a remark a line.
fn told(text: &str, manner: Manner) -> String {
    let source = Source::new("f", text);
    let mut remarks = Diagnostics::new(&source);
    let mut graph = LtlGraph::default();
    let parsed = parse(&source, manner, &mut graph, &mut remarks);
    assert_eq!(parsed.is_none(), remarks.has_errors(), "{text}");
    let lines = remarks.iter().map(|remark| {
        let beside = Some(&remark.label).filter(|label| !label.is_empty()).map(|label| format!(" [{label}]"));
        let hint = remark.hint.as_ref().map(|hint| format!(" ({hint})"));
        let span = remark.span.range();
        let (beside, hint) = (beside.unwrap_or_default(), hint.unwrap_or_default());
        format!("{}..{} {}: {}{beside}{hint}", span.start, span.end, remark.code, remark.message)
    });
    lines.collect::<Vec<String>>().join("\n")
}

fn shown(text: &str, manner: Manner) -> String {
    let mut graph = LtlGraph::default();
    let formula = formula(text, manner, &mut graph);
    graph.show(formula).to_string()
}

/// From tight to loose, each operator beside the next one, in both ways.
#[test]
fn operators_bind_as_in_spot() {
    let cases = [
        ("!a U b", "(!a) U b"),
        ("F a U b", "(F a) U b"),
        ("X a R b", "(X a) R b"),
        ("G a W b", "(G a) W b"),
        ("! F a & b", "(! F a) & b"),
        ("[]<>p", "G (F p)"),
        ("a U b U c", "a U (b U c)"),
        ("a U b R c", "a U (b R c)"),
        ("a W b M c V d", "a W (b M (c R d))"),
        ("a U b && c", "(a U b) & c"),
        ("a & b U c", "a & (b U c)"),
        ("a & b & c", "(a & b) & c"),
        ("a xor b & c", "a xor (b & c)"),
        ("a & b xor c", "(a & b) xor c"),
        ("a xor b | c", "(a xor b) | c"),
        ("a | b xor c", "a | (b xor c)"),
        ("a | b -> c", "(a | b) -> c"),
        ("a -> b || c", "a -> (b | c)"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a <-> b -> c", "a <-> (b -> c)"),
        ("a -> b <-> c", "a -> (b <-> c)"),
        ("1 -> 0 | true & false", "true -> (false | (true & false))"),
    ];
    for (text, means) in cases {
        let mut graph = LtlGraph::default();
        let formulas = [(text, Manner::Standard), (means, Manner::Undisputed)];
        let [one, other] = formulas.map(|(text, manner)| formula(text, manner, &mut graph));
        assert_eq!(one, other, "{text} is {}", graph.show(one));
    }
}

#[test]
fn operators_bind_as_in_moped() {
    let cases = [
        ("a U b || c", "a U (b || c)"),
        ("a && b U c", "(a && b) U c"),
        ("<>a && b", "<>(a && b)"),
        ("<>L3 && []!L1", "<>(L3 && ([](!L1)))"),
        ("a U <>b && c", "a U (<>(b && c))"),
        ("!a U b", "(!a) U b"),
        ("!<>a && b", "!(<>(a && b))"),
        ("<>a U b", "<>(a U b)"),
        ("<>a -> b", "(<>a) -> b"),
        ("a -> []b V c", "a -> ([](b V c))"),
        ("a -> b <-> c", "(a -> b) <-> c"),
    ];
    for (text, means) in cases {
        let mut graph = LtlGraph::default();
        let formulas = [(text, Manner::Moped), (means, Manner::Undisputed)];
        let [one, other] = formulas.map(|(text, manner)| formula(text, manner, &mut graph));
        assert_eq!(one, other, "{text} is {}", graph.show(one));
    }
}

#[test]
fn a_text_with_two_readings_is_refused_with_both() {
    let two = |one: &str, other: &str| {
        format!(
            "two-readings: tools disagree about which operators bind tighter here [`{one}`, but to Moped `{other}`] \
             (put parentheses; `--dialect moped` reads it as Moped does)"
        )
    };
    assert_eq!(told(" a U b || c ", Manner::Undisputed), format!("1..11 {}", two("(a U b) | c", "a U (b | c)")));
    assert_eq!(told("<>a && b", Manner::Undisputed), format!("0..8 {}", two("(F a) & b", "F (a & b)")));
    let both = two("(F L3) & (G !L1)", "F (L3 & (G !L1))");
    assert_eq!(told("<>L3 && []!L1", Manner::Undisputed), format!("0..13 {both}"));
    for text in ["a U b U c", "a -> b -> c", "a -> b <-> c", "a & b U c", "X a U b", "F a | G b"] {
        assert!(told(text, Manner::Undisputed).contains("two-readings"), "{text}");
    }
    let same =
        ["G (lock -> F unlock)", "[]<>p", "F a -> G b", "!a & b | c xor d", "a U b -> c U d", "!a U b", "a & b & c"];
    for text in same {
        assert_eq!(told(text, Manner::Undisputed), "", "{text}");
    }
}

#[test]
fn every_atom_is_read() {
    let mut graph = LtlGraph::default();
    let text = "L & main:F & in f & at 12 & f:entry & f:exit & { {x==0} & !f.y } & end & violation & L";
    let source = Source::new("f", text);
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, Manner::default(), &mut graph, &mut remarks).expect("a formula");
    let label = |procedure: Option<&str>, label: &str| Atom::Label {
        procedure: procedure.map(str::to_string),
        label: label.to_string(),
    };
    let atoms = [
        label(None, "L"),
        label(Some("main"), "F"),
        Atom::In("f".into()),
        Atom::At(12),
        Atom::Entry("f".into()),
        Atom::Exit("f".into()),
        Atom::Expression("{x==0} & !f.y".into()),
        Atom::End,
        Atom::Violation,
    ];
    assert_eq!(parsed.atoms.iter().map(|(_, atom, _)| atom.clone()).collect::<Vec<_>>(), atoms);
    assert_eq!(graph.atoms(), atoms.map(|atom| atom.to_string()));
    assert_eq!(source.text(parsed.atoms[6].2), "{ {x==0} & !f.y }");
}

#[test]
fn mistakes_are_told_with_their_place_and_a_hint() {
    let operators = "operators are `! X F G`, `U R W M`, `&`, `|`, `->`, `<->` and `xor`";
    let cases = [
        ("", "0..0 syntax: there is no formula (such as `G (lock -> F unlock)`)".to_string()),
        ("a &", "3..3 syntax: expected a formula, found the end".into()),
        ("a & | b", "4..5 syntax: expected a formula, found `|`".into()),
        ("(a", "0..1 parenthesis: this parenthesis is not closed".into()),
        ("a)", "1..2 parenthesis: this parenthesis closes nothing".into()),
        ("()", "1..2 syntax: expected a formula, found `)`".into()),
        ("G U", "2..3 syntax: expected a formula, found `U` (a label that is called `U` is written with its procedure, `main:U`)".into()),
        ("a until b", "2..7 syntax: expected an operator, found `until` (`until` is written `U`)".into()),
        ("always a", "7..8 syntax: expected an operator, found `a` (`always` is written `G`)".into()),
        ("a XOR b", "2..5 syntax: expected an operator, found `XOR` (is `xor` meant?)".into()),
        ("a u b", "2..3 syntax: expected an operator, found `u` (operators are capital letters: is `U` meant?)".into()),
        ("GF p", "3..4 syntax: expected an operator, found `p` (operators are words: is `G F` meant?)".into()),
        ("a (b)", "2..3 syntax: expected an operator, found `(`".into()),
        ("a => b", "2..4 unknown-character: `=>` is not an operator of formulas (implication is written `->`)".into()),
        ("~a", "0..1 unknown-character: `~` is not an operator of formulas (negation is written `!`)".into()),
        ("a @ b ?", format!("2..3 unknown-character: `@` is no part of a formula ({operators})\n6..7 unknown-character: `?` is no part of a formula ({operators})")),
        ("F 17", "2..4 number: a number is no formula (the statement on line 7 is `at 7`)".into()),
        ("in", "0..2 atom: `in` is followed by the name of a procedure (a label that is called `in` is written with its procedure, `main:in`)".into()),
        ("at x", "0..3 atom: `at` is followed by the number of a line (a label that is called `at` is written with its procedure, `main:at`)\n".to_string().trim().into()),
        ("f: x", "0..2 atom: `f:` is followed by a label (places of a procedure are its labels, `entry` and `exit`)".into()),
        ("{ x", "0..1 parenthesis: this brace is not closed (an expression ends with `}`)".into()),
        ("{ }", "0..3 atom: there is no expression in these braces (as in `{x & !y}`)".into()),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text, Manner::default()), expected, "{text}");
    }
}

/// What is printed has one reading, and it is the same formula.
#[test]
fn what_is_printed_is_read_as_the_same() {
    let mut dice = Dice::new(7);
    for round in 0..2_000 {
        let mut graph = LtlGraph::default();
        let made = fixture::formula(&mut dice, &mut graph, 1 + round % 12);
        let text = graph.show(made).to_string();
        assert_eq!(formula(&text, Manner::Undisputed, &mut graph), made, "{text}");
    }
    assert_eq!(shown("G (a:entry->F(b&!c&d))", Manner::default()), "G (a:entry -> F (b & !c & d))");
    assert_eq!(shown("!(a U !b)", Manner::default()), "!(a U !b)");
}
