//! Variables are left out: for a constant, for anything, or for another variable.

use super::substitution::{Instead, Substitution, Variable};
use crate::lang::syntax::ast::{Ast, Node, StmtKind, Symbol};

/// What the reads of a variable become.
pub(crate) const VALUES: [Node; 3] = [Node::Const(false), Node::Const(true), Node::Choice];

/// With how many of its predecessors a variable is unified.
const NEAR: usize = 4;

/// All variables: globals, then parameters and locals of each procedure.
pub(crate) fn list(ast: &Ast) -> Vec<Variable> {
    let locals = (0..ast.procedures.len()).flat_map(|index| variables(ast, Some(index)));
    variables(ast, None).into_iter().chain(locals).collect()
}

/// Leaves out variables. What reads them has this value; what writes them has no effect.
pub(crate) fn replace(ast: &mut Ast, chosen: &[Variable], value: Node) {
    let instead = chosen.iter().map(|&variable| (variable, Instead::Value(value)));
    Substitution::new(ast, instead.collect()).apply(ast);
}

/// Each variable with some that are declared before it in the same scope, or just outside; near ones first.
pub(crate) fn pairs(ast: &Ast) -> Vec<(Variable, Symbol)> {
    let mut pairs = Vec::new();
    let globals = variables(ast, None);
    let mut scopes = vec![(globals.clone(), 0)];
    scopes.extend((0..ast.procedures.len()).map(|index| {
        let own = variables(ast, Some(index));
        let hidden = |global: &&Variable| own.iter().any(|local| local.name == global.name);
        let mut visible: Vec<Variable> = globals.iter().filter(|global| !hidden(global)).copied().collect();
        let first = visible.len();
        visible.extend(own);
        (visible, first)
    }));
    for distance in 1..=NEAR {
        for (visible, first) in &scopes {
            let own = (*first).max(distance)..visible.len();
            pairs.extend(own.map(|index| (visible[index], visible[index - distance].name)));
        }
    }
    pairs
}

/// Makes each variable the same as the other one.
pub(crate) fn unify(ast: &mut Ast, chosen: &[(Variable, Symbol)]) {
    let instead = chosen.iter().rev().map(|&(variable, other)| (variable, Instead::Variable(other)));
    Substitution::new(ast, instead.collect()).apply(ast);
}

/// The variables that are declared in one place, without repetition.
fn variables(ast: &Ast, owner: Option<usize>) -> Vec<Variable> {
    let mut names: Vec<Symbol> = match owner {
        None => ast.globals.iter().flat_map(|line| &ast[line.decls]).map(|decl| decl.name.symbol).collect(),
        Some(index) => ast[ast.procedures[index].params].iter().map(|param| param.symbol).collect(),
    };
    if let Some(index) = owner {
        for &id in &ast[ast.procedures[index].body] {
            if let StmtKind::Decl(decls) = ast[id].kind {
                names.extend(ast[decls].iter().map(|decl| decl.name.symbol));
            }
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    names.retain(|&name| seen.insert(name));
    names.into_iter().map(|name| Variable { owner, name }).collect()
}
