//! `bpcheck certificate`: certificates that were written to files, checked or shown.

mod runs;

use crate::cli::evidence;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::proof;
use crate::cli::reading::{Numbers, Reading};
use bpcheck::Options;
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::convert::horn::model;
use bpcheck::lang::program::Program;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pipeline::{Assured, Loaded, assured};
use bpcheck::report::explain::html;
use bpcheck::report::{certificate as shown, evidence as texts};
use bpcheck::validate::inductive::{Accepted, NotAccepted, check, vacuous};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::json::{certificate_from_json, is_about_runs};
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  bpcheck check --certificate c.json driver.bp
  bpcheck certificate check driver.bp c.json
  bpcheck certificate check driver.bp c.json --proof proof && drat-trim proof/main-3-property-7.cnf proof/main-3-property-7.drat
  bpcheck certificate check driver.bp c.json --all --check-proofs
  bpcheck certificate show driver.bp c.json | less
  bpcheck certificate show driver.bp c.json --html proof.html
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
    Check {
        #[command(flatten)]
        files: Files,
        /// Write each step of the proof to this new folder, for other checkers: clauses that have no model, `NAME.cnf` (DIMACS), and why they have none,
        /// `NAME.drat` (DRAT), by a solver that was asked nothing else; `obligations.tsv` says what they are
        #[arg(long, value_name = "DIR")]
        proof: Option<PathBuf>,
        /// Have each step of the proof refuted once more, by a solver that was asked nothing else, and check its refutation (DRAT, as `--proof` writes
        /// it) by unit propagation alone
        #[arg(long)]
        check_proofs: bool,
        /// Accept it only if it proves all properties of the program, or the labels that are named, and not some of them
        #[arg(long)]
        all: bool,
        /// Ask for this label, instead of the default properties, as `check` does; may be repeated
        #[arg(long = "label", value_name = "[PROC:]LABEL")]
        labels: Vec<String>,
    },
    /// Print what the proof says of each procedure; it is checked first
    ///
    /// `x` is a value now, `old(x)` one that the activation was entered with. All lines of a place hold together. Of Horn clauses it is a model, as
    /// definitions in SMT-LIB 2: under them each clause is valid.
    Show {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        numbers: Numbers,
        /// Write a page that shows the proof beside the program to this file, and print nothing; it needs no network
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
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
        Action::Check { files, proof, check_proofs, all, labels } => {
            let asked = labels.iter().map(|label| LabelRequest::parse(label)).collect();
            let is_all = *all || !labels.is_empty();
            let of_runs = |loaded: &Loaded, assured: &[Assured]| match loaded.properties.first().filter(|_| is_all) {
                Some(missing) => evidence::refuse(&texts::unproved(loaded, missing)),
                None => runs::check(assured, *check_proofs, proof.as_deref()),
            };
            with_certificate(files, Options::default().with_labels(asked), of_runs, |loaded, vacuous, accepted| {
                if let Some(missing) = accepted.lacks(&loaded.properties).filter(|_| is_all) {
                    return evidence::refuse(&texts::unproved(loaded, missing));
                }
                let refutations = match check_proofs.then(|| proof::check(loaded, accepted)).transpose() {
                    Ok(refutations) => refutations,
                    Err(exit) => return exit,
                };
                let text = texts::proved(loaded, vacuous, accepted, refutations);
                let told = output::print(Exit::Done, |out| out.write_all(text.as_bytes()));
                proof.as_ref().map_or(told, |folder| told.or_worse(proof::write(folder, loaded, accepted)))
            })
        }
        Action::Show { files, numbers, html: Some(path) } => {
            let of_runs = |_: &Loaded, assured: &[Assured]| runs::page(assured, path);
            with_certificate(files, numbers.options(), of_runs, |loaded, vacuous, accepted| {
                output::to(Some(path), html::of_certificate(loaded, accepted, vacuous).as_bytes())
            })
        }
        Action::Show { files, numbers, html: None } => {
            let of_runs = |_: &Loaded, assured: &[Assured]| runs::show(assured);
            with_certificate(files, numbers.options(), of_runs, |loaded, vacuous, accepted| {
                let certificate = accepted.certificate();
                if files.reading.format(&files.program) == Input::Smt2 {
                    return show_model(loaded, certificate);
                }
                output::print(Exit::Done, |out| {
                    shown::write(out, &loaded.program, &loaded.source, certificate, vacuous)
                })
            })
        }
    }
}

/// Prints the model of clauses that a certificate of their program is.
fn show_model(loaded: &Loaded, certificate: &Certificate) -> Exit {
    match model(loaded, certificate, &Budget::unlimited()) {
        Ok(model) => output::print(Exit::Done, |out| out.write_all(model.as_bytes())),
        Err(why) => {
            output::stderr(format_args!("error: there is no model of {}: {why}\n", loaded.source.name()));
            Exit::Unknown
        }
    }
}

/// A certificate as it was read.
enum Read {
    /// That no run comes to places.
    OfPlaces(Certificate),
    /// About endless runs; the text.
    OfRuns(Vec<u8>),
}

/// Reads and checks the certificate; if it is accepted, goes on with it: in the first way if it is about endless runs.
fn with_certificate(
    files: &Files,
    asked: Options,
    of_runs: impl FnOnce(&Loaded, &[Assured]) -> Exit,
    of_places: impl FnOnce(&Loaded, &[bool], &Arc<Accepted>) -> Exit,
) -> Exit {
    let Files { program: path, certificate, reading } = files;
    let from_json = |program: &Program, text: &[u8]| match is_about_runs(text) {
        true => Ok(Read::OfRuns(text.to_vec())),
        false => certificate_from_json(program, text).map(Read::OfPlaces),
    };
    let (loaded, certificate) = match evidence::read("certificate", path, (reading, asked), certificate, from_json) {
        Ok((loaded, Read::OfPlaces(certificate))) => (loaded, certificate),
        Ok((loaded, Read::OfRuns(text))) => {
            return match assured(&loaded, reading.manner(path).ladder, &text, &Budget::unlimited()) {
                Ok(assured) => of_runs(&loaded, &assured),
                Err(why) => runs::refused(&loaded, why),
            };
        }
        Err(exit) => return exit,
    };
    let (program, sha256, budget) = (&loaded.program, loaded.source.sha256(), Budget::unlimited());
    let checked = check(program, sha256, loaded.entry, certificate, &budget)
        .and_then(|accepted| Ok((vacuous(program, sha256, loaded.entry, &accepted, &budget)?, accepted)));
    match checked {
        Ok((vacuous, accepted)) => of_places(&loaded, &vacuous, &Arc::new(accepted)),
        Err(not) => not_accepted(&loaded, not),
    }
}

/// Says why a certificate of a program is not accepted.
fn not_accepted(loaded: &Loaded, not: NotAccepted) -> Exit {
    match not {
        NotAccepted::Refused(refusal) => {
            evidence::refuse(&texts::refused(refusal.locate(&loaded.program, &loaded.source), &refusal))
        }
        NotAccepted::Stopped(reason) => {
            output::stderr(format_args!("error: the certificate could not be checked: {reason}\n"));
            Exit::Unknown
        }
    }
}
