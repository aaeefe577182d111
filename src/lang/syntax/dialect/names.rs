//! Declarations: what is declared twice, or not at all.

use super::super::super::source::{Diagnostic, Span};
use super::super::ast::{Ast, Decl, Expr, List, Name, Node, Stmt, StmtId, StmtKind, Symbol, Target};
use super::rules::{LikeParameter, RepeatedGlobal, RepeatedProcedure, Shadowing, Undeclared, Underscore};
use super::{Work, inside};
use rustc_hash::{FxHashMap, FxHashSet};

type Symbols = FxHashSet<Symbol>;

/// Declares each name once.
pub(super) fn standardize(ast: &mut Ast, work: &mut Work<'_>) {
    if work.rules.underscore == Underscore::Name {
        rename_underscore(ast, work);
    }
    if work.rules.repeated_global == RepeatedGlobal::Same {
        merge_globals(ast);
    }
    if work.rules.repeated_procedure == RepeatedProcedure::Ignored {
        drop_procedures(ast, work);
    }
    let globals: Symbols = ast.globals.iter().flat_map(|line| &ast[line.decls]).map(|decl| decl.name.symbol).collect();
    for index in 0..ast.procedures.len() {
        let parameters: Symbols = ast[ast.procedures[index].params].iter().map(|name| name.symbol).collect();
        let locals = locals(ast, index, &globals, &parameters, work);
        if work.rules.like_parameter == LikeParameter::Local {
            rename_parameters(ast, index, &locals, work);
        }
        let is_known = |name| globals.contains(&name) || parameters.contains(&name) || locals.contains(&name);
        declare_others(ast, index, is_known, work);
    }
}

/// A variable `_` becomes one that can stand in the standard dialect.
fn rename_underscore(ast: &mut Ast, work: &mut Work<'_>) {
    if let Some(index) = ast.names.iter().position(|name| &**name == "_") {
        ast.names[index] = work.fresh.text(ast, Symbol(index as u32));
    }
}

/// A second declaration says nothing, unless it gives a value.
fn merge_globals(ast: &mut Ast) {
    let mut known = Symbols::default();
    let mut lines = std::mem::take(&mut ast.globals);
    for line in &mut lines {
        let is_new = |decl: &&Decl| known.insert(decl.name.symbol) || decl.init.is_some();
        let new: Vec<Decl> = ast[line.decls].iter().filter(is_new).copied().collect();
        line.decls = ast.new_list(new);
    }
    lines.retain(|line| !line.decls.is_empty());
    ast.globals = lines;
}

/// Of procedures with the same name the first is left.
fn drop_procedures(ast: &mut Ast, work: &mut Work<'_>) {
    let mut first: FxHashMap<Symbol, Span> = FxHashMap::default();
    // For each number of procedures how many of these are left.
    let mut left = vec![0];
    let (procedures, spans) = (std::mem::take(&mut ast.procedures), std::mem::take(&mut ast.procedure_spans));
    for (procedure, span) in procedures.into_iter().zip(spans) {
        let name = procedure.name;
        match first.get(&name.symbol) {
            Some(&first) => work.report(
                Diagnostic::warning(
                    "declared-twice",
                    name.span,
                    format!("procedure `{}` is declared twice", ast.name(name.symbol)),
                )
                .label(format!("never called: {} takes the first", work.tool))
                .related(first, "the first"),
            ),
            None => {
                first.insert(name.symbol, name.span);
                ast.procedures.push(procedure);
                ast.procedure_spans.push(span);
            }
        }
        left.push(ast.procedures.len() as u32);
    }
    for line in &mut ast.globals {
        line.behind = left[line.behind as usize];
    }
}

