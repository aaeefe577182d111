//! Syntax errors: one for each mistake, at its place, with what was expected and what may be meant.

use super::{codes, snapshot};
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::report::diagnostics::render;
use bpcheck::report::paint::Paint;

/// Broken programs, and how many mistakes there are in each.
const BROKEN: &[(&str, usize)] = &[
    // Of separators, blocks
    ("void main() begin skip skip; skip; end", 1),
    ("void main() begin\n  x := T\n  y := F;\nend", 1),
    ("decl x\nvoid main() begin skip; end", 1),
    ("void main() begin skip; end;\nvoid g() begin skip; end", 1),
    ("void main() begin\n  skip;", 1),
    ("void f() begin skip;\nvoid main() begin skip; end", 1),
    ("void main() begin\n  if (a) then skip; end\nvoid g() begin skip; end", 1),
    ("void main() begin if a then skip; else if a then skip; fi end", 1),
    ("void main() begin if x skip; fi end", 1),
    ("void main() begin if (a) skip; else skip; fi; skip end", 1),
    ("void main() begin while x skip; od end", 1),
    ("void main() begin while (x) do skip; fi end", 1),
    ("void main() begin if (c) then while (x) do skip; fi skip; fi end", 1),
    ("void main() begin if (x) then skip; od end", 1),
    ("void main() begin\n  while a do\n    skip;\n  end\n  skip;\nend\nvoid g() begin skip; end", 1),
    ("void main() begin if x then skip; endif skip; end", 1),
    ("void main() begin if x then skip; elif y then skip; fi end", 1),
    ("void main() begin begin skip; end; skip; end", 1),
    ("void main() begin while (a) begin skip; end; end", 1),
    ("void main() begin atomic begin skip; end end", 1),
    ("void main() begin skip; end end\nvoid g() begin skip; end", 1),
    ("void main() begin x :=", 1),
    ("void main() begin assert(", 1),
    ("void main() begin if (x) then", 1),
    ("void main() begin skip; /* open\n skip; end", 1),
    // Of headers, what stands between procedures
    ("main() begin skip; end", 1),
    ("void main begin skip; end", 1),
    ("void main() skip; end", 1),
    ("void main() { skip; }", 1),
    ("void main(); begin skip; end", 1),
    ("void main(bool x, bool y) begin skip; end", 2),
    ("void main(void) begin bool x; x := T; end", 2),
    ("int main() { int x; x = 1; return 0; }\nvoid g() begin skip; end", 1),
    ("function f() begin skip; end\nprocedure main() begin skip; end", 2),
    ("decl a;\ngarbage here;\nvoid main() begin skip; end\nmore garbage\nvoid g() begin skip; end", 2),
    ("begin skip; end", 1),
    ("skip;", 1),
    ("}", 1),
    ("enforce T; void main() begin skip; end", 1),
    ("bool<x> f() begin end bool<-1> h() begin end", 2),
    ("void g(x,) begin skip; end void h(_) begin skip; end", 2),
    ("decl x y;\ndecl z z;\nvoid main() begin z := T; end", 2),
    ("decl a, ; decl ; decl b,, c; void main() begin skip; end", 3),
    ("decl T; void F() begin skip; end", 2),
    ("decl if; void then() begin skip; end", 2),
    // Of statements
    ("void main() begin x = y; end", 1),
    ("void main() begin x' := y; x := * constrain x' = y; end", 2),
    ("void main() begin x := f() constrain 'x; end", 1),
    ("void main() begin goto; goto if; goto L M; end", 3),
    ("void main() begin L skip; L: ; end", 2),
    ("void main() begin decl x y; decl a := b; decl c = T; end", 3),
    ("void main() begin x, := T; x,y T; := T; x: = T; end", 4),
    ("void main() begin (a, b) := f(); end", 1),
    ("void main() begin call f(); int x; end", 2),
    ("void main() begin f(x; g x); h(,); end", 3),
    ("void main() begin print; dead; dead x y; sync; start_thread; end", 5),
    ("void main() begin schoose[a,b]; end", 1),
    ("bool<2> f() begin return (T, F); end", 1),
    // Of expressions
    ("void main() begin assert((a & b); assert(a & b)); end", 2),
    ("void main() begin a := !f(); a := b & f(x); a := f(g(a)); a := (f()); end", 4),
    ("void main() begin x := _; x := x & _; end", 2),
    ("void main() begin x := a and b; assume not a; x := a && || b; end", 3),
    ("void main() begin x := a == b; x := a -> b; x == y; end", 3),
    ("void main() begin x++; x := x + 1; x := x - y; x := x * y; x := a < b; end", 5),
    ("void main() begin x := \"some text\"; x := a @ b; x := é; end", 3),
    ("void main() begin x := a ? b; x := ? ? ?; x := a : b; end", 3),
    ("void main() begin x := schoose(a,b); x := schoose[a]; x := schoose[a,b,c]; end", 3),
    ("void main() begin {} := T; {a{b} := T; {a := T;\n b} := T; end", 3),
    ("void main() begin a := ; assert(!); assume(); f(); end", 3),
];

