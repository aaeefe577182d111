//! Small things are left out: labels, targets of jumps, one of several assignments, `constrain`, initial values, what is printed.

use super::blocks::statements;
use super::labels;
use crate::lang::syntax::ast::Element;
use crate::lang::syntax::ast::{Ast, Decl, List, StmtId, StmtKind};
use rustc_hash::FxHashSet;

/// A small thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// A label of a statement.
    Label(StmtId, usize),
    /// An element of the only list of a statement: a target of a `goto`, a variable of a `dead`, …; of an assignment a target with its value.
    Element(StmtId, usize),
    /// The `constrain` of an assignment.
    Constrain(StmtId),
    /// The initial value of a local variable.
    Initial(StmtId, usize),
    /// The initial value of a global variable: the number of its line, and its own there.
    Global(usize, usize),
    /// The `dfs` of a procedure.
    Dfs(usize),
}

/// All small things.
pub(crate) fn list(ast: &Ast) -> Vec<Part> {
    let mut parts = Vec::new();
    for (line, globals) in ast.globals.iter().enumerate() {
        parts.extend(initial(&ast[globals.decls]).map(|number| Part::Global(line, number)));
    }
    let marked = ast.procedures.iter().enumerate().filter(|(_, procedure)| procedure.dfs);
    parts.extend(marked.map(|(index, _)| Part::Dfs(index)));
    for id in statements(ast) {
        parts.extend((0..ast[ast[id].labels].len()).map(|number| Part::Label(id, number)));
        let elements = match ast[id].kind {
            StmtKind::Goto(list) | StmtKind::Dead(list) if list.len() > 1 => list.len(),
            StmtKind::Assign(targets, ..) if targets.len() > 1 => targets.len(),
            StmtKind::Print(values) => values.len(),
            _ => 0,
        };
        parts.extend((0..elements).map(|number| Part::Element(id, number)));
        match ast[id].kind {
            StmtKind::Assign(_, _, Some(_)) => parts.push(Part::Constrain(id)),
            StmtKind::Decl(decls) => parts.extend(initial(&ast[decls]).map(|number| Part::Initial(id, number))),
            _ => {}
        }
    }
    parts
}

fn initial(decls: &[Decl]) -> impl Iterator<Item = usize> {
    decls.iter().enumerate().filter(|(_, decl)| decl.init.is_some()).map(|(number, _)| number)
}

/// Leaves out these parts. A list that would lose everything, where there has to be something, stays.
pub(crate) fn leave_out(ast: &mut Ast, chosen: &[Part]) {
    let base = ast.clone();
    let gone: FxHashSet<Part> = chosen.iter().copied().collect();
    let mut seen = FxHashSet::default();
    for &part in chosen {
        match part {
            Part::Label(id, _) | Part::Element(id, _) | Part::Constrain(id) | Part::Initial(id, _) => {
                if seen.insert(id) {
                    statement(ast, id, &gone);
                }
            }
            Part::Global(line, number) => {
                let stays = |own| own != number && !gone.contains(&Part::Global(line, own));
                ast.globals[line].decls = without_initial(ast, ast.globals[line].decls, stays);
            }
            Part::Dfs(index) => ast.procedures[index].dfs = false,
        }
    }
    labels::mend(ast, &base);
}

fn statement(ast: &mut Ast, id: StmtId, gone: &FxHashSet<Part>) {
    ast.stmts[id.index()].labels = left(ast, ast[id].labels, |number| !gone.contains(&Part::Label(id, number)));
    let stays = |number| !gone.contains(&Part::Element(id, number));
    let kind = match ast[id].kind {
        StmtKind::Goto(labels) => StmtKind::Goto(left_or_all(ast, labels, stays)),
        StmtKind::Dead(names) => StmtKind::Dead(left_or_all(ast, names, stays)),
        StmtKind::Print(values) => StmtKind::Print(left(ast, values, stays)),
        StmtKind::Assign(targets, values, constrain) => {
            let constrain = constrain.filter(|_| !gone.contains(&Part::Constrain(id)));
            StmtKind::Assign(left_or_all(ast, targets, stays), left_or_all(ast, values, stays), constrain)
        }
        StmtKind::Decl(decls) => {
            StmtKind::Decl(without_initial(ast, decls, |number| !gone.contains(&Part::Initial(id, number))))
        }
        other => other,
    };
    ast.stmts[id.index()].kind = kind;
}

/// The elements whose positions stay.
fn left<T: Element + Copy>(ast: &mut Ast, list: List<T>, stays: impl Fn(usize) -> bool) -> List<T>
where
    Ast: std::ops::Index<List<T>, Output = [T]>,
{
    let elements = ast[list].iter().enumerate();
    let left = elements.filter(|&(position, _)| stays(position)).map(|(_, &element)| element).collect();
    ast.new_list(left)
}

/// The same; all, if none stays.
fn left_or_all<T: Element + Copy>(ast: &mut Ast, list: List<T>, stays: impl Fn(usize) -> bool) -> List<T>
where
    Ast: std::ops::Index<List<T>, Output = [T]>,
{
    let left = left(ast, list, stays);
    if left.is_empty() { list } else { left }
}

fn without_initial(ast: &mut Ast, decls: List<Decl>, stays: impl Fn(usize) -> bool) -> List<Decl> {
    let new =
        ast[decls].iter().enumerate().map(|(number, &decl)| Decl { init: decl.init.filter(|_| stays(number)), ..decl });
    let new = new.collect();
    ast.new_list(new)
}
