//! Automata as text: HOA, the format of tools for automata, which is written and read, and never claims, Spin's, which are read.

mod cubes;
mod header;
mod never;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod write;

pub use write::Hoa;

use super::automaton::Automaton;
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use token::{Kind, Token, tokens};

/// More states, or edges, are refused.
const MOST: usize = 1_000_000;

/// Reads a Büchi automaton, in HOA or as a never claim. What is wrong with the text is added to the remarks; then there is none.
pub fn read(source: &Source, remarks: &mut Diagnostics) -> Option<Automaton> {
    read_all(source).map_err(|remark| remarks.push(*remark)).ok()
}

/// Why there is no automaton.
type Fault = Box<Diagnostic>;

fn read_all(source: &Source) -> Result<Automaton, Fault> {
    let tokens = tokens(source)?;
    match tokens.first().map(|token| (&token.kind, token.span)) {
        Some((Kind::Header(name), _)) if name == "HOA" => read::automaton(&mut Tokens::new(&tokens, source)),
        Some((Kind::Word(word), _)) if word == "never" => never::automaton(&mut Tokens::new(&tokens, source)),
        other => {
            let span = other.map_or(Span::new(0, 0), |(_, span)| span);
            let hint = "a file in HOA begins with `HOA: v1`, a never claim with `never {`";
            Err(Box::new(Diagnostic::error("syntax", span, "this is neither HOA nor a never claim").hint(hint)))
        }
    }
}

/// Tokens that are read one after the other.
struct Tokens<'t> {
    list: &'t [Token],
    at: usize,
    end: Span,
}

impl<'t> Tokens<'t> {
    fn new(list: &'t [Token], source: &Source) -> Tokens<'t> {
        Tokens { list, at: 0, end: Span::new(source.bytes().len(), source.bytes().len()) }
    }

    fn peek(&self) -> Option<&'t Kind> {
        self.list.get(self.at).map(|token| &token.kind)
    }

    fn span(&self) -> Span {
        self.list.get(self.at).map_or(self.end, |token| token.span)
    }

    fn next(&mut self) -> Option<&'t Kind> {
        let token = self.list.get(self.at)?;
        self.at += 1;
        Some(&token.kind)
    }

    /// Passes this token, if it is the next one.
    fn skips(&mut self, kind: &Kind) -> bool {
        let is_next = self.peek() == Some(kind);
        self.at += usize::from(is_next);
        is_next
    }

    /// Passes this sign or word.
    fn expect(&mut self, kind: &Kind) -> Result<(), Fault> {
        if self.skips(kind) { Ok(()) } else { Err(self.unexpected(&format!("`{kind}`"))) }
    }

    /// A number below [`MOST`].
    fn number(&mut self, what: &str) -> Result<usize, Fault> {
        let span = self.span();
        match self.peek() {
            Some(&Kind::Number(number)) if number < MOST => {
                self.at += 1;
                Ok(number)
            }
            Some(Kind::Number(_)) => Err(fault("too-large", span, format!("numbers are below {MOST}"))),
            _ => Err(self.unexpected(what)),
        }
    }

    fn unexpected(&self, what: &str) -> Fault {
        let found = self.peek().map_or("the end".to_string(), |kind| format!("`{kind}`"));
        fault("syntax", self.span(), format!("expected {what}, found {found}"))
    }
}

fn fault(code: &'static str, span: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(code, span, message))
}
