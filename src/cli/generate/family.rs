//! The families whose verdict is known, each with its flags.

use super::assertions::Assertions;
use super::wild::Wild;
use super::words::Words;
use bpcheck::generate::{self as families, Shape, Variant};
use clap::builder::RangedI64ValueParser;
use clap::value_parser;

/// Which family, and how large a member.
#[derive(clap::Subcommand)]
pub enum Family {
    /// Procedures that each call the one below twice: the call tree is exponential (Bebop, SPIN 2000)
    ///
    /// Each procedure counts in a loop of its own if a global holds, otherwise calls the one below twice, and negates
    /// the global at the end. Summaries make this linear in the number of procedures; inlining is exponential. The
    /// assertion compares the global before and after.
    Bebop {
        /// Levels below `main`
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = least(1))]
        procedures: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Programs as SLAM makes them of device drivers
    ///
    /// The shape of c2bp's output: predicates in braces as names, `goto` to complementary `assume`s, runs of labels,
    /// `schoose`, `constrain`, `dead` after calls, several results, an `enforce` in every procedure, and a monitor
    /// with the label SLIC_ERROR. The driver procedures form a tree of calls with some recursion; whether a lock is
    /// held is told by flags, parameters, results and a global.
    ///
    /// In a safe program each line that ends in `// needed` holds a condition (`assume`, `constrain` or `enforce`)
    /// without which the error can be reached. An unsafe program is the same program with one mistake, and the error
    /// is at least three calls deep. With 4 or 5 locals and at most one global, the explicit engine decides programs
    /// of thousands of lines; more of them are for symbolic engines.
    Slam {
        /// Fixes the program, together with the sizes
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Driver procedures, beside `main` and some ten stubs and monitors; at least 2
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = least(2))]
        procedures: u32,
        /// Statements of a driver procedure, roughly
        #[arg(long, value_name = "N", default_value_t = 40, value_parser = least(1))]
        statements: u32,
        /// Local predicates of a driver procedure, at least 4; the more, the more parameters and results, too
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = least(4))]
        locals: u32,
        /// Globals that are beside the point
        #[arg(long, value_name = "N", default_value_t = 3)]
        globals: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Locks taken and released under the same condition
    ///
    /// An endless loop chooses a flag for each lock, takes the locks whose flag holds, then releases them: 2^N ways
    /// through each round, although the locks have nothing to do with one another. In the unsafe variant the last
    /// flag is chosen anew in between.
    Locks {
        /// How many locks
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = least(1))]
        locks: u32,
        /// One assertion over all locks, instead of one for each
        #[arg(long)]
        one_property: bool,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A binary counter: 2^bits rounds of a loop
    ///
    /// The assertion says that the counter never has all bits set. The unsafe variant gets there after 2^bits - 1
    /// rounds and not earlier; the safe one starts again one step before.
    Counter {
        /// The width of the counter
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = least(1))]
        bits: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A binary counter in the recursion: a stack of 2^bits frames
    ///
    /// A procedure calls itself with its parameters plus one, until all are set, and negates what it is told. The
    /// assertion in `main` is about the answer, so a run to the error climbs the whole stack up and down.
    Recursion {
        /// The width of the counter
        #[arg(long, value_name = "N", default_value_t = 6, value_parser = least(1))]
        bits: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A run of 2^procedures steps to the only verdict
    ///
    /// Each procedure calls the next one twice, and the last one flips a global: an even number of times, as the safe
    /// variant asserts and the unsafe one denies. A trace has to be told by its calls.
    Doubling {
        /// The length of the chain below `main`
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = least(1))]
        procedures: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Many assertions, each after another call of the same procedure
    ///
    /// Globals come in pairs, which begin equal and stay so, whatever is called does. The kinds measure whether what was
    /// learnt for one assertion helps with the next: all need the same, or some of it, or nothing in common (FunFrog,
    /// HVC 2011). In the unsafe variant the last assertion can fail, and no other one.
    Assertions(Assertions),
    /// Many variables that are chosen anew all the time, beside two that matter
    ///
    /// Two variables differ at first and are only exchanged, while all others take every value. In the unsafe variant
    /// one is copied to the other when all the free ones hold.
    Freebits {
        /// How many free variables
        #[arg(long, value_name = "N", default_value_t = 16, value_parser = least(1))]
        variables: u32,
        /// Where they are chosen
        #[arg(long, value_enum, default_value_t)]
        shape: ShapeName,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Data whose exact relation is large, beside a small counter that decides
    ///
    /// A counter of a few bits ends a loop or recursion that mixes wide data: the exact relation is large, and does
    /// not matter. A data bit may end it earlier; in the unsafe variant it may keep it from ending.
    Wide {
        /// The end comes after 2^N rounds
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = least(1))]
        bits: u32,
        /// How many data bits are mixed; at least 2
        #[arg(long, value_name = "N", default_value_t = 16, value_parser = least(2))]
        data: u32,
        /// What makes the rounds
        #[arg(long, value_enum, default_value_t)]
        shape: ShapeName,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A recursion that carries many parameters, of which a few decide
    ///
    /// On the way down and back it mixes data that say when to return, what to exchange and what to negate. The
    /// assertion is about the parity of the few others, which no exchange changes. In the unsafe variant one of
    /// them is copied to another.
    Parameters {
        /// How many data bits are carried along and mixed; at least 10, and odd numbers count as the next even one
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = least(10))]
        data: u32,
        /// How many parameters decide; at least 2
        #[arg(long, value_name = "K", default_value_t = 2, value_parser = least(2))]
        relevant: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Ticket locks around work on shared data, of which one is checked
    ///
    /// Each lock has a user, who takes it as the data say, mixes the data, calls the user of the next lock, and gives
    /// back what it has taken; the last user may call the first one. In the unsafe variant the last user gives back
    /// a lock that is not its own.
    Tickets {
        /// How many locks, each with its user
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = least(1))]
        locks: u32,
        /// How many data bits are mixed; at least 2
        #[arg(long, value_name = "M", default_value_t = 12, value_parser = least(2))]
        data: u32,
        /// How many locks are checked; all if they are fewer
        #[arg(long, value_name = "K", default_value_t = 1, value_parser = least(1))]
        checked: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// A driver that hands requests down its levels, with many status flags beside the point
    ///
    /// Each level copies the flags, combines them, branches on them and passes them on, while two globals tell whether
    /// a request is outstanding: who completes one has to find it so. In the unsafe variant the lowest level may
    /// complete a request that another one has opened.
    Dispatch {
        /// How many status flags are passed along; at least 4
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = least(4))]
        flags: u32,
        /// Levels of calls above the device
        #[arg(long, value_name = "L", default_value_t = 3, value_parser = least(1))]
        levels: u32,
        #[command(flatten)]
        variant: Wrong,
    },
    /// The programs of papers about recursion, over numbers of K bits: Ackermann, McCarthy, gcd, Hanoi, …
    ///
    /// Each is some ten lines over numbers (`src/generate/words/programs`), written out over bits: a number x is the variables x_0, x_1, …, the lowest
    /// bit first. The safe variant has the property of its paper; the unsafe one has a mistake that a run meets only after it has gone deep. With
    /// all inputs the depth grows with 2^K; --inputs bounds the numbers that drive a recursion, so that wide numbers need no deeper stacks.
    Words(Words),
    /// A random propositional formula as a straight line of `assume`s
    ///
    /// Random 3-CNF with 3.5 clauses for each variable, over globals, then `assert(F)`. The unsafe variant is
    /// satisfiable by construction; the safe one has a contradiction among its clauses.
    Cnf {
        /// How many variables
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = least(3))]
        variables: u32,
        /// Fixes the formula
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        variant: Wrong,
    },
    /// Random programs that use every construct of the language; the verdict is not known
    ///
    /// For comparing engines with one another. Every program passes the static checks (some deserve warnings) and has
    /// a property: `main` ends with an assertion.
    Random(Wild),
}

