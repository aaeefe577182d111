//! `bpcheck check`: the inputs one after the other, each with its report.

mod files;
mod flags;
mod formulas;
mod inputs;
mod list;
mod one;
mod recall;
mod row;
mod share;
mod show;

use flags::OrderFlag;
use inputs::Inputs;
use one::Setting;

pub use flags::{Args, Format, told};
pub use formulas::Formulas;

use crate::cli::exit::Exit;
use crate::cli::output::{self, Audience};
use crate::cli::system::Signals;
use crate::cli::{engines, input, reading, usage};
use bpcheck::budget::{CancelToken, StopReason};
use bpcheck::outcome::Overall;
use bpcheck::pipeline::Temporal;
use bpcheck::report::check::{Ending, FileReport, Resources};
use bpcheck::verdict::summaries::Summaries;
use share::Share;
use show::Show;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What was learnt of a program.
pub struct Recalling {
    /// The answer.
    pub overall: Overall,
    /// What is known of its procedures.
    pub summaries: Arc<Summaries>,
}

/// Checks a program for what is learnt of its procedures, with the same limits.
///
/// # Errors
/// The exit code; why there is no answer is told.
pub fn learn(args: &Args, path: &Path) -> Result<Recalling, Exit> {
    let signals = Signals::install();
    let recall = Some(Arc::default());
    let share = Share::of(args.jobs, 1);
    let setting = Setting {
        args,
        share,
        temporal: Temporal::default(),
        listing: None,
        recall,
        signals: &signals,
        left: CancelToken::default(),
    };
    let input = inputs::Input { path: path.to_path_buf(), hollow: None };
    let report = one::check(&setting, &input, Instant::now());
    let overall = match (report.overall(), &report.ending) {
        // Whoever stops this does not want the rest either.
        (Some(overall @ Overall::Unknown(StopReason::Interrupted)), _) => {
            let exit = code(&report, &signals);
            return Err(match args.format {
                Format::Human => output::print(exit, |out| writeln!(out, "verdict: {overall}")),
                _ => exit,
            });
        }
        (Some(overall), _) => overall,
        (None, ending) => {
            if let Ending::Rejected(rejected) = ending {
                reading::tell(rejected);
            }
            let error = report.error().unwrap_or_default();
            output::stderr(format_args!("error: {}: {error}\n", report.path));
            return Err(code(&report, &signals));
        }
    };
    let recalled = match report.ending {
        Ending::Decided(_, decided) => decided.recalled,
        _ => None,
    };
    let summaries = recalled.map(|recalled| recalled.summaries).unwrap_or_default();
    Ok(Recalling { overall, summaries: Arc::new(summaries) })
}

/// Checks all inputs; the exit code of the most urgent result.
pub fn run(args: Args) -> Exit {
    run_with(args, None)
}

/// The same, with what is known of another version of the program.
pub fn run_with(args: Args, known: Option<Arc<Summaries>>) -> Exit {
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
    if inputs.are_several && (args.summaries.is_some() || args.reuse.is_some()) {
        return usage("check", "--summaries and --reuse are about one FILE; check the others in runs of their own");
    }
    if [&args.trace, &args.certificate, &args.html, &args.summaries]
        .into_iter()
        .any(|path| path.as_deref() == Some(Path::new("-")))
    {
        return usage(
            "check",
            "the results go to the standard output: name a file for trace, certificate, summaries or page",
        );
    }
    if let Some(clash) = args.clash_with_formulas().filter(|_| args.formulas.are_asked()) {
        return usage("check", clash);
    }
    if let Some(why) = args.formulas.clash() {
        return usage("check", why);
    }
    if args.depth.is_some() && args.bounded().is_none() {
        let names = engines::listed(&engines::having(engines::DEPTH), "or");
        return usage("check", format_args!("--depth needs an engine that unrolls: --engine {names}"));
    }
    if args.self_check && args.self_checked().is_none() {
        let names = engines::listed(&engines::having(engines::SELF_CHECK), "or");
        return usage("check", format_args!("--self-check needs an engine that reads interpolants: --engine {names}"));
    }
    if args.list {
        return match args.formulas.asked() {
            Ok(temporal) => list::all(&args, &inputs, &temporal),
            Err(exit) => exit,
        };
    }
    let listing = match &args.order {
        OrderFlag::File(path) => Some(path),
        OrderFlag::Suited | OrderFlag::Named(_) => None,
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
    let temporal = match args.formulas.asked() {
        Ok(temporal) => temporal,
        Err(exit) => return exit,
    };
    let recall = match known.map_or_else(|| recall::read(&args), |known| Ok(Some(known))) {
        Ok(recall) => recall,
        Err(exit) => return exit,
    };
    let signals = Signals::install();
    let mut show = Show::new(&args, inputs.are_several);
    let mut exit = Exit::Done;
    let share = Share::of(args.jobs, inputs.all.len());
    let setting =
        Setting { args: &args, share, temporal, listing, recall, signals: &signals, left: CancelToken::default() };
    let check = |index: usize, start| match (&inputs.all[index], signals.asked_to_stop()) {
        (input, Some(_)) => skipped(&input.path),
        (input, None) => one::check(&setting, input, start),
    };
    let audience = row::each(inputs.all.len(), share.inputs, start, check, |report| {
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
    FileReport { path: input::name(path), source: None, ending, resources: Resources::default() }
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
