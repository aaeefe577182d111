//! A limit on the work that syntax errors may cost.
//!
//! lalrpop finds out what was expected, and where to go on, by trying on copies of its stack: once a
//! terminal for each error, and once an enclosing block for each token that it skips. In a file that is
//! deeply nested and broken in many places this would take hours. The lexer, which sees every token, and
//! the builder, which is called for every token that is not skipped, meet here to estimate that work.
//! A single error costs time in the square of the nesting, which nobody can interrupt: so that is limited too.

use super::token::Token;
use std::cell::Cell;

/// Work that was done for errors, in units of about ten nanoseconds.
#[derive(Default)]
pub(super) struct Fuse {
    spent: Cell<u64>,
    /// Tokens since the builder was last called.
    idle: Cell<u32>,
    /// Open `if`s and `while`s: blocks on the parser's stack.
    blocks: Cell<u64>,
    /// Open parentheses and other prefixes of the expression at hand.
    prefixes: Cell<u64>,
    /// Where the lexer stopped because the fuse had blown, and why.
    stopped: Cell<Option<(usize, Blown)>>,
}

/// What was too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blown {
    /// The work for errors.
    Errors,
    /// The nesting of blocks.
    Depth,
}

impl Fuse {
    /// About two seconds.
    const MOST: u64 = 200_000_000;
    /// `if`s and `while`s inside each other: going on after an error in the innermost takes about a second.
    pub(super) const DEEPEST: u64 = 100_000;
    /// No more tokens than this come together without a call of the builder, unless they are skipped.
    const IDLE: u32 = 4;

    /// The builder was called: the parser is not skipping tokens.
    pub(super) fn at_work(&self) {
        self.idle.set(0);
    }

    /// A syntax error was found, and the parser can go on.
    pub(super) fn error(&self) {
        let idle = self.idle.get();
        let unpaid = if idle > Self::IDLE { 0 } else { u64::from(idle) };
        self.spend(300 + self.stack() + unpaid * self.skip());
    }

    /// So many bytes are read again to find out what is lost.
    pub(super) fn reread(&self, bytes: usize) {
        self.spend(bytes as u64);
    }

    /// Looks at the next token; whether the parser may have it.
    pub(super) fn admits(&self, token: Token<'_>, start: usize) -> bool {
        let (blocks, prefixes) = (self.blocks.get(), self.prefixes.get());
        let blown = match () {
            () if self.spent.get() > Self::MOST => Some(Blown::Errors),
            () if blocks > Self::DEEPEST => Some(Blown::Depth),
            () => None,
        };
        if let Some(blown) = blown {
            self.stopped.set(self.stopped.get().or(Some((start, blown))));
            return false;
        }
        match token {
            Token::If | Token::While => self.blocks.set(blocks + 1),
            Token::Fi | Token::Od => self.blocks.set(blocks.saturating_sub(1)),
            Token::OpenParen | Token::OpenBracket | Token::Not | Token::Question => self.prefixes.set(prefixes + 1),
            Token::CloseParen | Token::CloseBracket => self.prefixes.set(prefixes.saturating_sub(1)),
            _ => {}
        }
        match token {
            // A row of these is never skipped: recovery ends at the first.
            Token::Semicolon => self.prefixes.set(0),
            Token::Begin | Token::End => {
                self.blocks.set(0);
                self.prefixes.set(0);
            }
            _ => {
                let idle = self.idle.get() + 1;
                self.idle.set(idle);
                match idle.checked_sub(Self::IDLE) {
                    None | Some(0) => {}
                    Some(1) => self.spend(u64::from(idle) * self.skip()),
                    Some(_) => self.spend(self.skip()),
                }
            }
        }
        true
    }

    /// Where reading stopped for good, if it did.
    pub(super) fn stopped(&self) -> Option<(usize, Blown)> {
        self.stopped.get()
    }

    /// The number of states on the parser's stack, estimated from above.
    fn stack(&self) -> u64 {
        8 + 8 * self.blocks.get() + 3 * self.prefixes.get()
    }

    /// The work for one skipped token: each block around it is tried on a copy of the stack below it.
    fn skip(&self) -> u64 {
        10 + self.stack() / 10 + self.blocks.get() * (5 + self.stack() / 200)
    }

    fn spend(&self, units: u64) {
        self.spent.set(self.spent.get().saturating_add(units));
    }
}
