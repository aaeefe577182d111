//! Nesting.

use super::{accepted, in_main, rejected};

/// `middle` inside `depth` pairs of `open` and `close`.
fn nested(depth: usize, open: &str, middle: &str, close: &str) -> String {
    in_main(&format!("{}{middle}{}", open.repeat(depth), close.repeat(depth)))
}

#[test]
fn expressions() {
    let within = |open: &str, middle: &str, close: &str, depth: usize| {
        in_main(&format!("assume({}{middle}{});", open.repeat(depth), close.repeat(depth)))
    };
    for (open, middle, close) in [
        ("(", "a", ")"),
        ("!", "a", ""),
        ("!(a & ", "b", ")"),
        ("a => (", "b", ")"),
        ("schoose[a, ", "b", "]"),
        ("a ? ", "b", " : c"),
        ("a ? b : ", "c", ""),
    ] {
        assert_eq!(accepted(within(open, middle, close, 100_000)), 3, "{open}");
        // The closers behind a mistake are skipped, as far as there is time.
        let (said, errors) = rejected(within(open, "a a", close, 5_000));
        assert!(errors <= 2, "{open}\n{said}");
        assert!(said.contains("unexpected name `a`"), "{open}\n{said}");
    }
}

#[test]
fn blocks() {
    assert_eq!(accepted(nested(50_000, "if a then\n", "b := c", " fi")), 100_000 + 3);
    assert_eq!(accepted(nested(50_000, "while a do ", "b := c", " od")), 100_000 + 3);
    assert_eq!(accepted(nested(20_000, "if a then skip; while * do ", "b := c", " od skip fi;")), 120_000 + 3);
    assert_eq!(accepted(nested(20_000, "if a then else ", "b := c", " fi")), 40_000 + 3);
}

#[test]
fn blocks_that_are_not_closed() {
    let (said, errors) = rejected(in_main(&"if a then ".repeat(10_000)));
    assert_eq!(errors, 1, "{said}");
    assert!(said.contains("unexpected `end`") && said.contains("is not closed"), "{said}");
    let (said, errors) = rejected(format!("decl a; void main() begin {}", "while a do\n".repeat(10_000)));
    assert_eq!(errors, 1, "{said}");
    assert!(said.contains("unexpected end of the file"), "{said}");
}

#[test]
fn more_blocks_than_errors_can_be_found_in() {
    let (said, errors) = rejected(nested(100_001, "if a then ", "b := c", " fi"));
    assert_eq!(errors, 1, "{said}");
    assert!(said.contains("error[too-deep]: more than 100000 blocks inside each other"), "{said}");
    assert!(said.contains("\n --> input.bp:2:"), "{said}");
}

#[test]
fn garbage_in_deep_blocks_ends_the_reading() {
    for garbage in [") ", "x y ", "od ", "end ", "begin "] {
        let (said, errors) = rejected(nested(5_000, "if a then ", &garbage.repeat(5_000), " fi"));
        assert!(errors >= 1, "{garbage}: {said}");
    }
}
