//! Which operators bind tighter, and a formula read by one such ladder.
//!
//! Operators wait on a stack until one comes that does not bind tighter. An operator with one operand goes onto it without a question
//! whatever is there, and binds what comes behind it as its place on the ladder says: so `<>` takes all of `a && b` if it is looser
//! than `&&`, also behind an operator that is tighter than both. This is what generated parsers do, too.

use super::token::{Kind, Token};
use crate::lang::source::Span;
use crate::ltl::formula::{Binary, Ltl, LtlGraph, Unary};

/// A ladder of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ladder {
    /// `! X F G`, `U R W M` (to the right), `&`, `xor`, `|`, `-> <->` (to the right).
    Standard,
    /// `!`, `&`, `xor`, `|`, `U R W M`, `X F G`, `->`, `<->`, those with two operands to the left.
    Moped,
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A formula has to begin here, at the token with this index; behind the last one is the end.
    NoFormula(usize),
    /// An operator has to stand here.
    NoOperator(usize),
    /// A parenthesis closes nothing.
    Closes(Span),
    /// A parenthesis is not closed.
    IsOpen(Span),
}

/// What waits for its right operand.
#[derive(Clone, Copy)]
enum Waiting {
    Open(Span),
    Unary(Unary),
    Binary(Binary),
}

impl Ladder {
    fn unary(self, operator: Unary) -> u8 {
        match (self, operator) {
            (_, Unary::Not) | (Ladder::Standard, _) => 9,
            (Ladder::Moped, _) => 3,
        }
    }

    fn binary(self, operator: Binary) -> u8 {
        match (self, operator) {
            (Ladder::Standard, Binary::Implies | Binary::Iff) => 2,
            (Ladder::Moped, Binary::Implies) => 2,
            (Ladder::Moped, Binary::Iff) => 1,
            (_, Binary::And) => 7,
            (_, Binary::Xor) => 6,
            (_, Binary::Or) => 5,
            (Ladder::Standard, _) => 8,
            (Ladder::Moped, _) => 4,
        }
    }

    fn is_to_the_right(self, operator: Binary) -> bool {
        self == Ladder::Standard && !matches!(operator, Binary::And | Binary::Or | Binary::Xor)
    }

    /// The formula that the tokens are.
    pub(super) fn read(self, tokens: &[Token], graph: &mut LtlGraph) -> Result<Ltl, Fault> {
        let mut reading = Reading { ladder: self, graph, done: Vec::new(), waiting: Vec::new() };
        let mut has_operand = false;
        for (index, Token { kind, span }) in tokens.iter().enumerate() {
            match kind {
                Kind::Close if has_operand => {
                    reading.reduce_all(index)?;
                    reading.waiting.pop().ok_or(Fault::Closes(*span))?;
                }
                Kind::Binary(operator) if has_operand => {
                    reading.reduce_before(*operator, index)?;
                    reading.waiting.push(Waiting::Binary(*operator));
                    has_operand = false;
                }
                _ if has_operand => return Err(Fault::NoOperator(index)),
                Kind::Close | Kind::Binary(_) => return Err(Fault::NoFormula(index)),
                Kind::Open => reading.waiting.push(Waiting::Open(*span)),
                Kind::Unary(operator) => reading.waiting.push(Waiting::Unary(*operator)),
                Kind::Constant(_) | Kind::Atom(_) => {
                    let operand = match kind {
                        Kind::Atom(atom) => reading.graph.atom(&atom.to_string()),
                        _ => reading.graph.constant(matches!(kind, Kind::Constant(true))),
                    };
                    reading.done.push(operand);
                    has_operand = true;
                }
            }
        }
        if !has_operand {
            return Err(Fault::NoFormula(tokens.len()));
        }
        reading.reduce_all(tokens.len())?;
        match reading.waiting.pop() {
            Some(Waiting::Open(span)) => Err(Fault::IsOpen(span)),
            _ => reading.done.pop().ok_or(Fault::NoFormula(tokens.len())),
        }
    }
}

struct Reading<'g> {
    ladder: Ladder,
    graph: &'g mut LtlGraph,
    done: Vec<Ltl>,
    waiting: Vec<Waiting>,
}

impl Reading<'_> {
    /// What waits and binds tighter than this operator gets its operand.
    fn reduce_before(&mut self, operator: Binary, index: usize) -> Result<(), Fault> {
        let (ladder, at) = (self.ladder, self.ladder.binary(operator));
        self.reduce(index, |waiting| match waiting {
            Waiting::Open(_) => false,
            Waiting::Unary(other) => ladder.unary(other) > at,
            Waiting::Binary(other) => {
                let other = ladder.binary(other);
                other > at || other == at && !ladder.is_to_the_right(operator)
            }
        })
    }

    /// All that waits since the last parenthesis gets its operand.
    fn reduce_all(&mut self, index: usize) -> Result<(), Fault> {
        self.reduce(index, |waiting| !matches!(waiting, Waiting::Open(_)))
    }

    fn reduce(&mut self, index: usize, is_ready: impl Fn(Waiting) -> bool) -> Result<(), Fault> {
        while let Some(waiting) = self.waiting.pop_if(|waiting| is_ready(*waiting)) {
            let right = self.done.pop().ok_or(Fault::NoFormula(index))?;
            let formula = match waiting {
                Waiting::Open(_) => right,
                Waiting::Unary(operator) => self.graph.unary(operator, right),
                Waiting::Binary(operator) => {
                    let left = self.done.pop().ok_or(Fault::NoFormula(index))?;
                    self.graph.binary(operator, left, right)
                }
            };
            self.done.push(formula);
        }
        Ok(())
    }
}
