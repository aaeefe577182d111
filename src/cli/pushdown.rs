//! Reading explicit pushdown systems.

use super::exit::Exit;
use super::reading;
use bpcheck::Source;
use bpcheck::convert::Input;
use bpcheck::lang::source::{Diagnostic, Diagnostics, Span};
use bpcheck::pds::explicit::{Parsed, parse};
use std::path::Path;

/// A system with its text.
pub struct System {
    /// The text.
    pub source: Source,
    /// The system.
    pub parsed: Parsed,
    /// Whether the text has a question in it.
    pub asks: bool,
}

impl System {
    /// The system of a text in one of the formats of systems, and what is to be said about it; none if the text is wrong.
    pub fn of(source: Source, format: Input) -> (Option<System>, Diagnostics) {
        let asks = format.asks(&source);
        let source = match format.system(&source).unwrap_or(Ok(source)) {
            Ok(source) => source,
            Err(remarks) => return (None, remarks),
        };
        let mut remarks = Diagnostics::new(&source);
        let parsed = parse(&source, &mut remarks);
        (parsed.map(|parsed| System { source, parsed, asks }), remarks)
    }

    /// Reads the system at `path`, without limits. What is wrong or doubtful about it goes to the standard error output.
    ///
    /// # Errors
    /// The exit code, if it cannot be read or is rejected; that is told already.
    pub fn read(path: &Path, format: Input) -> Result<System, Exit> {
        let (system, remarks) = System::of(reading::open(path)?, format);
        reading::tell(&remarks);
        system.ok_or(Exit::Input)
    }

    /// Rejects a system in which runs begin nowhere.
    ///
    /// # Errors
    /// The exit code; it is told already.
    pub fn begins(&self) -> Result<(), Exit> {
        if self.parsed.system.initial().is_empty() {
            return Err(self.lacks(
                "no-init",
                "there is no initial configuration",
                "`init <p, a>` says where runs begin",
            ));
        }
        Ok(())
    }

    /// Tells what a system lacks for what is asked of it; the exit code.
    pub fn lacks(&self, code: &'static str, what: &str, hint: &str) -> Exit {
        let mut remarks = Diagnostics::new(&self.source);
        remarks.push(Diagnostic::error(code, Span::default(), what).hint(hint));
        reading::tell(&remarks);
        Exit::Input
    }
}
