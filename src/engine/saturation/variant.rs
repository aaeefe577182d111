//! The variants of the engine.

use super::Direction;

/// From where to where saturation goes, and how questions about runs that never end are put to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// post*: from the initial configurations.
    #[default]
    Post,
    /// pre*: from the targets.
    Pre,
    /// post*, and what a run comes by again and again is looked for among the heads that it finds.
    Heads,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 3] = [Variant::Post, Variant::Pre, Variant::Heads];

    /// The option that asks for it.
    pub fn option(self) -> &'static str {
        match self {
            Variant::Heads => "heads",
            Variant::Post | Variant::Pre => self.direction().name(),
        }
    }

    /// Its name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Post => "saturation:post",
            Variant::Pre => "saturation:pre",
            Variant::Heads => "saturation:heads",
        }
    }

    /// From where to where.
    pub fn direction(self) -> Direction {
        match self {
            Variant::Post | Variant::Heads => Direction::Post,
            Variant::Pre => Direction::Pre,
        }
    }
}
