//! `bpcheck explain`: what an engine does, step by step.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::{output, reading};
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::saturation::Direction;
use bpcheck::explain::{self, Log};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::parse;
use bpcheck::pipeline::{Loaded, Options};
use bpcheck::report::explain::html::{self, Found};
use bpcheck::report::explain::text;
use bpcheck::verdict::Outcome;
use flags::Format;
use std::sync::Arc;
use std::time::Instant;

/// What an engine did; of a program what it found out, too.
struct Told {
    log: Log,
    found: Option<(Loaded, Outcome)>,
}

/// Runs the engine, and tells what it did.
pub fn run(args: &Args) -> Exit {
    let Told { log, found } = match told(args) {
        Ok(told) => told,
        Err(exit) => return exit,
    };
    let format = args.format.or(args.html.is_none().then_some(Format::Human));
    let printed = match format {
        None => Exit::Done,
        Some(Format::Human) => output::print(Exit::Done, |out| text::write(out, &log, args.step)),
        Some(Format::Json) => output::print(Exit::Done, |out| {
            serde_json::to_writer_pretty(&mut *out, &log)?;
            writeln!(out)
        }),
    };
    args.html.as_deref().map_or(printed, |path| {
        let found = found.as_ref().map(|(loaded, outcome)| Found { loaded, outcome });
        printed.or_worse(output::to(Some(path), html::page(&log, found.as_ref()).as_bytes()))
    })
}

fn told(args: &Args) -> Result<Told, Exit> {
    let begin = Instant::now();
    let budget = match args.timeout {
        Some(limit) => Budget::unlimited().with_time(Arc::new(move || begin.elapsed()), limit),
        None => Budget::unlimited(),
    };
    let read_as = args.reading.from.unwrap_or_else(|| Input::of(&args.file));
    match (read_as, args.engine) {
        (Input::Pds | Input::Pdaaal, EngineSpec::Saturation(direction)) => {
            system(args, read_as, direction, &budget).map(|log| Told { log, found: None })
        }
        _ => program(args, budget),
    }
}

/// Of an explicit system as it is.
fn system(args: &Args, read_as: Input, direction: Direction, budget: &Budget) -> Result<Log, Exit> {
    let source = reading::open(&args.file)?;
    let told = |remarks: &Diagnostics| {
        reading::tell(remarks);
        Exit::Input
    };
    let source = read_as.system(&source).unwrap_or(Ok(source)).map_err(|remarks| told(&remarks))?;
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, &mut remarks).ok_or(()).map_err(|()| told(&remarks))?;
    reading::tell(&remarks);
    explain::system(&parsed, &source, direction, args.most, budget).map_err(|reason| {
        output::stderr(format_args!("error: stopped: {reason}\n"));
        Exit::Unknown
    })
}

fn program(args: &Args, budget: Budget) -> Result<Told, Exit> {
    let labels = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    let loaded = args.reading.load_about(&args.file, labels)?;
    let options = Options { all: args.all, budget, ..args.reading.options() };
    let explained = explain::program(&loaded, args.engine, &options, args.most).map_err(|failure| {
        output::stderr(format_args!("error: {failure}\n"));
        Exit::SelfCheck
    })?;
    Ok(Told { log: explained.log, found: Some((loaded, explained.decided.outcome)) })
}