/// The names of local variables, without those that mean something else in this dialect: their declarations are left out.
fn locals(ast: &mut Ast, index: usize, globals: &Symbols, parameters: &Symbols, work: &Work<'_>) -> Symbols {
    let body = ast.procedures[index].body;
    let (head, rest) = ast[body].split_at(ast.head(body));
    let (head, rest) = (head.to_vec(), rest.to_vec());
    let mut names = Symbols::default();
    let mut kept: Vec<StmtId> = Vec::new();
    for &stmt in &head {
        let StmtKind::Decl(decls) = ast[stmt].kind else {
            kept.push(stmt);
            continue;
        };
        let means_another = |decl: &Decl| {
            let name = decl.name.symbol;
            let another = work.rules.shadowing == Shadowing::Global && globals.contains(&name)
                || work.rules.like_parameter == LikeParameter::Same && parameters.contains(&name);
            another && decl.init.is_none()
        };
        let own: Vec<Decl> = ast[decls].iter().filter(|decl| !means_another(decl)).copied().collect();
        names.extend(own.iter().map(|decl| decl.name.symbol));
        if own.is_empty() {
            continue;
        }
        if own.len() < decls.len() {
            ast.stmts[stmt.index()].kind = StmtKind::Decl(ast.new_list(own));
        }
        kept.push(stmt);
    }
    if kept.len() < head.len() {
        ast.procedures[index].body = ast.new_list([kept, rest].concat());
    }
    names
}

/// A parameter that a local variable hides gets another name.
fn rename_parameters(ast: &mut Ast, index: usize, locals: &Symbols, work: &mut Work<'_>) {
    let mut params = ast[ast.procedures[index].params].to_vec();
    let mut changed = false;
    for name in params.iter_mut().filter(|name| locals.contains(&name.symbol)) {
        (name.symbol, changed) = (work.fresh.like(ast, name.symbol), true);
    }
    if changed {
        ast.procedures[index].params = ast.new_list(params);
    }
}

/// Declares variables that are not.
fn declare_others(ast: &mut Ast, index: usize, is_known: impl Fn(Symbol) -> bool, work: &mut Work<'_>) {
    if work.rules.undeclared == Undeclared::Refused {
        return;
    }
    let body = ast.procedures[index].body;
    let mut used = Vec::new();
    for stmt in inside(ast, body) {
        used.extend(assigned(ast, stmt));
        if work.rules.undeclared == Undeclared::Local {
            used.extend(read(ast, stmt));
        }
    }
    let mut new = Symbols::default();
    // `x$` is the copy of `x` in another thread.
    used.retain(|name| !is_known(name.symbol) && !ast.name(name.symbol).ends_with('$') && new.insert(name.symbol));
    if used.is_empty() {
        return;
    }
    for name in &used {
        let text = ast.name(name.symbol);
        work.report(
            Diagnostic::warning("undeclared", name.span, format!("variable `{text}` is not declared"))
                .label(format!("{} makes it a local variable", work.tool))
                .hint("declare it with `decl` before the procedures or at the head of this one"),
        );
    }
    let place = ast.procedures[index].name.span;
    let decls = ast.new_list(used.into_iter().map(|name| Decl { name, init: None }).collect());
    let stmt = append(ast, StmtKind::Decl(decls), place);
    let statements = [&[stmt], &ast[body]].concat();
    ast.procedures[index].body = ast.new_list(statements);
}

/// A new statement without labels, at the end of the arena.
pub(super) fn append(ast: &mut Ast, kind: StmtKind, span: Span) -> StmtId {
    ast.stmts.push(Stmt { labels: List::new(0, 0), kind });
    ast.stmt_spans.push(span);
    StmtId(ast.stmts.len() as u32 - 1)
}

fn assigned(ast: &Ast, stmt: StmtId) -> Vec<Name> {
    let targets = |targets: List<Target>| {
        let name = |target: &Target| match *target {
            Target::Var(name) => Some(name),
            Target::Discard => None,
        };
        ast[targets].iter().filter_map(name).collect()
    };
    match ast[stmt].kind {
        StmtKind::Assign(list, ..) | StmtKind::Call(list, ..) => targets(list),
        _ => Vec::new(),
    }
}

fn read(ast: &Ast, stmt: StmtId) -> Vec<Name> {
    let names = |expr: Expr| {
        expr.nodes().filter_map(|index| match ast.nodes[index] {
            Node::Var(symbol) | Node::Primed(symbol) => Some(Name { symbol, span: ast.node_spans[index] }),
            _ => None,
        })
    };
    super::statements::expressions(ast, stmt).into_iter().flat_map(names).collect()
}
