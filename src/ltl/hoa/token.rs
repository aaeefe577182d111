//! The words and signs of HOA and of never claims.

use super::{Fault, fault};
use crate::lang::source::{Source, Span};
use std::fmt;

/// A word or a sign, with its place.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word with a colon behind it.
    Header(String),
    /// A word.
    Word(String),
    /// A text in quotes, without them.
    Text(String),
    /// A number; one that is too large is the largest there is.
    Number(usize),
    /// Any other sign.
    Sign(&'static str),
}

/// The signs, longer ones before those that they begin with.
const SIGNS: [&str; 19] = [
    "--BODY--",
    "--END--",
    "--ABORT--",
    "->",
    "::",
    "&&",
    "||",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "&",
    "|",
    "!",
    ";",
    "@",
    ",",
];

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Header(word) => write!(f, "{word}:"),
            Kind::Word(word) => f.write_str(word),
            Kind::Text(text) => write!(f, "{text:?}"),
            Kind::Number(number) => write!(f, "{number}"),
            Kind::Sign(sign) => f.write_str(sign),
        }
    }
}

/// The tokens of a text; comments are passed.
pub(super) fn tokens(source: &Source) -> Result<Vec<Token>, Fault> {
    let whole = Span::new(0, source.bytes().len());
    let text = std::str::from_utf8(source.bytes()).map_err(|_| fault("not-utf-8", whole, "the text is not UTF-8"))?;
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        if rest.starts_with("/*") {
            let end = rest
                .find("*/")
                .ok_or_else(|| fault("open-comment", Span::new(at, at + 2), "this comment is not closed"))?;
            at += end + 2;
            continue;
        }
        let (kind, length) = if first == '"' {
            quoted(rest).ok_or_else(|| fault("syntax", Span::new(at, at + 1), "this text is not closed"))?
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (Kind::Number(rest[..end].parse().unwrap_or(usize::MAX)), end)
        } else if first.is_ascii_alphabetic() || "_$".contains(first) {
            word(rest)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Kind::Sign(sign), sign.len())
        } else {
            let span = Span::new(at, at + first.len_utf8());
            return Err(fault("unknown-character", span, format!("`{}` has no meaning here", first.escape_debug())));
        };
        tokens.push(Token { kind, span: Span::new(at, at + length) });
        at += length;
    }
}

/// A word, perhaps with a colon behind it; one in the midst of it belongs to it, as in `main:L`.
fn word(rest: &str) -> (Kind, usize) {
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || "_$".contains(c));
    let is_part = |at: usize, character: char| match character {
        ':' => begins(&rest[at + 1..]),
        '-' => !rest[at..].starts_with("->"),
        _ => character.is_ascii_alphanumeric() || "_$#.".contains(character),
    };
    let end = rest.char_indices().find(|&(at, character)| !is_part(at, character)).map_or(rest.len(), |(at, _)| at);
    match rest[end..].starts_with(':') && !rest[end..].starts_with("::") {
        true => (Kind::Header(rest[..end].to_string()), end + 1),
        false => (Kind::Word(rest[..end].to_string()), end),
    }
}

/// A text in quotes, and how long it is with them.
fn quoted(rest: &str) -> Option<(Kind, usize)> {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((Kind::Text(text), at + 1)),
            '\\' => text.push(characters.next()?.1),
            other => text.push(other),
        }
    }
    None
}
