//! `bpcheck trace`: traces that were written to files, replayed or shown.

use super::evidence;
use super::exit::Exit;
use super::output;
use super::reading::{Numbers, Reading};
use super::terminal::{self, View};
use bpcheck::Options;
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::convert::horn::derivation;
use bpcheck::pipeline::{Loaded, claim};
use bpcheck::report::explain::html;
use bpcheck::report::trace::TraceStyle;
use bpcheck::report::visible::visible;
use bpcheck::report::{evidence as texts, trace as shown};
use bpcheck::validate::{Replayed, replay, replay_claim};
use bpcheck::verdict::json::trace_from_json;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  bpcheck check --trace t.json driver.bp
  bpcheck trace replay driver.bp t.json
  bpcheck trace show driver.bp t.json --unfold | less
  bpcheck trace show driver.bp t.json --html trace.html
";

/// Replay or show a trace that `check --trace` wrote
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Execute a trace on its program: `evidence: accepted` (exit code 0) or `evidence: refused` (1)
    Replay(Files),
    /// Print a trace as text; it is replayed first
    ///
    /// Of Horn clauses, behind it a derivation: numbered atoms, each with its clause and the numbers of the atoms that are the body.
    Show {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        numbers: Numbers,
        /// Print every step, repeating procedure runs that occur more than once
        #[arg(long, conflicts_with = "why")]
        unfold: bool,
        /// Print only the choices, assignments and conditions on which the violation depends
        #[arg(long)]
        why: bool,
        /// In whose terms it is
        #[arg(long, value_name = "OF", value_enum, default_value_t, conflicts_with = "unfold")]
        view: View,
        /// Write a page that walks through the trace to this file, and print nothing; it needs no network
        #[arg(long, value_name = "FILE", conflicts_with = "unfold")]
        html: Option<PathBuf>,
    },
}

#[derive(clap::Args)]
struct Files {
    /// The program; `-` is the standard input
    program: PathBuf,
    /// The trace, as JSON; `-` is the standard input
    trace: PathBuf,
    #[command(flatten)]
    reading: Reading,
}

/// Replays or shows.
pub fn run(args: &Args) -> Exit {
    match &args.action {
        Action::Replay(files) => with_trace(files, Options::default(), |loaded, replayed| {
            output::print(Exit::Done, |out| out.write_all(texts::replayed(loaded, replayed).as_bytes()))
        }),
        Action::Show { files, numbers, html: Some(path), .. } => {
            with_trace(files, numbers.options(), |loaded, replayed| {
                output::to(Some(path), html::of_trace(loaded, replayed).as_bytes())
            })
        }
        Action::Show { files, numbers, unfold, why, view, html: None } => {
            printed((files, numbers), (*unfold, *why), |loaded, replayed, out| {
                let style = TraceStyle { why: *why, view: view.of(loaded), ..terminal::trace_style(*unfold) };
                shown::write(out, &loaded.program, &loaded.source, replayed, &style)?;
                if files.reading.format(&files.program) != Input::Smt2 {
                    return Ok(());
                }
                match derivation(loaded, replayed.trace(), &Budget::unlimited()) {
                    Ok(derivation) => write!(out, "\nderivation\n{}", visible(derivation.to_string().as_bytes())),
                    Err(why) => writeln!(out, "\nno derivation: {}", visible(why.to_string().as_bytes())),
                }
            })
        }
    }
}

/// Reads and replays the trace; if it is accepted, and can be shown in the way that is asked, unfolded or with nothing but what matters, prints something about it.
fn printed(
    (files, numbers): (&Files, &Numbers),
    (unfold, why): (bool, bool),
    write: impl FnOnce(&Loaded, &Replayed, &mut dyn Write) -> std::io::Result<()>,
) -> Exit {
    with_trace(files, numbers.options(), |loaded, replayed| {
        if unfold && !shown::can_be_unfolded(replayed) {
            output::stderr(format_args!("error: {}\n", terminal::too_long(replayed)));
            return Exit::Usage;
        }
        if why && replayed.trace().turn.is_some() {
            output::stderr("error: --why is not about formulas: leave it out, and the whole run is shown\n");
            return Exit::Usage;
        }
        output::print_painted(Exit::Done, |out| write(loaded, replayed, out))
    })
}

/// Reads and replays the trace; if it is accepted, goes on with it.
fn with_trace(files: &Files, asked: Options, go_on: impl FnOnce(&Loaded, &Replayed) -> Exit) -> Exit {
    let Files { program, trace, reading } = files;
    let (loaded, trace) = match evidence::read("trace", program, (reading, asked), trace, trace_from_json) {
        Ok(both) => both,
        Err(exit) => return exit,
    };
    let sha256 = loaded.source.sha256();
    let replayed = match claim(&loaded, reading.manner(program).ladder, &trace.property.kind) {
        Ok(Some(claim)) => replay_claim(&loaded.program, sha256, loaded.entry, trace, &claim),
        Ok(None) => replay(&loaded.program, sha256, loaded.entry, trace),
        Err(remarks) => {
            super::reading::tell(&remarks);
            return Exit::Input;
        }
    };
    match replayed {
        Ok(replayed) => go_on(&loaded, &replayed),
        Err(refusal) => evidence::refuse(&texts::refused(refusal.locate(&loaded.program, &loaded.source), &refusal)),
    }
}
