//! How users name an engine: `ENGINE[:OPT[=VALUE]]…`.

use super::{Engine, explicit::Explicit, saturation::Direction, saturation::Saturation};
use crate::engine::saturation::order::Order;
use crate::engine::saturation::relations::frames::Vertex;
use crate::engine::summary::SummaryEngine;
use crate::logic::sat::Backend;
use std::fmt;
use std::str::FromStr;

/// What users ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// [`EngineSpec::Explicit`] for a short while, then those of [`EngineSpec::PORTFOLIO`] at once; the first checked answer counts.
    #[default]
    Auto,
    /// One engine.
    One(EngineSpec),
}

/// Which engine, with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineSpec {
    /// Tabulation over concrete states.
    Explicit,
    /// post* or pre* over relations as decision diagrams.
    Saturation(Direction),
    /// Universal summaries by SAT.
    Summary(SummaryEngine),
}

impl Selection {
    /// The same, but loops and calls are followed no deeper than this; nothing if what is selected knows no such bound.
    pub fn bounded(self, depth: u32) -> Option<Selection> {
        match self {
            Selection::One(EngineSpec::Summary(engine)) => {
                Some(Selection::One(EngineSpec::Summary(SummaryEngine { depth: Some(depth), ..engine })))
            }
            _ => None,
        }
    }
}

impl EngineSpec {
    /// What decides programs of many kinds soon, and fails at different ones: the first is the faster one mostly.
    pub const PORTFOLIO: [EngineSpec; 2] =
        [EngineSpec::Saturation(Direction::Post), EngineSpec::Summary(SummaryEngine::DEFAULT)];

    /// Engines that have nothing in common but the system they work on.
    pub const REFEREES: [EngineSpec; 3] =
        [EngineSpec::Saturation(Direction::Post), EngineSpec::Summary(SummaryEngine::DEFAULT), EngineSpec::Explicit];

    /// Whether both stand for the same algorithm, with other options perhaps.
    pub fn is_akin(self, other: EngineSpec) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// The engine; one with decision diagrams tries this order of columns first, or, before that, one that begins with what is
    /// listed.
    pub fn engine(self, order: Order, listed: &[Vertex]) -> Box<dyn Engine + Send> {
        let saturation = |direction| Box::new(Saturation { direction, order, listed: listed.to_vec() });
        match self {
            EngineSpec::Explicit => Box::new(Explicit),
            EngineSpec::Summary(engine) => Box::new(engine),
            EngineSpec::Saturation(direction) => saturation(direction),
        }
    }
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The part before the first colon is unknown.
    #[error(
        "there is no engine `{0}`: write `auto`, `saturation:post`, `saturation:pre`, `summary:lazy`, `summary:eager` or `explicit`"
    )]
    UnknownEngine(String),
    /// The engine has no such option.
    #[error("engine `{0}` has no option `{1}`")]
    UnknownOption(String, String),
    /// The option asks for a solver that was not compiled in.
    #[error("`{0}` needs a build with the feature `{1}`")]
    LeftOut(String, String),
}

impl SpecError {
    /// Why an engine does not take an option.
    fn refused(engine: &str, option: &str) -> SpecError {
        match option.strip_prefix("solver=") {
            Some(solver) if engine == "summary" && Backend::LEFT_OUT.contains(&solver) => {
                SpecError::LeftOut(option.to_string(), solver.to_string())
            }
            _ => SpecError::UnknownOption(engine.to_string(), option.to_string()),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let mut spec = match name {
            "explicit" => EngineSpec::Explicit,
            "saturation" => EngineSpec::Saturation(Direction::Post),
            "summary" => EngineSpec::Summary(SummaryEngine::default()),
            _ => return Err(SpecError::UnknownEngine(name.to_string())),
        };
        for option in parts {
            let known = match &mut spec {
                EngineSpec::Saturation(direction) => {
                    parsed(option, &Direction::ALL, Direction::name).map(|d| *direction = d)
                }
                EngineSpec::Summary(engine) => engine.set(option),
                EngineSpec::Explicit => None,
            };
            known.ok_or_else(|| SpecError::refused(name, option))?;
        }
        Ok(spec)
    }
}

impl FromStr for Selection {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Selection, SpecError> {
        if text == "auto" { Ok(Selection::Auto) } else { text.parse().map(Selection::One) }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Auto => f.write_str("auto"),
            Selection::One(engine) => engine.fmt(f),
        }
    }
}

/// The value with this name.
pub(super) fn parsed<T: Copy>(name: &str, all: &[T], name_of: impl Fn(T) -> &'static str) -> Option<T> {
    all.iter().copied().find(|&value| name_of(value) == name)
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Explicit => f.write_str("explicit"),
            EngineSpec::Saturation(direction) => write!(f, "saturation:{}", direction.name()),
            EngineSpec::Summary(engine) => engine.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_shown() {
        assert_eq!("auto".parse(), Ok(Selection::Auto));
        assert_eq!("explicit".parse(), Ok(Selection::One(EngineSpec::Explicit)));
        assert!(matches!("auto:fast".parse::<Selection>(), Err(SpecError::UnknownEngine(_))));
        assert_eq!("explicit".parse::<EngineSpec>().map(|s| s.to_string()), Ok("explicit".to_string()));
        for text in ["saturation", "saturation:post"] {
            assert_eq!(text.parse::<EngineSpec>().map(|s| s.to_string()), Ok("saturation:post".to_string()));
        }
        assert_eq!("saturation:pre".parse(), Ok(EngineSpec::Saturation(Direction::Pre)));
        for text in
            ["summary:lazy", "summary:eager", "summary:eager:bound=chain", "summary:lazy:refine=call:project=cubes"]
        {
            assert_eq!(text.parse::<EngineSpec>().map(|s| s.to_string()), Ok(text.to_string()));
        }
        assert_eq!("summary:bound=auto".parse::<EngineSpec>().map(|s| s.to_string()), Ok("summary:lazy".to_string()));
        assert!(matches!("summary:bound=twice".parse::<EngineSpec>(), Err(SpecError::UnknownOption(..))));
        assert!(matches!("summary:solver=none".parse::<EngineSpec>(), Err(SpecError::UnknownOption(..))));
        assert!(matches!("bdd".parse::<EngineSpec>(), Err(SpecError::UnknownEngine(_))));
        assert!(matches!("explicit:fast".parse::<EngineSpec>(), Err(SpecError::UnknownOption(..))));
    }

    #[test]
    fn a_solver_can_be_chosen_if_it_was_compiled_in() {
        let shown = |text: &str| text.parse::<EngineSpec>().map(|spec| spec.to_string());
        assert_eq!(shown("summary:solver=varisat"), Ok("summary:lazy".to_string()));
        for &solver in Backend::ALL {
            let Ok(EngineSpec::Summary(engine)) = format!("summary:solver={}", solver.name()).parse() else {
                panic!("{solver:?} is there");
            };
            assert_eq!(engine, SummaryEngine { solver, ..SummaryEngine::DEFAULT });
            assert_eq!(engine.to_string().parse(), Ok(EngineSpec::Summary(engine)));
        }
        let text = "summary:eager:solver=cadical:bound=chain";
        if cfg!(feature = "cadical") {
            assert_eq!(shown(text), Ok(text.to_string()));
        } else {
            let error = shown(text).expect_err("it is not there").to_string();
            assert_eq!(error, "`solver=cadical` needs a build with the feature `cadical`");
        }
        assert!(matches!("saturation:solver=cadical".parse::<EngineSpec>(), Err(SpecError::UnknownOption(..))));
    }
}
