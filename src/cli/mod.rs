//! The command line: one small file a subcommand. Flags become the library's options, answers become text and an exit
//! code; nothing is decided here.

mod bench;
mod campaign;
mod certificate;
mod check;
mod companions;
mod compare;
mod completions;
mod convert;
mod crash;
mod depth;
mod dump;
mod engines;
mod evidence;
mod exit;
mod explain;
mod fuzz;
mod generate;
mod input;
mod language;
mod log;
mod man;
mod output;
mod pds;
mod proof;
mod pushdown;
mod quantity;
mod reading;
mod recheck;
mod reduce;
mod session;
mod shell;
mod step;
mod system;
mod terminal;
mod trace;
mod worker;

use bpcheck::report::visible::is_hidden;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::Exit;

const EXIT_CODES: &str = "\
Exit codes:
    0  SAFE; evidence accepted; the command did what it was asked
   10  UNSAFE
    5  UNKNOWN; `convert`: no property, or the format cannot say it; the processor time is used up (SIGXCPU)
    1  evidence refused; `pds member`: no; `reduce`: of no interest from the start
    2  wrong usage; unknown label or entry procedure
    3  input rejected or unreadable; output cannot be written; a run of `compare` or `bench` ended with an error
    4  a self-check failed, or `fuzz`, `compare` or `bench` saw a wrong answer, or engines contradict each other
    6  internal error: a bug of bpcheck
  130  Ctrl-C, 143 SIGTERM, after `verdict: UNKNOWN (interrupted)`, or the smallest program so far of `reduce`

With several FILEs the first that applies of 6, 4, 130 or 143, 3, 2, 10, 5, 0.";

/// A model checker for Boolean programs.
///
/// Decides whether a run of a Boolean program (`.bp`, the language of SLAM's Bebop) can violate an assertion or come
/// to an error label: SAFE, UNSAFE with a trace that was replayed, or UNKNOWN with a reason.
#[derive(Parser)]
#[command(name = "bpcheck", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Begin with: bpcheck check FILE. Each command explains itself: bpcheck check --help.")]
#[command(after_long_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Everywhere {
    /// Whether there are colors; `auto`: on a terminal, unless the environment has NO_COLOR
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    color: terminal::Color,
}

#[derive(Subcommand)]
enum Command {
    #[command(mut_args(check::told))]
    Check(check::Args),
    Trace(trace::Args),
    Certificate(certificate::Args),
    Bench(bench::Args),
    Compare(compare::Args),
    Completions(completions::Args),
    Convert(convert::Args),
    Depth(depth::Args),
    Dump(dump::Args),
    Explain(explain::Args),
    Fuzz(fuzz::Args),
    Generate(generate::Args),
    Language(language::Args),
    Man(man::Args),
    Pds(pds::Args),
    #[command(mut_args(check::told))]
    Recheck(recheck::Args),
    Reduce(reduce::Args),
    Step(step::Args),
}

/// Runs the command line of the process; the exit code.
pub fn run() -> u8 {
    crash::install();
    system::outlive_file_limit();
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(error) => {
            tell(&error);
            return if error.use_stderr() { Exit::Usage.code() } else { Exit::Done.code() };
        }
    };
    terminal::choose(cli.everywhere.color);
    let exit = crash::guard(|| match cli.command {
        Command::Check(args) => check::run(args),
        Command::Trace(args) => trace::run(&args),
        Command::Certificate(args) => certificate::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compare(args) => compare::run(args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Convert(args) => convert::run(&args),
        Command::Depth(args) => depth::run(&args),
        Command::Dump(args) => dump::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Generate(args) => generate::run(args),
        Command::Language(args) => language::run(&args),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::Pds(args) => pds::run(&args),
        Command::Recheck(args) => recheck::run(args),
        Command::Reduce(args) => reduce::run(&args),
        Command::Step(args) => step::run(&args),
    });
    let exit = exit.unwrap_or(Exit::Internal);
    if crash::happened() { Exit::Internal.code() } else { exit.code() }
}

/// The arguments of the process. To make the flags of all commands takes longer than many a check: a check has its own only, unless something is to be explained.
fn parsed() -> Result<Cli, clap::Error> {
    if std::env::args_os().nth(1).is_some_and(|name| name == "check") {
        let check = check::Args::augment_args(clap::Command::new("check"));
        let alone = Everywhere::augment_args(clap::Command::new("bpcheck").subcommand(check));
        if let Ok(mut matches) = alone.try_get_matches() {
            return Cli::from_arg_matches_mut(&mut matches);
        }
    }
    Cli::try_parse()
}

/// A usage error that clap cannot find by itself: its message, and exit code 2.
fn usage(subcommand: &str, message: impl std::fmt::Display) -> Exit {
    let mut command = Cli::command();
    command.build();
    let error = match command.find_subcommand_mut(subcommand) {
        Some(found) => found.error(clap::error::ErrorKind::ArgumentConflict, message),
        None => command.error(clap::error::ErrorKind::ArgumentConflict, message),
    };
    tell(&error);
    Exit::Usage
}

/// Tells a usage error, or the help. If arguments hold characters that a terminal does not show, these are replaced, and there are no colors.
fn tell(error: &clap::Error) {
    let text = error.render().to_string();
    if error.use_stderr() && text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
        output::stderr(text);
    } else {
        // Nothing can be done if that fails.
        let _ = error.print();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_are_well_formed() {
        Cli::command().debug_assert();
    }
}
