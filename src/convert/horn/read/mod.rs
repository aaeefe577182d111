//! Horn clauses from SMT-LIB 2, as CHC-COMP has them and solvers print them.

mod clause;
mod sexp;

use super::{Clause, Horn, Predicate};
use crate::lang::source::{Diagnostic, Diagnostics, Source};
use clause::Reader;
use rustc_hash::FxHashMap;
use sexp::{Sexp, Tree};

/// Commands that say nothing about the clauses.
const IGNORED: [&str; 7] = ["set-info", "set-option", "check-sat", "exit", "get-model", "get-proof", "get-info"];

/// A procedure has no more results.
const WIDEST: usize = 65_535;

/// Reads a script of declarations and assertions.
///
/// # Errors
/// What is no Horn clause over Booleans, with its place.
pub fn read(source: &Source) -> Result<Horn, Diagnostics> {
    let mut remarks = Diagnostics::new(source);
    let horn = Tree::read(source).map_err(|error| remarks.push(*error)).ok().map(|tree| {
        let mut script = Script { tree: &tree, horn: Horn::default(), names: FxHashMap::default() };
        for &command in &tree.roots {
            if let Err(error) = script.command(command) {
                remarks.push(*error);
            }
        }
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
}

impl Script<'_> {
    fn command(&mut self, command: Sexp) -> Result<(), Box<Diagnostic>> {
        let tree = self.tree;
        let error = |message: String| Box::new(Diagnostic::error("command", tree.span(command), message));
        let Some((&first, rest)) = tree.list(command).and_then(<[Sexp]>::split_first) else {
            return Err(error("expected a command in parentheses".into()));
        };
        let word = tree.symbol(first).unwrap_or_default();
        match (word.as_ref(), rest) {
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
            ("set-logic" | "declare-fun" | "assert", _) => Err(error(format!("`{word}` has not these parts"))),
            (word, _) => Err(error(format!(
                "the command `{word}` is not understood: expected `set-logic`, `declare-fun`, `assert` or `check-sat`"
            ))),
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
