//! `bpcheck certificate`: certificates that were written to files, checked or shown.

use super::exit::Exit;
use super::input;
use super::output;
use super::reading::{self, Reading};
use bpcheck::budget::Budget;
use bpcheck::pipeline::Loaded;
use bpcheck::report::certificate as texts;
use bpcheck::validate::inductive::{Accepted, NotAccepted, check};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::json::certificate_from_json;
use bpcheck::verdict::json::ReadError;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  bpcheck check --certificate c.json driver.bp
  bpcheck certificate check driver.bp c.json
  bpcheck certificate show driver.bp c.json | less
";

/// Check or show a certificate that `check --certificate` wrote
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Check each step of the proof on the program: `evidence: accepted` (exit code 0) or `evidence: refused` (1)
    Check(Files),
    /// Print what the proof says of each procedure; it is checked first
    ///
    /// `x` is a value now, `old(x)` one that the activation was entered with. All lines of a place hold together.
    Show(Files),
}

#[derive(clap::Args)]
struct Files {
    /// The program; `-` is the standard input
    program: PathBuf,
    /// The certificate, as JSON; `-` is the standard input
    certificate: PathBuf,
    #[command(flatten)]
    reading: Reading,
}

/// Checks or shows.
pub fn run(args: &Args) -> Exit {
    match &args.action {
        Action::Check(files) => with_certificate(files, |loaded, certificate, accepted, out| {
            out.write_all(texts::accepted(loaded, certificate, accepted).as_bytes())
        }),
        Action::Show(files) => with_certificate(files, |loaded, certificate, _, out| {
            texts::write(out, &loaded.program, &loaded.source, certificate)
        }),
    }
}

/// Reads and checks the certificate; if it is accepted, `write` says something about it.
fn with_certificate(
    files: &Files,
    write: impl FnOnce(&Loaded, &Certificate, &Accepted, &mut dyn Write) -> io::Result<()>,
) -> Exit {
    if input::is_stdin(&files.program) && input::is_stdin(&files.certificate) {
        return super::usage("certificate", "only one of PROGRAM and CERTIFICATE can be the standard input");
    }
    let loaded = files.reading.load(&files.program);
    let (loaded, text) = match loaded.and_then(|loaded| Ok((loaded, reading::open(&files.certificate)?))) {
        Ok(both) => both,
        Err(exit) => return exit,
    };
    let certificate = match certificate_from_json(&loaded.program, text.bytes()) {
        Ok(certificate) => certificate,
        Err(error @ ReadError::Name { .. }) => return refuse(&texts::foreign(&loaded.source, &error)),
        Err(error) => {
            output::stderr(format_args!("error: {}: {error}\n", text.name()));
            return Exit::Input;
        }
    };
    match check(&loaded.program, &loaded.source.sha256(), loaded.entry, &certificate, &Budget::unlimited()) {
        Ok(accepted) => output::print(Exit::Done, |out| write(&loaded, &certificate, &accepted, out)),
        Err(NotAccepted::Refused(refusal)) => refuse(&texts::refused(&loaded, &refusal)),
        Err(NotAccepted::Stopped(reason)) => {
            output::stderr(format_args!("error: the certificate could not be checked: {reason}\n"));
            Exit::Unknown
        }
    }
}

fn refuse(text: &str) -> Exit {
    output::print(Exit::Refused, |out| out.write_all(text.as_bytes()))
}
