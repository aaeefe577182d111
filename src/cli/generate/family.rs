//! The families whose verdict is known, each with its flags.

use super::wild::Wild;
use bpcheck::generate::{self as families, Shape, Variant};

/// Which family, and how large a member.
#[derive(clap::Subcommand)]
pub enum Family {
    /// Procedures that each call the one below twice: the call tree is exponential (Bebop, SPIN 2000)
    Bebop {
        /// Levels below `main`
        #[arg(long, value_name = "N", default_value_t = 10)]
        procedures: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Programs as SLAM makes them of device drivers
    Slam {
        /// Fixes the program, together with the sizes
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Driver procedures, beside `main` and some ten stubs and monitors
        #[arg(long, value_name = "N", default_value_t = 10)]
        procedures: u32,
        /// Statements of a driver procedure, roughly
        #[arg(long, value_name = "N", default_value_t = 40)]
        statements: u32,
        /// Local predicates of a driver procedure
        #[arg(long, value_name = "N", default_value_t = 8)]
        locals: u32,
        /// Globals that are beside the point
        #[arg(long, value_name = "N", default_value_t = 3)]
        globals: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Locks taken and released under the same condition
    Locks {
        /// How many locks
        #[arg(long, value_name = "N", default_value_t = 5)]
        locks: u32,
        /// One assertion over all locks, instead of one for each
        #[arg(long)]
        one_property: bool,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A binary counter: 2^bits rounds of a loop
    Counter {
        /// The width of the counter
        #[arg(long, value_name = "N", default_value_t = 8)]
        bits: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A binary counter in the recursion: a stack of 2^bits frames
    Recursion {
        /// The width of the counter
        #[arg(long, value_name = "N", default_value_t = 6)]
        bits: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A run of 2^procedures steps to the only verdict
    Doubling {
        /// The length of the chain below `main`
        #[arg(long, value_name = "N", default_value_t = 10)]
        procedures: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Many variables that are chosen anew all the time, beside two that matter
    Freebits {
        /// How many free variables
        #[arg(long, value_name = "N", default_value_t = 16)]
        variables: u32,
        /// Where they are chosen
        #[arg(long, value_enum, default_value_t)]
        shape: ShapeName,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Relations over many variables whose reachable states are few
    Wide {
        /// The width of the counter
        #[arg(long, value_name = "N", default_value_t = 3)]
        bits: u32,
        /// How many data bits are mixed
        #[arg(long, value_name = "N", default_value_t = 16)]
        data: u32,
        /// What makes the rounds
        #[arg(long, value_enum, default_value_t)]
        shape: ShapeName,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A random propositional formula as a straight line of `assume`s
    Cnf {
        /// How many variables
        #[arg(long, value_name = "N", default_value_t = 20)]
        variables: u32,
        /// Fixes the formula
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Random programs that use every construct of the language; the verdict is not known
    Random(Wild),
}

/// Which verdict the program shall have.
#[derive(Clone, Copy, clap::Args)]
pub struct Wrong {
    /// Write the variant with a violation
    #[arg(long = "unsafe")]
    wrong: bool,
}

impl From<Wrong> for Variant {
    fn from(Wrong { wrong }: Wrong) -> Variant {
        if wrong { Variant::Unsafe } else { Variant::Safe }
    }
}

/// What makes the rounds.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub enum ShapeName {
    /// A `while` loop in `main`
    #[default]
    Loop,
    /// A procedure that calls itself
    Recursion,
}

impl From<ShapeName> for Shape {
    fn from(name: ShapeName) -> Shape {
        match name {
            ShapeName::Loop => Shape::Loop,
            ShapeName::Recursion => Shape::Recursion,
        }
    }
}

impl Family {
    /// The text of the member.
    pub fn write(self) -> String {
        use families::*;
        match self {
            Family::Bebop { procedures, variant } => {
                bebop::write(&bebop::Options { procedures, variant: variant.into() })
            }
            Family::Slam { seed, procedures, statements, locals, globals, variant } => {
                slam::write(&slam::Options { seed, procedures, statements, locals, globals, variant: variant.into() })
            }
            Family::Locks { locks, one_property, variant } => {
                locks::write(&locks::Options { locks, one_property, variant: variant.into() })
            }
            Family::Counter { bits, variant } => counter::write(&counter::Options { bits, variant: variant.into() }),
            Family::Recursion { bits, variant } => {
                recursion::write(&recursion::Options { bits, variant: variant.into() })
            }
            Family::Doubling { procedures, variant } => {
                doubling::write(&doubling::Options { procedures, variant: variant.into() })
            }
            Family::Freebits { variables, shape, variant } => {
                freebits::write(&freebits::Options { variables, shape: shape.into(), variant: variant.into() })
            }
            Family::Wide { bits, data, shape, variant } => {
                wide::write(&wide::Options { bits, data, shape: shape.into(), variant: variant.into() })
            }
            Family::Cnf { variables, seed, variant } => {
                cnf::write(&cnf::Options { variables, seed, variant: variant.into() })
            }
            Family::Random(wild) => wild.write(),
        }
    }
}
