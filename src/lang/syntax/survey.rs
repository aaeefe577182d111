//! What stands in the part of the text that the parser skipped because of a syntax error.

use super::super::source::Span;
use super::token::Token;
use logos::Logos;

/// A look at the skipped tokens, and at those of the statement around them.
#[derive(Default)]
pub(super) struct Survey<'s> {
    /// The first token that is lost.
    pub(super) first: Option<Token<'s>>,
    /// The last lost token before the one that did not fit.
    pub(super) previous: Option<(Token<'s>, Span)>,
    /// The openers (`if`, `while`, `begin`) before the unexpected token that nothing closes.
    pub(super) open: Vec<(Token<'s>, Span)>,
    /// How many `if`s and `while`s begin in the lost text and do not end there.
    pub(super) debt: usize,
    /// The same for `begin`.
    pub(super) begins: usize,
    /// How many closers stand there that belong to blocks opened before.
    pub(super) credit: usize,
    /// Whether an `else` is followed by an `if`.
    pub(super) else_if: bool,
    /// Whether something is lost that other parts of the text may refer to: a label or a declaration.
    pub(super) declares: bool,
}

impl<'s> Survey<'s> {
    /// Looks at the lost part of `text`; the token that did not fit begins at `unexpected`.
    pub(super) fn new(text: &'s [u8], lost: Span, unexpected: usize) -> Survey<'s> {
        let mut survey = Survey::default();
        let mut open: Vec<(Token<'s>, Span)> = Vec::new();
        let mut is_before = true;
        let mut last = None;
        let mut lexer = Token::lexer(&text[lost.range()]);
        while let Some(token) = lexer.next() {
            let Ok(token) = token else { continue };
            let range = lexer.span();
            let span = Span::new(lost.start as usize + range.start, lost.start as usize + range.end);
            if matches!(token, Token::LineComment(_)) {
                continue;
            }
            if is_before && span.start as usize >= unexpected {
                is_before = false;
                survey.open.clone_from(&open);
            }
            if is_before {
                survey.previous = Some((token, span));
            }
            survey.first = survey.first.or(Some(token));
            match token {
                Token::If | Token::While | Token::Begin => open.push((token, span)),
                _ if is_closer(token) => survey.credit += usize::from(open.pop().is_none()),
                Token::Colon | Token::Decl => survey.declares = true,
                _ => {}
            }
            survey.else_if |= token == Token::If && last == Some(Token::Else);
            last = Some(token);
        }
        if is_before {
            survey.open.clone_from(&open);
        }
        survey.begins = open.iter().filter(|(token, _)| *token == Token::Begin).count();
        survey.debt = open.len() - survey.begins;
        survey
    }
}

/// Whether the token closes a block in this language, or looks as if it did in another.
pub(super) fn is_closer(token: Token<'_>) -> bool {
    match token {
        Token::Fi | Token::Od | Token::End => true,
        Token::Ident(word) => matches!(word, b"endif" | b"end_if" | b"endwhile" | b"end_while" | b"done"),
        _ => false,
    }
}
