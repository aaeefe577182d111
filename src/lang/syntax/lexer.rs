//! The token stream that the parser reads: comments are set aside, wrong bytes reported and mended.

use super::super::source::{Diagnostic, Diagnostics, Source, Span};
use super::ast::{Note, NoteKind};
use super::token::{LexError, Token};
use logos::Logos;
use std::convert::Infallible;

/// Iterates over the tokens of a text. A wrong token is reported once and replaced by what was
/// probably meant, or left out, so that the parser does not stumble over the same place again.
pub(super) struct Lexer<'s> {
    text: &'s [u8],
    inner: logos::Lexer<'s, Token<'s>>,
    declaration: Declaration,
    /// The end of the last unknown byte, to report a run of them once.
    unknown_end: Option<usize>,
    pub(super) notes: Vec<Note>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Errors beyond those kept in `diagnostics`.
    pub(super) not_kept: usize,
}

/// Where we are with respect to `decl …;`: its comments are predicates.
#[derive(Clone, Copy)]
enum Declaration {
    Outside,
    Inside,
    /// Behind the `;` that ends at this offset, no token seen since.
    Behind(usize),
}

impl<'s> Lexer<'s> {
    pub(super) fn new(text: &'s [u8]) -> Lexer<'s> {
        Lexer {
            text,
            inner: Token::lexer(text),
            declaration: Declaration::Outside,
            unknown_end: None,
            notes: Vec::new(),
            diagnostics: Vec::new(),
            not_kept: 0,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < Diagnostics::KEPT {
            self.diagnostics.push(diagnostic);
        } else {
            self.not_kept += 1;
        }
    }

    fn comment(&mut self, start: usize, text: &[u8]) {
        let body = &text[2..];
        let skipped = body.len() - body.trim_ascii_start().len();
        let body = body.trim_ascii();
        let span = Span::new(start + 2 + skipped, start + 2 + skipped + body.len());
        let kind = match self.declaration {
            Declaration::Inside if !body.is_empty() => NoteKind::Predicate,
            Declaration::Behind(end) if !body.is_empty() && !self.text[end..start].contains(&b'\n') => {
                NoteKind::Predicate
            }
            _ if body.starts_with(b"file ") => NoteKind::Origin,
            _ => return,
        };
        self.notes.push(Note { kind, text: span });
    }

    /// What to read instead of the wrong token, if anything.
    fn mend(&mut self, error: LexError, span: Span) -> Option<Token<'s>> {
        match error {
            LexError::Unknown => {
                if self.unknown_end != Some(span.start as usize) {
                    let shown = describe_byte(self.text[span.start as usize]);
                    let message = format!("{shown} is not part of the language");
                    self.report(Diagnostic::error("unknown-character", span, message).label("not understood"));
                }
                self.unknown_end = Some(span.end as usize);
                None
            }
            LexError::OpenComment => {
                let open = Span { start: span.start, end: span.start + 2 };
                self.report(
                    Diagnostic::error("open-comment", open, "this comment is never closed")
                        .label("opened here")
                        .hint("`/* … */` does not nest; close it with `*/`"),
                );
                None
            }
            LexError::BadBraces => {
                self.report(
                    Diagnostic::error("bad-braced-name", span, "this braced name is not complete")
                        .label("expected `{`, at least one character, `}` on one line")
                        .hint("inside a braced name stand neither braces nor line ends, and only valid UTF-8"),
                );
                Some(Token::Braced(&self.text[span.range()]))
            }
        }
    }

    fn check(&mut self, token: Token<'s>, span: Span) -> Token<'s> {
        match token {
            Token::DoubleEq => {
                self.report(
                    Diagnostic::error("double-equals", span, "`==` is not an operator of this language")
                        .label("expected `=`")
                        .hint("equality is written `=`, assignment `:=`"),
                );
                Token::Eq
            }
            Token::Arrow => {
                self.report(
                    Diagnostic::error("arrow", span, "`->` is not an operator of this language")
                        .label("expected `=>`")
                        .hint("implication is written `=>`"),
                );
                Token::Implies
            }
            other => other,
        }
    }
}

impl<'s> Iterator for Lexer<'s> {
    type Item = Result<(usize, Token<'s>, usize), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let token = self.inner.next()?;
            let range = self.inner.span();
            let span = Span::new(range.start, range.end);
            let token = match token {
                Ok(Token::LineComment(text)) => {
                    self.comment(range.start, text);
                    continue;
                }
                Ok(token) => self.check(token, span),
                Err(error) => match self.mend(error, span) {
                    Some(token) => token,
                    None => continue,
                },
            };
            self.declaration = match (self.declaration, token) {
                (_, Token::Decl) => Declaration::Inside,
                (Declaration::Inside, Token::Semicolon) => Declaration::Behind(range.end),
                (Declaration::Inside, _) => Declaration::Inside,
                _ => Declaration::Outside,
            };
            return Some(Ok((range.start, token, range.end)));
        }
    }
}

fn describe_byte(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("`{}`", byte as char),
        0 => "a NUL byte".to_string(),
        128.. => format!("the byte 0x{byte:02x} outside a comment or braced name"),
        _ => format!("the control character 0x{byte:02x}"),
    }
}

/// All tokens of a text with their places, comments left out; what is wrong goes to `diagnostics`.
pub fn tokens<'s>(source: &'s Source, diagnostics: &mut Diagnostics) -> Vec<(Token<'s>, Span)> {
    let mut lexer = Lexer::new(source.bytes());
    let tokens = lexer.by_ref().map(|token| match token {
        Ok((start, token, end)) => (token, Span::new(start, end)),
    });
    let tokens = tokens.collect();
    lexer.diagnostics.into_iter().for_each(|d| diagnostics.push(d));
    tokens
}
