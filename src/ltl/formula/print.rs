//! Formulas as text that has one reading, whichever operators bind tighter.

use super::{Binary, Ltl, LtlGraph, Node, Unary};
use std::fmt::{self, Display};

/// A formula with the graph that it is of, to be written.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'g> {
    graph: &'g LtlGraph,
    formula: Ltl,
}

/// Where a formula stands, which says whether it needs parentheses.
#[derive(Clone, Copy)]
enum Around {
    /// Nothing is around it, or parentheses.
    Nothing,
    /// An operator with one operand is before it.
    Unary,
    /// It is an operand of `->` or `<->`, the loosest ones in every manner.
    Implication,
    /// It is the left operand of this other operator.
    Left(Binary),
    /// It is the right operand of any other operator.
    Right,
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    Formula(Ltl, Around),
}

impl LtlGraph {
    /// The formula as text. Read again, in any manner, it is the same formula.
    pub fn show(&self, formula: Ltl) -> Shown<'_> {
        Shown { graph: self, formula }
    }

    /// Whether a formula that stands there is put in parentheses.
    fn is_enclosed(&self, formula: Ltl, around: Around) -> bool {
        let node = self.node(formula);
        match (around, node) {
            (Around::Nothing, _) | (_, Node::Constant(_) | Node::Atom(_)) => false,
            (Around::Unary, _) => matches!(node, Node::Binary(..)),
            (Around::Implication, _) => matches!(node, Node::Binary(Binary::Implies | Binary::Iff, ..)),
            (Around::Left(outer @ (Binary::And | Binary::Or)), Node::Binary(inner, ..)) => outer != inner,
            (Around::Left(_) | Around::Right, Node::Binary(..)) => true,
            (Around::Left(_) | Around::Right, Node::Unary(..)) => self.is_temporal(formula),
        }
    }

    /// Whether behind the negations at its beginning there is `X`, `F` or `G`.
    fn is_temporal(&self, mut formula: Ltl) -> bool {
        while let Node::Unary(Unary::Not, operand) = self.node(formula) {
            formula = operand;
        }
        matches!(self.node(formula), Node::Unary(..))
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = vec![Piece::Formula(self.formula, Around::Nothing)];
        while let Some(piece) = open.pop() {
            let (formula, around) = match piece {
                Piece::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Piece::Formula(formula, around) => (formula, around),
            };
            if self.graph.is_enclosed(formula, around) {
                f.write_str("(")?;
                open.push(Piece::Text(")"));
            }
            match self.graph.node(formula) {
                Node::Constant(value) => write!(f, "{value}")?,
                Node::Atom(atom) => f.write_str(&self.graph.atoms[atom.index()])?,
                Node::Unary(operator, operand) => {
                    f.write_str(operator.sign())?;
                    open.push(Piece::Formula(operand, Around::Unary));
                }
                Node::Binary(operator, left, right) => {
                    let [before, behind] = match operator {
                        Binary::Implies | Binary::Iff => [Around::Implication; 2],
                        _ => [Around::Left(operator), Around::Right],
                    };
                    open.push(Piece::Formula(right, behind));
                    open.push(Piece::Text(operator.sign()));
                    open.push(Piece::Formula(left, before));
                }
            }
        }
        Ok(())
    }
}

impl Unary {
    /// How it is written before its operand.
    fn sign(self) -> &'static str {
        match self {
            Unary::Not => "!",
            Unary::Next => "X ",
            Unary::Finally => "F ",
            Unary::Globally => "G ",
        }
    }
}

impl Binary {
    /// How it is written between its operands.
    fn sign(self) -> &'static str {
        match self {
            Binary::And => " & ",
            Binary::Or => " | ",
            Binary::Xor => " xor ",
            Binary::Implies => " -> ",
            Binary::Iff => " <-> ",
            Binary::Until => " U ",
            Binary::Release => " R ",
            Binary::WeakUntil => " W ",
            Binary::StrongRelease => " M ",
        }
    }
}
