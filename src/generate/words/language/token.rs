//! Tokens.

use logos::Logos;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \n]+", skip("//[^\n]*", allow_greedy = true))]
#[allow(missing_docs, reason = "the spelling beside each token says what it is")]
pub enum Token<'s> {
    #[token("fn")]
    Fn,
    #[token("const")]
    Const,
    #[token("global")]
    Global,
    #[token("let")]
    Let,
    #[token("any")]
    Any,
    #[token("input")]
    Input,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("return")]
    Return,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("safe")]
    Safe,
    #[token("unsafe")]
    Unsafe,
    #[token("odd")]
    Odd,
    #[token("{")]
    Open,
    #[token("}")]
    Close,
    #[token("(")]
    Left,
    #[token(")")]
    Right,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("=")]
    Becomes,
    #[token("==")]
    Equal,
    #[token("!=")]
    Differs,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,
    #[token("&&")]
    Both,
    #[token("||")]
    Either,
    #[token("!")]
    Not,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("^")]
    Xor,
    #[token("<<")]
    ShiftUp,
    #[token(">>")]
    ShiftDown,
    #[regex("[0-9]+", |number| number.slice().parse().ok())]
    Number(u64),
    #[regex("[a-z][a-z0-9]*")]
    Name(&'s str),
}
