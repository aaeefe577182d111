//! Statements that mean another one: each becomes that one, in its place.

use super::super::super::source::{Diagnostic, Span};
use super::super::ast::{Ast, Expr, List, Name, Node, StmtId, StmtKind, Symbol, Target};
use super::Work;
use super::expressions::{Part, conjunction, has_primes, without_primes};
use super::rules::{AbortIf, Assert, Dead, Prime, Print, RepeatedTarget, Threads};
use rustc_hash::FxHashSet;

const PRINT: &str = "print";

/// Rewrites each statement.
pub(super) fn standardize(ast: &mut Ast, work: &mut Work<'_>) {
    let mut print = None;
    for index in 0..ast.stmts.len() {
        let stmt = StmtId(index as u32);
        primes(ast, stmt, work.rules.prime);
        let span = ast.stmt_spans[index];
        let new = match ast.stmts[index].kind {
            StmtKind::Assert(cond) if work.rules.assert == Assert::Blocks => StmtKind::Assume(cond),
            StmtKind::Dead(_) if work.rules.dead == Dead::Skip => StmtKind::Skip,
            StmtKind::Print(values) if work.rules.print == Print::Call => {
                call_of_print(*print.get_or_insert_with(|| name_of_print(ast)), values, span)
            }
            StmtKind::AbortIf(_) if work.rules.abortif == AbortIf::Skip => {
                left_out("abortif", "abortif-dropped", span, work);
                StmtKind::Skip
            }
            StmtKind::Thread(op) if work.rules.threads == Threads::Skip => {
                left_out(op.keyword(), "concurrent", span, work);
                StmtKind::Skip
            }
            StmtKind::Assign(targets, values, constrain) => assignment(ast, targets, values, constrain, work),
            StmtKind::Call(targets, callee, args) => StmtKind::Call(targets_of_call(ast, targets, work), callee, args),
            _ => continue,
        };
        ast.stmts[index].kind = new;
    }
}

/// The expressions of a statement, without those of statements inside of it.
pub(super) fn expressions(ast: &Ast, stmt: StmtId) -> Vec<Expr> {
    match ast[stmt].kind {
        StmtKind::If(arms, _) => ast[arms].iter().map(|arm| arm.cond).collect(),
        StmtKind::While(cond, _)
        | StmtKind::Assume(cond)
        | StmtKind::Assert(cond)
        | StmtKind::AbortIf(cond)
        | StmtKind::Constrain(cond) => vec![cond],
        StmtKind::Return(values) | StmtKind::Print(values) | StmtKind::Call(_, _, values) => ast[values].to_vec(),
        StmtKind::Assign(_, values, constrain) => ast[values].iter().copied().chain(constrain).collect(),
        _ => Vec::new(),
    }
}

fn left_out(word: &'static str, code: &'static str, span: Span, work: &mut Work<'_>) {
    let tool = work.tool;
    work.report_first(word, || {
        let message = format!("{tool} reads `{word}` and does nothing about it");
        Diagnostic::warning(code, span, message).label("read as `skip`, here and elsewhere")
    });
}

/// The name of the procedure that a `print` calls.
fn name_of_print(ast: &mut Ast) -> Symbol {
    let known = ast.names.iter().position(|name| &**name == PRINT);
    let index = known.unwrap_or_else(|| {
        ast.names.push(PRINT.into());
        ast.names.len() - 1
    });
    Symbol(index as u32)
}

fn call_of_print(print: Symbol, values: List<Expr>, span: Span) -> StmtKind {
    let span = Span { end: span.start + PRINT.len() as u32, ..span };
    StmtKind::Call(List::new(0, 0), Name { symbol: print, span }, values)
}

/// Primes in conditions, which change nothing: `'x` is `x` for whoever takes primes there. In values, arguments and
/// results it is so only if a prime is the value before the step.
fn primes(ast: &mut Ast, stmt: StmtId, prime: Prime) {
    let exprs = match ast[stmt].kind {
        _ if prime == Prime::Refused => return,
        StmtKind::Constrain(_) => return,
        StmtKind::Assign(_, values, _) if prime == Prime::Before => ast[values].to_vec(),
        StmtKind::If(..) | StmtKind::While(..) | StmtKind::Assume(_) | StmtKind::Assert(_) => expressions(ast, stmt),
        StmtKind::Assign(..) => return,
        _ if prime == Prime::Before => expressions(ast, stmt),
        _ => return,
    };
    exprs.into_iter().for_each(|expr| without_primes(ast, expr));
}

fn assignment(
    ast: &mut Ast,
    targets: List<Target>,
    values: List<Expr>,
    constrain: Option<Expr>,
    work: &mut Work<'_>,
) -> StmtKind {
    let unchanged = StmtKind::Assign(targets, values, constrain);
    let repeated = repeated(ast, targets, work.rules.repeated_target);
    let relates = work.rules.prime == Prime::After && ast[values].iter().any(|&value| has_primes(ast, value));
    if targets.len() != values.len() || repeated.is_empty() && !relates {
        return unchanged;
    }
    let mut parts: Vec<Part> = Vec::new();
    let (mut new_targets, mut new_values) = (ast[targets].to_vec(), ast[values].to_vec());
    for index in repeated {
        let target = std::mem::replace(&mut new_targets[index], Target::Discard);
        if let (Target::Var(name), RepeatedTarget::Agree) = (target, work.rules.repeated_target) {
            parts.push(Part::Becomes(name, new_values[index]));
            new_values[index] = ast.new_leaf(Node::Const(false));
        }
    }
    if relates {
        for (target, value) in new_targets.iter().zip(&mut new_values) {
            match *target {
                Target::Var(name) => {
                    parts.push(Part::Becomes(name, *value));
                    *value = ast.new_leaf(Node::Choice);
                }
                Target::Discard => *value = ast.new_leaf(Node::Const(false)),
            }
        }
    }
    parts.extend(constrain.map(Part::Is));
    let constrain = (!parts.is_empty()).then(|| conjunction(ast, &parts));
    StmtKind::Assign(ast.new_list(new_targets), ast.new_list(new_values), constrain)
}

fn targets_of_call(ast: &mut Ast, targets: List<Target>, work: &mut Work<'_>) -> List<Target> {
    let repeated = repeated(ast, targets, work.rules.repeated_target);
    if repeated.is_empty() {
        return targets;
    }
    let mut new = ast[targets].to_vec();
    for index in repeated {
        let target = std::mem::replace(&mut new[index], Target::Discard);
        if let (Target::Var(name), RepeatedTarget::Agree) = (target, work.rules.repeated_target) {
            let message = format!("`{}` takes two results of one call", ast.name(name.symbol));
            work.report(
                Diagnostic::error("assigned-twice", name.span, message)
                    .label(format!("{} goes on only if both are the same, which is not supported", work.tool))
                    .hint("store the results in two variables and compare them"),
            );
        }
    }
    ast.new_list(new)
}

/// The positions of targets that another one of the same name takes precedence over.
fn repeated(ast: &Ast, targets: List<Target>, rule: RepeatedTarget) -> Vec<usize> {
    let mut known = FxHashSet::default();
    let targets = &ast[targets];
    let mut is_repeated = |&index: &usize| matches!(targets[index], Target::Var(name) if !known.insert(name.symbol));
    match rule {
        _ if targets.len() < 2 => Vec::new(),
        RepeatedTarget::Refused => Vec::new(),
        RepeatedTarget::First | RepeatedTarget::Agree => (0..targets.len()).filter(is_repeated).collect(),
        RepeatedTarget::Last => (0..targets.len()).rev().filter(|index| is_repeated(index)).collect(),
    }
}
