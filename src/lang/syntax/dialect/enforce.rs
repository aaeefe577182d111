//! `enforce` where it is looked at in other places than ours.

use super::super::super::source::{Diagnostic, Span};
use super::super::ast::{Ast, Expr, List, Node, Stmt, StmtId, StmtKind};
use super::expressions::{Part, conjunction, has_primes};
use super::insertions::{Insertions, New};
use super::names::append;
use super::rules::Enforce;
use super::{Work, inside};

/// Writes out what `enforce` demands.
pub(super) fn standardize(ast: &mut Ast, work: &mut Work<'_>) {
    if work.rules.enforce == Enforce::Everywhere {
        return;
    }
    let mut insertions = Insertions::default();
    for index in 0..ast.procedures.len() {
        let Some((demand, span)) = take(ast, index) else { continue };
        match work.rules.enforce {
            Enforce::Everywhere => {}
            Enforce::Ignored => ignored(span, work),
            Enforce::Assignments => after_assignments(ast, index, demand, span),
            Enforce::Steps => after_steps(ast, index, demand, span, &mut insertions),
        }
    }
    insertions.apply(ast);
}

/// Takes the `enforce`s that say something out of a body: all conditions, and where the first stands. Conditions with
/// primes are left to the resolver, which refuses them.
fn take(ast: &mut Ast, index: usize) -> Option<(Expr, Span)> {
    let body = ast.procedures[index].body;
    let statements = ast[body].to_vec();
    let (head, rest) = statements.split_at(ast.head(body));
    let demand = |stmt: &StmtId| match ast[*stmt].kind {
        StmtKind::Enforce(cond) => Some(cond),
        _ => None,
    };
    let conditions: Vec<Expr> = head.iter().filter_map(demand).collect();
    let parts: Vec<Part> =
        conditions.iter().filter(|cond| ast[cond.root] != Node::Const(true)).map(|&cond| Part::Is(cond)).collect();
    let first = head.iter().find(|stmt| demand(stmt).is_some_and(|cond| ast[cond.root] != Node::Const(true)))?;
    if conditions.iter().any(|&cond| has_primes(ast, cond)) {
        return None;
    }
    let span = ast.stmt_spans[first.index()];
    let kept: Vec<StmtId> = head.iter().filter(|stmt| demand(stmt).is_none()).chain(rest).copied().collect();
    ast.procedures[index].body = ast.new_list(kept);
    Some((conjunction(ast, &parts), span))
}

fn ignored(span: Span, work: &mut Work<'_>) {
    let tool = work.tool;
    work.report_first("enforce", || {
        let message = format!("{tool} reads `enforce` and does nothing about it");
        Diagnostic::warning("enforce-ignored", span, message).label("it says nothing, here and elsewhere")
    });
}

/// Where it stands, and after each assignment; not after calls.
fn after_assignments(ast: &mut Ast, index: usize, demand: Expr, span: Span) {
    for stmt in inside(ast, ast.procedures[index].body) {
        after_assignment(ast, stmt, demand);
    }
    let body = ast.procedures[index].body;
    let head = ast.head(body);
    let first = append(ast, StmtKind::Assume(demand), span);
    let mut statements = ast[body].to_vec();
    statements.insert(head, first);
    ast.procedures[index].body = ast.new_list(statements);
}

/// Whatever a statement assigns, the demand holds afterwards. Whether it is one that assigns.
fn after_assignment(ast: &mut Ast, stmt: StmtId, demand: Expr) -> bool {
    let kind = match ast[stmt].kind {
        StmtKind::Assign(targets, values, constrain) => {
            let parts: Vec<Part> = constrain.map(Part::Is).into_iter().chain([Part::Then(demand)]).collect();
            StmtKind::Assign(targets, values, Some(conjunction(ast, &parts)))
        }
        StmtKind::Constrain(cond) => StmtKind::Constrain(conjunction(ast, &[Part::Is(cond), Part::Then(demand)])),
        _ => return false,
    };
    ast.stmts[stmt.index()].kind = kind;
    true
}

/// Each step inside the procedure ends where the demand holds, and so does one that stores results; entry, and the
/// return of a call that stores none, are no such steps. So the demand is looked at before whatever does not change the state, and
/// behind the rest.
fn after_steps(ast: &mut Ast, index: usize, demand: Expr, span: Span, insertions: &mut Insertions) {
    let none = List::new(0, 0);
    for stmt in inside(ast, ast.procedures[index].body) {
        if after_assignment(ast, stmt, demand) {
            continue;
        }
        let check = |ast: &mut Ast, labels| {
            let kind = StmtKind::Assume(conjunction(ast, &[Part::Is(demand)]));
            New { stmt: Stmt { labels, kind }, span }
        };
        let both = |ast: &mut Ast, cond| conjunction(ast, &[Part::Is(demand), Part::Is(cond)]);
        match ast[stmt].kind {
            StmtKind::Skip | StmtKind::Implicit | StmtKind::Print(_) => {
                ast.stmts[stmt.index()].kind = check(ast, none).stmt.kind;
            }
            StmtKind::Assume(cond) => ast.stmts[stmt.index()].kind = StmtKind::Assume(both(ast, cond)),
            StmtKind::Goto(_) | StmtKind::If(..) | StmtKind::While(..) | StmtKind::Assert(_) | StmtKind::AbortIf(_) => {
                let labels = std::mem::replace(&mut ast.stmts[stmt.index()].labels, none);
                let mut new = check(ast, labels);
                if !labels.is_empty() {
                    new.span = ast.stmt_spans[stmt.index()];
                }
                insertions.before.insert(stmt, new);
                if let StmtKind::While(..) = ast[stmt].kind {
                    let new = check(ast, none);
                    insertions.looping.insert(stmt, new);
                }
            }
            StmtKind::Dead(_) => {
                let new = check(ast, none);
                insertions.behind.insert(stmt, new);
            }
            StmtKind::Call(targets, ..) if !targets.is_empty() => {
                let new = check(ast, none);
                insertions.behind.insert(stmt, new);
            }
            _ => {}
        }
    }
}
