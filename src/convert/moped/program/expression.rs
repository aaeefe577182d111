//! Expressions as Moped's grammar takes them. `*` is a whole condition there, `schoose` a whole value, and there is no `? :`. What stands elsewhere is put
//! into a variable first.

use crate::lang::program::{BinaryOp, Expr, Node, NodeId, Program, Var};
use rustc_hash::FxHashMap;

/// Any value, where a whole value stands.
pub(crate) const ANY: &str = "schoose[F,F]";

/// A constant.
pub(crate) fn constant(value: bool) -> &'static str {
    if value { "T" } else { "F" }
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Behind `if`, `while` or `assume`.
    Condition,
    /// Behind `:=` or `return`, or as an argument.
    Value,
}

/// An expression, and which variables stand for parts of it.
pub(crate) struct Expression<'a> {
    program: &'a Program,
    expr: Expr,
    role: Role,
    /// The variable that has the value of a part.
    parts: FxHashMap<usize, String>,
}

impl<'a> Expression<'a> {
    /// The expression; `name` names its variables. `put` is told what has to be put into variables before it, in order, and answers with the variable.
    pub(crate) fn new<'n>(
        program: &'a Program,
        expr: Expr,
        role: Role,
        name: &dyn Fn(Node) -> &'n str,
        put: &mut dyn FnMut(String) -> String,
    ) -> Expression<'a> {
        let mut expression = Expression { program, expr, role, parts: FxHashMap::default() };
        let core = expression.core().index();
        for (id, &node) in expr.nodes().zip(program.expr_nodes(expr)) {
            let (part, value) = match node {
                _ if id == core && expression.stands_alone(node) => continue,
                Node::Choice(_) => (id, ANY.to_string()),
                Node::Schoose(yes, no, _) if !expression.is_true(no) => (id, expression.chosen(yes, no, name)),
                Node::Ternary(condition, ..) if !expression.is_leaf(condition) => {
                    (condition.index(), expression.write(condition, name))
                }
                _ => continue,
            };
            expression.parts.insert(part, put(value));
        }
        expression
    }

    /// Its text.
    pub fn text<'n>(&self, name: &dyn Fn(Node) -> &'n str) -> String {
        match (self.node(self.core()), self.role) {
            (Node::Choice(_), Role::Condition) => "*".to_string(),
            (Node::Choice(_), Role::Value) => ANY.to_string(),
            _ => self.write(self.expr.root, name),
        }
    }

    /// The text of its negation.
    pub(crate) fn negation<'n>(&self, name: &dyn Fn(Node) -> &'n str) -> String {
        let root = self.expr.root;
        match self.node(root) {
            _ if matches!(self.node(self.core()), Node::Choice(_)) => self.text(name),
            Node::Not(a) => self.write(a, name),
            _ if self.is_leaf(root) => format!("!{}", self.write(root, name)),
            _ => format!("!({})", self.write(root, name)),
        }
    }

    /// What is negated, if anything: a choice is as good as its negation.
    fn core(&self) -> NodeId {
        let mut core = self.expr.root;
        while let Node::Not(a) = self.node(core) {
            core = a;
        }
        if matches!(self.node(core), Node::Choice(_)) { core } else { self.expr.root }
    }

    fn stands_alone(&self, node: Node) -> bool {
        matches!(node, Node::Choice(_)) || matches!(node, Node::Schoose(..)) && self.role == Role::Value
    }

    fn node(&self, id: NodeId) -> Node {
        self.program.expr_nodes(self.expr)[id.index() - self.expr.first.index()]
    }

    fn is_true(&self, id: NodeId) -> bool {
        self.node(id) == Node::Const(true)
    }

    fn is_leaf(&self, id: NodeId) -> bool {
        self.parts.contains_key(&id.index()) || matches!(self.node(id), Node::Const(_) | Node::Var(_) | Node::Primed(_))
    }

    fn chosen<'n>(&self, yes: NodeId, no: NodeId, name: &dyn Fn(Node) -> &'n str) -> String {
        format!("schoose[{},{}]", self.write(yes, name), self.write(no, name))
    }

    fn write<'n>(&self, root: NodeId, name: &dyn Fn(Node) -> &'n str) -> String {
        let mut out = String::new();
        let mut pieces = vec![Piece::Node(root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Operator(op) => {
                    out.push(' ');
                    out.push_str(if op == BinaryOp::Iff { "=" } else { op.symbol() });
                    out.push(' ');
                }
                Piece::Node(id) => match self.parts.get(&id.index()) {
                    Some(part) => out.push_str(part),
                    None => self.begin(id, &mut pieces, &mut out, name),
                },
            }
        }
        out
    }

    /// Writes how the node begins; what follows is put on the stack.
    fn begin<'n>(&self, id: NodeId, pieces: &mut Vec<Piece>, out: &mut String, name: &dyn Fn(Node) -> &'n str) {
        match self.node(id) {
            Node::Const(value) => out.push_str(constant(value)),
            variable @ (Node::Var(_) | Node::Primed(_)) => out.push_str(name(variable)),
            Node::Choice(_) => out.push_str(ANY),
            Node::Not(a) => {
                out.push('!');
                self.operand(a, !self.is_leaf(a), pieces);
            }
            Node::Binary(op, left, right) => {
                self.operand(right, self.wants_parentheses(right, op), pieces);
                pieces.push(Piece::Operator(op));
                self.operand(left, self.wants_parentheses(left, op), pieces);
            }
            // One reader of this dialect takes the value T for F here.
            Node::Schoose(yes, no, _) if self.is_true(no) => self.operand(yes, false, pieces),
            Node::Schoose(yes, no, _) => out.push_str(&self.chosen(yes, no, name)),
            Node::Ternary(condition, yes, no) => {
                pieces.push(Piece::Text(")"));
                self.operand(no, self.wants_parentheses(no, BinaryOp::And), pieces);
                pieces.extend([Piece::Operator(BinaryOp::And), Piece::Node(condition), Piece::Text(" | (!")]);
                pieces.push(Piece::Text(")"));
                self.operand(yes, self.wants_parentheses(yes, BinaryOp::And), pieces);
                pieces.extend([Piece::Operator(BinaryOp::And), Piece::Node(condition), Piece::Text("(")]);
            }
        }
    }

    fn wants_parentheses(&self, id: NodeId, above: BinaryOp) -> bool {
        match self.node(id) {
            _ if self.is_leaf(id) => false,
            Node::Binary(op, ..) => op != above || !matches!(op, BinaryOp::And | BinaryOp::Or),
            Node::Ternary(..) | Node::Schoose(..) => true,
            _ => false,
        }
    }

    fn operand(&self, id: NodeId, parenthesised: bool, pieces: &mut Vec<Piece>) {
        if parenthesised {
            pieces.extend([Piece::Text(")"), Piece::Node(id), Piece::Text("(")]);
        } else {
            pieces.push(Piece::Node(id));
        }
    }
}

/// Whether a condition can be looked at again and again as it stands.
pub(crate) fn is_plain(program: &Program, expr: Expr) -> bool {
    let mut put = false;
    Expression::new(program, expr, Role::Condition, &|_| "", &mut |_| {
        put = true;
        String::new()
    });
    !put
}

/// The variables whose new values an expression speaks of.
pub(crate) fn primed(program: &Program, expr: Expr) -> Vec<Var> {
    let primed = program.expr_nodes(expr).iter().filter_map(|&node| match node {
        Node::Primed(var) => Some(var),
        _ => None,
    });
    let mut primed: Vec<Var> = primed.collect();
    primed.sort();
    primed.dedup();
    primed
}

/// What is still to be written, last first.
enum Piece {
    Node(NodeId),
    Operator(BinaryOp),
    Text(&'static str),
}
