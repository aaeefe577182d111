//! Expressions in formulas: globals by their names, locals as `procedure.name`.

use super::Spoken;
use super::meaning::{Fault, fault};
use crate::lang::program::{Expr, Kind, Node, ProcId, Program, resolve};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant_or_there;
use crate::lang::syntax;

/// An expression over the globals of a program, and the locals of one procedure.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// A program that has the same globals and, in its one procedure, the same locals.
    pub program: Program,
    /// The expression.
    pub expr: Expr,
    /// The procedure whose locals it names, if it names locals.
    pub of: Option<ProcId>,
}

/// An expression in which each local is one name, `{procedure.name}`.
struct Plain {
    text: String,
    /// For each byte of the text the one that it was.
    was: Vec<usize>,
    of: Option<ProcId>,
}

impl Condition {
    /// Reads an expression that stands at `span` in a formula, in braces.
    pub fn read(expression: &str, span: Span, text: &Source, of: Spoken<'_>) -> Result<Condition, Fault> {
        let inside = text.text(span).find(expression).unwrap_or(0) + span.start as usize;
        let plain = plain(expression, inside, of.program)?;
        let mut declared = String::new();
        let globals: Vec<&str> = of.program.globals.iter().map(|global| of.program.name(global.name)).collect();
        if !globals.is_empty() {
            declared = format!("decl {}; ", globals.join(", "));
        }
        declared.push_str("void formula() begin ");
        if let Some(procedure) = plain.of {
            let locals = of.program[procedure].locals.iter().map(|local| of.program.name(local.name));
            let locals: Vec<String> = locals.map(|local| braced(of.program, procedure, local)).collect();
            declared.push_str(&format!("decl {}; ", locals.join(", ")));
        }
        declared.push_str("assume(");
        let first = declared.len();
        let source = Source::new(text.name(), format!("{declared}{}); end", plain.text));
        let mut remarks = Diagnostics::new(&source);
        let ast = syntax::parse(&source, of.ladder, &mut remarks);
        let program = resolve(ast, &mut remarks);
        // From there to the formula: what is wrong behind the expression is wrong at its end.
        let back = |offset: u32| {
            let offset = (offset as usize).saturating_sub(first);
            plain.was.get(offset).map_or(inside + expression.len(), |was| inside + was)
        };
        let Some(program) = program else {
            remarks.sort();
            let remark = remarks.iter().find(|remark| remark.severity == crate::lang::source::Severity::Error);
            let remark = remark.map(|remark| {
                let span = Span::new(back(remark.span.start), back(remark.span.end));
                let known = Diagnostic { span, related: Vec::new(), ..remark.clone() };
                Box::new(match remark.code {
                    "undeclared" => known.hint("a local is written with its procedure, as in `{main.x}`"),
                    _ => known,
                })
            });
            return Err(remark.unwrap_or_else(|| fault("syntax", span, "this is no expression")));
        };
        let assumed = program.procedure_ids().flat_map(|id| program.places(id)).find_map(|place| {
            match (program[place].kind, program[place].next) {
                (Kind::Assume(cond), _) => Some(cond),
                _ => None,
            }
        });
        // A text that closes the parenthesis itself would leave more than one statement.
        let (Some(expr), [procedure]) = (assumed, &program.procedures[..]) else {
            return Err(fault("syntax", span, "this is no expression"));
        };
        if procedure.points() != 3 {
            return Err(fault("syntax", span, "this is no expression"));
        }
        let mut nodes = program.expr_nodes(expr).iter().zip(program.node_spans(expr));
        if let Some((_, at)) = nodes.find(|(node, _)| matches!(node, Node::Choice(_) | Node::Schoose(..))) {
            let span = Span::new(back(at.start), back(at.end));
            let remark = Diagnostic::error("choice", span, "a formula makes no choices")
                .hint("it speaks of what a run has chosen: of the values of variables");
            return Err(Box::new(remark));
        }
        Ok(Condition { expr, of: plain.of, program })
    }
}

/// The name of a local in expressions.
fn braced(program: &Program, procedure: ProcId, local: &str) -> String {
    let local = local.trim_start_matches('{').trim_end_matches('}');
    format!("{{{}.{local}}}", program.name(program[procedure].name))
}

/// The expression with one name for each local. It begins at `inside` in the formula.
fn plain(expression: &str, inside: usize, program: &Program) -> Result<Plain, Fault> {
    let mut plain = Plain { text: String::new(), was: Vec::new(), of: None };
    let mut at = 0;
    while let Some(character) = expression[at..].chars().next() {
        let length = name(&expression[at..]);
        let dot = at + length;
        let local = expression[dot..].strip_prefix('.').map_or(0, name);
        let (end, written) = if length > 0 && local > 0 {
            let end = dot + 1 + local;
            let span = Span::new(inside + at, inside + end);
            let (of, local) = (&expression[at..dot], &expression[dot + 1..end]);
            let procedure = program.find_procedure(of).ok_or_else(|| {
                let known = program.procedure_ids().map(|id| program.name(program[id].name));
                let message = format!("there is no procedure `{of}`{}", meant_or_there(of, known));
                fault("unknown-procedure", span, message)
            })?;
            let mut locals = program[procedure].locals.iter().map(|local| program.name(local.name));
            if !locals.clone().any(|known| known == local) {
                let known = meant_or_there(local, &mut locals);
                let message = format!("`{of}` has no parameter or local `{local}`{known}");
                return Err(fault("undeclared", span, message));
            }
            if *plain.of.get_or_insert(procedure) != procedure {
                let remark = Diagnostic::error("two-procedures", span, "these are locals of two procedures")
                    .label("one of them is not there whenever the other one is")
                    .hint("put each into braces of its own, as in `{f.x} | {g.y}`");
                return Err(Box::new(remark));
            }
            (end, braced(program, procedure, local))
        } else {
            let end = at + length.max(character.len_utf8());
            (end, expression[at..end].to_string())
        };
        let was = (0..written.len()).map(|offset| at + offset.min(end - at - 1));
        plain.was.extend(was);
        plain.text.push_str(&written);
        at = end;
    }
    Ok(plain)
}

/// The length of the name with which a text begins; 0 if there is none.
fn name(text: &str) -> usize {
    if text.starts_with('{') {
        return text.find('}').map_or(0, |end| end + 1);
    }
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_$#".contains(c);
    if begins { text.find(|c: char| !is_part(c)).unwrap_or(text.len()) } else { 0 }
}
