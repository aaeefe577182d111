//! What is read as a program.

use super::moped::system as moped;
use super::{horn, pdaaal, system};
use crate::lang::source::{Diagnostics, Origin, Source, Told};
use crate::pds::explicit;
use std::path::Path;
use std::str::FromStr;

/// A format in which programs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Boolean programs.
    Bp,
    /// Constrained Horn clauses.
    Smt2,
    /// Explicit pushdown systems, in our text format or, where a text begins like one, in Moped's.
    Pds,
    /// Explicit pushdown systems in Moped's text format.
    MopedPds,
    /// The same as an instance for PDAAAL.
    Pdaaal,
}

impl Input {
    /// All formats.
    pub(crate) const ALL: [Input; 5] = [Input::Bp, Input::Smt2, Input::Pds, Input::MopedPds, Input::Pdaaal];

    /// Those that are looked for in folders: a `.json` may be anything.
    pub const IN_FOLDERS: [Input; 3] = [Input::Bp, Input::Smt2, Input::Pds];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Input::Bp => "bp",
            Input::Smt2 => "smt2",
            Input::Pds => "pds",
            Input::MopedPds => "moped-pds",
            Input::Pdaaal => "pdaaal",
        }
    }

    /// The ending of its files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Input::Bp | Input::Smt2 | Input::Pds => self.name(),
            Input::MopedPds => "pds",
            Input::Pdaaal => "json",
        }
    }

    /// The format of a file with this name: by its ending, or else a Boolean program.
    pub fn of(path: &Path) -> Input {
        let ending = path.extension().and_then(|ending| ending.to_str());
        Input::ALL.into_iter().find(|input| ending == Some(input.ending())).unwrap_or(Input::Bp)
    }

    /// The format of a pushdown system in a file with this name: by its ending, or else our text format.
    pub fn of_system(path: &Path) -> Input {
        Some(Input::of(path)).filter(|input| input.is_system()).unwrap_or(Input::Pds)
    }

    /// Whether its texts are pushdown systems.
    pub fn is_system(self) -> bool {
        matches!(self, Input::Pds | Input::MopedPds | Input::Pdaaal)
    }

    /// The Boolean program that a text in this format stands for: itself, or one that is made of it.
    ///
    /// # Errors
    /// What is wrong with the text. Errors of Boolean programs are found later.
    pub fn program(self, source: Source) -> Result<Source, Diagnostics> {
        self.read(source).map(|read| read.program)
    }

    /// The same, with what is doubtful about the text.
    ///
    /// # Errors
    /// The same.
    pub fn read(self, source: Source) -> Result<Read, Diagnostics> {
        match self {
            Input::Bp => Ok(Read { program: source, doubts: None, formulas: Vec::new() }),
            Input::Smt2 => {
                let program = horn::program(horn::read(&source)?, &source);
                Ok(Read { program, doubts: None, formulas: Vec::new() })
            }
            Input::Pds | Input::MopedPds | Input::Pdaaal => {
                let asks = self.asks(&source);
                let text = self.system(&source).unwrap_or(Ok(source))?;
                let mut remarks = Diagnostics::new(&text);
                let Some(parsed) = explicit::parse(&text, &mut remarks) else { return Err(remarks) };
                if asks {
                    parsed.is_trivial(&mut remarks);
                }
                let asks = asks && parsed.system.formulas().is_empty();
                let program = system::program(&parsed, &text, asks)?;
                Ok(Read { program, doubts: Some(remarks), formulas: formulas(&parsed, &text) })
            }
        }
    }

    /// Whether a text in this format has a question in it, though it may be a trivial one. Moped is asked for a head on the command line, and a text without any
    /// statement asks nothing.
    pub fn asks(self, source: &Source) -> bool {
        match self {
            Input::Bp | Input::Smt2 | Input::MopedPds => false,
            Input::Pds => !moped::is_one(source) && explicit::has_statements(source),
            Input::Pdaaal => true,
        }
    }

    /// The text of an explicit pushdown system: itself, or one that is made of it. `None` for programs.
    ///
    /// # Errors
    /// What is wrong with a text in the format of another tool. What is wrong with a text in our format is found later.
    pub fn system(self, source: &Source) -> Option<Result<Source, Diagnostics>> {
        match self {
            Input::Bp | Input::Smt2 => None,
            Input::Pds if !moped::is_one(source) => Some(Ok(source.clone())),
            Input::Pds | Input::MopedPds => Some(moped::read(source)),
            Input::Pdaaal => Some(pdaaal::read(source)),
        }
    }
}

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The Boolean program that it stands for.
    pub program: Source,
    /// What is doubtful about it; `None` if that is found out when the program is loaded.
    pub doubts: Option<Diagnostics>,
    /// The formulas that it asks for.
    pub formulas: Vec<Source>,
}

/// The formulas of a system; each knows where it stands in the text.
fn formulas(parsed: &explicit::Parsed, text: &Source) -> Vec<Source> {
    let formulas = parsed.formulas.iter().zip(parsed.system.formulas());
    let made = formulas.map(|(span, formula)| {
        let origin = Origin { position: text.position(span.start), told: Told::Itself };
        Source::made(text, formula.as_str(), vec![origin])
    });
    made.collect()
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