#[test]
fn one_error_for_each_mistake() {
    let mut page = String::new();
    for (text, mistakes) in BROKEN {
        let source = Source::new("input.bp", *text);
        let mut diagnostics = Diagnostics::new(&source);
        parse(&source, Ladder::Standard, &mut diagnostics);
        let said = render(&diagnostics, Paint::Plain);
        assert!(
            said.ends_with(&match mistakes {
                1 => "\n1 error\n".to_string(),
                n => format!("\n{n} errors\n"),
            }),
            "{text}\n{said}"
        );
        page.push_str(&format!("{}\n{text}\n{0}\n{said}\n", "=".repeat(60)));
    }
    snapshot("recovery", &page);
}

#[test]
fn five_errors_in_different_statements_and_procedures() {
    let text = "decl a, b c, d;
bool f(x y) begin return x end
void main() begin
  a := f(b) & c;
  if (a) then a := ; fi
end
void g() begin goto 1 2; end
";
    assert_eq!(codes(text), ["syntax 1:11", "syntax 2:10", "syntax 4:13", "syntax 5:20", "syntax 7:23"]);
}

#[test]
fn five_broken_rules() {
    let text = "decl a;
bool f(x) begin return; end
void main() begin
  decl l, l;
  b := f(a);
  a := f();
  goto nowhere;
end
";
    let errors = ["result-count 2:17", "declared-twice 4:11", "undeclared 5:3", "argument-count 6:3", "undeclared 7:8"];
    assert_eq!(codes(text), errors);
}

#[test]
fn names_are_looked_at_if_only_statements_are_lost() {
    let text = "decl a, b;
void main() begin
  a := ;
  c := T;
  if (a) then a := b b; fi
  b := d;
  skip
  e();
  f();
end
";
    let errors = ["syntax 3:8", "undeclared 4:3", "syntax 5:22", "undeclared 6:8", "syntax 7:7", "undeclared 9:3"];
    assert_eq!(codes(text), errors);
}

#[test]
fn names_are_left_alone_if_a_declaration_or_label_may_be_lost() {
    for text in [
        "decl a b; void main() begin b := T; end",
        "void main() begin decl a b; b := T; end",
        "void main() begin L: x y; goto L; end",
        "void f( begin skip; end void main() begin f(); end",
        "decl {a; \n void main() begin a := T; end",
        "decl caf\u{e9}; void main() begin caf := T; end",
    ] {
        let codes = codes(text);
        assert!(codes.iter().all(|code| !code.starts_with("undeclared")), "{text}: {codes:?}");
        assert!(!codes.is_empty(), "{text}");
    }
}

#[test]
fn an_undeclared_name_is_reported_once_a_procedure() {
    let text = "void main() begin x := x & x; x := T; end void f() begin x := T; end";
    assert_eq!(codes(text), ["undeclared 1:19", "undeclared 1:58"]);
}
