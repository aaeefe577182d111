//! The token stream that the parser reads: comments are set aside, wrong bytes reported and mended.

use super::super::source::{Diagnostic, Diagnostics, Source, Span};
use super::ast::{Note, NoteKind};
use super::dialect::Dialect;
use super::dialect::rules::Underscore;
use super::fuse::Fuse;
use super::hint::BRACES;
use super::token::{LexError, Token};
use logos::Logos;
use std::convert::Infallible;

/// Iterates over the tokens of a text. A wrong token is reported once and replaced by what was
/// probably meant, or left out, so that the parser does not stumble over the same place again.
pub(super) struct Lexer<'s, 'f> {
    text: &'s [u8],
    inner: logos::Lexer<'s, Token<'s>>,
    /// Ends the stream when errors cost too much.
    fuse: Option<&'f Fuse>,
    /// Open parentheses since the last `;` or `begin`.
    parentheses: usize,
    declaration: Declaration,
    /// Whether `_` is a name.
    underscore: bool,
    /// Reported `{`s whose `}` was not found: it may come later.
    open_braces: usize,
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

impl<'s, 'f> Lexer<'s, 'f> {
    pub(super) fn new(text: &'s [u8], fuse: Option<&'f Fuse>) -> Lexer<'s, 'f> {
        Lexer {
            text,
            inner: Token::lexer(text),
            fuse,
            parentheses: 0,
            declaration: Declaration::Outside,
            underscore: false,
            open_braces: 0,
            unknown_end: None,
            notes: Vec::new(),
            diagnostics: Vec::new(),
            not_kept: 0,
        }
    }

    /// The same for a text in this dialect.
    pub(super) fn in_dialect(self, dialect: Dialect) -> Lexer<'s, 'f> {
        Lexer { underscore: dialect.rules().underscore == Underscore::Name, ..self }
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
            _ if body == b"words: NAME_BIT" => NoteKind::Words,
            _ => return,
        };
        self.notes.push(Note { kind, text: span });
    }

    /// What to read instead of the wrong token, if anything.
    fn mend(&mut self, error: LexError, span: Span) -> Option<Token<'s>> {
        match error {
            LexError::Unknown => {
                let byte = self.text[span.start as usize];
                if byte == b'}' && self.open_braces > 0 {
                    self.open_braces -= 1;
                } else if self.unknown_end != Some(span.start as usize) {
                    let shown = describe_bytes(&self.text[span.start as usize..]);
                    let message = format!("{shown} is not part of the language");
                    let error = Diagnostic::error("unknown-character", span, message).label("not understood");
                    self.report(match byte_hint(&self.text[span.start as usize..]) {
                        Some(hint) => error.hint(hint),
                        None => error,
                    });
                }
                let rest = foreign_rest(byte, self.inner.remainder());
                self.inner.bump(rest);
                self.unknown_end = Some(span.end as usize + rest);
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
                let is_open = self.text[span.range()].last() != Some(&b'}');
                self.open_braces += usize::from(is_open);
                self.report(
                    Diagnostic::error("bad-braced-name", span, "this braced name is not complete")
                        .label("expected `{`, at least one character, `}` on one line")
                        .hint(match is_open {
                            true => BRACES,
                            false => "inside a braced name stand neither braces nor line ends, and only valid UTF-8",
                        }),
                );
                Some(Token::Braced(&self.text[span.range()]))
            }
        }
    }

    /// The token, or what is read instead.
    fn check(&mut self, token: Token<'s>, span: Span) -> Option<Token<'s>> {
        match token {
            Token::Bool | Token::Void if self.is_typed_variable() => {
                let message = format!("`{token}` stands before procedures only");
                let in_list = self.parentheses > 0;
                self.report(
                    Diagnostic::error("typed-variable", span, message)
                        .label(if in_list { "expected a name or `)`" } else { "expected `decl`" })
                        .hint("all variables are Boolean: `decl x, y;` declares them, parameters are names: `f(x, y)`"),
                );
                (!in_list).then_some(Token::Decl)
            }
            Token::Underscore if self.underscore => Some(Token::Ident(b"_")),
            Token::DoubleEq => {
                self.report(
                    Diagnostic::error("double-equals", span, "`==` is not an operator of this language")
                        .label("expected `=`")
                        .hint("equality is written `=`, assignment `:=`"),
                );
                Some(Token::Eq)
            }
            Token::Arrow => {
                self.report(
                    Diagnostic::error("arrow", span, "`->` is not an operator of this language")
                        .label("expected `=>`")
                        .hint("implication is written `=>`"),
                );
                Some(Token::Implies)
            }
            other => Some(other),
        }
    }

    /// Whether a type that was just read is used as in C: `bool x;`, `f(bool x, bool y)`, `f(void)`.
    fn is_typed_variable(&self) -> bool {
        let mut ahead = self.inner.clone().filter(|token| !matches!(token, Ok(Token::LineComment(_))));
        match ahead.next() {
            Some(Ok(Token::Comma | Token::CloseParen)) => self.parentheses > 0,
            Some(Ok(name)) if name.is_name() => {
                let behind = ahead.next();
                matches!(
                    behind,
                    Some(Ok(Token::Semicolon | Token::Comma | Token::Assign | Token::Eq | Token::CloseParen))
                )
            }
            _ => false,
        }
    }
}

