//! `bpcheck`, the command: flags in, exit code out. All that it knows about Boolean programs is in the library of the same
//! name; `bpcheck --help` tells the commands.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run().into()
}
