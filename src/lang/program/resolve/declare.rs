//! Declarations: globals, procedures, and what stands at the head of a body.

use super::super::super::pool::List;
use super::super::super::source::{Diagnostic, Span};
use super::super::super::syntax::ast::{Decl, Name, StmtId, StmtKind};
use super::super::super::syntax::dialect::Dialect;
use super::super::super::syntax::dialect::rules::Shadowing;
use super::super::expression::Node;
use super::super::model::*;
use super::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn declare_globals(&mut self) {
        let ast = self.ast;
        for globals in &ast.globals {
            let decls = &ast[globals.decls];
            if globals.thread_local {
                self.concurrent(decls[0].name.span, "`thread_local`");
            }
            for decl in decls {
                let Name { symbol, span } = decl.name;
                if let Some((_, first)) = self.scope.global(symbol) {
                    self.twice("global variable", decl.name, first);
                    continue;
                }
                self.scope.declare_global(symbol, Var::global(self.program.globals.len()), span);
                self.program.globals.push(Variable { name: symbol, span, init: decl.init });
            }
        }
    }

    pub(super) fn declare_procedures(&mut self) {
        let ast = self.ast;
        for (index, procedure) in ast.procedures.iter().enumerate() {
            match self.scope.procedure(procedure.name.symbol) {
                Some(first) => self.twice("procedure", procedure.name, ast.procedures[first.index()].name.span),
                None => self.scope.declare_procedure(procedure.name.symbol, ProcId(index as u32)),
            }
        }
    }

    /// Declares parameters and locals, resolves the `enforce`s; returns the rest of the body.
    pub(super) fn head(&mut self, index: usize) -> &'a [StmtId] {
        let ast = self.ast;
        let procedure = &ast.procedures[index];
        self.visible = self.program.globals.len() as u32;
        for &param in &ast[procedure.params] {
            self.declare_local(Decl { name: param, init: None });
        }
        self.current().params = self.current().locals.len();
        let body = &ast[procedure.body];
        let (head, rest) = body.split_at(ast.head(procedure.body));
        for &stmt in head {
            if let StmtKind::Decl(decls) = ast[stmt].kind {
                ast[decls].iter().for_each(|&decl| self.declare_local(decl));
            }
        }
        let mut choices = 0;
        let mut conditions = Vec::new();
        for &stmt in head {
            if let StmtKind::Enforce(cond) = ast[stmt].kind {
                let cond = self.expr(cond, false, &mut choices);
                if self.program.expr_nodes(cond) != [Node::Const(true)] {
                    conditions.push(cond);
                }
            }
        }
        self.current().enforce = List::new(self.program.exprs.len(), conditions.len());
        self.program.exprs.extend(conditions);
        self.current().enforce_choices = choices;
        rest
    }

    pub(super) fn current(&mut self) -> &mut Procedure {
        let last = self.program.procedures.len() - 1;
        &mut self.program.procedures[last]
    }

    fn declare_local(&mut self, decl: Decl) {
        let Name { symbol, span } = decl.name;
        if let Some((_, first)) = self.scope.local(symbol) {
            return self.twice("parameter or local variable", decl.name, first);
        }
        if let Some((_, global)) = self.scope.global(symbol) {
            self.visible -= 1;
            self.shadows(decl.name, global);
        }
        self.visible += 1;
        let var = Var::local(self.current().locals.len());
        self.scope.declare_local(symbol, var, span);
        self.current().locals.push(Variable { name: symbol, span, init: decl.init });
    }

    fn shadows(&mut self, Name { symbol, span }: Name, global: Span) {
        let dialect = self.ast.dialect;
        let severity = match dialect.rules().shadowing {
            Shadowing::Doubted => Diagnostic::warning,
            // Where the global counts, only such locals are left that it cannot stand for.
            Shadowing::Refused | Shadowing::Global => Diagnostic::error,
            Shadowing::Local => return,
        };
        let message = format!("`{}` hides the global variable of that name", self.ast.name(symbol));
        let remark = severity("shadowed-global", span, message).related(global, "the global variable");
        self.diagnostics.push(match dialect {
            Dialect::Standard => remark
                .label("in this procedure the name means this variable")
                .hint("other tools read the global here; rename one of them"),
            _ => remark.label(format!("{} gives this no meaning", dialect.tool())).hint("rename one of them"),
        });
    }

    pub(super) fn twice(&mut self, what: &str, name: Name, first: Span) {
        let text = self.ast.name(name.symbol);
        self.diagnostics.push(
            Diagnostic::error("declared-twice", name.span, format!("{what} `{text}` is declared twice"))
                .label("declared again here")
                .related(first, "first declared here"),
        );
    }
}
