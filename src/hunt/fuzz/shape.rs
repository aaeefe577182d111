//! What the inputs of a hunt are like.

use crate::generate::random::Knobs;
use std::fmt;
use std::str::FromStr;

/// A kind of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// Programs of a few lines: as many as possible.
    #[default]
    Tiny,
    /// Programs of half a page.
    Small,
    /// Procedures that call each other.
    Recursion,
    /// `while` without recursion.
    Loops,
    /// Long procedures with jumps.
    Gotos,
    /// Loops and recursion that go on until a value is met.
    Deep,
    /// Values that are carried from variable to variable, through calls and branches.
    Chained,
    /// Many variables and larger expressions.
    Data,
    /// Explicit pushdown systems.
    Pds,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 9] = [
        Shape::Tiny,
        Shape::Small,
        Shape::Recursion,
        Shape::Loops,
        Shape::Gotos,
        Shape::Deep,
        Shape::Chained,
        Shape::Data,
        Shape::Pds,
    ];

    /// Its name, as users write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Shape::Tiny => "tiny",
            Shape::Small => "small",
            Shape::Recursion => "recursion",
            Shape::Loops => "loops",
            Shape::Gotos => "gotos",
            Shape::Deep => "deep",
            Shape::Chained => "chained",
            Shape::Data => "data",
            Shape::Pds => "pds",
        }
    }

    /// How large and how wild its programs are; pushdown systems have no such limits.
    pub fn knobs(self) -> Knobs {
        let small = Knobs::default();
        let narrow = Knobs { globals: 2, procedures: 2, parameters: 1, results: 1, locals: 1, ..small.clone() };
        match self {
            Shape::Tiny => Knobs { statements: 4, depth: 1, ..narrow },
            Shape::Small | Shape::Pds => small,
            Shape::Recursion => {
                Knobs { procedures: 3, parameters: 2, statements: 6, loops: false, gotos: false, ..narrow }
            }
            Shape::Loops => Knobs { recursion: false, gotos: false, ..narrow },
            Shape::Gotos => Knobs { statements: 14, depth: 1, recursion: false, ..narrow },
            Shape::Deep => Knobs { globals: 4, statements: 6, gotos: false, counting: true, choices: false, ..narrow },
            Shape::Chained => Knobs {
                globals: 4,
                procedures: 3,
                parameters: 2,
                results: 2,
                locals: 2,
                statements: 7,
                depth: 1,
                chained: true,
                choices: false,
                ..small
            },
            Shape::Data => Knobs { globals: 6, procedures: 2, parameters: 3, results: 3, locals: 4, depth: 3, ..small },
        }
    }

    /// How the files of its inputs end.
    pub(crate) fn ending(self) -> &'static str {
        if self == Shape::Pds { "pds" } else { "bp" }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no shape `{0}`: write `tiny`, `small`, `recursion`, `loops`, `gotos`, `deep`, `chained`, `data` or `pds`"
)]
pub struct UnknownShape(String);

impl FromStr for Shape {
    type Err = UnknownShape;

    fn from_str(text: &str) -> Result<Shape, UnknownShape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == text).ok_or_else(|| UnknownShape(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_and_shown() {
        for shape in Shape::ALL {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        assert!("huge".parse::<Shape>().is_err());
    }
}
