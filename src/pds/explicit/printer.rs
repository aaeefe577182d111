//! Pushdown systems as text.

use super::{Configuration, Pattern, Piece, PushdownSystem, Rule, StateId, SymbolId};
use std::fmt;

/// One statement a line: initial configurations, rules, targets, words, formulas.
impl fmt::Display for PushdownSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for initial in self.initial() {
            writeln!(f, "init {}", self.show(initial))?;
        }
        for rule in self.rules() {
            writeln!(f, "{}", self.show_rule(rule))?;
        }
        for target in self.targets() {
            writeln!(f, "target {}", self.show_pattern(target))?;
        }
        for (symbol, word) in self.words() {
            writeln!(f, "atoms {} {word}", self.symbol_name(*symbol))?;
        }
        for formula in self.formulas() {
            writeln!(f, "ltl \"{formula}\"")?;
        }
        Ok(())
    }
}

impl PushdownSystem {
    /// A configuration as text.
    pub fn show<'a>(&'a self, configuration: &'a Configuration) -> impl fmt::Display + 'a {
        self.show_parts(configuration.state, &configuration.stack)
    }

    /// A configuration as text, by its parts.
    pub fn show_parts<'a>(&'a self, state: StateId, stack: &'a [SymbolId]) -> impl fmt::Display + 'a {
        let name = self.state_name(state);
        Shown(move |f: &mut fmt::Formatter<'_>| {
            write!(f, "<{name},")?;
            if stack.is_empty() {
                write!(f, " ")?;
            }
            stack.iter().try_for_each(|&symbol| write!(f, " {}", self.symbol_name(symbol)))?;
            write!(f, ">")
        })
    }

    /// A rule as text.
    pub(crate) fn show_rule<'a>(&'a self, rule: &'a Rule) -> impl fmt::Display + 'a {
        Shown(move |f: &mut fmt::Formatter<'_>| {
            let left = self.show_parts(rule.state, std::slice::from_ref(&rule.symbol));
            write!(f, "{left} -> {}", self.show_parts(rule.to, &rule.push))
        })
    }

    /// A set of configurations as text.
    pub fn show_pattern<'a>(&'a self, pattern: &'a Pattern) -> impl fmt::Display + 'a {
        Shown(move |f: &mut fmt::Formatter<'_>| {
            write!(f, "<{}, ", pattern.state().map_or(".", |state| self.state_name(state)))?;
            let mut before = Piece::Open;
            for &piece in pattern.stack() {
                let is_tight = before == Piece::Open || matches!(piece, Piece::Close | Piece::Star);
                f.write_str(if is_tight { "" } else { " " })?;
                match piece {
                    Piece::Symbol(symbol) => f.write_str(self.symbol_name(symbol))?,
                    Piece::Any => f.write_str(".")?,
                    Piece::Open => f.write_str("(")?,
                    Piece::Close => f.write_str(")")?,
                    Piece::Or => f.write_str("|")?,
                    Piece::Star => f.write_str("*")?,
                }
                before = piece;
            }
            write!(f, ">")
        })
    }
}

struct Shown<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
