//! `bpcheck certificate`: certificates that were written to files, checked or shown.

use super::evidence;
use super::exit::Exit;
use super::output;
use super::reading::Reading;
use bpcheck::budget::Budget;
use bpcheck::pipeline::Loaded;
use bpcheck::report::{certificate as shown, evidence as texts};
use bpcheck::validate::inductive::{Accepted, NotAccepted, check};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::json::certificate_from_json;
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
            out.write_all(texts::proved(loaded, certificate, accepted).as_bytes())
        }),
        Action::Show(files) => with_certificate(files, |loaded, certificate, _, out| {
            shown::write(out, &loaded.program, &loaded.source, certificate)
        }),
    }
}

/// Reads and checks the certificate; if it is accepted, `write` says something about it.
fn with_certificate(
    files: &Files,
    write: impl FnOnce(&Loaded, &Certificate, &Accepted, &mut dyn Write) -> io::Result<()>,
) -> Exit {
    let Files { program, certificate, reading } = files;
    let (loaded, certificate) =
        match evidence::read("certificate", program, reading, certificate, certificate_from_json) {
            Ok(both) => both,
            Err(exit) => return exit,
        };
    match check(&loaded.program, &loaded.source.sha256(), loaded.entry, &certificate, &Budget::unlimited()) {
        Ok(accepted) => output::print(Exit::Done, |out| write(&loaded, &certificate, &accepted, out)),
        Err(NotAccepted::Refused(refusal)) => {
            evidence::refuse(&texts::refused(refusal.locate(&loaded.program, &loaded.source), &refusal))
        }
        Err(NotAccepted::Stopped(reason)) => {
            output::stderr(format_args!("error: the certificate could not be checked: {reason}\n"));
            Exit::Unknown
        }
    }
}
