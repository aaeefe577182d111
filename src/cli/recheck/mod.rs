//! `bpcheck recheck`: the new version of a program, with what is known of the old one.

use crate::cli::check::{self, Format, Recalling};
use crate::cli::exit::Exit;
use crate::cli::output;
use std::path::PathBuf;

const EXAMPLES: &str = "\
What is learnt of procedures while OLD is checked is tried on NEW, procedure by procedure, and what holds there too need not be found out again. Before the \
results of NEW, which are those of `check --all`, there are lines such as

  old: UNSAFE
  summaries lock: unchanged (3 of 3 hold)
  summaries work: weakened (1 of 4 holds)
  summaries init: new

unchanged: the text is the same, and all holds; kept: the text is another, and all holds; weakened: some does; lost: nothing does; gone: there is no such \
procedure any more; not asked: no run was looked for that comes there. Every SAFE is certified on NEW: nothing is believed because it held of OLD.

Examples:
  bpcheck recheck driver.1.bp driver.2.bp
  bpcheck recheck --summaries driver.json driver.2.bp driver.3.bp   (reads and writes driver.json; OLD is not looked at if it is there)
";

/// Check a new version of a program with what is known of the old one
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n{}", crate::cli::EXIT_CODES))]
#[group(id = "recheck")]
#[command(mut_arg("files", |arg| arg.index(2).value_name("NEW").num_args(1).action(clap::ArgAction::Set).help("The new version")))]
#[command(mut_arg("all", |arg| arg.hide(true)))]
pub struct Args {
    /// The old version; not looked at if --summaries or --reuse names a file that is there
    #[arg(value_name = "OLD")]
    old: PathBuf,
    #[command(flatten)]
    check: check::Args,
}

/// Checks the old version, and then the new one.
pub fn run(args: Args) -> Exit {
    let Args { old, mut check } = args;
    check.all = true;
    let is_known = check.reuse.is_some() || check.summaries.as_ref().is_some_and(|path| path.exists());
    if is_known {
        return check::run(check);
    }
    match check::learn(&check, &old) {
        Ok(Recalling { overall, summaries }) => {
            // Among lines of text it is one of them; a document is of the new version alone.
            let exit = match check.format {
                Format::Human if !check.quiet => output::print(Exit::Done, |out| writeln!(out, "old: {overall}")),
                _ => {
                    output::stderr(format_args!("note: the old version is {overall}\n"));
                    Exit::Done
                }
            };
            exit.or_worse(check::run_with(check, Some(summaries)))
        }
        Err(exit) => exit,
    }
}
