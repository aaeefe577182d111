//! Going on after a syntax error: one report for each mistake.
//!
//! The grammar says where the parser can go on; what it skips to get there is lost. A lost part may hold
//! the beginning of a block whose end is met later, or wrong bytes that the lexer has reported already.
//! Such consequences of the same mistake are not reported.

use super::super::source::{Diagnostic, Diagnostics, Span};
use super::ast::Loss;
use super::expected::Surprise;
use super::fuse::{Blown, Fuse};
use super::survey::Survey;
use super::token::Token;
use lalrpop_util::ParseError;
use std::convert::Infallible;

/// lalrpop's errors for our tokens.
pub(super) type SyntaxError<'s> = ParseError<usize, Token<'s>, Infallible>;

/// The syntax errors met so far.
pub(super) struct Recovery<'s> {
    text: &'s [u8],
    fuse: &'s Fuse,
    errors: Vec<Reported>,
    not_kept: usize,
    loss: Loss,
    /// `if`s and `while`s of this procedure whose beginning is lost: their ends are still to come.
    debt: usize,
    /// Ends of blocks of this procedure that are lost, as in `endif`.
    credit: usize,
    /// Lost `begin`s.
    begins: usize,
    /// Where an `end` was that left an `if` or `while` open: it may have been meant for that.
    doubtful_end: Option<u32>,
}

/// A syntax error and what is lost because of it.
struct Reported {
    diagnostic: Diagnostic,
    lost: Span,
    /// Where the token begins that did not fit.
    unexpected: u32,
}

