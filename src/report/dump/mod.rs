//! The stages of the road as text and JSON: [`tokens`], [`ast`], [`program`], [`cfg`](mod@cfg) and [`pds`].
//!
//! Each stage has a document: a plain value that says everything, with a `Display` for people and a `Serialize`
//! for programs, so that both tell the same. Trees and formulas are tables whose rows name each other by
//! index: no reader has to recurse.

pub mod ast;
pub mod cfg;
mod expression;
mod formula;
pub mod pds;
pub mod program;
pub mod tokens;

use crate::lang::program::{Place, Program};
use crate::lang::source::{Source, Span};
use serde::Serialize;
use std::fmt;

/// A place of the text: line and column, from 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct At {
    line: u32,
    column: u32,
}

impl At {
    fn of(source: &Source, span: Span) -> At {
        let position = source.position(span.start);
        At { line: position.line, column: position.column }
    }

    fn place(program: &Program, source: &Source, place: Place) -> At {
        At::of(source, program.span(place))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.line, self.column))
    }
}

/// A declared variable.
#[derive(Clone, Debug, Serialize)]
struct Declared {
    name: String,
    #[serde(flatten)]
    at: At,
    /// Its value when it comes to life; null: arbitrary.
    init: Option<bool>,
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.init {
            Some(value) => write!(f, " := {}", u8::from(value)),
            None => Ok(()),
        }
    }
}

/// The variables one after the other; a dash if there are none.
fn list<T: ToString>(things: &[T]) -> String {
    match things {
        [] => "-".into(),
        _ => things.iter().map(T::to_string).collect::<Vec<_>>().join(", "),
    }
}
