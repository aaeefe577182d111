//! Formulas as a table.

use crate::logic::formula::{Formula, Formulas, Input, Node};
use serde::Serialize;

/// A node of the graph of formulas. An operand is an index, negated if it stands in `not`.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum FormulaRow {
    /// The formula that never holds.
    Constant { constant: bool },
    /// A value before the step, or a choice.
    Input { input: String },
    /// Both hold.
    And { and: [Literal; 2] },
}

/// A node or its negation.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Literal {
    /// The node.
    Plain(usize),
    /// Its negation.
    Negated {
        /// The node.
        not: usize,
    },
}

impl From<Formula> for Literal {
    fn from(formula: Formula) -> Literal {
        match formula.is_negated() {
            false => Literal::Plain(formula.node()),
            true => Literal::Negated { not: formula.node() },
        }
    }
}

/// All nodes.
pub(super) fn table(formulas: &Formulas, name: impl Fn(Input) -> String) -> Vec<FormulaRow> {
    let row = |index| match formulas.node(index) {
        Node::False => FormulaRow::Constant { constant: false },
        Node::Input(input) => FormulaRow::Input { input: name(input) },
        Node::And(a, b) => FormulaRow::And { and: [a.into(), b.into()] },
    };
    (0..formulas.len()).map(row).collect()
}
