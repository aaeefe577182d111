//! `bpcheck step` and `bpcheck pds step`: a run of a program, or of a pushdown system, by hand.

mod command;
mod converse;
mod lines;
mod program;
mod system;

use super::exit::Exit;
use super::input;
use super::pushdown::System;
use super::reading::{Numbers, Reading};
use bpcheck::convert;
use bpcheck::lang::program::property::LabelRequest;
use converse::converse;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  bpcheck step driver.bp
  bpcheck step --label C_33 driver.bp
  bpcheck step lecture.pds
  printf 'random 1000\\nsave t.json\\n' | bpcheck step --seed 7 driver.bp
";

const SYSTEM_EXAMPLES: &str = "\
Examples:
  bpcheck pds step lecture.pds
  printf 'random 1000\\nrun\\n' | bpcheck pds step --seed 7 lecture.pds
";

/// Run a program by hand: make each choice, see the stack, take steps back, save the run as a trace
#[derive(clap::Args)]
#[command(after_help = format!(
    "Commands, one a line from the standard input; on a terminal lines are edited as in a shell, and the arrow up brings back earlier ones:\n{}\nA pushdown system is walked through in its own terms, as by `bpcheck pds step`. Commands:\n{}\n{EXAMPLES}",
    indented(program::HELP),
    indented(system::HELP)
))]
pub struct Args {
    /// The program, or a pushdown system
    file: PathBuf,
    /// Watch for this label instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    labels: Vec<String>,
    /// What `random` does depends on this number only
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    numbers: Numbers,
}

/// Make a run by hand: choose the rules, see the stack and where it comes from, take steps back, save the run
#[derive(clap::Args)]
#[command(after_help = format!("Commands, one a line from the standard input:\n{}\n{SYSTEM_EXAMPLES}", indented(system::HELP)))]
pub struct Walk {
    /// The system
    file: PathBuf,
    /// What `random` does depends on this number only
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Reads commands until there are no more.
pub fn run(args: &Args) -> Exit {
    if input::is_stdin(&args.file) {
        return no_file("step");
    }
    let format = args.reading.format(&args.file);
    if format.is_system() {
        return match args.of_programs() {
            Some(why) => super::usage("step", format_args!("{} is a pushdown system: {why}", input::name(&args.file))),
            None => through(&args.file, format, args.seed),
        };
    }
    let labels = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    match args.reading.load(&args.file, args.numbers.options().with_labels(labels)) {
        Ok(loaded) => converse(program::Session::new(&loaded, args.seed)),
        Err(exit) => exit,
    }
}

impl Args {
    /// Why a flag that was given has no meaning for systems.
    fn of_programs(&self) -> Option<&'static str> {
        let Reading { entry, dialect, precedence, from: _ } = &self.reading;
        if !self.labels.is_empty() {
            return Some("it has no labels for --label, and its targets stand in it");
        }
        if entry.is_some() {
            return Some("it has no procedures for --entry, and `init` says where its runs begin");
        }
        if self.numbers.words {
            return Some("it has no variables for --words");
        }
        let is_other = precedence.is_some() || *dialect != Default::default();
        is_other.then_some("--dialect and --precedence say how Boolean programs are read")
    }
}

impl Walk {
    /// Reads commands until there are no more.
    pub fn run(&self) -> Exit {
        match input::is_stdin(&self.file) {
            true => no_file("pds"),
            false => through(&self.file, convert::Input::of_system(&self.file), self.seed),
        }
    }
}

/// Walks through a system.
fn through(file: &Path, format: convert::Input, seed: u64) -> Exit {
    match System::read(file, format).and_then(|system| system.begins().map(|()| system)) {
        Ok(input) => converse(system::Session::new(&input, seed)),
        Err(exit) => exit,
    }
}

fn no_file(subcommand: &str) -> Exit {
    super::usage(subcommand, "the commands come from the standard input, so FILE has to be a file")
}
