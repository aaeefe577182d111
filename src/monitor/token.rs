//! Words and signs of monitors; comments are blanks.

use crate::lang::source::{Diagnostic, Diagnostics, Span};

/// What stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, or a word of the language.
    Word,
    /// A text in quotes.
    Text,
    /// `{`, `}` or `;`.
    Sign(u8),
    /// Something else, which may stand in conditions.
    Other,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The text with blanks for its comments, of the same length.
pub(super) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut is_quoted, mut is_comment) = (false, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => (is_quoted, is_comment) = (false, false),
            '"' if !is_comment => is_quoted = !is_quoted,
            '/' if !is_quoted && characters.peek() == Some(&'/') => is_comment = true,
            _ => {}
        }
        match is_comment {
            true => plain.extend(std::iter::repeat_n(' ', character.len_utf8())),
            false => plain.push(character),
        }
    }
    plain
}

/// The tokens of a text without comments. A quote that is not closed is an error, and is left out.
pub(super) fn tokens(text: &str, remarks: &mut Diagnostics) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_$#".contains(c);
        let (kind, length) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_alphabetic() || "_$".contains(c) => {
                (Kind::Word, rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()))
            }
            '{' | '}' | ';' => (Kind::Sign(first as u8), 1),
            '"' => match rest[1..].find(['"', '\n']).filter(|end| rest.as_bytes()[end + 1] == b'"') {
                Some(end) => (Kind::Text, end + 2),
                None => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    remarks.push(Diagnostic::error("quote", Span::new(at, at + end), "this text is not closed"));
                    at += end;
                    continue;
                }
            },
            c => (Kind::Other, c.len_utf8()),
        };
        tokens.push(Token { kind, span: Span::new(at, at + length) });
        at += length;
    }
    tokens
}
