//! The statements of a procedure.

use super::super::super::pool::List;
use super::super::super::source::{Diagnostic, Span};
use super::super::super::syntax::ast::{self, Name, StmtId, StmtKind, Target, ThreadOp};
use super::super::super::syntax::dialect::rules::{FallingOff, RepeatedLabel};
use super::super::expression::{Expr, Node};
use super::super::model::*;
use super::Resolver;
use super::layout::{Slot, layout};

impl Resolver<'_> {
    /// Resolves the procedure with this index in the tree; procedures are resolved in order.
    pub(super) fn procedure(&mut self, index: usize) {
        let ast = self.ast;
        let procedure = &ast.procedures[index];
        self.scope.enter();
        self.program.procedures.push(Procedure {
            name: procedure.name.symbol,
            name_span: procedure.name.span,
            span: ast.procedure_spans[index],
            locals: Vec::new(),
            params: 0,
            results: procedure.results as usize,
            enforce: List::new(0, 0),
            enforce_choices: 0,
            base: self.program.statements.len() as u32,
            points: 0,
        });
        let body = self.head(index);
        let slots = layout(ast, &self.sizes, body);
        self.refuse_late_heads(index, body);
        self.collect_labels(&slots);
        let first = Point(1);
        self.statement(Kind::Enter, first, List::new(0, 0), 0, procedure.name.span);
        for slot in &slots {
            self.slot(slot);
        }
        let end = ast.procedure_spans[index].end;
        let end = Span { start: end.saturating_sub(3), end };
        let results = procedure.results;
        self.statement(Kind::End, Point(slots.len() as u32 + 1), List::new(0, 0), results, end);
        self.current().points = slots.len() as u32 + 2;
        let is_doubted = ast.dialect.rules().falling_off == FallingOff::Doubted;
        if results > 0 && is_doubted && ast.loss == ast::Loss::Nothing {
            self.warn_of_falling_off(end);
        }
    }

    fn statement(&mut self, kind: Kind, next: Point, labels: List<ast::Symbol>, choices: u32, span: Span) {
        self.program.statements.push(Statement { kind, next, labels, choices });
        self.program.spans.push(span);
    }

    /// `decl` and `enforce` behind the first statement, behind a label, or inside a block, are errors.
    fn refuse_late_heads(&mut self, index: usize, body: &[StmtId]) {
        let ast = self.ast;
        let mut blocks = vec![body];
        let mut late = Vec::new();
        while let Some(block) = blocks.pop() {
            for &stmt in block {
                match ast[stmt].kind {
                    StmtKind::If(arms, other) => {
                        blocks.push(&ast[other]);
                        blocks.extend(ast[arms].iter().map(|arm| &ast[arm.body]));
                    }
                    StmtKind::While(_, body) => blocks.push(&ast[body]),
                    StmtKind::Decl(_) => late.push((stmt, "decl")),
                    StmtKind::Enforce(_) => late.push((stmt, "enforce")),
                    _ => {}
                }
            }
        }
        late.sort();
        for (stmt, word) in late {
            let span = ast.stmt_spans[stmt.index()];
            self.diagnostics.push(
                Diagnostic::error("late-head", span, format!("`{word}` does not stand at the head of the body"))
                    .label("expected before all statements and labels")
                    .related(ast.procedures[index].name.span, "of this procedure")
                    .hint("move it behind `begin`, without a label; only CProver's tools allow it here"),
            );
            if let StmtKind::Decl(decls) = ast[stmt].kind {
                // Its names are known from here on, so that one mistake is reported once.
                for decl in &ast[decls] {
                    if self.scope.local(decl.name.symbol).is_none() {
                        self.scope.declare_local(decl.name.symbol, Var::local(0), decl.name.span);
                    }
                }
            }
        }
    }

    fn collect_labels(&mut self, slots: &[Slot]) {
        let ast = self.ast;
        for (index, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.arm == 0) {
            let point = Point(index as u32 + 1);
            for &label in &ast[ast[slot.stmt].labels] {
                match self.scope.label(label.symbol) {
                    Some((first, _)) if first == point => {}
                    Some(_) if ast.dialect.rules().repeated_label == RepeatedLabel::First => {}
                    Some((_, first)) => self.twice("label", label, first),
                    None => self.scope.declare_label(label.symbol, point, label.span),
                }
                if ast.name(label.symbol).starts_with("ASYNC_") {
                    self.concurrent(label.span, "a label that begins with `ASYNC_` starts a thread");
                }
            }
        }
    }

    fn slot(&mut self, slot: &Slot) {
        let ast = self.ast;
        let stmt = &ast[slot.stmt];
        let mut choices = 0;
        let mut span = ast.stmt_spans[slot.stmt.index()];
        let kind = match stmt.kind {
            StmtKind::If(arms, _) => {
                let arm = ast[arms][slot.arm];
                span = arm.head.0;
                Kind::Branch { cond: self.expr(arm.cond, false, &mut choices), yes: slot.yes }
            }
            StmtKind::While(cond, _) => {
                span.end = ast.span(cond).end;
                Kind::Branch { cond: self.expr(cond, false, &mut choices), yes: slot.yes }
            }
            ref simple => self.simple(simple, span, &mut choices),
        };
        let labels = if slot.arm == 0 { &ast[stmt.labels] } else { &[] };
        let list = List::new(self.program.labels.len(), labels.len());
        self.program.labels.extend(labels.iter().map(|label| label.symbol));
        self.statement(kind, slot.next, list, choices, span);
    }

    fn simple(&mut self, kind: &StmtKind, span: Span, choices: &mut u32) -> Kind {
        let ast = self.ast;
        match *kind {
            StmtKind::Goto(labels) => {
                let points: Vec<Point> = ast[labels].iter().filter_map(|&label| self.target(label)).collect();
                let list = List::new(self.program.points.len(), points.len());
                self.program.points.extend(points);
                Kind::Goto(list)
            }
            StmtKind::Return(values) => {
                let returned = self.exprs(&ast[values], choices);
                let (given, wanted) = (values.len(), self.current().results);
                if given != wanted {
                    let message = format!(
                        "{} returned, but the procedure has {}",
                        count(given, "value is", "values are"),
                        count(wanted, "result", "results")
                    );
                    let name = self.current().name_span;
                    self.diagnostics.push(
                        Diagnostic::error("result-count", span, message)
                            .label("as many values as results must be returned")
                            .related(name, "this procedure"),
                    );
                }
                Kind::Return(returned)
            }
            StmtKind::Assume(cond) => Kind::Assume(self.expr(cond, false, choices)),
            StmtKind::Assert(cond) => Kind::Assert(self.expr(cond, false, choices)),
            StmtKind::AbortIf(cond) => Kind::AbortIf(self.expr(cond, false, choices)),
            StmtKind::Constrain(cond) => {
                let cond = self.expr(cond, true, choices);
                *choices += self.visible;
                Kind::Relate(cond)
            }
            StmtKind::Dead(names) => {
                let vars: Vec<Option<Var>> = ast[names].iter().map(|&name| self.var(name)).collect();
                *choices += vars.len() as u32;
                Kind::Dead(self.var_list(&vars))
            }
            StmtKind::Print(values) => {
                let mut dropped = 0;
                ast[values].iter().for_each(|&value| _ = self.expr(value, false, &mut dropped));
                Kind::Skip
            }
            StmtKind::Call(targets, callee, args) => self.call(&ast[targets], callee, &ast[args], span, choices),
            StmtKind::Assign(targets, values, constrain) => {
                let vars = self.targets(&ast[targets]);
                let assigned = self.exprs(&ast[values], choices);
                let constrain = constrain.map(|cond| self.expr(cond, true, choices));
                let (given, wanted) = (values.len(), targets.len());
                if given != wanted {
                    let message = format!(
                        "{} assigned to {}",
                        count(given, "value is", "values are"),
                        count(wanted, "variable", "variables")
                    );
                    self.error("value-count", span, message, "as many values as variables must stand here");
                }
                Kind::Assign { targets: self.var_list(&vars), values: assigned, constrain }
            }
            StmtKind::Thread(op @ (ThreadOp::AtomicBegin | ThreadOp::AtomicEnd)) if !self.starts_threads => {
                let message = format!("`{}` has no effect: the program starts no thread", op.keyword());
                self.diagnostics.push(
                    Diagnostic::warning("atomic", span, message)
                        .label("read as `skip`")
                        .hint("with one thread there is nobody to be kept out"),
                );
                Kind::Skip
            }
            StmtKind::Thread(op) => {
                self.concurrent(span, &format!("`{}`", op.keyword()));
                Kind::Skip
            }
            // `if` and `while` are laid out by the caller; late heads were refused.
            StmtKind::Skip
            | StmtKind::Implicit
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Decl(_)
            | StmtKind::Enforce(_) => Kind::Skip,
        }
    }

    fn call(&mut self, targets: &[Target], callee: Name, args: &[ast::Expr], span: Span, choices: &mut u32) -> Kind {
        let vars = self.targets(targets);
        let given = self.exprs(args, choices);
        let name = self.ast.name(callee.symbol);
        let Some(id) = self.scope.procedure(callee.symbol) else {
            let message = format!("procedure `{name}` is not declared");
            let error = Diagnostic::error("undeclared", callee.span, message).label("no such procedure in this file");
            let similar = self.similar(callee.symbol, |this, symbol| this.scope.procedure(symbol).is_some());
            self.diagnostics.push(match similar {
                Some(similar) => error.hint(format!("there is a procedure `{similar}`")),
                None if name.contains("nondet") => error.hint("an arbitrary value is written `*`"),
                None => error,
            });
            return Kind::Skip;
        };
        let declared = &self.ast.procedures[id.index()];
        let (params, results) = (declared.params.len(), declared.results as usize);
        if args.len() != params {
            let takes = count(params, "argument", "arguments");
            let message = format!("`{name}` takes {takes}, but is given {}", args.len());
            self.miscounted("argument-count", message, span, declared.name.span);
        }
        if !targets.is_empty() && targets.len() != results {
            let stored = count(targets.len(), "is", "are");
            let message = format!("`{name}` has {}, but {stored} stored", count(results, "result", "results"));
            self.miscounted("result-count", message, span, declared.name.span);
        }
        Kind::Call { callee: id, args: given, targets: self.var_list(&vars) }
    }

    fn miscounted(&mut self, code: &'static str, message: String, call: Span, declared: Span) {
        let error = Diagnostic::error(code, call, message).label("in this call");
        self.diagnostics.push(error.related(declared, "declared here"));
    }

    /// The variables on the left of `:=`; each may stand there once.
    fn targets(&mut self, targets: &[Target]) -> Vec<Option<Var>> {
        self.scope.begin_assignment();
        let mut vars = Vec::with_capacity(targets.len());
        for target in targets {
            vars.push(match *target {
                Target::Discard => None,
                Target::Var(name) => {
                    if self.scope.assign_again(name.symbol) {
                        let message = format!("`{}` is assigned twice by one statement", self.ast.name(name.symbol));
                        self.error("assigned-twice", name.span, message, "a second value for the same variable");
                    }
                    self.var(name)
                }
            });
        }
        vars
    }

    fn target(&mut self, label: Name) -> Option<Point> {
        let point = self.scope.label(label.symbol);
        if point.is_none() {
            let message = format!("label `{}` is not in this procedure", self.ast.name(label.symbol));
            let error = Diagnostic::error("undeclared", label.span, message).label("`goto` has no target");
            let similar = self.similar(label.symbol, |this, symbol| this.scope.label(symbol).is_some());
            self.diagnostics.push(match similar {
                Some(similar) => error.hint(format!("there is a label `{similar}`")),
                None => error,
            });
        }
        point.map(|(point, _)| point)
    }

    fn var_list(&mut self, vars: &[Option<Var>]) -> List<Option<Var>> {
        let list = List::new(self.program.vars.len(), vars.len());
        self.program.vars.extend_from_slice(vars);
        list
    }

    /// A procedure with results whose `end` control can reach, as far as the graph tells, returns anything.
    fn warn_of_falling_off(&mut self, end: Span) {
        let id = ProcId(self.program.procedures.len() as u32 - 1);
        let program = &self.program;
        let last = program[id].end();
        let mut seen = vec![false; last.0 as usize + 1];
        let mut stack = vec![Point::ENTRY];
        while let Some(point) = stack.pop() {
            if std::mem::replace(&mut seen[point.0 as usize], true) {
                continue;
            }
            let statement = &program[Place { procedure: id, point }];
            let constant = |expr: Expr| match program.expr_nodes(expr) {
                [Node::Const(value)] => Some(*value),
                _ => None,
            };
            match statement.kind {
                Kind::Goto(targets) => stack.extend(&program[targets]),
                Kind::Return(_) | Kind::End => {}
                Kind::Assume(cond) | Kind::Assert(cond) if constant(cond) == Some(false) => {}
                Kind::Branch { cond, yes } => {
                    stack.extend((constant(cond) != Some(false)).then_some(yes));
                    stack.extend((constant(cond) != Some(true)).then_some(statement.next));
                }
                _ => stack.push(statement.next),
            }
        }
        if seen[last.0 as usize] {
            let (name, name_span) = (self.ast.name(program[id].name), program[id].name_span);
            self.diagnostics.push(
                Diagnostic::warning("falls-off", end, format!("`{name}` can reach its end without `return`"))
                    .label("its results are arbitrary here")
                    .related(name_span, "has results")
                    .hint("end it with `return`; some tools never come back from here"),
            );
        }
    }
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
