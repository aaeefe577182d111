//! Tokens.

use logos::{Logos, Skip};
use std::fmt;

/// What is wrong with bytes that are no token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LexError {
    /// Bytes that begin no token.
    #[default]
    Unknown,
    /// `/*` without `*/`.
    OpenComment,
    /// `{` without `}` on its line, or with another `{` before it, or `{}`.
    BadBraces,
}

/// A token. Names and numbers carry their bytes.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false, error = LexError, skip r"[ \t\r\n\x0b\x0c]+")]
#[allow(missing_docs, reason = "the spelling beside each token says what it is")]
pub enum Token<'s> {
    #[token("begin")]
    Begin,
    #[token("end")]
    End,
    #[token("decl")]
    Decl,
    #[token("void")]
    Void,
    #[token("bool")]
    Bool,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("elsif")]
    Elsif,
    #[token("fi")]
    Fi,
    #[token("while")]
    While,
    #[token("do")]
    Do,
    #[token("od")]
    Od,
    #[token("goto")]
    Goto,
    #[token("return")]
    Return,
    #[token("skip")]
    SkipStmt,
    #[token("assume")]
    Assume,
    #[token("assert")]
    Assert,
    #[token("enforce")]
    Enforce,
    #[token("constrain")]
    Constrain,
    #[token("schoose")]
    Schoose,
    #[token("T", priority = 5)]
    True,
    #[token("F", priority = 5)]
    False,
    #[token("_", priority = 5)]
    Underscore,

    // Contextual keywords: names wherever a name can stand.
    #[token("abortif")]
    AbortIf,
    #[token("atomic_begin")]
    AtomicBegin,
    #[token("atomic_end")]
    AtomicEnd,
    #[token("broadcast")]
    Broadcast,
    #[token("dead")]
    Dead,
    #[token("dfs")]
    Dfs,
    #[token("end_thread")]
    EndThread,
    #[token("print")]
    Print,
    #[token("start_thread")]
    StartThread,
    #[token("sync")]
    Sync,
    #[token("thread_local")]
    ThreadLocal,
    #[token("wait")]
    Wait,

    #[regex(r"[A-Za-z_$][A-Za-z0-9_$#]*", |lex| lex.slice(), priority = 2)]
    Ident(&'s [u8]),
    #[regex(r"\{[^{}\n]+\}", |lex| lex.slice())]
    Braced(&'s [u8]),
    #[regex(r"[0-9]+", |lex| lex.slice())]
    Number(&'s [u8]),

    #[token(":=")]
    Assign,
    #[token("=")]
    Eq,
    #[token("!=")]
    Ne,
    #[token("=>")]
    Implies,
    #[token("<=>")]
    Iff,
    #[token("&")]
    #[token("&&")]
    And,
    #[token("|")]
    #[token("||")]
    Or,
    #[token("^")]
    Xor,
    #[token("!")]
    #[token("~")]
    Not,
    #[token("'")]
    Prime,
    #[token("*")]
    Star,
    #[token("?")]
    Question,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,

    /// `==`, of C and other dialects: an error with a hint, read as `=`.
    #[token("==")]
    DoubleEq,
    /// `->`, of another dialect: an error with a hint, read as `=>`.
    #[token("->")]
    Arrow,

    #[regex(b"//[^\n]*", |lex| lex.slice(), allow_greedy = true)]
    LineComment(&'s [u8]),
    #[regex(r"/\*", block_comment)]
    BlockComment,
    #[regex(r"\{", bad_braces)]
    BadBraces,
}

impl Token<'_> {
    /// Whether it can stand for a name: an identifier, a braced one, or a contextual keyword.
    pub(crate) fn is_name(self) -> bool {
        matches!(
            self,
            Token::Ident(_)
                | Token::Braced(_)
                | Token::AbortIf
                | Token::AtomicBegin
                | Token::AtomicEnd
                | Token::Broadcast
                | Token::Dead
                | Token::Dfs
                | Token::EndThread
                | Token::Print
                | Token::StartThread
                | Token::Sync
                | Token::ThreadLocal
                | Token::Wait
        )
    }
}

fn block_comment<'s>(lexer: &mut logos::Lexer<'s, Token<'s>>) -> Result<Skip, LexError> {
    let rest = lexer.remainder();
    match rest.windows(2).position(|pair| pair == b"*/") {
        Some(at) => {
            lexer.bump(at + 2);
            Ok(Skip)
        }
        None => {
            lexer.bump(rest.len());
            Err(LexError::OpenComment)
        }
    }
}

/// Goes on behind the closing braces, or at the end of the line.
fn bad_braces<'s>(lexer: &mut logos::Lexer<'s, Token<'s>>) -> Result<Skip, LexError> {
    let rest = lexer.remainder();
    let inner = rest.iter().position(|byte| matches!(byte, b'}' | b'\n')).unwrap_or(rest.len());
    let closing = rest[inner..].iter().take_while(|&&byte| byte == b'}').count();
    lexer.bump(inner + closing);
    Err(LexError::BadBraces)
}

/// The token as one would write it.
impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Token::Ident(text) | Token::Braced(text) | Token::Number(text) | Token::LineComment(text) => {
                return f.write_str(&String::from_utf8_lossy(text));
            }
            Token::Begin => "begin",
            Token::End => "end",
            Token::Decl => "decl",
            Token::Void => "void",
            Token::Bool => "bool",
            Token::If => "if",
            Token::Then => "then",
            Token::Else => "else",
            Token::Elsif => "elsif",
            Token::Fi => "fi",
            Token::While => "while",
            Token::Do => "do",
            Token::Od => "od",
            Token::Goto => "goto",
            Token::Return => "return",
            Token::SkipStmt => "skip",
            Token::Assume => "assume",
            Token::Assert => "assert",
            Token::Enforce => "enforce",
            Token::Constrain => "constrain",
            Token::Schoose => "schoose",
            Token::True => "T",
            Token::False => "F",
            Token::Underscore => "_",
            Token::AbortIf => "abortif",
            Token::AtomicBegin => "atomic_begin",
            Token::AtomicEnd => "atomic_end",
            Token::Broadcast => "broadcast",
            Token::Dead => "dead",
            Token::Dfs => "dfs",
            Token::EndThread => "end_thread",
            Token::Print => "print",
            Token::StartThread => "start_thread",
            Token::Sync => "sync",
            Token::ThreadLocal => "thread_local",
            Token::Wait => "wait",
            Token::Assign => ":=",
            Token::Eq => "=",
            Token::Ne => "!=",
            Token::Implies => "=>",
            Token::Iff => "<=>",
            Token::And => "&",
            Token::Or => "|",
            Token::Xor => "^",
            Token::Not => "!",
            Token::Prime => "'",
            Token::Star => "*",
            Token::Question => "?",
            Token::Comma => ",",
            Token::Semicolon => ";",
            Token::Colon => ":",
            Token::OpenParen => "(",
            Token::CloseParen => ")",
            Token::OpenBracket => "[",
            Token::CloseBracket => "]",
            Token::Less => "<",
            Token::Greater => ">",
            Token::DoubleEq => "==",
            Token::Arrow => "->",
            Token::BlockComment => "/* */",
            Token::BadBraces => "{",
        };
        f.write_str(text)
    }
}
