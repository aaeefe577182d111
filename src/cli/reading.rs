//! The flags that say how a program is read; every command that reads one has them.

use super::companions;
use super::exit::Exit;
use super::input::{self, Unread};
use super::{output, terminal};
use bpcheck::budget::Budget;
use bpcheck::convert::{Input, Read};
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::{Dialect, Ladder, Manner};
use bpcheck::pipeline::{Asked, Loaded, Temporal, load};
use bpcheck::report::diagnostics;
use bpcheck::{Failure, Options, Source};
use std::path::Path;

/// Endings of programs that Boolean programs are made of.
const FOREIGN: [&str; 5] = ["c", "h", "i", "cc", "cpp"];

/// How a program is read.
#[derive(Clone, Debug, clap::Args)]
pub struct Reading {
    /// Read the program in this format: `bp`, Boolean programs; `smt2`, Horn clauses; `pds`, pushdown systems, `moped-pds`, the same as Moped writes them, or `pdaaal`, in JSON; by default the ending of the file says which
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Input>,
    /// Begin runs in procedure P instead of `main`
    #[arg(long, value_name = "P")]
    pub entry: Option<String>,
    /// Read a Boolean program as this tool does, where tools differ; `moped`: formulas, too
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectFlag,
    /// Which operators bind tighter; by default as the dialect has it
    #[arg(long, value_enum)]
    pub precedence: Option<Precedence>,
}

/// Which numbers are shown; every command that shows values has it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Numbers {
    /// Show variables such as `x_0` and `x_1`, or `{x.0}` and `{x.1}`, as one number wherever their values are shown; a program says so
    /// itself by the comment `// words: NAME_BIT`
    #[arg(long)]
    pub words: bool,
}

impl Numbers {
    /// Options that say the same, and otherwise are the default.
    pub fn options(self) -> Options {
        Options::default().with_words(self.words)
    }
}

/// Whose dialect a program is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum DialectFlag {
    /// Our own: what tools disagree about is warned of, or refused
    #[default]
    Standard,
    /// Moped's: `assert` is `assume`
    Moped,
    /// Getafix's: `assert` is `assume`, and global variables hide local ones
    Getafix,
    /// That of WALi's examples
    Wali,
    /// That of Boppo, Boom and SatAbs; with --precedence cprover, unless another is given
    Cprover,
}

impl DialectFlag {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        self.dialect().word()
    }

    /// The library's name for it.
    pub fn dialect(self) -> Dialect {
        match self {
            DialectFlag::Standard => Dialect::Standard,
            DialectFlag::Moped => Dialect::Moped,
            DialectFlag::Getafix => Dialect::Getafix,
            DialectFlag::Wali => Dialect::Wali,
            DialectFlag::Cprover => Dialect::Cprover,
        }
    }
}

/// Which operators bind tighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Precedence {
    /// From tight to loose: `= !=`, `&`, `^`, `|`, `=>`, `<=>`
    #[default]
    Standard,
    /// As the tools of CProver read it: `&`, `|`, `^`, `= != =>`, `<=>`
    Cprover,
}

impl Precedence {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Precedence::Standard => "standard",
            Precedence::Cprover => "cprover",
        }
    }

    /// The library's name for it.
    pub fn ladder(self) -> Ladder {
        match self {
            Precedence::Standard => Ladder::Standard,
            Precedence::Cprover => Ladder::Cprover,
        }
    }
}

impl Reading {
    /// Options that have the same entry, and otherwise are the default.
    pub fn options(&self) -> Options {
        Options::default().with_entry(self.entry.clone())
    }

    /// How the program is read that [`Reading::program`] gives for a file: one that was made of another format is in our own
    /// dialect.
    pub fn manner(&self, path: &Path) -> Manner {
        if self.format(path) != Input::Bp {
            return Manner::default();
        }
        let manner = Manner::from(self.dialect.dialect());
        self.precedence.map_or(manner, |precedence| Manner { ladder: precedence.ladder(), ..manner })
    }

    /// The precedence that is asked for, or the one that the dialect has.
    pub fn precedence(&self) -> Precedence {
        self.precedence.unwrap_or(match self.dialect {
            DialectFlag::Cprover => Precedence::Cprover,
            _ => Precedence::Standard,
        })
    }

    /// The format of a file.
    pub fn format(&self, path: &Path) -> Input {
        self.from.unwrap_or_else(|| Input::of(path))
    }

    /// Reads the text of a file, and loads the program that it stands for. Warnings are about the text, not about a program that was made of it.
    ///
    /// # Errors
    /// What is wrong with the text, or those of [`load`].
    pub fn program(&self, path: &Path, source: Source, options: &Options) -> Result<Loaded, Failure> {
        let read = self.format(path).read(source).map_err(Failure::Rejected)?;
        self.with_doubts(read, options.temporal.clone(), options)
    }

