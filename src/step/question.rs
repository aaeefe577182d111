//! What a step leaves open.

use super::configuration::Configuration;
use crate::lang::program::semantics::{Bits, evaluate};
use crate::lang::program::{Expr, Kind, Node, Place, Point, ProcId, Program, Var};
use crate::lang::source::Span;

/// Something that the program does not determine, and the walker has to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// To which of these points a `goto` goes; the answer is an index.
    Target(Vec<Point>),
    /// The value of the `*`, `?` or `schoose` that stands here.
    Choice(Span),
    /// The value that a variable gets which `dead` or the statement `constrain` makes arbitrary.
    Value(Var),
    /// The result with this index of a procedure that comes to its end without `return`.
    Result(usize),
}

impl Question {
    /// How many answers there are, numbered from 0.
    pub(crate) fn answers(&self) -> usize {
        match self {
            Question::Target(points) => points.len(),
            _ => 2,
        }
    }
}

/// The different points to which a `goto` can go; none for other statements.
pub(super) fn targets(program: &Program, place: Place) -> Vec<Point> {
    let mut different = Vec::new();
    if let Kind::Goto(targets) = program[place].kind {
        for &point in &program[targets] {
            if !different.contains(&point) {
                different.push(point);
            }
        }
    }
    different
}

/// How many bits are asked for by the step from here: those of the statement, and those of the `enforce` that is looked
/// at behind it, be it in the caller.
pub(super) fn bits(program: &Program, at: &Configuration) -> (usize, usize) {
    let statement = &program[at.place];
    let looks = match statement.kind {
        Kind::Call { .. } => None,
        Kind::Return(_) | Kind::End => at.caller().map(|caller| caller.place.procedure),
        kind => kind.is_enforced().then_some(at.place.procedure),
    };
    let enforced = looks.map_or(0, |procedure| program[procedure].enforce_choices);
    (statement.choices as usize, enforced as usize)
}

/// The question behind the bit with this index, of those that [`bits`] counts.
pub(super) fn question(program: &Program, at: &Configuration, index: usize) -> Question {
    let (own, _) = bits(program, at);
    let Some(enforced) = index.checked_sub(own) else { return own_question(program, at.place, index) };
    let procedure = match program[at.place].kind {
        Kind::Return(_) | Kind::End => at.caller().map_or(at.place.procedure, |caller| caller.place.procedure),
        _ => at.place.procedure,
    };
    let conditions = program[program[procedure].enforce].iter();
    let span = conditions.filter_map(|&cond| occurrence(program, cond, enforced)).map(|(span, _)| span).next();
    // An `enforce` that is dropped as it says nothing has no choices.
    Question::Choice(span.unwrap_or(program.span(at.place)))
}

fn own_question(program: &Program, place: Place, index: usize) -> Question {
    let found = expressions(program, place).into_iter().find_map(|expr| occurrence(program, expr, index));
    match (found, program[place].kind) {
        (Some((span, _)), _) => Question::Choice(span),
        (None, Kind::Relate(_)) => {
            let scope = program.in_scope(place.procedure);
            let first = program[place].choices as usize - scope.len();
            Question::Value(scope[index - first])
        }
        (None, Kind::Dead(vars)) => match program[vars][index] {
            Some(var) => Question::Value(var),
            None => Question::Choice(program.span(place)),
        },
        (None, _) => Question::Result(index),
    }
}

/// Whether the choice with this index makes no difference, as it is that of a `schoose` whose arguments decide. `given` are
/// the choices that stand before it.
pub(super) fn is_settled(program: &Program, at: &Configuration, given: &Bits) -> bool {
    let index = given.len();
    let found = expressions(program, at.place).into_iter().find_map(|expr| {
        let (_, node) = occurrence(program, expr, index)?;
        Some((expr, node))
    });
    let Some((expr, Node::Schoose(p, n, _))) = found else { return false };
    let mut choices = given.clone();
    choices.resize(program[at.place].choices as usize, false);
    let holds = |root| {
        // The nodes of an argument stand before it, and so do those of what is left of it, which do no harm. What a primed
        // variable will be is not known yet.
        let part = Expr { first: expr.first, root };
        let is_known = !program.expr_nodes(part).iter().any(|node| matches!(node, Node::Primed(_)));
        is_known && evaluate(program, part, &at.state, &at.state, &choices)
    };
    holds(p) || holds(n)
}

/// The conditions of which one does not hold, if the step from here with these choices is blocked, or violates a property.
/// Those that are known to hold are left out.
pub(super) fn conditions(program: &Program, at: &Configuration, choices: &Bits) -> Vec<Expr> {
    let enforced = |procedure: ProcId| program[program[procedure].enforce].iter().copied();
    let own = at.place.procedure;
    match program[at.place].kind {
        Kind::Assume(cond) | Kind::Assert(cond) | Kind::AbortIf(cond) => vec![cond],
        Kind::Relate(cond) => std::iter::once(cond).chain(enforced(own)).collect(),
        Kind::Assign { constrain, .. } => constrain.into_iter().chain(enforced(own)).collect(),
        Kind::Dead(_) => enforced(own).collect(),
        Kind::Enter => enforced(own).filter(|&cond| !evaluate(program, cond, &at.state, &at.state, choices)).collect(),
        Kind::Return(_) | Kind::End => {
            at.caller().into_iter().flat_map(|caller| enforced(caller.place.procedure)).collect()
        }
        Kind::Skip | Kind::Goto(_) | Kind::Branch { .. } | Kind::Call { .. } => Vec::new(),
    }
}

/// Where the choice with this index stands in an expression, and its node.
fn occurrence(program: &Program, expr: Expr, index: usize) -> Option<(Span, Node)> {
    let nodes = program.expr_nodes(expr);
    let at = nodes.iter().position(|node| match *node {
        Node::Choice(own) | Node::Schoose(_, _, own) => own as usize == index,
        _ => false,
    })?;
    Some((program.node_spans(expr)[at], nodes[at]))
}

/// The expressions of a statement, in the order of the text.
fn expressions(program: &Program, place: Place) -> Vec<Expr> {
    match program[place].kind {
        Kind::Branch { cond, .. }
        | Kind::Assume(cond)
        | Kind::Assert(cond)
        | Kind::AbortIf(cond)
        | Kind::Relate(cond) => vec![cond],
        Kind::Assign { values, constrain, .. } => program[values].iter().copied().chain(constrain).collect(),
        Kind::Call { args: exprs, .. } | Kind::Return(exprs) => program[exprs].to_vec(),
        Kind::Enter | Kind::Skip | Kind::Goto(_) | Kind::Dead(_) | Kind::End => Vec::new(),
    }
}
