//! Names that a text does not use.

use super::super::ast::{Ast, Symbol};
use rustc_hash::FxHashSet;

/// Makes new names.
#[derive(Default)]
pub(super) struct Fresh {
    /// The names of the text, once one was asked for.
    taken: Option<FxHashSet<Box<str>>>,
    made: usize,
}

impl Fresh {
    /// A new name that reminds of this one: `x$1`, `{x==0$1}`, or `L7$1` for the label `7`.
    pub(super) fn like(&mut self, ast: &mut Ast, name: Symbol) -> Symbol {
        let text = self.text(ast, name);
        ast.names.push(text);
        Symbol(ast.names.len() as u32 - 1)
    }

    /// The text of such a name.
    pub(super) fn text(&mut self, ast: &Ast, name: Symbol) -> Box<str> {
        let old = ast.name(name);
        let (stem, close) = match old.strip_suffix('}') {
            Some(stem) => (stem, "}"),
            None => (old, ""),
        };
        let letter = if old.starts_with(|first: char| first.is_ascii_digit()) { "L" } else { "" };
        let taken = self.taken.get_or_insert_with(|| ast.names.iter().cloned().collect());
        loop {
            self.made += 1;
            let text = format!("{letter}{stem}${}{close}", self.made);
            if !taken.contains(text.as_str()) {
                return text.into();
            }
        }
    }
}
