//! `bpcheck completions`: what a shell needs to complete commands and flags.

use super::exit::Exit;
use super::output;
use clap::Command;
use clap_complete::{Shell, generate};

const EXAMPLES: &str = "\
Examples:
  bpcheck completions bash > ~/.local/share/bash-completion/completions/bpcheck
  bpcheck completions zsh > ~/.local/share/zsh/site-functions/_bpcheck
  bpcheck completions fish > ~/.config/fish/completions/bpcheck.fish
";

/// Print the completions of commands and flags for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Prints them.
pub fn run(args: &Args, mut command: Command) -> Exit {
    let mut script = Vec::new();
    let name = command.get_name().to_string();
    generate(args.shell, &mut command, name, &mut script);
    output::print(Exit::Done, |out| out.write_all(&script))
}