impl<'s> Iterator for Lexer<'s, '_> {
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
                Err(error) => self.mend(error, span),
            };
            let Some(token) = token else { continue };
            if self.fuse.is_some_and(|fuse| !fuse.admits(token, range.start)) {
                return None;
            }
            match token {
                Token::OpenParen => self.parentheses += 1,
                Token::CloseParen => self.parentheses = self.parentheses.saturating_sub(1),
                Token::Semicolon | Token::Begin => self.parentheses = 0,
                _ => {}
            }
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

/// The first character of some bytes in words.
fn describe_bytes(bytes: &[u8]) -> String {
    let first = bytes[..bytes.len().min(4)].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match first {
        None => format!("the byte 0x{:02x}", bytes.first().unwrap_or(&0)),
        Some('\0') => "a NUL byte".to_string(),
        Some('\u{feff}') => "a byte order mark".to_string(),
        Some(control) if control.is_control() => format!("the control character {:#04x}", u32::from(control)),
        Some(character) => format!("`{character}`"),
    }
}

/// What may be meant by bytes that begin no token.
fn byte_hint(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'#', ..] | [b'-', b'-', b' ' | b'\t', ..] => Some("comments are `// …` and `/* … */`"),
        [b'+' | b'-' | b'/' | b'%', ..] => Some("variables are Boolean: there is no arithmetic"),
        [b'}', ..] => Some(BRACES),
        [b'"', ..] => Some("there are no texts in this language"),
        [0xef, 0xbb, 0xbf, ..] => Some("it stands at the beginning of a file only"),
        _ => None,
    }
}

/// How many bytes behind an unknown one belong to it: the rest of a comment or of a string of other languages.
fn foreign_rest(byte: u8, rest: &[u8]) -> usize {
    let end = |stop: u8| rest.iter().position(|&b| b == stop || b == b'\n').unwrap_or(rest.len());
    match (byte, rest) {
        (b'#', _) | (b'-', [b'-', b' ' | b'\t', ..]) => end(b'\n'),
        (b'"', _) => Some(end(b'"')).filter(|&end| rest.get(end) == Some(&b'"')).map_or(0, |end| end + 1),
        _ => 0,
    }
}

/// All tokens of a text with their places, comments left out; what is wrong goes to `diagnostics`.
pub fn tokens<'s>(source: &'s Source, diagnostics: &mut Diagnostics) -> Vec<(Token<'s>, Span)> {
    let mut lexer = Lexer::new(source.bytes(), None);
    let tokens = lexer.by_ref().map(|token| match token {
        Ok((start, token, end)) => (token, Span::new(start, end)),
    });
    let tokens = tokens.collect();
    lexer.diagnostics.into_iter().for_each(|d| diagnostics.push(d));
    diagnostics.count_only(lexer.not_kept, 0);
    tokens
}
