//! How users name an engine: `ENGINE[:OPT[=VALUE]]…`. Which engines there are, and what each can be asked, the [`Registry`] knows.

use super::Engine;
use super::account::OnRules;
use super::registry::{Registry, Row};
use crate::budget::{Budget, StopReason};
use crate::lang::program::Program;
use crate::lang::source::Source;
use crate::pds::explicit::PushdownSystem;
use std::fmt;
use std::str::FromStr;

/// The engine, or engines, that a user asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Several engines, each with its part in the race ([`Auto`](super::registry::Auto)); the first checked answer counts.
    #[default]
    Auto,
    /// One engine.
    One(EngineSpec),
}

/// The word for [`Selection::Auto`].
pub const AUTO: &str = "auto";

/// An engine's options, with values: what runs it. Shown as users write them, the engine's name first and without what is so
/// anyway; what is shown is read as the same.
pub trait Setup: fmt::Debug + fmt::Display + Send + Sync {
    /// The name under which it answers, one of the row's variants.
    fn name(&self) -> &'static str;

    /// Takes an option on: `lazy`, `bound=chain`.
    ///
    /// # Errors
    /// If there is none that is written like this.
    fn set(&mut self, option: &str) -> Result<(), Refused>;

    /// Takes an option on whose value is a text.
    ///
    /// # Errors
    /// If there is none with this name.
    fn set_text(&mut self, option: &str, text: &Source) -> Result<(), Refused> {
        let _ = (option, text);
        Err(Refused::Unknown)
    }

    /// The engine, for this program.
    ///
    /// # Errors
    /// If an option names what the program does not have.
    fn engine(&self, program: &Program) -> Result<Box<dyn Engine + Send>, String>;

    /// What it does on the rules of an explicit system as they are, of which at most `most` events are kept.
    ///
    /// # Errors
    /// The limit that was hit; [`StopReason::Unsupported`] if the engine works on programs only.
    fn on_rules(&self, system: &PushdownSystem, most: usize, budget: &Budget) -> Result<OnRules, StopReason> {
        let _ = (system, most, budget);
        Err(StopReason::Unsupported("explicit systems as they are".into()))
    }

    /// The same once more.
    fn boxed(&self) -> Box<dyn Setup>;
}

/// Why an engine does not take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has none that is written like this.
    Unknown,
    /// It was not compiled in: the feature that does.
    LeftOut(&'static str),
}

/// Which engine, with its options.
#[derive(Debug)]
pub struct EngineSpec {
    row: &'static Row,
    setup: Box<dyn Setup>,
}

/// An option for each engine that has one with its name: for the one that decides, and for those that help or are asked, too.
#[derive(Clone, Debug)]
pub enum Given {
    /// `NAME=VALUE`.
    Word(String),
    /// A name, and a text as its value.
    Text(&'static str, Source),
}

impl Given {
    fn name(&self) -> &str {
        match self {
            Given::Word(option) => option.split('=').next().unwrap_or_default(),
            Given::Text(name, _) => name,
        }
    }
}

impl EngineSpec {
    /// The engine of a row, without options.
    pub fn of(row: &'static Row) -> EngineSpec {
        EngineSpec { row, setup: (row.setup)() }
    }

    /// Its row.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// The name under which it answers: the engine, and which variant of it.
    pub fn name(&self) -> &'static str {
        self.setup.name()
    }

    /// Whether both stand for the same algorithm, with other options perhaps.
    pub fn is_akin(&self, other: &EngineSpec) -> bool {
        self.row.name == other.row.name
    }

    /// The same with one more option.
    ///
    /// # Errors
    /// If the engine has none that is written like this.
    pub fn with(mut self, option: &str) -> Result<EngineSpec, SpecError> {
        match self.setup.set(option) {
            Ok(()) => Ok(self),
            Err(Refused::Unknown) => Err(SpecError::UnknownOption(self.row.name.to_string(), option.to_string())),
            Err(Refused::LeftOut(feature)) => Err(SpecError::LeftOut(option.to_string(), feature.to_string())),
        }
    }

