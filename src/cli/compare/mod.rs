//! `bpcheck compare`: many files times many engines, and what came of it.

mod contestants;
mod flags;
mod inputs;
mod merge;
mod outcome;
mod run;

pub use flags::Args;

use super::exit::Exit;
use flags::Command;

/// Makes the runs of a campaign, or puts parts of one together; 4 if an answer is wrong.
pub fn run(args: Args) -> Exit {
    match (args.command, args.run) {
        (Some(Command::Merge(merge)), _) => merge::run(&merge),
        (None, Some(flags)) => run::run(&flags, &args.asked),
        (None, None) => super::usage("compare", "no PATH is given"),
    }
}
