//! Tokens of the text format.

use logos::Logos;

/// A token. Lines matter: a statement is one.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false, skip r"[ \t\r\x0b\x0c]+")]
pub(super) enum Token {
    #[token("\n")]
    LineEnd,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token("->")]
    Arrow,
    #[token(".")]
    Dot,
    #[token("|")]
    Bar,
    #[token("*")]
    Star,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[regex(r"[\p{Alphabetic}\p{Nd}_$']+")]
    Name,
    /// A formula.
    #[regex(b"\"[^\"\n]*\"")]
    Quoted,
    #[regex(b"#[^\n]*", logos::skip, allow_greedy = true)]
    Comment,
}

/// What may be meant by bytes that begin no token.
pub(super) fn hint(bytes: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4)]);
    match text.chars().next()? {
        '/' | ';' | '%' => Some("a comment begins with `#`; a statement ends with its line"),
        '-' | '=' | '\u{2192}' | '\u{21aa}' | '\u{21d2}' => Some("an arrow is written `->`"),
        '\u{27e8}' | '\u{2329}' => Some("a configuration begins with `<`"),
        '\u{27e9}' | '\u{232a}' => Some("a configuration ends with `>`"),
        '+' => Some("one or more times `x` is written `x x*`"),
        '?' => Some("`x` or nothing is written `(x|)`"),
        '[' | '{' => Some("one of several symbols is written `(a | b)`"),
        '"' => Some("a formula ends with `\"`, on the same line"),
        '!' | '@' | ':' | '&' | '^' | '~' | '\\' => Some("a name is a run of letters, digits, `_`, `$` and `'`"),
        _ => None,
    }
}
