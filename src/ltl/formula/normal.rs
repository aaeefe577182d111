//! The negation normal form: negations before atoms only.

use super::{Binary, Ltl, LtlGraph, Node, Unary};

impl LtlGraph {
    /// A formula that means the same as `formula`, or as its negation, and is made of constants, atoms, negated atoms, `X`, `&`, `|`, `U`,
    /// `R`, `W` and `M` alone: `F f` is `true U f`, and `G f` is `false R f`. Constants stand nowhere below an operator that they decide. It
    /// has at most six nodes for each node of `formula`.
    pub fn normal(&mut self, formula: Ltl, is_negated: bool) -> Ltl {
        let wanted = self.wanted(formula, is_negated);
        let nothing = self.constant(false);
        let mut forms = vec![[nothing; 2]; formula.index() + 1];
        for (index, wanted) in wanted.iter().enumerate() {
            for is_negated in [false, true].into_iter().filter(|&is_negated| wanted[usize::from(is_negated)]) {
                forms[index][usize::from(is_negated)] = self.form(self.nodes[index], is_negated, &forms);
            }
        }
        forms[formula.index()][usize::from(is_negated)]
    }

    /// Which nodes are needed as they are, and which of them negated.
    fn wanted(&self, formula: Ltl, is_negated: bool) -> Vec<[bool; 2]> {
        let mut wanted = vec![[false; 2]; formula.index() + 1];
        wanted[formula.index()][usize::from(is_negated)] = true;
        for index in (0..=formula.index()).rev() {
            for sign in (0..2).filter(|&sign| wanted[index][sign]).collect::<Vec<usize>>() {
                let mut want = |operand: Ltl, sign: usize| wanted[operand.index()][sign] = true;
                match self.nodes[index] {
                    Node::Constant(_) | Node::Atom(_) => {}
                    Node::Unary(Unary::Not, operand) => want(operand, 1 - sign),
                    Node::Unary(_, operand) => want(operand, sign),
                    Node::Binary(Binary::Xor | Binary::Iff, left, right) => {
                        [left, right].iter().for_each(|&operand| [0, 1].iter().for_each(|&sign| want(operand, sign)));
                    }
                    Node::Binary(Binary::Implies, left, right) => {
                        want(left, 1 - sign);
                        want(right, sign);
                    }
                    Node::Binary(_, left, right) => [left, right].iter().for_each(|&operand| want(operand, sign)),
                }
            }
        }
        wanted
    }

    /// The form of a node whose operands have theirs.
    fn form(&mut self, node: Node, is_negated: bool, forms: &[[Ltl; 2]]) -> Ltl {
        let of = |operand: Ltl, is_negated: bool| forms[operand.index()][usize::from(is_negated)];
        let dual = |operator: Binary| if is_negated { operator.dual() } else { operator };
        match node {
            Node::Constant(value) => self.constant(value != is_negated),
            Node::Atom(_) => {
                let atom = self.intern(node);
                if is_negated { self.unary(Unary::Not, atom) } else { atom }
            }
            Node::Unary(Unary::Not, operand) => of(operand, !is_negated),
            Node::Unary(Unary::Next, operand) => self.next(of(operand, is_negated)),
            Node::Unary(Unary::Finally, operand) => {
                let left = self.constant(!is_negated);
                self.simplest(dual(Binary::Until), left, of(operand, is_negated))
            }
            Node::Unary(Unary::Globally, operand) => {
                let left = self.constant(is_negated);
                self.simplest(dual(Binary::Release), left, of(operand, is_negated))
            }
            Node::Binary(Binary::Implies, left, right) => {
                self.simplest(dual(Binary::Or), of(left, !is_negated), of(right, is_negated))
            }
            Node::Binary(operator @ (Binary::Xor | Binary::Iff), left, right) => {
                let is_one = is_negated != (operator == Binary::Xor);
                let first = self.simplest(Binary::And, of(left, false), of(right, is_one));
                let second = self.simplest(Binary::And, of(left, true), of(right, !is_one));
                self.simplest(Binary::Or, first, second)
            }
            Node::Binary(operator, left, right) => {
                self.simplest(dual(operator), of(left, is_negated), of(right, is_negated))
            }
        }
    }

    fn next(&mut self, operand: Ltl) -> Ltl {
        match self.node(operand) {
            Node::Constant(_) => operand,
            _ => self.unary(Unary::Next, operand),
        }
    }

    /// The operator with its operands, or one of them, if that means the same.
    fn simplest(&mut self, operator: Binary, left: Ltl, right: Ltl) -> Ltl {
        use Binary::{And, Or, Release, StrongRelease, Until, WeakUntil};
        let value = |formula| match self.node(formula) {
            Node::Constant(value) => Some(value),
            _ => None,
        };
        match (operator, value(left), value(right)) {
            _ if left == right => left,
            (And, Some(true), _) | (Or, Some(false), _) => right,
            (And, _, Some(true)) | (Or, _, Some(false)) => left,
            (And, Some(false), _) | (Or, Some(true), _) => left,
            (And | Or | Until | Release, _, Some(_)) => right,
            (Until | WeakUntil, Some(false), _) | (Release | StrongRelease, Some(true), _) => right,
            (WeakUntil, Some(true), _) | (StrongRelease, Some(false), _) => left,
            (WeakUntil, _, Some(true)) | (StrongRelease, _, Some(false)) => right,
            (WeakUntil, _, Some(false)) => {
                let never = self.constant(false);
                self.binary(Release, never, left)
            }
            (StrongRelease, _, Some(true)) => {
                let always = self.constant(true);
                self.binary(Until, always, left)
            }
            // `F F f` is `F f`, and `G G f` is `G f`.
            (Until | Release, Some(_), None) if self.repeats(operator, left, right) => right,
            _ => self.binary(operator, left, right),
        }
    }

    fn repeats(&self, operator: Binary, left: Ltl, right: Ltl) -> bool {
        matches!(self.node(right), Node::Binary(inner, first, _) if inner == operator && first == left)
    }
}

impl Binary {
    /// The operator that means the negation if it is given the negations. An implication has none; it is taken apart before.
    fn dual(self) -> Binary {
        match self {
            Binary::And => Binary::Or,
            Binary::Or => Binary::And,
            Binary::Xor => Binary::Iff,
            Binary::Iff => Binary::Xor,
            Binary::Implies => Binary::Implies,
            Binary::Until => Binary::Release,
            Binary::Release => Binary::Until,
            Binary::WeakUntil => Binary::StrongRelease,
            Binary::StrongRelease => Binary::WeakUntil,
        }
    }
}
