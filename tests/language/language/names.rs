//! Reserved words, and contextual keywords, which are names wherever a name can stand.

use super::{codes, in_main, read};
use bpcheck::lang::syntax::Ladder;

const CONTEXTUAL: [&str; 12] = [
    "abortif",
    "atomic_begin",
    "atomic_end",
    "broadcast",
    "dead",
    "dfs",
    "end_thread",
    "print",
    "start_thread",
    "sync",
    "thread_local",
    "wait",
];

const RESERVED: [&str; 24] = [
    "begin",
    "end",
    "decl",
    "void",
    "bool",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "while",
    "do",
    "od",
    "goto",
    "return",
    "skip",
    "assume",
    "assert",
    "enforce",
    "constrain",
    "schoose",
    "T",
    "F",
    "_",
];

#[track_caller]
fn accepted(text: &str) {
    assert_eq!(codes(text), [""; 0], "{text}");
}

#[test]
fn contextual_keywords_name_variables() {
    for name in CONTEXTUAL {
        accepted(&format!("decl {name}; void main() begin {name} := {name} & !{name}; assert({name}); end"));
        accepted(&format!("decl a, {name}, b := 1; void f({name}x) begin {name}, a := a, {name}; dead {name}, a; end"));
        accepted(&format!("bool f({name}) begin decl l; {name} := T constrain '{name} = l; return {name}; end"));
        accepted(&format!(
            "void main() begin decl {name}; l: {name}, _ := f(); end bool<2> f() begin return T, F; end"
        ));
    }
    accepted("decl dead; void main() begin dead dead; dead dead, dead; end");
    accepted("decl print; void main() begin print := T; print(print); end");
    accepted("decl abortif; void main() begin abortif abortif; abortif (abortif); abortif := F; end");
    accepted("decl thread_local; void main() begin skip; end");
    accepted("decl thread_local, x; decl x2, thread_local2;");
}

#[test]
fn contextual_keywords_name_labels() {
    for name in CONTEXTUAL {
        accepted(&format!("void main() begin {name}: skip; goto {name}; end"));
        accepted(&format!("decl a; void main() begin {name}: L: if a then goto L, {name}; fi end"));
    }
}

#[test]
fn contextual_keywords_name_procedures() {
    for name in CONTEXTUAL {
        accepted(&format!("void {name}() begin skip; end"));
        accepted(&format!("dfs bool {name}(a) begin return a; end"));
        // `print (` and `abortif (` are statements, so these two cannot be called.
        if !["print", "abortif"].contains(&name) {
            accepted(&format!(
                "decl a; bool {name}(x) begin return x; end void main() begin {name}(T); a := {name}(a); end"
            ));
        }
    }
}

#[test]
fn reserved_words_name_nothing() {
    for word in RESERVED {
        for text in [
            format!("decl {word}; void main() begin skip; end"),
            format!("void {word}() begin skip; end"),
            format!("void f({word}) begin skip; end"),
            format!("void main() begin dead {word}; end"),
        ] {
            let codes = codes(text.clone());
            let is_refused = |code: &String| code.starts_with("syntax ") || code.starts_with("typed-variable ");
            assert!(codes.first().is_some_and(is_refused), "{text}: {codes:?}");
        }
    }
}

#[test]
fn names_of_all_dialects() {
    accepted("decl $main, c$$main, a$, x#1, _x, __, {x==0}, {*p->q != \"a /* b\"}, { a b }, Tx, FF;");
    let (program, _) = read("decl {x}, x, { x}; void main() begin skip; end", Ladder::Standard);
    assert_eq!(program.expect("a program").globals.len(), 3, "braces and spaces are part of the name");
    assert_eq!(codes("decl x, X; decl y, Y;"), [""; 0], "case matters");
}

#[test]
fn spellings_and_white_space() {
    accepted(&in_main("a := ~b && c || 0 | 1;\r\n\tassert(a != ~~b);\x0c\x0bskip // end of file"));
    accepted("// a comment without line end");
    accepted("void main() begin skip /* two\n lines */; end /**/ /***/ // x");
    accepted(&in_main("a := */*c*/;"));
    accepted("");
    accepted("bool < 2 > f ( x , y ) begin return x , y end bool<1> g() begin return T end");
}

#[test]
fn odd_bytes_are_accepted_in_comments_only() {
    let text = |comment: &[u8], name: &[u8]| [b"// ", comment, b"\ndecl a", name, b"; /* ", comment, b" */"].concat();
    assert_eq!(codes(text(&[0xff, 0, 0xc3], b"")), [""; 0]);
    assert_eq!(codes(text(b"", &[0xff, 0xfe])), ["unknown-character 2:7"]);
    assert_eq!(codes(text(b"", &[0])), ["unknown-character 2:7"]);
    assert_eq!(codes(text(b"", &[b',', b'{', 0xff, b'}'])), ["bad-braced-name 2:8"]);
}