/// Reads a number that is not less than this.
pub fn least(least: i64) -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(least..)
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
    ///
    /// # Errors
    /// Which size is out of range.
    pub fn write(self) -> Result<String, String> {
        use families::*;
        Ok(match self {
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
            Family::Assertions(assertions) => assertions.write(),
            Family::Freebits { variables, shape, variant } => {
                freebits::write(&freebits::Options { variables, shape: shape.into(), variant: variant.into() })
            }
            Family::Wide { bits, data, shape, variant } => {
                wide::write(&wide::Options { bits, data, shape: shape.into(), variant: variant.into() })
            }
            Family::Parameters { data, relevant, variant } => {
                parameters::write(&parameters::Options { data, relevant, variant: variant.into() })
            }
            Family::Tickets { locks, data, checked, variant } => {
                tickets::write(&tickets::Options { locks, data, checked, variant: variant.into() })
            }
            Family::Dispatch { flags, levels, variant } => {
                dispatch::write(&dispatch::Options { flags, levels, variant: variant.into() })
            }
            Family::Cnf { variables, seed, variant } => {
                cnf::write(&cnf::Options { variables, seed, variant: variant.into() })
            }
            Family::Words(words) => return words.write(),
            Family::Random(wild) => wild.write(),
        })
    }
}
