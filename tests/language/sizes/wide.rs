//! Many of one thing, and long lines.

use super::{accepted, front, in_main, numbered, rejected};

#[test]
fn nothing_at_all() {
    assert_eq!(accepted(""), 0);
    assert_eq!(accepted("\n".repeat(1_000_000)), 0);
    assert_eq!(accepted("\r \t\x0b\x0c".repeat(1_000_000)), 0);
    assert_eq!(accepted("/".repeat(10_000_000)), 0);
}

#[test]
fn a_line_of_ten_megabytes() {
    let copies = 10_000_000 / 31;
    assert_eq!(accepted(in_main(&"a, b := b & c, schoose[a, !c]; ".repeat(copies))), copies + 2);
    // The error at its end is shown in a window.
    let (said, errors) = rejected(in_main(&format!("{}d := a;", "a := b; ".repeat(1_250_000))));
    assert_eq!(errors, 1);
    assert!(said.contains(" --> input.bp:2:10000019\n"), "{said}");
    assert!(said.len() < 2_000, "{} bytes", said.len());
}

#[test]
fn operator_chains() {
    assert_eq!(accepted(in_main(&format!("assume(a{});", " & b".repeat(2_999_999)))), 3);
    let mixed: String = (0..300_000).map(|n| [" & b", " = c", " | a", " ^ b"][n % 4]).collect();
    let front = front(in_main(&format!("assume(a{mixed});")));
    assert_eq!((front.edges, front.diagnostics.warnings()), (Some(3), 1), "one warning a chain");
}

#[test]
fn branches_labels_and_targets() {
    let elsifs = "elsif b then skip; ".repeat(100_000);
    assert_eq!(accepted(in_main(&format!("if a then skip; {elsifs} fi"))), 3 * 100_001 + 2);
    assert_eq!(accepted(in_main(&format!("{} skip;", numbered(100_000, "L#: ")))), 3);
    assert_eq!(accepted(in_main(&format!("{} skip;", "L: ".repeat(100_000)))), 3);
    let targets = numbered(100_000, ", L#");
    assert_eq!(accepted(in_main(&format!("{} skip; goto {};", numbered(100_000, "L#: "), &targets[2..]))), 100_000 + 3);
    let all = numbered(300, ", L#");
    let gotos: String = (0..300).map(|n| format!("L{n}: goto {};", &all[2..])).collect();
    assert_eq!(accepted(in_main(&gotos)), 300 * 300 + 2);
}

#[test]
fn lists() {
    let (names, values) = (numbered(100_000, ", v#"), ", *".repeat(100_000));
    let (names, values) = (&names[2..], &values[2..]);
    assert_eq!(accepted(format!("decl {names}; void main() begin {names} := {values}; end")), 3);
    assert_eq!(
        accepted(format!("decl a; bool f({names}) begin return v1; end void main() begin a := f({values}); end")),
        3 + 4
    );
    let (results, places) = (", T".repeat(65_535), ", _".repeat(65_535));
    let (results, places) = (&results[2..], &places[2..]);
    let several = format!("bool<65535> f() begin return {results}; end void main() begin {places} := f(); end");
    assert_eq!(accepted(several), 3 + 4);
    assert_eq!(accepted(numbered(300_000, "decl {x == #}; // # == x\n")), 0);
}

#[test]
fn procedures() {
    let text = numbered(65_000, "bool f#(p) begin decl l; enforce l | p; l := p; return l; end\n");
    assert_eq!(accepted(text), 4 * 65_000);
}

#[test]
fn an_error_or_a_warning_on_each_line() {
    for line in ["  a := b b;\n", "  a := b @ ;\n", "  x# := b;\n", "  goto L#;\n", "  wait;\n", "  a, a := b, c;\n"] {
        let (said, errors) = rejected(in_main(&numbered(100_000, line)));
        assert_eq!(errors, 100_000, "{line}");
        assert!(said.ends_with("\n… and 99900 more errors\n100000 errors\n"), "{line}");
    }
    let front = front(in_main(&"  assert(a = b & c);\n".repeat(100_000)));
    assert_eq!((front.diagnostics.errors(), front.diagnostics.warnings()), (0, 100_000));
    assert!(front.said.ends_with("\n… and 99900 more warnings\n100000 warnings\n"));
    rejected("void f( begin skip; end\n".repeat(100_000));
    rejected(in_main(&"bool ".repeat(100_000)));
    rejected("begin ".repeat(100_000));
}

#[test]
fn long_tokens() {
    let long = "x".repeat(10_000_000);
    assert_eq!(accepted(format!("decl {long}; void main() begin {long} := T; end")), 3);
    assert_eq!(accepted(format!("decl {{{long}}}; void main() begin {{{long}}} := T; end")), 3);
    assert_eq!(accepted(in_main(&format!("{}: skip;", "1".repeat(10_000_000)))), 3);
    assert_eq!(accepted(format!("/*{long}*/ // {long}")), 0);
    for text in [
        in_main(&format!("{long} := T;")),
        in_main(&format!("{long} {long}")),
        in_main(&format!("a := {};", "1".repeat(10_000_000))),
        format!("bool<{}> f() begin end", "9".repeat(1_000_000)),
        format!("/*{long}"),
        format!("{{{long}"),
        format!("\"{long}"),
    ] {
        let (said, errors) = rejected(text);
        assert!(errors <= 2, "{}", &said[..said.len().min(2_000)]);
        assert!(said.len() < 5_000, "{} bytes", said.len());
    }
}
