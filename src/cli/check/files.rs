//! The files that a check writes beside its answer: traces, certificates, a page.

use super::flags::Args;
use super::recall;
use crate::cli::exit::Exit;
use crate::cli::{input, output, proof, usage};
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pipeline::{Assured, Decided};
use bpcheck::report::check::{Ending, FileReport};
use bpcheck::report::explain::html;
use bpcheck::validate::Replayed;
use bpcheck::verdict::certificate::json::{write_assurances, write_certificate};
use bpcheck::verdict::json::write_trace;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the files that the flags ask for; what went wrong, [`Exit::Done`] if nothing.
pub fn write(args: &Args, report: &FileReport) -> Exit {
    traces(args, report)
        .or_worse(certificates(args, report))
        .or_worse(page(args, report))
        .or_worse(summaries(args, report))
}

/// The violations that were found.
pub fn violations(decided: &Decided) -> impl Iterator<Item = &Replayed> {
    decided.outcome.decisions.iter().filter_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed.as_ref()),
        _ => None,
    })
}

/// Writes the first trace, if there is one, and those on other paths beside it.
fn traces(args: &Args, report: &FileReport) -> Exit {
    let Some(path) = &args.trace else { return Exit::Done };
    let Ending::Decided(loaded, decided) = &report.ending else { return no_trace(path, "there is no verdict") };
    let (Some(first), Some(property)) = (violations(decided).next(), decided.outcome.first_violation()) else {
        return no_trace(path, "no violation was found");
    };
    let write = |path: &Path, replayed: &Replayed| {
        written(path, output::file(path, |out| write_trace(out, &loaded.program, &loaded.source, replayed.trace())))
    };
    let others: Vec<&Replayed> = decided.others_of(property).collect();
    let is_special = path.exists() && !path.is_file();
    let exit = write(path, first);
    if is_special {
        if !others.is_empty() {
            let name = input::name(path);
            output::stderr(format_args!("note: {name} is no regular file, so traces on other paths are not written\n"));
        }
        return exit;
    }
    let beside = others.iter().zip(2..);
    let exit = beside.fold(exit, |exit, (other, number)| exit.or_worse(write(&numbered(path, number), other)));
    let traces = if others.is_empty() { "trace" } else { "traces" };
    stale(path, others.len() + 2, &format!("this check has found {} {traces}", others.len() + 1));
    exit
}

/// Says which files of traces are older than this check, which writes none.
fn no_trace(path: &Path, why: &str) -> Exit {
    unchanged(path, why);
    stale(path, 2, why);
    Exit::Done
}

/// The same of those on other paths, from this number on.
fn stale(path: &Path, first: usize, why: &str) {
    let others = (first..).map(|number| numbered(path, number));
    others.take_while(|other| other.is_file()).for_each(|other| unchanged(&other, why));
}

/// The name of another trace: of `trace.json` it is `trace.2.json`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Writes the certificate, and its proof in a folder. All properties that hold share one, mostly.
fn certificates(args: &Args, report: &FileReport) -> Exit {
    let none = |why| {
        args.certificate.iter().for_each(|path| unchanged(path, why));
        Exit::Done
    };
    let Ending::Decided(loaded, decided) = &report.ending else { return none("there is no verdict") };
    if !decided.assured.is_empty() {
        let assurances: Vec<_> = decided.assured.iter().map(|assured| assured.assurance()).collect();
        let write = |path: &PathBuf| {
            written(path, output::file(path, |out| write_assurances(out, &loaded.program, &loaded.source, &assurances)))
        };
        let file = args.certificate.as_ref().map_or(Exit::Done, write);
        return file
            .or_worse(args.proof.as_ref().map_or(Exit::Done, |folder| proof_about_runs(folder, &decided.assured)));
    }
    let mut certificates = decided.outcome.decisions.iter().filter_map(|decision| match &decision.verdict {
        Verdict::Safe(Evidence::Certificate(accepted)) => Some(accepted.as_ref()),
        _ => None,
    });
    let Some(first) = certificates.next() else { return none("there is no certificate") };
    let file = args.certificate.as_ref().map_or(Exit::Done, |path| {
        written(
            path,
            output::file(path, |out| write_certificate(out, &loaded.program, &loaded.source, first.certificate())),
        )
    });
    file.or_worse(args.proof.as_ref().map_or(Exit::Done, |folder| proof::write(folder, loaded, first)))
}

/// Writes the proof of the program with the automaton: that of one claim, since each is about another program.
fn proof_about_runs(folder: &Path, assured: &[Arc<Assured>]) -> Exit {
    match assured {
        [one] => proof::write(folder, one.with_automaton(), &one.accepted),
        _ => {
            let count = assured.len();
            usage(
                "check",
                format_args!("--proof takes the proof of one formula, and {count} hold: ask each in a run of its own"),
            )
        }
    }
}

/// Writes the page, if there are answers.
fn page(args: &Args, report: &FileReport) -> Exit {
    match (&args.html, &report.ending) {
        (Some(path), Ending::Decided(loaded, decided)) => {
            output::to(Some(path), html::of_answers(loaded, decided).as_bytes())
        }
        (Some(path), _) => {
            unchanged(path, "there are no answers");
            Exit::Done
        }
        (None, _) => Exit::Done,
    }
}

/// Writes what is known of procedures, if there are answers.
fn summaries(args: &Args, report: &FileReport) -> Exit {
    match (&args.summaries, &report.ending) {
        (Some(path), Ending::Decided(loaded, decided)) => recall::write(path, &loaded.source, decided),
        (Some(path), _) => {
            unchanged(path, "there are no answers");
            Exit::Done
        }
        (None, _) => Exit::Done,
    }
}

/// Says so if a file is there that this check did not write.
fn unchanged(path: &Path, why: &str) {
    if path.is_file() {
        output::stderr(format_args!("note: {why}, so {} is what it was before this check\n", input::name(path)));
    }
}

/// Says so if a file could not be written.
fn written(path: &Path, result: io::Result<()>) -> Exit {
    match result {
        Ok(()) => Exit::Done,
        Err(error) => {
            output::unwritten(path, &error);
            Exit::Input
        }
    }
}
