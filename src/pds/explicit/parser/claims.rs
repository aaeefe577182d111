//! Statements about runs: formulas, and words for sets of stack symbols.

use super::super::lexer::Token;
use super::{Line, wrong};
use crate::lang::source::{Diagnostic, Span};

impl Line<'_> {
    /// Behind `ltl`: a formula, within its quotation marks. What it says is read later.
    pub(super) fn formula(&mut self) -> Result<Span, Box<Diagnostic>> {
        self.at += 1;
        let here = self.here();
        if self.peek() != Some(Token::Quoted) {
            return wrong(self.unexpected("a formula in quotation marks", here).hint("as in `ltl \"G F p\"`"));
        }
        self.at += 1;
        self.end()?;
        Ok(Span { start: here.start + 1, end: here.end - 1 })
    }

    /// Behind `atoms`: a stack symbol, and words that hold where it is on top.
    pub(super) fn words(&mut self) -> Result<(Span, Vec<Span>), Box<Diagnostic>> {
        self.at += 1;
        let symbol = self.name("a stack symbol")?;
        let mut words = vec![self.name("a word that holds where the symbol is on top")?];
        while self.peek() == Some(Token::Comma) {
            self.at += 1;
            words.push(self.name("a word that holds where the symbol is on top")?);
        }
        self.end()?;
        Ok((symbol, words))
    }
}
