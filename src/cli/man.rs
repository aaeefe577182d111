//! `bpcheck man`: the help of all commands as manual pages.

use super::exit::Exit;
use super::output;
use clap::Command;
use clap_mangen::generate_to;
use std::fs;
use std::path::PathBuf;

/// Write a manual page for each command to a folder: `bpcheck.1`, `bpcheck-check.1`, and so on
#[derive(clap::Args)]
#[command(after_help = "Example:\n  bpcheck man ~/.local/share/man/man1 && man bpcheck-check\n")]
pub struct Args {
    /// The folder, which is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes them.
pub fn run(args: &Args, command: Command) -> Exit {
    match fs::create_dir_all(&args.folder).and_then(|()| generate_to(command, &args.folder)) {
        Ok(()) => Exit::Done,
        Err(error) => {
            output::unwritten(&args.folder, &error);
            Exit::Input
        }
    }
}
