//! A clause while it is made.

use crate::convert::horn::symbol::quoted;
use crate::logic::text::PREFIX;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What follows from what, for all values of the variables.
#[derive(Default)]
pub(crate) struct Clause {
    /// Each once, in the order in which they were met.
    variables: Vec<String>,
    known: FxHashSet<String>,
    premises: Vec<String>,
}

impl Clause {
    /// A variable as it is written.
    pub(crate) fn variable(&mut self, symbol: &str) -> String {
        let written = quoted(symbol);
        if self.known.insert(written.clone()) {
            self.variables.push(written.clone());
        }
        written
    }

    /// A predicate of variables as it is written.
    pub(crate) fn atom(&mut self, predicate: &str, arguments: impl Iterator<Item = String>) -> String {
        let mut atom = quoted(predicate);
        let mut is_alone = true;
        for argument in arguments {
            if is_alone {
                atom.insert(0, '(');
            }
            is_alone = false;
            atom.push(' ');
            atom += &self.variable(&argument);
        }
        if !is_alone {
            atom.push(')');
        }
        atom
    }

    /// One more premise.
    pub(crate) fn premise(&mut self, premise: String) {
        self.premises.push(premise);
    }

    /// That a variable has a value.
    pub(crate) fn equal(&mut self, symbol: &str, value: &str) {
        let variable = self.variable(symbol);
        self.premises.push(match PREFIX.constants.iter().position(|&constant| constant == value) {
            Some(0) => (PREFIX.not)(&variable),
            Some(_) => variable,
            None => (PREFIX.equal)(&variable, value),
        });
    }

    /// Writes the clause with this conclusion, as an assertion behind a remark.
    pub(crate) fn conclude(self, head: &str, remark: &str, out: &mut String) {
        let body = match self.premises.as_slice() {
            [] => PREFIX.constants[1].to_string(),
            [premise] => premise.clone(),
            premises => format!("(and {})", premises.join(" ")),
        };
        let sorted: Vec<String> = self.variables.iter().map(|name| format!("({name} Bool)")).collect();
        let mut clause = format!("(=> {body} {head})");
        if !sorted.is_empty() {
            clause = format!("(forall ({}) {clause})", sorted.join(" "));
        }
        writeln!(out, "\n; {remark}\n(assert {clause})").expect("a text takes all that is written");
    }
}
