//! `bpcheck reduce`: a program made smaller as long as a command says that it is still of interest.

mod condition;

use super::exit::Exit;
use super::output;
use super::reading;
use super::system::Signals;
use bpcheck::Source;
use bpcheck::budget::{Budget, CancelToken};
use bpcheck::hunt::reduce::{Form, reduce};
use bpcheck::report::line::Line;
use condition::{Answer, Condition};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
COMMAND is run by `sh -c` for one smaller program after the other. It exits with 0 if the program is still of interest, with \
anything else if it is not, as for creduce or `git bisect run` (0: as wanted). Note that `bpcheck check` exits with 0 for SAFE: to keep another \
answer, test the exit code. `{}` in COMMAND stands for the path of the program; without it the path is appended. What COMMAND prints goes \
nowhere. FILE itself has to be of interest.

The result is in normal form, without comments. A FILE that is no program, or whose normal form is of no interest, loses lines and \
characters. Ctrl-C ends the search with the smallest program so far.

Examples:
  bpcheck reduce driver.bp --until 'bpcheck check {}; test $? -eq 10' -o small.bp
  bpcheck reduce driver.bp --until 'bpcheck check --cross-check --timeout 10s {}; test $? -eq 4'
  bpcheck reduce rules.pds --text --until 'bpcheck pds check {} 2>&1 | grep -q panicked'
";

/// Make a program as small as it gets while a command still exits with 0 on it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program; `-` is the standard input
    file: PathBuf,
    /// The command that exits with 0 if the program at `{}` is of interest
    #[arg(long, value_name = "COMMAND")]
    until: String,
    /// Leave out lines and characters only: for other texts, and for programs that the parser cannot cope with
    #[arg(long)]
    text: bool,
    /// Write to this file instead of the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Reduces the program.
pub fn run(args: &Args) -> Exit {
    let source = match reading::open(&args.file) {
        Ok(source) => source,
        Err(exit) => return exit,
    };
    let signals = Signals::install();
    let condition = match Condition::new(&args.until, &args.file, signals.any()) {
        Ok(condition) => condition,
        Err(error) => return broken(&error),
    };
    match condition.ask(source.bytes()) {
        Ok(Answer::Holds) => {}
        Ok(Answer::Stopped) => return signals.ended().unwrap_or(Exit::Unknown),
        Ok(Answer::Fails(how)) => {
            output::stderr(format_args!(
                "error: {} is of no interest from the start: the command ends with {how}\n  \
                 hint: it has to exit with 0 on the program as it is; try: {}\n",
                source.name(),
                condition.shown(&args.file)
            ));
            return Exit::Refused;
        }
        Err(error) => return broken(&error),
    }
    let form = if args.text { Form::Text } else { Form::Program };
    let (best, failure) = search(&source, form, &condition, &signals);
    let searched = failure.map_or(Exit::Done, |error| broken(&error));
    let exit = searched.or_worse(output::to(args.output.as_deref(), &best));
    signals.ended().map_or(exit, |ended| exit.or_worse(ended))
}

/// The smallest text found, and what ended the search too early. On a terminal it is told how far the search is.
fn search(source: &Source, form: Form, condition: &Condition, signals: &Signals) -> (Vec<u8>, Option<io::Error>) {
    let mut terminal = io::stderr();
    let is_terminal = terminal.is_terminal();
    let mut line = Line::new(&mut terminal, signals.clock(Instant::now()));
    let (mut runs, mut smallest) = (1, lines(source.bytes()));
    let mut failure = None;
    let stop = CancelToken::default();
    let mut fails = |text: &[u8]| {
        if let Some(now) = line.is_due().filter(|_| is_terminal) {
            let (name, seconds) = (source.name(), now.as_secs_f64());
            line.show(now, &format!("{name}: {seconds:.1} s, {runs} runs, {smallest} lines left"));
        }
        runs += 1;
        match condition.ask(text) {
            Ok(Answer::Holds) => {
                smallest = lines(text);
                true
            }
            Ok(Answer::Fails(_) | Answer::Stopped) => false,
            Err(error) => {
                failure = Some(error);
                stop.cancel();
                false
            }
        }
    };
    let budget = Budget::unlimited().with_cancel(signals.any()).with_cancel(stop.clone());
    let best = reduce(source.bytes(), form, &mut fails, &budget);
    line.erase();
    if is_terminal {
        let (before, after) = (lines(source.bytes()), lines(&best));
        output::stderr(format_args!("{}: {before} lines, now {after}, after {runs} runs\n", source.name()));
    }
    (best, failure)
}

fn lines(text: &[u8]) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').count()
}

fn broken(error: &io::Error) -> Exit {
    output::stderr(format_args!("error: cannot try smaller programs: {error}\n"));
    Exit::Input
}
