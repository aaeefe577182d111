//! How users name an engine: `ENGINE[:OPT[=VALUE]]…`.

use super::{Engine, explicit::Explicit, saturation::Direction, saturation::Saturation};
use crate::engine::saturation::order::Order;
use std::fmt;
use std::str::FromStr;

/// Which engine, with its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineSpec {
    /// The tool chooses.
    #[default]
    Auto,
    /// Tabulation over concrete states.
    Explicit,
    /// post* or pre* over relations as decision diagrams.
    Saturation(Direction),
}

impl EngineSpec {
    /// The engine; one with decision diagrams tries this order of columns first.
    pub fn engine(self, order: Order) -> Box<dyn Engine + Send> {
        match self {
            EngineSpec::Explicit => Box::new(Explicit),
            EngineSpec::Auto => Box::new(Saturation { direction: Direction::Post, order }),
            EngineSpec::Saturation(direction) => Box::new(Saturation { direction, order }),
        }
    }
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The part before the first colon is unknown.
    #[error("there is no engine `{0}`: write `auto`, `saturation:post`, `saturation:pre` or `explicit`")]
    UnknownEngine(String),
    /// The engine has no such option.
    #[error("engine `{0}` has no option `{1}`")]
    UnknownOption(String, String),
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        match (name, options) {
            ("auto", "") => Ok(EngineSpec::Auto),
            ("explicit", "") => Ok(EngineSpec::Explicit),
            ("saturation", "" | "post") => Ok(EngineSpec::Saturation(Direction::Post)),
            ("saturation", "pre") => Ok(EngineSpec::Saturation(Direction::Pre)),
            ("auto" | "explicit" | "saturation", option) => {
                Err(SpecError::UnknownOption(name.to_string(), option.to_string()))
            }
            _ => Err(SpecError::UnknownEngine(name.to_string())),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineSpec::Auto => "auto",
            EngineSpec::Explicit => "explicit",
            EngineSpec::Saturation(Direction::Post) => "saturation:post",
            EngineSpec::Saturation(Direction::Pre) => "saturation:pre",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_shown() {
        assert_eq!("auto".parse(), Ok(EngineSpec::Auto));
        assert_eq!("explicit".parse::<EngineSpec>().map(|s| s.to_string()), Ok("explicit".to_string()));
        for text in ["saturation", "saturation:post"] {
            assert_eq!(text.parse::<EngineSpec>().map(|s| s.to_string()), Ok("saturation:post".to_string()));
        }
        assert_eq!("saturation:pre".parse(), Ok(EngineSpec::Saturation(Direction::Pre)));
        assert!(matches!("bdd".parse::<EngineSpec>(), Err(SpecError::UnknownEngine(_))));
        assert!(matches!("explicit:fast".parse::<EngineSpec>(), Err(SpecError::UnknownOption(..))));
    }
}