    /// The same, and if nothing is asked otherwise, the formulas of the text are.
    ///
    /// # Errors
    /// The same.
    pub fn asking(&self, path: &Path, source: Source, options: &Options) -> Result<Loaded, Failure> {
        let read = self.format(path).read(source).map_err(Failure::Rejected)?;
        if !options.temporal.asked.is_empty() || !options.labels.is_empty() {
            return self.with_doubts(read, options.temporal.clone(), options);
        }
        let asked = read.formulas.iter().cloned().map(Asked::Formula).collect();
        self.with_doubts(read, Temporal { asked, ..options.temporal.clone() }, options)
    }

    /// Formulas are read in the dialect that is asked for, of whatever the program was made.
    fn with_doubts(&self, read: Read, asked: Temporal, options: &Options) -> Result<Loaded, Failure> {
        let Read { program, doubts, .. } = read;
        let as_moped = self.dialect.dialect() == Dialect::Moped;
        let mut loaded = load(&program, &options.clone().with_temporal(Temporal { as_moped, ..asked }))?;
        if let Some(doubts) = doubts {
            loaded.warnings = doubts;
        }
        Ok(loaded)
    }

    /// The flags that say the same; none by default.
    pub fn flags(&self) -> Vec<String> {
        let entry = self.entry.iter().flat_map(|entry| ["--entry".to_string(), entry.clone()]);
        let unusual = Some(self.dialect).filter(|&dialect| dialect != DialectFlag::default());
        let dialect = unusual.into_iter().flat_map(|dialect| ["--dialect".into(), dialect.word().to_string()]);
        let precedence =
            self.precedence.iter().flat_map(|precedence| ["--precedence".into(), precedence.word().into()]);
        let from = self.from.iter().flat_map(|from| ["--from".to_string(), from.name().to_string()]);
        entry.chain(dialect).chain(precedence).chain(from).collect()
    }

    /// The Boolean program that the text of a file stands for. What is wrong or doubtful about a text in another format goes to the standard error output.
    ///
    /// # Errors
    /// The exit code; what is wrong is told already.
    pub fn as_program(&self, path: &Path, source: Source) -> Result<Source, Exit> {
        let read = self.format(path).read(source).map_err(|remarks| told(Failure::Rejected(remarks)))?;
        read.doubts.iter().for_each(tell);
        Ok(read.program)
    }

    /// Reads the program at `path`, without limits, of which is asked what these options ask. What is wrong or doubtful about it goes to the
    /// standard error output.
    ///
    /// # Errors
    /// The exit code, if it cannot be read or is rejected, or if a label is not there; that is told already.
    pub fn load(&self, path: &Path, asked: Options) -> Result<Loaded, Exit> {
        self.loaded(path, asked, Reading::program)
    }

    /// The same, and if nothing is asked otherwise, the formulas of the text are.
    ///
    /// # Errors
    /// The same.
    pub fn load_asking(&self, path: &Path, asked: Options) -> Result<Loaded, Exit> {
        self.loaded(path, asked, Reading::asking)
    }

    fn loaded(
        &self,
        path: &Path,
        asked: Options,
        read: impl FnOnce(&Reading, &Path, Source, &Options) -> Result<Loaded, Failure>,
    ) -> Result<Loaded, Exit> {
        let options =
            asked.with_entry(self.entry.clone()).with_companions(companions::read(path)).with_manner(self.manner(path));
        let source = open(path)?;
        let loaded = read(self, path, source, &options).map_err(told)?;
        tell_all(&loaded);
        Ok(loaded)
    }
}

/// Reads the text at `path`, without limits.
///
/// # Errors
/// The exit code, if it cannot be read; that is told already.
pub fn open(path: &Path) -> Result<Source, Exit> {
    input::read(path, &Budget::unlimited()).map_err(|unread| {
        let why = match unread {
            Unread::Failed(error) => error.to_string(),
            Unread::Stopped(reason) => reason.to_string(),
        };
        output::stderr(format_args!("error: cannot read {}: {why}\n", input::name(path)));
        Exit::Input
    })
}

/// Tells why there is no program, or no outcome; the exit code.
pub fn told(failure: Failure) -> Exit {
    match failure {
        Failure::Rejected(rejected) => {
            tell(&rejected);
            Exit::Input
        }
        Failure::SelfCheck(_) => {
            output::stderr(format_args!("error: {failure}\n"));
            Exit::SelfCheck
        }
        other => {
            output::stderr(format_args!("error: {other}\n"));
            Exit::Usage
        }
    }
}

/// Draws what is to be said about a program and the maps beside it.
pub fn tell_all(loaded: &Loaded) {
    tell(&loaded.warnings);
    loaded.companions.iter().for_each(tell);
}

/// Draws what is to be said about an input.
pub fn tell(remarks: &Diagnostics) {
    output::painted(&diagnostics::render(remarks, terminal::paint(&std::io::stderr())));
    let name = remarks.source().name();
    let is_c = Path::new(name).extension().is_some_and(|ending| FOREIGN.iter().any(|foreign| ending == *foreign));
    if remarks.has_errors() && is_c {
        output::stderr(format_args!(
            "note: {name} is a C program by its name: bpcheck reads the Boolean programs that tools such as SLAM and SatAbs make of C\n"
        ));
    }
}
