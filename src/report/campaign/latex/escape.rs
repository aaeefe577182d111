//! Text inside of LaTeX.

/// Text that is nothing but text. What only some engines of LaTeX know stands as a question mark.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '"' => escaped += "\\textquotedbl{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            // Two of them would become one dash.
            '-' if escaped.ends_with('-') => escaped += "{}-",
            '\u{b1}' => escaped += "$\\pm$",
            ' '..='~' => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn names_stay_text() {
        assert_eq!(escape("PAR-2 --x"), "PAR-2 -{}-x");
        assert_eq!(
            escape("a_b{50%} \\x~^\u{e9}\n"),
            "a\\_b\\{50\\%\\} \\textbackslash{}x\\textasciitilde{}\\textasciicircum{}??"
        );
        assert_eq!(escape("1.2 \u{b1} 0.3"), "1.2 $\\pm$ 0.3");
    }
}
