//! `bpcheck step`: a run of a program by hand.

mod command;
mod session;

use super::exit::Exit;
use super::input;
use super::output::{self, Audience};
use super::reading::Reading;
use bpcheck::lang::program::property::LabelRequest;
use session::{Next, Session};
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  bpcheck step driver.bp
  bpcheck step --label C_33 driver.bp
  printf 'random 1000\\nsave t.json\\n' | bpcheck step --seed 7 driver.bp
";

/// Run a program by hand: make each choice, see the stack, take steps back, save the run as a trace
#[derive(clap::Args)]
#[command(after_help = format!("Commands, one a line from the standard input:\n{}\n{EXAMPLES}", indented(command::HELP)))]
pub struct Args {
    /// The program
    file: PathBuf,
    /// Watch for this label instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    labels: Vec<String>,
    /// What `random` does depends on this number only
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Reads commands until there are no more.
pub fn run(args: &Args) -> Exit {
    if input::is_stdin(&args.file) {
        return super::usage("step", "the commands come from the standard input, so FILE has to be a file");
    }
    let labels = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    match args.reading.load_about(&args.file, labels) {
        Ok(loaded) => converse(Session::new(&loaded, args.seed)),
        Err(exit) => exit,
    }
}

/// A line that is longer is read as several.
const LONGEST: u64 = 1 << 16;

fn converse(mut session: Session<'_>) -> Exit {
    let stdin = io::stdin();
    let is_seen = stdin.is_terminal();
    let mut said = session.here();
    loop {
        match output::stdout(|out| write!(out, "{said}> ")) {
            Ok(Audience::Listens) => {}
            Ok(Audience::Left) => return Exit::Done,
            Err(error) => {
                output::lost(&error);
                return Exit::Input;
            }
        }
        let mut line = Vec::new();
        match stdin.lock().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) => return output::print(Exit::Done, |out| writeln!(out)),
            Ok(_) => {}
            Err(error) => {
                output::stderr(format_args!("error: cannot read the standard input: {error}\n"));
                return Exit::Input;
            }
        }
        let line = String::from_utf8_lossy(&line).replace(char::is_control, " ");
        let line = line.trim();
        // On a terminal the line stands there already.
        let echo = if is_seen { String::new() } else { format!("{line}\n") };
        match session.line(line) {
            Next::Say(text) => said = echo + &text,
            Next::End(exit) => return output::print(exit, |out| write!(out, "{echo}")),
        }
    }
}
