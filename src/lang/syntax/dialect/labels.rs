//! Where control goes: labels that are not there, or twice, and the ends of procedures.

use super::super::super::source::{Diagnostic, Span};
use super::super::ast::{Ast, Name, Node, Stmt, StmtId, StmtKind, Symbol};
use super::insertions::{Insertions, New};
use super::names::append;
use super::rules::{FallingOff, MissingLabel, RepeatedLabel};
use super::{Work, inside};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites labels, `goto`s and the ends of procedures.
pub(super) fn standardize(ast: &mut Ast, work: &mut Work<'_>) {
    let mut insertions = Insertions::default();
    for index in 0..ast.procedures.len() {
        let stmts = inside(ast, ast.procedures[index].body);
        if work.rules.missing_label == MissingLabel::DeadEnd {
            dead_ends(ast, &stmts, work);
        }
        if work.rules.repeated_label == RepeatedLabel::Merged {
            merge(ast, &stmts, &mut insertions, work);
        }
        if work.rules.falling_off == FallingOff::Stuck && ast.procedures[index].results > 0 {
            stick(ast, index);
        }
    }
    insertions.apply(ast);
}

/// A `goto` does not go to labels that are not there; one that has no other blocks.
fn dead_ends(ast: &mut Ast, stmts: &[StmtId], work: &mut Work<'_>) {
    let there: FxHashSet<Symbol> =
        stmts.iter().flat_map(|&stmt| &ast[ast[stmt].labels]).map(|label| label.symbol).collect();
    for &stmt in stmts {
        let StmtKind::Goto(targets) = ast[stmt].kind else { continue };
        let (known, missing): (Vec<Name>, Vec<Name>) =
            ast[targets].iter().partition(|target| there.contains(&target.symbol));
        for target in &missing {
            let message = format!("label `{}` is not in this procedure", ast.name(target.symbol));
            work.report(
                Diagnostic::warning("undeclared", target.span, message)
                    .label(format!("a dead end, as for {}", work.tool)),
            );
        }
        if !missing.is_empty() {
            ast.stmts[stmt.index()].kind = match known.is_empty() {
                true => StmtKind::Assume(ast.new_leaf(Node::Const(false))),
                false => StmtKind::Goto(ast.new_list(known)),
            };
        }
    }
}

/// `L: a; … L: b;` becomes `L: goto A, B; A: a; … goto L; B: b;`.
fn merge(ast: &mut Ast, stmts: &[StmtId], insertions: &mut Insertions, work: &mut Work<'_>) {
    for (label, places) in repeated(ast, stmts) {
        // A statement with two such labels is left to the resolver, which refuses the second of them.
        if places.iter().any(|(stmt, _)| insertions.before.contains_key(stmt)) {
            continue;
        }
        let inner: Vec<Symbol> = places.iter().map(|_| work.fresh.like(ast, label)).collect();
        let (first, _) = places[0];
        for (&(stmt, span), &own) in places.iter().zip(&inner) {
            let name = |symbol: Symbol| Name { symbol, span };
            let mut outer = ast[ast[stmt].labels].to_vec();
            let mut targets: Vec<Name> = inner.iter().map(|&symbol| name(symbol)).collect();
            if stmt != first {
                outer.retain(|name| name.symbol != label);
                targets = vec![name(label)];
                let message = format!("label `{}` stands twice", ast.name(label));
                work.report(
                    Diagnostic::warning("declared-twice", span, message)
                        .label(format!("one location with the first, as for {}", work.tool))
                        .related(places[0].1, "the first"),
                );
            }
            ast.stmts[stmt.index()].labels = ast.new_list(vec![name(own)]);
            let (labels, targets) = (ast.new_list(outer), ast.new_list(targets));
            let new = New { stmt: Stmt { labels, kind: StmtKind::Goto(targets) }, span };
            insertions.before.insert(stmt, new);
        }
    }
}

/// Labels that stand before several statements, in the order of the text, with these statements and where the label is.
fn repeated(ast: &Ast, stmts: &[StmtId]) -> Vec<(Symbol, Vec<(StmtId, Span)>)> {
    let mut found: Vec<(Symbol, Vec<(StmtId, Span)>)> = Vec::new();
    let mut known: FxHashMap<Symbol, usize> = FxHashMap::default();
    for &stmt in stmts {
        for label in &ast[ast[stmt].labels] {
            let at = *known.entry(label.symbol).or_insert(found.len());
            if at == found.len() {
                found.push((label.symbol, Vec::new()));
            }
            if found[at].1.last().is_none_or(|&(last, _)| last != stmt) {
                found[at].1.push((stmt, label.span));
            }
        }
    }
    found.retain(|(_, places)| places.len() > 1);
    found
}

/// No run comes to the end of a procedure.
fn stick(ast: &mut Ast, index: usize) {
    let end = ast.procedure_spans[index].end;
    let never = ast.new_leaf(Node::Const(false));
    let stmt = append(ast, StmtKind::Assume(never), Span { start: end.saturating_sub(3), end });
    let statements = [&ast[ast.procedures[index].body], &[stmt]].concat();
    ast.procedures[index].body = ast.new_list(statements);
}
