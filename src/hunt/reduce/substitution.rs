//! Something else instead of variables, wherever they stand.

use super::blocks::{Fates, procedure_at, statements};
use crate::lang::source::Span;
use crate::lang::syntax::ast::{Ast, Decl, Expr, List, Name, Node, StmtKind, Symbol, Target};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variable {
    /// The number of the procedure that declares it; `None`: it is global.
    pub(crate) owner: Option<usize>,
    /// Its name.
    pub name: Symbol,
}

/// What stands instead of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instead {
    /// This leaf, where it is read; nothing, where it is written.
    Value(Node),
    /// The variable of this name, in each place.
    Variable(Symbol),
}

/// Something instead of some variables, which are declared no more.
pub(crate) struct Substitution {
    instead: FxHashMap<Variable, Instead>,
    /// The names that each procedure declares.
    own: Vec<FxHashSet<Symbol>>,
}

impl Substitution {
    /// A substitution in this tree.
    pub(crate) fn new(ast: &Ast, instead: FxHashMap<Variable, Instead>) -> Substitution {
        let own = ast.procedures.iter().map(|procedure| {
            let params = ast[procedure.params].iter().map(|param| param.symbol);
            let locals = ast[procedure.body].iter().filter_map(|&id| match ast[id].kind {
                StmtKind::Decl(decls) => Some(ast[decls].iter().map(|decl| decl.name.symbol)),
                _ => None,
            });
            params.chain(locals.flatten()).collect()
        });
        Substitution { instead, own: own.collect() }
    }

    /// Changes the tree.
    pub(crate) fn apply(&self, ast: &mut Ast) {
        self.arguments(ast);
        for index in 0..ast.nodes.len() {
            let procedure = procedure_at(ast, ast.node_spans[index]);
            ast.nodes[index] = match ast.nodes[index] {
                node @ Node::Var(name) => self.read(procedure, name, Node::Var).unwrap_or(node),
                node @ Node::Primed(name) => self.read(procedure, name, Node::Primed).unwrap_or(node),
                node => node,
            };
        }
        self.statements(ast);
        self.declarations(ast);
    }

    /// Strikes arguments whose parameters go.
    fn arguments(&self, ast: &mut Ast) {
        let mut stays: FxHashMap<Symbol, Vec<bool>> = FxHashMap::default();
        for (index, procedure) in ast.procedures.iter().enumerate() {
            let params = ast[procedure.params].iter();
            let flags: Vec<bool> = params.map(|param| self.at(index, param.symbol).is_none()).collect();
            if flags.contains(&false) {
                stays.insert(procedure.name.symbol, flags);
            }
        }
        for id in statements(ast) {
            let StmtKind::Call(targets, callee, args) = ast[id].kind else { continue };
            let Some(stays) = stays.get(&callee.symbol) else { continue };
            let left = ast[args].iter().zip(stays).filter(|&(_, &stays)| stays).map(|(&arg, _)| arg);
            let left: Vec<Expr> = left.collect();
            ast.stmts[id.index()].kind = StmtKind::Call(targets, callee, ast.new_list(left));
        }
    }

    fn statements(&self, ast: &mut Ast) {
        let mut fates = Fates::new(ast);
        for id in statements(ast) {
            let procedure = procedure_at(ast, ast.stmt_spans[id.index()]);
            match ast[id].kind {
                StmtKind::Assign(targets, values, constrain) => {
                    let targets = self.targets(ast, procedure, targets);
                    ast.stmts[id.index()].kind = StmtKind::Assign(targets, values, constrain);
                }
                StmtKind::Call(targets, callee, args) => {
                    let targets = self.targets(ast, procedure, targets);
                    ast.stmts[id.index()].kind = StmtKind::Call(targets, callee, args);
                }
                StmtKind::Dead(names) => {
                    let left = ast[names].iter().filter_map(|&name| self.written(procedure, name));
                    let left: Vec<Name> = left.collect();
                    if left.is_empty() {
                        fates.empty(ast, id);
                    } else {
                        ast.stmts[id.index()].kind = StmtKind::Dead(ast.new_list(left));
                    }
                }
                StmtKind::Decl(decls) => {
                    let decls = self.decls(ast, Some(procedure), decls);
                    ast.stmts[id.index()].kind = StmtKind::Decl(decls);
                    if decls.is_empty() {
                        fates.empty(ast, id);
                    }
                }
                _ => {}
            }
        }
        fates.apply(ast);
    }

    fn declarations(&self, ast: &mut Ast) {
        for index in 0..ast.globals.len() {
            ast.globals[index].decls = self.decls(ast, None, ast.globals[index].decls);
        }
        ast.globals.retain(|line| !line.decls.is_empty());
        for index in 0..ast.procedures.len() {
            let params = ast[ast.procedures[index].params].iter();
            let left = params.filter(|param| self.at(index, param.symbol).is_none()).copied().collect();
            ast.procedures[index].params = ast.new_list(left);
        }
    }

    fn decls(&self, ast: &mut Ast, owner: Option<usize>, decls: List<Decl>) -> List<Decl> {
        let gone = |decl: &Decl| self.instead.contains_key(&Variable { owner, name: decl.name.symbol });
        let left = ast[decls].iter().filter(|decl| !gone(decl)).copied().collect();
        ast.new_list(left)
    }

    fn targets(&self, ast: &mut Ast, procedure: usize, targets: List<Target>) -> List<Target> {
        let new = ast[targets].iter().map(|&target| match target {
            Target::Var(name) => self.written(procedure, name).map_or(Target::Discard, Target::Var),
            Target::Discard => Target::Discard,
        });
        let new = new.collect();
        ast.new_list(new)
    }

    /// What stands for a read of the name; `None` if that stays.
    fn read(&self, procedure: usize, name: Symbol, variable: fn(Symbol) -> Node) -> Option<Node> {
        self.at(procedure, name).map(|instead| match instead {
            Instead::Value(leaf) => leaf,
            Instead::Variable(other) => variable(other),
        })
    }

    /// What stands for the name where it is written, if anything.
    fn written(&self, procedure: usize, name: Name) -> Option<Name> {
        match self.at(procedure, name.symbol) {
            None => Some(name),
            Some(Instead::Value(_)) => None,
            Some(Instead::Variable(symbol)) => Some(Name { symbol, span: Span::default() }),
        }
    }

    /// What stands instead of a name in a procedure, at the end of a chain of variables; `None` if it stays.
    fn at(&self, procedure: usize, name: Symbol) -> Option<Instead> {
        let mut found = None;
        let mut name = name;
        // Where a local has the name of a global, a chain may come back to its beginning.
        for _ in 0..self.instead.len() {
            let owner = self.own.get(procedure).is_some_and(|own| own.contains(&name)).then_some(procedure);
            let Some(&instead) = self.instead.get(&Variable { owner, name }) else { break };
            found = Some(instead);
            match instead {
                Instead::Variable(other) => name = other,
                Instead::Value(_) => break,
            }
        }
        found
    }
}
