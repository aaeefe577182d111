//! How diagnostics look, whatever the bytes are.

use bpcheck::lang::source::{Diagnostic, Diagnostics, Source, Span};
use bpcheck::report::diagnostics::render;
use bpcheck::report::paint::Paint;

fn draw(text: impl Into<Vec<u8>>, remarks: impl IntoIterator<Item = Diagnostic>) -> String {
    let mut diagnostics = Diagnostics::new(&Source::new("x.bp", text));
    remarks.into_iter().for_each(|remark| diagnostics.push(remark));
    render(&diagnostics, Paint::Plain)
}

fn at(start: usize, end: usize) -> Diagnostic {
    Diagnostic::error("test", Span::new(start, end), "something is wrong").label("here")
}

/// The place and the rows of the first remark.
fn rows(text: impl Into<Vec<u8>>, start: usize, end: usize) -> String {
    let drawn = draw(text, [at(start, end)]);
    drawn.lines().skip(1).take_while(|line| !line.is_empty()).map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn places_on_several_lines() {
    let text = "decl a;\ndecl b;\n\n\nvoid main() begin a, a := T, F; end";
    let remark =
        at(36, 37).related(Span::new(5, 6), "declared here").related(Span::new(33, 34), "first here").hint("no");
    assert_eq!(
        draw(text, [remark]),
        "error[test]: something is wrong
 --> x.bp:5:19
  |
1 | decl a;
  |      - declared here
...
5 | void main() begin a, a := T, F; end
  |                - first here
  |                   ^ here
  |
  = hint: no

1 error
"
    );
}

#[test]
fn tabs_line_ends_and_characters() {
    assert_eq!(rows("\ta b\r\nc", 3, 4), " --> x.bp:1:4\n  |\n1 |     a b\n  |       ^ here\n");
    assert_eq!(rows("\u{e4}\u{20ac} b\r\nc d", 6, 7), " --> x.bp:1:4\n  |\n1 | \u{e4}\u{20ac} b\n  |    ^ here\n");
    assert_eq!(rows("a\r\nc d", 5, 6), " --> x.bp:2:3\n  |\n2 | c d\n  |   ^ here\n");
    assert_eq!(rows("a\rb", 2, 3), " --> x.bp:1:3\n  |\n1 | a\u{fffd}b\n  |   ^ here\n");
}

#[test]
fn ends_of_the_file() {
    assert_eq!(rows("end", 3, 3), " --> x.bp:1:4\n  |\n1 | end\n  |    ^ here\n");
    assert_eq!(rows("end\n", 3, 4), " --> x.bp:1:4\n  |\n1 | end\n  |    ^ here\n");
    assert_eq!(rows("end\n", 4, 4), " --> x.bp:2:1\n  |\n2 |\n  | ^ here\n");
    assert_eq!(rows("", 0, 0), " --> x.bp:1:1\n  |\n1 |\n  | ^ here\n");
    assert_eq!(rows("a", 70, 90), " --> x.bp:1:2\n  |\n1 | a\n  |  ^ here\n");
    assert_eq!(rows("ab\ncd\n", 1, 6), " --> x.bp:1:2\n  |\n1 | ab\n  |  ^ here\n");
}

#[test]
fn bytes_that_are_no_text() {
    let text = [b"a".as_slice(), &[0xff, 0xc3, 0, 0x1b], b"[31mb"].concat();
    assert_eq!(
        rows(text, 9, 10),
        " --> x.bp:1:10\n  |\n1 | a\u{fffd}\u{fffd}\u{fffd}\u{fffd}[31mb\n  |          ^ here\n"
    );
}

#[test]
fn long_lines_are_cut_to_a_window() {
    let mut text = "\u{e4}".repeat(2_000_000);
    text.push_str("!oops");
    text.push_str(&"b".repeat(6_000_000));
    let start = 4_000_001;
    let drawn = draw(text.clone(), [at(start, start + 4).related(Span::new(0, 2), "begins")]);
    assert!(drawn.contains(" --> x.bp:1:2000002\n"), "{drawn}");
    assert!(drawn.contains("\n1 | …\u{e4}"), "{drawn}");
    assert!(drawn.contains("!oopsbbb"), "{drawn}");
    assert!(drawn.contains("-- begins (column 1)") || drawn.contains("- begins (column 1)"), "{drawn}");
    assert!(drawn.len() < 2_000, "{} bytes", drawn.len());
    let source = drawn.lines().find(|line| line.contains("oops")).expect("the line");
    let carets = drawn.lines().find(|line| line.contains('^')).expect("the carets");
    let column = |line: &str, what: &str| line[..line.find(what).expect("it is there")].chars().count();
    assert_eq!(column(source, "oops"), column(carets, "^^^^ here"));
}

/// Bytes that continue a character stand where none begins, before and at the place.
#[test]
fn a_long_line_may_begin_inside_a_character() {
    for place in 0..5 {
        let drawn = rows([vec![0x9a; 5], vec![b'x'; 300]].concat(), place, place + 1);
        let caret = drawn.lines().last().expect("a line").find('^').expect("a caret");
        assert_eq!(caret, "  | ".len() + place, "{drawn}");
    }
}

#[test]
fn a_hundred_are_shown_and_all_are_counted() {
    let text = "a\n".repeat(3_000);
    let warnings = (0..50).map(|n| Diagnostic::warning("doubt", Span::new(2 * n, 2 * n + 1), "hm"));
    let drawn = draw(text, warnings.chain((0..3_000).map(|n| at(2 * n, 2 * n + 1))));
    assert_eq!(drawn.matches("error[test]").count(), 100);
    assert!(drawn.ends_with("\n… and 2900 more errors, 50 more warnings\n3000 errors, 50 warnings\n"), "{drawn}");
    assert_eq!(draw("", []), "");
}

#[test]
fn colors_only_where_they_are_wanted() {
    let mut diagnostics = Diagnostics::new(&Source::new("x.bp", "a"));
    diagnostics.push(at(0, 1));
    let (plain, colored) = (render(&diagnostics, Paint::Plain), render(&diagnostics, Paint::Ansi));
    assert!(!plain.contains('\x1b'));
    let mut stripped = String::new();
    for part in colored.split('\x1b') {
        stripped.push_str(part.strip_prefix('[').and_then(|p| p.split_once('m')).map_or(part, |(_, text)| text));
    }
    let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    assert_eq!(trimmed(&stripped), trimmed(&plain));
}
