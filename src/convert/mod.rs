//! Programs in the formats of other tools.

pub mod aiger;
pub mod explicit;
pub mod horn;
mod input;
mod made;
pub mod moped;
pub mod pdaaal;
pub mod system;

pub use input::{Input, Read};

use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::{Manner, parse, printer};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The normal form of Boolean programs.
    Bp,
    /// Boolean programs in Moped's dialect.
    Moped,
    /// Constrained Horn clauses.
    Smt2,
    /// Explicit pushdown systems.
    Pds,
    /// The same in Moped's text format.
    MopedPds,
    /// The same as an instance for PDAAAL.
    Pdaaal,
    /// A circuit, as text.
    Aag,
    /// A circuit, in binary.
    Aig,
    /// A picture of the control-flow graphs.
    Dot,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 9] = [
        Format::Bp,
        Format::Moped,
        Format::Smt2,
        Format::Pds,
        Format::MopedPds,
        Format::Pdaaal,
        Format::Aag,
        Format::Aig,
        Format::Dot,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Bp => "bp",
            Format::Moped => "moped",
            Format::Smt2 => "smt2",
            Format::Pds => "pds",
            Format::MopedPds => "moped-pds",
            Format::Pdaaal => "pdaaal",
            Format::Aag => "aag",
            Format::Aig => "aig",
            Format::Dot => "dot",
        }
    }

    /// The ending of its files, without the dot.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Format::Moped => "bp",
            Format::MopedPds => "pds",
            Format::Pdaaal => "json",
            other => other.name(),
        }
    }

    /// The format in half a sentence, for help.
    pub fn about(self) -> &'static str {
        match self {
            Format::Bp => "Boolean programs in normal form",
            Format::Moped => "Boolean programs for `moped -b` and Getafix; properties become labels",
            Format::Pds => "explicit pushdown systems, for `bpcheck pds`: only of programs with few states",
            Format::MopedPds => "the same in Moped's text format; a head stands for the targets",
            Format::Pdaaal => "the same as an instance for PDAAAL, in JSON",
            Format::Smt2 => {
                "constrained Horn clauses over Booleans in SMT-LIB 2, for z3 (Spacer), Eldarica, Golem: sat means SAFE"
            }
            Format::Aag => "a circuit with bad states in AIGER 1.9, as text; for programs without recursion",
            Format::Aig => "the same in binary, for ABC and other model checkers of hardware",
            Format::Dot => "the control-flow graphs, for Graphviz",
        }
    }
}

impl Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let known = Format::ALL.map(|format| format!("`{}`", format.name())).join(", ");
            format!("there is no format `{name}`: expected {known}")
        })
    }
}

/// The text of a program in normal form and in the standard dialect, or nothing if it has errors of syntax.
pub fn normal_form(source: &Source, manner: Manner) -> Option<String> {
    let mut remarks = Diagnostics::new(source);
    let ast = parse(source, manner, &mut remarks);
    (!remarks.has_errors()).then(|| printer::print(&ast))
}
