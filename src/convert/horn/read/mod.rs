//! Horn clauses from SMT-LIB 2, as CHC-COMP has them and solvers print them.

mod clause;
mod sexp;

use super::{Clause, Horn, Predicate};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::logic::formula::Formula;
use clause::Reader;
use rustc_hash::FxHashMap;
use sexp::{Sexp, Tree};
use std::ops::ControlFlow;

/// Commands that say nothing about the clauses.
const IGNORED: [&str; 5] = ["set-info", "set-option", "get-model", "get-proof", "get-info"];

/// A procedure has no more results.
const WIDEST: usize = 65_535;

/// Reads a script of declarations and assertions, up to `(exit)`.
///
/// # Errors
/// What is no Horn clause over Booleans, or belongs to a second question, with its place.
pub fn read(source: &Source) -> Result<Horn, Diagnostics> {
    let mut remarks = Diagnostics::new(source);
    let horn = Tree::read(source).map_err(|error| remarks.push(*error)).ok().map(|tree| {
        let mut script = Script { tree: &tree, horn: Horn::default(), names: FxHashMap::default(), asked: None };
        for &command in &tree.roots {
            match script.command(command) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(error) => remarks.push(*error),
            }
        }
        script.question();
        script.horn
    });
    match horn {
        Some(horn) if !remarks.has_errors() => Ok(horn),
        _ => Err(remarks),
    }
}

struct Script<'t> {
    tree: &'t Tree<'t>,
    horn: Horn,
    /// The predicates and their arities by name.
    names: FxHashMap<String, (usize, usize)>,
    /// Where `(check-sat)` stands, once it was read.
    asked: Option<Span>,
}

impl Script<'_> {
    /// Reads a command; nothing goes on behind `(exit)`.
    fn command(&mut self, command: Sexp) -> Result<ControlFlow<()>, Box<Diagnostic>> {
        let tree = self.tree;
        let error = |message: String| Box::new(Diagnostic::error("command", tree.span(command), message));
        let Some((&first, rest)) = tree.list(command).and_then(<[Sexp]>::split_first) else {
            return Err(error("expected a command in parentheses".into()));
        };
        let word = tree.symbol(first).unwrap_or_default();
        if let (Some(asked), "set-logic" | "declare-fun" | "assert" | "check-sat") = (self.asked, word.as_ref()) {
            let message = format!("`{word}` stands behind `(check-sat)`: a script has one question here");
            let error = Diagnostic::error("second-question", tree.span(command), message).related(asked, "asked here");
            return Err(Box::new(
                error.hint("write a file for each question, with all its clauses before `(check-sat)`"),
            ));
        }
        match (word.as_ref(), rest) {
            ("exit", []) => return Ok(ControlFlow::Break(())),
            ("check-sat", []) => {
                self.asked = Some(tree.span(command));
                Ok(())
            }
            ("set-logic", [logic]) => match tree.symbol(*logic).as_deref() {
                Some("HORN" | "ALL") => Ok(()),
                _ => Err(Box::new(Diagnostic::error("logic", tree.span(*logic), "expected the logic HORN"))),
            },
            ("declare-fun", [name, sorts, range]) => self.declare(*name, *sorts, *range),
            ("assert", [formula]) => {
                let clause = Reader::new(tree, &mut self.horn.formulas, &self.names).read(*formula)?;
                self.horn.clauses.push(Clause { number: self.horn.clauses.len() + 1, ..clause });
                Ok(())
            }
            (word, _) if IGNORED.contains(&word) => Ok(()),
            ("set-logic" | "declare-fun" | "assert" | "check-sat" | "exit", _) => {
                Err(error(format!("`{word}` has not these parts")))
            }
            (word, _) => Err(error(format!(
                "the command `{word}` is not understood: expected `set-logic`, `declare-fun`, `assert` or `check-sat`"
            ))),
        }
        .map(ControlFlow::Continue)
    }

    /// Clauses none of which is about a contradiction are asked about, too: their question is a contradiction that nothing leads to.
    fn question(&mut self) {
        let Horn { clauses, .. } = &mut self.horn;
        let place = self.asked.or(clauses.last().map(|clause| clause.span));
        if let Some(span) = place.filter(|_| clauses.iter().all(|clause| clause.head.is_some())) {
            let (number, constraint) = (clauses.len() + 1, Formula::FALSE);
            clauses.push(Clause { number, span, variables: Vec::new(), atoms: Vec::new(), constraint, head: None });
        }
    }

    fn declare(&mut self, name: Sexp, sorts: Sexp, range: Sexp) -> Result<(), Box<Diagnostic>> {
        let tree = self.tree;
        let Some(symbol) = tree.symbol(name) else {
            return Err(Box::new(Diagnostic::error(
                "declaration",
                tree.span(name),
                "expected the name of a predicate",
            )));
        };
        let Some(parameters) = tree.list(sorts) else {
            return Err(Box::new(Diagnostic::error(
                "declaration",
                tree.span(sorts),
                "expected the sorts of the arguments",
            )));
        };
        for &sort in parameters.iter().chain([&range]) {
            clause::is_bool(tree, sort)?;
        }
        if parameters.len() > WIDEST {
            let message = format!("a predicate is of at most {WIDEST} Booleans here, found {}", parameters.len());
            return Err(Box::new(Diagnostic::error("arity", tree.span(name), message)));
        }
        let predicate = Predicate { name: symbol.to_string(), arity: parameters.len() };
        if self.names.insert(symbol.to_string(), (self.horn.predicates.len(), parameters.len())).is_some() {
            return Err(Box::new(Diagnostic::error(
                "declared-twice",
                tree.span(name),
                format!("`{symbol}` is declared twice"),
            )));
        }
        self.horn.predicates.push(predicate);
        Ok(())
    }
}
