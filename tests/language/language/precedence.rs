//! Which operator binds tighter, for both ladders, and what is said about it.

use super::{codes, in_main, read, snapshot};
use bpcheck::lang::syntax::Ladder;
use bpcheck::report::diagnostics::render;
use bpcheck::report::paint::Paint;

#[test]
fn neighbours_that_dialects_group_differently_are_warned_of() {
    let disputed = [
        "a = b & c",
        "a & b = c",
        "a != b | c",
        "a | b != c",
        "a = b ^ c",
        "a ^ b = c",
        "a | b ^ c",
        "a ^ b | c",
        "a = b => c",
        "!a & b = c",
        "(a & b) | (c ^ a = b)",
    ];
    for text in disputed {
        let codes = codes(in_main(&format!("assert({text});")));
        assert!(codes.len() == 1 && codes[0].starts_with("mixed-precedence? "), "{text}: {codes:?}");
    }
    let agreed = [
        "a & b | c",
        "a & b ^ c",
        "a = b != c",
        "a => b = c",
        "a => b | c",
        "a & b => c",
        "a <=> b = c",
        "a <=> b & c",
        "(a = b) & c",
        "a = (b & c)",
        "a | (b ^ c)",
        "a ? b = c : b & c",
        "a = b ? b : c",
    ];
    for text in agreed {
        assert_eq!(codes(in_main(&format!("assert({text});"))), [""; 0], "{text}");
    }
}

#[test]
fn once_a_chain() {
    assert_eq!(codes(in_main("assert(a = b & c & a = b | c);")), ["mixed-precedence? 4:14"]);
    assert_eq!(codes(in_main("assert((a = b & c) | (a = b & c));")).len(), 2);
}

#[test]
fn the_other_ladder_has_no_doubts() {
    let text = in_main("assert(a = b & c); assert(a | b ^ c); assert(a => b => c); assert(a = b => c);");
    let (program, diagnostics) = read(text.clone(), Ladder::Cprover);
    assert!(program.is_some());
    assert_eq!(render(&diagnostics, Paint::Plain), "");
    assert!(read(text, Ladder::Standard).0.is_none());
}

#[test]
fn chained_implication_is_rejected() {
    snapshot("chained_implication", &super::said(in_main("assume(a => b => c);\nassume((a => b) => (b => c) => a);")));
    snapshot(
        "mixed_precedence",
        &super::said(in_main("assert(!(a & b = c));\nassert(a | b ^ c);\nassert(a = b => c);")),
    );
}
