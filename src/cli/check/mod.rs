//! `bpcheck check`: the inputs one after the other, each with its report.

mod files;
mod flags;
mod inputs;
mod list;
mod one;
mod row;
mod show;

use flags::{Format, OrderFlag};
use inputs::Inputs;
use one::Setting;

pub use flags::Args;

use crate::cli::exit::Exit;
use crate::cli::output::{self, Audience};
use crate::cli::system::Signals;
use crate::cli::{engines, input, reading, usage};
use bpcheck::budget::{CancelToken, StopReason};
use bpcheck::outcome::Overall;
use bpcheck::report::check::{Ending, FileReport, Resources};
use show::Show;
use std::path::Path;
use std::time::Instant;

/// Checks all inputs; the exit code of the most urgent result.
pub fn run(args: Args) -> Exit {
    let start = Instant::now();
    if args.quiet && args.format != Format::Human {
        return usage("check", "--quiet shortens lines of text: --format has none");
    }
    let inputs = Inputs::of(&args.files);
    if args.trace.is_some() && inputs.are_several {
        return usage("check", "--trace takes the trace of one FILE; check the others in runs of their own");
    }
    if args.certificate.is_some() && inputs.are_several {
        return usage(
            "check",
            "--certificate takes the certificate of one FILE; check the others in runs of their own",
        );
    }
    if args.proof.is_some() && inputs.are_several {
        return usage("check", "--proof takes the proof of one FILE; check the others in runs of their own");
    }
    if args.html.is_some() && inputs.are_several {
        return usage("check", "--html makes a page of one FILE; check the others in runs of their own");
    }
    if [&args.trace, &args.certificate, &args.html].into_iter().any(|path| path.as_deref() == Some(Path::new("-"))) {
        return usage("check", "the results go to the standard output: name a file for trace, certificate or page");
    }
    if args.depth.is_some() && args.bounded().is_none() {
        let names = engines::listed(&engines::having(engines::DEPTH), "or");
        return usage("check", format_args!("--depth needs an engine that unrolls: --engine {names}"));
    }
    if args.list {
        return list::all(&args, &inputs);
    }
    let listing = match &args.order {
        OrderFlag::File(path) => Some(path),
        OrderFlag::Named(_) => None,
    };
    if args.files.iter().chain(listing).filter(|file| input::is_stdin(file)).count() > 1 {
        return usage("check", "the standard input, `-`, can be read only once");
    }
    let listing = match listing.map(|path| reading::open(path)).transpose() {
        Ok(listing) => listing,
        Err(exit) => {
            let names = engines::listed(&engines::values(engines::ORDER), "and");
            output::stderr(format_args!("note: the orders with a name are {names}\n"));
            return exit;
        }
    };
    let signals = Signals::install();
    let mut show = Show::new(&args, inputs.are_several);
    let mut exit = Exit::Done;
    let setting = Setting { args: &args, listing, signals: &signals, left: CancelToken::default() };
    let check = |index: usize, start| match (&inputs.all[index], signals.asked_to_stop()) {
        (input, Some(_)) => skipped(&input.path),
        (input, None) => one::check(&setting, input, start),
    };
    let audience = row::each(inputs.all.len(), args.jobs, start, check, |report| {
        exit = exit.or_worse(code(&report, &signals));
        let (audience, trouble) = signals.cut_short(|| show.report(&report));
        exit = exit.or_worse(trouble);
        if audience == Audience::Left {
            setting.left.cancel();
        }
        audience
    });
    if audience == Audience::Left {
        return exit;
    }
    exit.or_worse(signals.cut_short(|| show.finish()))
}

/// The report on an input whose turn did not come.
fn skipped(path: &Path) -> FileReport {
    let ending = Ending::Stopped(StopReason::Interrupted);
    FileReport { path: input::name(path), sha256: None, ending, resources: Resources::default() }
}

fn code(report: &FileReport, signals: &Signals) -> Exit {
    match (report.overall(), &report.ending) {
        (Some(Overall::Safe), _) => Exit::Done,
        (Some(Overall::Unsafe), _) => Exit::Unsafe,
        (Some(Overall::Unknown(StopReason::Interrupted)), _) => {
            signals.asked_to_stop().map_or(Exit::Unknown, Exit::Signal)
        }
        (Some(Overall::Unknown(_)), _) => Exit::Unknown,
        (None, Ending::Request(_)) => Exit::Usage,
        (None, Ending::SelfCheck(_)) => Exit::SelfCheck,
        (None, Ending::Internal) => Exit::Internal,
        (None, _) => Exit::Input,
    }
}
