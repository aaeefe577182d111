//! Random programs that use every construct of the language, small enough for every engine and for a reader.
//!
//! The programs mean nothing; they are there so that engines can be compared on inputs that nobody would think of. They are
//! accepted by every static check by construction: names are unique and declared, targets distinct, argument and result
//! counts right, labels defined once, primes only under `constrain`, `=>` never chained. Some of them deserve a warning
//! (a label before `fi`, a local named like a global, `=` beside `&`), as real programs do. Nothing is known about verdicts,
//! but there is always a property: `main` ends with an assertion.
//!
//! All decisions come from a [`Choices`], and alternative 0 is always the simplest: `skip`, a constant, no further statement,
//! no label. A tape of zeros gives the smallest program, and a property test that shrinks the tape shrinks the program.
//! Every decision is bounded by the [`Knobs`] and by budgets that only fall, so writing ends whatever the tape says.
//!
//! The parts: [`names`] what things are called, [`expression`] and [`statement`] what procedures are made of, [`counting`] what makes runs
//! long, [`chained`] what makes one variable depend on another, [`procedure`] how one is put together, [`driver`] what may call `main`.

mod chained;
mod counting;
mod driver;
mod expression;
mod names;
mod procedure;
mod statement;

use super::choices::{Choices, Seeded};
use super::listing::Listing;
pub(crate) use driver::Driver;
use names::Signature;

/// Upper limits, each reached by some programs and undercut by most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// Global variables.
    pub globals: u32,
    /// Procedures, `main` included; at least 1.
    pub procedures: u32,
    /// Parameters of a procedure.
    pub parameters: u32,
    /// Results of a procedure.
    pub results: u32,
    /// Locals of a procedure, parameters not counted.
    pub locals: u32,
    /// Statements of a procedure, nested ones included.
    pub statements: u32,
    /// Operators above one another in an expression; at most 8.
    pub depth: u32,
    /// May procedures call themselves, directly or not? Otherwise each calls only later ones.
    pub recursion: bool,
    /// May there be `while`, and `goto` to earlier places?
    pub loops: bool,
    /// May there be `goto`?
    pub gotos: bool,
    /// Do many statements count, or go on until a value is met, so that runs are long? Then there are all globals.
    pub counting: bool,
    /// Do many statements carry values from variable to variable: through calls, flags that are tested again, and branches? Then there are all
    /// globals, and assertions compare what was carried.
    pub chained: bool,
    /// May expressions contain `*`, `?` and `schoose`? Without them only initial values, `dead` and `constrain` are left
    /// to chance.
    pub choices: bool,
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            globals: 3,
            procedures: 3,
            parameters: 2,
            results: 2,
            locals: 2,
            statements: 8,
            depth: 2,
            recursion: true,
            loops: true,
            gotos: true,
            counting: false,
            chained: false,
            choices: true,
        }
    }
}

/// A member of the family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Fixes the program, together with the knobs.
    pub seed: u64,
    /// How large and how wild it may be.
    pub knobs: Knobs,
}

/// Writes the program of a seed.
pub fn write(options: &Options) -> String {
    let listing = Listing::new(None, &command(options));
    program(listing, &options.knobs.bounded(), None, &mut Seeded::new(options.seed))
}

/// Writes the program that these choices lead to, without a heading.
pub fn write_from(knobs: &Knobs, choices: &mut dyn Choices) -> String {
    program(Listing::default(), &knobs.bounded(), None, choices)
}

/// The same with a procedure [`Driver::NAME`] besides, in which runs are to begin.
pub(crate) fn write_driven(knobs: &Knobs, driver: Driver, choices: &mut dyn Choices) -> String {
    program(Listing::default(), &knobs.bounded(), Some(driver), choices)
}

impl Knobs {
    /// The knobs within what is sensible: one procedure at least, and sizes whose product a machine can hold.
    fn bounded(&self) -> Self {
        Self {
            globals: self.globals.min(1000),
            procedures: self.procedures.clamp(1, 10_000),
            parameters: self.parameters.min(100),
            results: self.results.min(100),
            locals: self.locals.min(100),
            statements: self.statements.min(10_000),
            depth: self.depth.min(8),
            ..*self
        }
    }
}

