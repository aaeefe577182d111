//! What is read as a program.

use super::horn;
use crate::lang::source::{Diagnostics, Source};
use std::path::Path;
use std::str::FromStr;

/// A format in which programs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Boolean programs.
    Bp,
    /// Constrained Horn clauses.
    Smt2,
}

impl Input {
    /// All formats.
    pub const ALL: [Input; 2] = [Input::Bp, Input::Smt2];

    /// Its name, which is also how its files end.
    pub fn name(self) -> &'static str {
        match self {
            Input::Bp => "bp",
            Input::Smt2 => "smt2",
        }
    }

    /// The format of a file with this name: by its ending, or else a Boolean program.
    pub fn of(path: &Path) -> Input {
        let ending = path.extension().and_then(|ending| ending.to_str());
        Input::ALL.into_iter().find(|input| ending == Some(input.name())).unwrap_or(Input::Bp)
    }

    /// The Boolean program that a text in this format stands for: itself, or one that is made of it.
    ///
    /// # Errors
    /// What is wrong with the text. Errors of Boolean programs are found later.
    pub fn program(self, source: Source) -> Result<Source, Diagnostics> {
        match self {
            Input::Bp => Ok(source),
            Input::Smt2 => Ok(horn::program(horn::read(&source)?, &source)),
        }
    }
}

impl FromStr for Input {
    type Err = String;

    fn from_str(name: &str) -> Result<Input, String> {
        Input::ALL.into_iter().find(|input| input.name() == name).ok_or_else(|| {
            let known = Input::ALL.map(|input| format!("`{}`", input.name())).join(", ");
            format!("there is no format `{name}` to read: expected {known}")
        })
    }
}
