//! Walks over trees: every statement, every expression, every name.

use super::tree::{Expr, Kind, Procedure, Stmt};

/// Calls `see` with each statement of the block, those inside others included.
pub fn each_statement<'a>(block: &'a [Stmt], see: &mut dyn FnMut(&'a Stmt)) {
    for stmt in block {
        see(stmt);
        match &stmt.kind {
            Kind::If(arms, other) => {
                arms.iter().for_each(|(_, body)| each_statement(body, see));
                each_statement(other, see);
            }
            Kind::While(_, body) => each_statement(body, see),
            _ => {}
        }
    }
}

/// Replaces each statement of the block by some others; those inside others first.
pub fn replace_statements(block: &mut Vec<Stmt>, change: &mut dyn FnMut(Stmt) -> Vec<Stmt>) {
    for mut stmt in std::mem::take(block) {
        match &mut stmt.kind {
            Kind::If(arms, other) => {
                arms.iter_mut().for_each(|(_, body)| replace_statements(body, change));
                replace_statements(other, change);
            }
            Kind::While(_, body) => replace_statements(body, change),
            _ => {}
        }
        block.extend(change(stmt));
    }
}

/// Changes the statements of the block in place.
pub fn change_statements(block: &mut Vec<Stmt>, change: &mut dyn FnMut(&mut Stmt)) {
    replace_statements(block, &mut |mut stmt| {
        change(&mut stmt);
        vec![stmt]
    });
}

/// Calls `change` with each variable that an expression of the statement reads, but for those inside its blocks.
pub fn change_reads(kind: &mut Kind, change: &dyn Fn(&mut Expr)) {
    match kind {
        Kind::Return(values) | Kind::Print(values) | Kind::Call(_, _, values) => reads(values, change),
        Kind::If(arms, _) => arms.iter_mut().for_each(|(cond, _)| read(cond, change)),
        Kind::While(cond, _) | Kind::Condition(_, cond) => read(cond, change),
        Kind::Assign(_, values, constrain) => {
            reads(values, change);
            reads(constrain, change);
        }
        _ => {}
    }
}

fn reads<'a>(exprs: impl IntoIterator<Item = &'a mut Expr>, change: &dyn Fn(&mut Expr)) {
    exprs.into_iter().for_each(|expr| read(expr, change));
}

fn read(expr: &mut Expr, change: &dyn Fn(&mut Expr)) {
    match expr {
        Expr::Leaf(_) => {}
        Expr::Var { .. } => change(expr),
        Expr::Op(_, operands) => reads(operands, change),
    }
}

/// Gives the variables of a procedure other names, wherever they stand.
pub fn rename_variables(procedure: &mut Procedure, renamed: &dyn Fn(&str) -> String) {
    let change = |name: &mut String| *name = renamed(name);
    procedure.params.iter_mut().for_each(change);
    change_statements(&mut procedure.body, &mut |stmt| {
        change_reads(&mut stmt.kind, &|expr| {
            if let Expr::Var { name, .. } = expr {
                change(name);
            }
        });
        match &mut stmt.kind {
            Kind::Dead(names) => names.iter_mut().for_each(change),
            Kind::Call(targets, ..) | Kind::Assign(targets, ..) => targets.iter_mut().flatten().for_each(change),
            Kind::Decl(decls) => decls.iter_mut().for_each(|(name, _)| change(name)),
            _ => {}
        }
    });
}

/// Gives labels other names, wherever they stand.
pub fn rename_labels(body: &mut Vec<Stmt>, renamed: &dyn Fn(&str) -> String) {
    change_statements(body, &mut |stmt| {
        let targets = match &mut stmt.kind {
            Kind::Goto(targets) => &mut targets[..],
            _ => &mut [],
        };
        stmt.labels.iter_mut().chain(targets).for_each(|label| *label = renamed(label));
    });
}