fn command(options: &Options) -> String {
    let knobs = options.knobs.bounded();
    let mut command = format!(
        "random --seed {} --globals {} --procedures {} --parameters {} --results {} --locals {} --statements {} --depth {}",
        options.seed,
        knobs.globals,
        knobs.procedures,
        knobs.parameters,
        knobs.results,
        knobs.locals,
        knobs.statements,
        knobs.depth
    );
    for (is_usual, flag) in [
        (knobs.recursion, " --no-recursion"),
        (knobs.loops, " --no-loops"),
        (knobs.gotos, " --no-gotos"),
        (!knobs.counting, " --counting"),
        (!knobs.chained, " --chained"),
        (knobs.choices, " --no-choices"),
    ] {
        if !is_usual {
            command.push_str(flag);
        }
    }
    command
}

/// Globals and procedures, in an order of the source's choosing: both may stand before their use or after it.
fn program(mut out: Listing, knobs: &Knobs, driver: Option<Driver>, choices: &mut dyn Choices) -> String {
    let count = if knobs.counting || knobs.chained { knobs.globals } else { choices.below(knobs.globals + 1) };
    let globals: Vec<String> = (0..count).map(|i| names::global(i, choices)).collect();
    let others = if knobs.chained { knobs.procedures - 1 } else { choices.below(knobs.procedures) };
    let signatures: Vec<Signature> = (0..=others).map(|i| Signature::new(i, knobs, &globals, choices)).collect();
    let late = if choices.below(4) == 3 { choices.below(globals.len() as u32 + 1) as usize } else { 0 };
    let (early, late) = globals.split_at(globals.len() - late);
    names::declare(&mut out, early, choices);
    let backwards = choices.below(2) == 1;
    for i in 0..signatures.len() {
        let own = if backwards { signatures.len() - 1 - i } else { i };
        procedure::write(&mut out, knobs, &globals, &signatures, own, choices);
    }
    names::declare(&mut out, late, choices);
    if let (Some(driver), Some(main)) = (driver, signatures.first()) {
        driver.write(&mut out, main, choices);
    }
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::super::choices::Tape;
    use super::*;

    #[test]
    fn zeros_give_the_smallest_program() {
        let text = write_from(&Knobs::default(), &mut Tape::new(&[]));
        assert_eq!(text, "\nvoid main()\nbegin\n  assert(T);\nend\n");
    }

    #[test]
    fn the_command_repeats_every_knob() {
        let text = write(&Options { seed: 5, knobs: Knobs { procedures: 0, loops: false, ..Knobs::default() } });
        assert!(text.starts_with(
            "// generated by: bpcheck generate random --seed 5 --globals 3 --procedures 1 --parameters 2 --results 2 \
             --locals 2 --statements 8 --depth 2 --no-loops\n"
        ));
    }

    #[test]
    fn every_construct_turns_up() {
        let all: String = (0..400).map(|seed| write(&Options { seed, ..Options::default() })).collect();
        for construct in [
            "decl ",
            "bool<2>",
            "bool ",
            "dfs ",
            "enforce ",
            "skip",
            "goto ",
            "return",
            "if ",
            "elsif ",
            "else",
            "while ",
            "assume",
            "assert",
            "abortif",
            "constrain",
            "dead ",
            "print(",
            "_ := ",
            "schoose[",
            "<=>",
            "=>",
            " ? ",
            "?",
            "*",
            "!=",
            "^",
            "||",
            "&&",
            "~",
            "'",
            "{",
            "$",
            "ERROR:",
            "_, ",
            ":= T,",
        ] {
            assert!(all.contains(construct), "{construct:?} never occurs");
        }
    }

    #[test]
    fn knobs_forbid() {
        for seed in 0..200 {
            let text = write(&Options {
                seed,
                knobs: Knobs {
                    globals: 0,
                    procedures: 1,
                    recursion: false,
                    loops: false,
                    gotos: false,
                    choices: false,
                    ..Knobs::default()
                },
            });
            for forbidden in ["while", "goto ", "*", "schoose", ":= f"] {
                let mut body = text.lines().skip(1).filter(|line| !line.contains("decl "));
                assert!(!body.any(|line| line.contains(forbidden)), "{forbidden:?} in\n{text}");
            }
        }
    }
}
