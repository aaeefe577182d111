//! `bpcheck generate`: members of program families.

mod assertions;
mod family;
mod wild;
mod words;

use crate::cli::exit::Exit;
use crate::cli::{output, usage};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use family::Family;
use std::path::PathBuf;

const EXAMPLES: &str = "\
The first line of a program says which verdict it has, `// expect: SAFE` or `// expect: UNSAFE` (but for `random`, where nobody knows), \
the second line how to generate it again. The same flags give the same bytes everywhere. `bpcheck generate FAMILY --help` says more about a family.

Examples:
  bpcheck generate bebop --procedures 100 -o bebop100.bp
  bpcheck generate slam --seed 7 --unsafe | bpcheck check -
";

/// Write a program of a family, of any size, with known verdict
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    family: Family,
    /// Write to this file instead of the standard output
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

/// The same without the rest of the command line.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Alone {
    #[command(subcommand)]
    family: Family,
}

/// The program that these flags of `bpcheck generate` stand for.
///
/// # Errors
/// What is wrong with the flags.
pub fn text(flags: &str) -> Result<String, clap::Error> {
    let alone = Alone::try_parse_from(flags.split_whitespace())?;
    alone.family.write().map_err(|what| Alone::command().error(ErrorKind::ValueValidation, what))
}

/// Writes the program.
pub fn run(args: Args) -> Exit {
    match args.family.write() {
        Ok(text) => output::to(args.output.as_deref(), text.as_bytes()),
        Err(what) => usage("generate", what),
    }
}
