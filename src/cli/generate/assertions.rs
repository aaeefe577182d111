//! The flags of programs with many assertions.

use super::family::{Wrong, least};
use bpcheck::generate::assertions::{Kind, Options, Shape, write};

/// What the assertions have in common, and how many there are.
#[derive(clap::Args)]
pub struct Assertions {
    /// What the assertions have in common
    #[arg(long, value_enum, default_value_t)]
    kind: KindName,
    /// What is called before each assertion
    #[arg(long, value_enum, default_value_t)]
    shape: ShapeName,
    /// Levels of calls above the leaf of a tree; other shapes have none
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = least(1))]
    depth: u32,
    /// How many assertions
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = least(1))]
    assertions: u32,
    #[command(flatten)]
    variant: Wrong,
}

/// What the assertions have in common.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum KindName {
    /// They say the same of the same pair
    #[default]
    Related,
    /// They speak of three pairs, one or two at a time
    Ops,
    /// Each speaks of a pair of its own
    Unrelated,
}

/// What is called before each assertion.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum ShapeName {
    /// A procedure for each level, which calls the one below twice
    #[default]
    Tree,
    /// A procedure that may call itself twice
    Recursion,
    /// A procedure with a `while` loop
    Loop,
}

impl Assertions {
    /// The text of the member.
    pub fn write(self) -> String {
        let kind = match self.kind {
            KindName::Related => Kind::Related,
            KindName::Ops => Kind::Ops,
            KindName::Unrelated => Kind::Unrelated,
        };
        let shape = match self.shape {
            ShapeName::Tree => Shape::Tree,
            ShapeName::Recursion => Shape::Recursion,
            ShapeName::Loop => Shape::Loop,
        };
        let Assertions { depth, assertions, variant, .. } = self;
        write(&Options { kind, shape, depth, assertions, variant: variant.into() })
    }
}
