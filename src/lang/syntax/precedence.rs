//! Which operator binds tighter: the ladder of this tool, and those of others.
//!
//! The grammar reads a chain `e op e op e …` flat; [`Chains`] groups it (Dijkstra's shunting yard,
//! one step an operator). So a ladder is data, a chain of millions of operands needs no recursion, and
//! the operands and operators fall into postorder, as `ast` promises.

use super::super::source::{Diagnostic, Span};
use super::ast::{BinaryOp, Expr};

/// A table of precedences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// From tight to loose: `= !=` left; `&`; `^`; `|`; `=>` not associative; `<=>`.
    #[default]
    Standard,
    /// As `Standard`, but `=>` groups to the left: Moped, Getafix and WALi (which has `=>` and `|` on one
    /// level; that groups other trees, but of the same meaning).
    Chained,
    /// From tight to loose: `&`; `|`; `^`; `= != =>` on one level, right; `<=>`.
    Cprover,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Associativity {
    Left,
    Right,
    None,
}

impl Ladder {
    /// Small numbers bind tighter.
    fn level(self, op: BinaryOp) -> (u8, Associativity) {
        use Associativity::{Left, None, Right};
        match (self, op) {
            (Ladder::Standard | Ladder::Chained, BinaryOp::Eq | BinaryOp::Ne) => (1, Left),
            (Ladder::Standard | Ladder::Chained, BinaryOp::And) => (2, Left),
            (Ladder::Standard | Ladder::Chained, BinaryOp::Xor) => (3, Left),
            (Ladder::Standard | Ladder::Chained, BinaryOp::Or) => (4, Left),
            (Ladder::Standard, BinaryOp::Implies) => (5, None),
            (Ladder::Chained, BinaryOp::Implies) => (5, Left),
            (Ladder::Cprover, BinaryOp::And) => (1, Left),
            (Ladder::Cprover, BinaryOp::Or) => (2, Left),
            (Ladder::Cprover, BinaryOp::Xor) => (3, Left),
            (Ladder::Cprover, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Implies) => (4, Right),
            (_, BinaryOp::Iff) => (6, Left),
        }
    }

    /// Whether an operator that is already read takes its right operand before `next` does.
    fn groups_first(self, pending: BinaryOp, next: BinaryOp) -> bool {
        let (pending_level, associativity) = self.level(pending);
        let (next_level, _) = self.level(next);
        pending_level < next_level || pending_level == next_level && associativity != Associativity::Right
    }
}

/// On which side of its operator an operand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Pairs that dialects group differently: the outer operator, and an operand of it without parentheses.
/// `a = b => c` is one of them, as CProver's tools read `a = (b => c)`; `a => b = c` is not.
fn is_disputed(outer: BinaryOp, inner: BinaryOp, side: Side) -> bool {
    let equality = |op| matches!(op, BinaryOp::Eq | BinaryOp::Ne);
    let junction = |op| matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    equality(outer) && junction(inner)
        || junction(outer) && equality(inner)
        || outer == BinaryOp::Or && inner == BinaryOp::Xor
        || outer == BinaryOp::Xor && inner == BinaryOp::Or
        || outer == BinaryOp::Implies && equality(inner) && side == Side::Left
}

/// Whether an operand whose root is `inner` wants parentheses below `outer`: without them the standard
/// ladder would group it otherwise, reject it, or warn of it.
pub(super) fn wants_parentheses(outer: BinaryOp, inner: BinaryOp, side: Side) -> bool {
    let (outer_level, associativity) = Ladder::Standard.level(outer);
    let (inner_level, _) = Ladder::Standard.level(inner);
    let goes_on = inner_level == outer_level && associativity == Associativity::Left && side == Side::Left;
    let fits = inner_level < outer_level || goes_on;
    !fits || is_disputed(outer, inner, side)
}

/// An expression as it is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) expr: Expr,
    /// With its outer parentheses.
    pub(super) span: Span,
    /// The operator at its root, unless parentheses stand around it.
    pub(super) bare: Option<BinaryOp>,
}