    /// What it does on the rules of an explicit system as they are, as [`Setup::on_rules`] has it.
    ///
    /// # Errors
    /// Those of [`Setup::on_rules`].
    pub fn on_rules(&self, system: &PushdownSystem, most: usize, budget: &Budget) -> Result<OnRules, StopReason> {
        self.setup.on_rules(system, most, budget)
    }

    /// The engine, for this program. It gets those of the options that it has.
    ///
    /// # Errors
    /// If an option has no such value, or names what the program does not have.
    pub fn engine(&self, given: &[Given], program: &Program) -> Result<Box<dyn Engine + Send>, String> {
        let mut setup = self.setup.boxed();
        for option in given.iter().filter(|option| self.row.takes(option.name())) {
            let taken = match option {
                Given::Word(option) => setup.set(option),
                Given::Text(name, text) => setup.set_text(name, text),
            };
            taken.map_err(|_| format!("engine `{}` has no such value of `{}`", self.row.name, option.name()))?;
        }
        setup.engine(program)
    }
}

impl Clone for EngineSpec {
    fn clone(&self) -> EngineSpec {
        EngineSpec { row: self.row, setup: self.setup.boxed() }
    }
}

/// Two are the same that are shown alike.
impl PartialEq for EngineSpec {
    fn eq(&self, other: &EngineSpec) -> bool {
        self.is_akin(other) && self.to_string() == other.to_string()
    }
}

impl Eq for EngineSpec {}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup.fmt(f)
    }
}

/// One of the engines that this tool has.
impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        Registry::standard().engine(text)
    }
}

/// `auto`, or one of the engines that this tool has.
impl FromStr for Selection {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Selection, SpecError> {
        Registry::standard().selection(text)
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Auto => f.write_str(AUTO),
            Selection::One(engine) => engine.fmt(f),
        }
    }
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The part before the first colon is unknown: it, and what there is.
    #[error("there is no engine `{0}`: write {1}")]
    UnknownEngine(String, String),
    /// The engine has no such option.
    #[error("engine `{0}` has no option `{1}`")]
    UnknownOption(String, String),
    /// The option asks for what was not compiled in.
    #[error("`{0}` needs a build with the feature `{1}`")]
    LeftOut(String, String),
}

/// The value with this name.
pub(super) fn parsed<T: Copy>(name: &str, all: &[T], name_of: impl Fn(T) -> &'static str) -> Result<T, Refused> {
    all.iter().copied().find(|&value| name_of(value) == name).ok_or(Refused::Unknown)
}

/// Whether something is done, as users write it.
pub(super) fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, SpecError> {
        text.parse::<Selection>().map(|selection| selection.to_string())
    }

    #[test]
    fn what_is_shown_is_read_as_the_same() {
        assert_eq!(AUTO.parse(), Ok(Selection::Auto));
        for row in Registry::standard().rows() {
            assert_eq!(row.name.parse::<EngineSpec>().as_ref(), Ok(&EngineSpec::of(row)));
            let options = row.options.iter().flat_map(|option| option.words());
            for text in row
                .variants
                .iter()
                .map(|variant| variant.to_string())
                .chain(options.map(|option| format!("{}:{option}", row.name)))
            {
                match text.parse::<EngineSpec>() {
                    Ok(spec) => assert_eq!(spec.to_string().parse(), Ok(spec), "{text}"),
                    Err(error) => assert!(matches!(error, SpecError::LeftOut(..)), "{error}"),
                }
            }
        }
    }

    #[test]
    fn what_is_no_engine_is_told() {
        assert!(matches!(shown("auto:fast"), Err(SpecError::UnknownEngine(..))));
        for row in Registry::standard().rows() {
            for option in ["", "fast", "fast=no", "=", "lazy=", "order", "depth=deep", "solver=none"] {
                let text = format!("{}:{option}", row.name);
                assert!(matches!(shown(&text), Err(SpecError::UnknownOption(..))), "{text}");
            }
        }
        let error = shown("bdd").expect_err("there is none");
        assert_eq!(
            error.to_string(),
            "there is no engine `bdd`: write `auto`, `saturation:post`, `saturation:pre`, `saturation:heads`, `summary:lazy`, `summary:eager`, `recmc`, `gpdr`, `interpolation`, `rdd`, `bam` or `explicit`"
        );
    }
}
