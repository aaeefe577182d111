//! `bpcheck explain`: what an engine does, step by step.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::{output, pushdown};
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::saturation::Direction;
use bpcheck::explain::{self, Log};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pipeline::{Loaded, Options};
use bpcheck::report::explain::html::{self, Found};
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::explain::{dot, svg, text, tikz};
use bpcheck::report::trace::{self, TraceStyle};
use bpcheck::validate::replay;
use bpcheck::verdict::{Outcome, Verdict};
use flags::{Form, Format};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

/// What an engine did; of a program what it found out, too.
struct Told {
    log: Log,
    found: Option<(Loaded, Outcome)>,
}

/// Runs the engine, and tells what it did.
pub fn run(args: &Args) -> Exit {
    match told(args).and_then(|told| tell(args, &told)) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn tell(args: &Args, Told { log, found }: &Told) -> Result<Exit, Exit> {
    if args.trace {
        return counterexample(args.form, found.as_ref());
    }
    let picture = || Picture::of(log, args.step.unwrap_or(usize::MAX));
    let printed = match args.form {
        form if form.is_open() && args.html.is_some() => Exit::Done,
        form => output::print(Exit::Done, |out| match form.format {
            Some(Format::Json) => {
                serde_json::to_writer_pretty(&mut *out, log)?;
                writeln!(out)
            }
            _ => draw(out, form, picture).unwrap_or_else(|out| text::write(out, log, args.step)),
        }),
    };
    let Some(path) = args.html.as_deref() else { return Ok(printed) };
    let found = found.as_ref().map(|(loaded, outcome)| Found { loaded, outcome });
    Ok(printed.or_worse(output::to(Some(path), html::page(log, found.as_ref()).as_bytes())))
}

/// Draws the picture, if one is asked for; else the writer is given back.
fn draw(out: &mut dyn Write, form: Form, picture: impl Fn() -> Picture) -> Result<io::Result<()>, &mut dyn Write> {
    match form {
        Form { tikz: true, .. } => Ok(tikz::write(out, &picture())),
        Form { dot: true, .. } => Ok(dot::write(out, &picture())),
        Form { svg: true, .. } => Ok(svg::write(out, &picture())),
        _ => Err(out),
    }
}

/// Tells of the first trace.
fn counterexample(form: Form, found: Option<&(Loaded, Outcome)>) -> Result<Exit, Exit> {
    let Some((loaded, outcome)) = found else {
        let hint =
            "--engine summary reads the system as a program, whose trace can be shown; `bpcheck pds check` shows a run";
        return Err(super::usage("explain", hint));
    };
    let first = outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(trace) => Some(trace),
        _ => None,
    });
    let Some(first) = first else {
        output::stderr("error: no property was found violated, so there is no counterexample\n");
        return Err(Exit::Refused);
    };
    let replayed = replay(&loaded.program, &loaded.source.sha256(), loaded.entry, first).map_err(|refusal| {
        output::stderr(format_args!("error: {refusal}\n"));
        Exit::SelfCheck
    })?;
    let picture = || Picture::of_trace(&loaded.program, &replayed);
    let style = TraceStyle::default();
    Ok(output::print(Exit::Done, |out| {
        draw(out, form, picture)
            .unwrap_or_else(|out| trace::write(out, &loaded.program, &loaded.source, &replayed, &style))
    }))
}

fn told(args: &Args) -> Result<Told, Exit> {
    let begin = Instant::now();
    let budget = match args.timeout {
        Some(limit) => Budget::unlimited().with_time(Arc::new(move || begin.elapsed()), limit),
        None => Budget::unlimited(),
    };
    let read_as = args.reading.from.unwrap_or_else(|| Input::of(&args.file));
    match args.engine {
        EngineSpec::Saturation(direction) if read_as.is_system() => {
            system(args, read_as, direction, &budget).map(|log| Told { log, found: None })
        }
        _ => program(args, budget),
    }
}

/// Of an explicit system as it is.
fn system(args: &Args, read_as: Input, direction: Direction, budget: &Budget) -> Result<Log, Exit> {
    let pushdown::Input { source, parsed } = pushdown::Input::read(&args.file, read_as)?;
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
