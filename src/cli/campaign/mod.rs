//! What commands share that run engines in processes of their own.

mod input;
mod judgement;

pub use input::Input;
pub use judgement::exit;

use super::exit::Exit;
use super::output::stderr;
use std::path::PathBuf;

/// This tool, for runs of its engines.
///
/// # Errors
/// What to exit with, if it cannot be found; that is told.
pub fn program() -> Result<PathBuf, Exit> {
    std::env::current_exe().map_err(|error| {
        stderr(format_args!("error: cannot find the program to run: {error}\n"));
        Exit::Input
    })
}
