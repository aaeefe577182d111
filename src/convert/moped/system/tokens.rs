//! Tokens of the text format.

use logos::Logos;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false, skip r"[ \t\r\n\x0b\x0c]+")]
pub(crate) enum Token {
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("-->")]
    Arrow,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[regex(r"[\p{Alphabetic}\p{Nd}_$']+")]
    Name,
    /// What a rule is called.
    #[regex(b"\"[^\"\n]*\"")]
    Label,
    #[regex(b"#[^\n]*", logos::skip, allow_greedy = true)]
    Comment,
}