impl<'s> Recovery<'s> {
    pub(super) fn new(text: &'s [u8], fuse: &'s Fuse) -> Recovery<'s> {
        Recovery {
            text,
            fuse,
            errors: Vec::new(),
            not_kept: 0,
            loss: Loss::Nothing,
            debt: 0,
            credit: 0,
            begins: 0,
            doubtful_end: None,
        }
    }

    /// A procedure is complete.
    pub(super) fn leave_procedure(&mut self) {
        (self.debt, self.credit) = (0, 0);
    }

    /// Something was read that can only mislead about names.
    pub(super) fn lose(&mut self, loss: Loss) {
        self.loss = self.loss.max(loss);
    }

    /// The parser skipped the text from `start` to `end` and goes on.
    pub(super) fn record(&mut self, error: &SyntaxError<'s>, start: usize, end: usize, loss: Loss) {
        let (span, ..) = parts(error);
        let lost = Span { start: span.start.min(start as u32), end: span.start.max(end as u32) };
        self.report(error, lost, loss);
    }

    /// The parser could not go on.
    pub(super) fn last(&mut self, error: &SyntaxError<'s>) {
        let (span, found, _) = parts(error);
        let lost = match found {
            Some(_) => Span::new(span.start as usize, self.text.len()),
            None => Span { start: 0, end: span.start },
        };
        self.report(error, lost, Loss::Structure);
    }

    fn report(&mut self, error: &SyntaxError<'s>, lost: Span, loss: Loss) {
        self.fuse.error();
        self.fuse.at_work();
        let (span, found, expected) = parts(error);
        let survey = Survey::new(self.text, lost, span.start as usize);
        self.fuse.reread(lost.len());
        let breaks_blocks = survey.debt + survey.credit > 0;
        self.lose(if survey.declares || breaks_blocks { Loss::Structure } else { loss });
        if found.is_none() && self.fuse.stopped().is_some() {
            return;
        }
        let (debt, credit, begins) = (survey.debt, survey.credit, survey.begins);
        let mut surprise = Surprise { found, span, expected, survey, is_outside: false };
        surprise.is_outside = surprise.expects("void");
        if self.forgives(&surprise) {
            return;
        }
        if loss == Loss::Statement {
            self.debt += debt;
            self.credit += if matches!(found, Some(Token::Fi | Token::Od)) { 0 } else { credit };
        }
        self.begins += begins;
        if found == Some(Token::End) && !surprise.is_outside {
            self.doubtful_end = Some(span.end);
        }
        if self.errors.len() < Diagnostics::KEPT {
            let diagnostic = surprise.describe(self.text);
            self.errors.push(Reported { diagnostic, lost, unexpected: span.start });
        } else {
            self.not_kept += 1;
        }
    }

    /// Whether the error comes from what was lost before.
    fn forgives(&mut self, surprise: &Surprise<'_, 's>) -> bool {
        if surprise.is_outside && self.doubtful_end.is_some_and(|end| self.is_blank(end, surprise.span.start)) {
            return true;
        }
        let account = match surprise.found {
            Some(Token::Else | Token::Elsif) => return self.debt > 0,
            _ if surprise.is_outside && surprise.survey.credit > 0 => &mut self.begins,
            Some(Token::End) => &mut self.credit,
            Some(Token::Fi | Token::Od) => &mut self.debt,
            _ => return false,
        };
        let forgiven = *account > 0;
        *account -= usize::from(forgiven);
        forgiven
    }

    fn is_blank(&self, start: u32, end: u32) -> bool {
        self.text[start as usize..end as usize].trim_ascii().is_empty()
    }

    /// Hands over all errors, given those of the lexer in the order of the text: of the errors in one lost
    /// part the first remains. Tells what is lost of the whole text.
    pub(super) fn settle(mut self, mut lexical: Vec<Diagnostic>, diagnostics: &mut Diagnostics) -> Loss {
        if lexical.iter().any(|error| !matches!(error.code, "double-equals" | "arrow")) {
            self.lose(Loss::Structure);
        }
        let mut lost_lexical = vec![false; lexical.len()];
        self.errors.retain(|error| {
            let place = |offset: u32| lexical.partition_point(|l| l.span.start < offset);
            let (from, here, to) = (place(error.lost.start), place(error.unexpected + 1), place(error.lost.end));
            if here < to {
                lost_lexical[here..to].fill(true);
            }
            from >= here
        });
        // The last error is at the end of the file if it lost nothing behind its place.
        let at_end = |error: &Reported| error.unexpected == error.lost.end;
        let is_behind = |error: &Reported| lexical.last().is_some_and(|last| last.span.start >= error.unexpected);
        if self.errors.last().is_some_and(|error| at_end(error) && is_behind(error)) {
            self.errors.pop();
        }
        let mut lost = lost_lexical.into_iter();
        lexical.retain(|_| !lost.next().unwrap_or(false));
        lexical
            .into_iter()
            .chain(self.errors.into_iter().map(|error| error.diagnostic))
            .for_each(|d| diagnostics.push(d));
        diagnostics.count_only(self.not_kept, 0);
        if let Some((at, blown)) = self.fuse.stopped() {
            let at = Span::new(at, at);
            let (code, message) = match blown {
                Blown::Errors => ("too-many-errors", "too much is wrong to read on".to_string()),
                Blown::Depth => ("too-deep", format!("more than {} blocks inside each other", Fuse::DEEPEST)),
            };
            diagnostics.push(Diagnostic::error(code, at, message).label("the file is not read from here on"));
        }
        self.loss
    }
}

/// Place, token (`None`: the end of the file) and expected terminals of an error.
fn parts<'e, 's>(error: &'e SyntaxError<'s>) -> (Span, Option<Token<'s>>, &'e [String]) {
    match error {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            (Span::new(*start, *end), Some(*token), expected)
        }
        ParseError::ExtraToken { token: (start, token, end) } => (Span::new(*start, *end), Some(*token), &[]),
        ParseError::UnrecognizedEof { location, expected } => (Span::new(*location, *location), None, expected),
        ParseError::InvalidToken { location } => (Span::new(*location, *location), None, &[]),
        ParseError::User { error } => match *error {},
    }
}