/// A chain that is being read: where its operators begin on the stack. Chains nest like parentheses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    operators: usize,
    operands: usize,
    warned: bool,
}

/// The operands and operators that wait for their right-hand side.
#[derive(Default)]
pub(super) struct Chains {
    operands: Vec<Operand>,
    operators: Vec<(BinaryOp, Span)>,
}

/// What grouping needs from the tree's builder.
pub(super) trait Grow {
    fn ladder(&self) -> Ladder;
    fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand;
    fn text(&self, span: Span) -> String;
    fn report(&mut self, diagnostic: Diagnostic);
}

impl Chains {
    pub(super) fn start(&mut self, first: Operand) -> Chain {
        let chain = Chain { operators: self.operators.len(), operands: self.operands.len(), warned: false };
        self.operands.push(first);
        chain
    }

    /// Reads `op operand` behind what the chain has so far.
    pub(super) fn extend(&mut self, mut chain: Chain, (op, op_span): (BinaryOp, Span), grow: &mut impl Grow) -> Chain {
        let ladder = grow.ladder();
        while self.operators.len() > chain.operators {
            let pending = self.operators[self.operators.len() - 1].0;
            if !ladder.groups_first(pending, op) {
                break;
            }
            self.group(&mut chain, grow);
        }
        self.operators.push((op, op_span));
        chain
    }

    pub(super) fn operand(&mut self, operand: Operand) {
        self.operands.push(operand);
    }

    pub(super) fn finish(&mut self, mut chain: Chain, grow: &mut impl Grow) -> Operand {
        while self.operators.len() > chain.operators {
            self.group(&mut chain, grow);
        }
        let whole = self.operands[chain.operands];
        self.operands.truncate(chain.operands);
        whole
    }

    fn group(&mut self, chain: &mut Chain, grow: &mut impl Grow) {
        let (Some((op, span)), Some(right), Some(left)) =
            (self.operators.pop(), self.operands.pop(), self.operands.pop())
        else {
            return;
        };
        if grow.ladder() == Ladder::Standard {
            report_doubts(chain, op, span, left, right, grow);
        }
        let whole = grow.binary(op, left, right);
        self.operands.push(whole);
    }
}

/// `a => b => c` is rejected; disputed neighbours are warned of, once a chain.
fn report_doubts(chain: &mut Chain, op: BinaryOp, span: Span, left: Operand, right: Operand, grow: &mut impl Grow) {
    if op == BinaryOp::Implies && left.bare == Some(BinaryOp::Implies) {
        grow.report(
            Diagnostic::error("chained-implication", span, "`=>` cannot be chained: dialects group it differently")
                .label("this second `=>` needs parentheses")
                .related(left.span, "the first implication")
                .hint("write `(a => b) => c` or `a => (b => c)`"),
        );
        return;
    }
    let disputed = [(left, Side::Left), (right, Side::Right)].into_iter().find_map(|(operand, side)| {
        let inner = operand.bare.filter(|&inner| is_disputed(op, inner, side))?;
        Some((operand, inner))
    });
    let Some((side, inner)) = disputed else { return };
    if chain.warned {
        return;
    }
    chain.warned = true;
    let text = |operand: Operand| match operand.bare {
        Some(_) => format!("({})", grow.text(operand.span)),
        None => grow.text(operand.span),
    };
    let reading = format!("{} {} {}", text(left), op.symbol(), text(right));
    let hint = match reading.len() {
        0..120 => format!("read here as `{reading}`; write the parentheses, or use `--precedence cprover`"),
        _ => "write the parentheses, or use `--precedence cprover`".to_string(),
    };
    let message =
        format!("`{}` and `{}` meet without parentheses: dialects group them differently", inner.symbol(), op.symbol());
    grow.report(
        Diagnostic::warning("mixed-precedence", span, message)
            .label(format!("`{}` is applied after `{}`", op.symbol(), inner.symbol()))
            .related(side.span, "this part is grouped first")
            .hint(hint),
    );
}
