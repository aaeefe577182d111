//! `bpcheck explain`: what an engine does, step by step.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::{output, reading};
use bpcheck::budget::Budget;
use bpcheck::convert::Input;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::saturation::Direction;
use bpcheck::explain::{self, Explained, Log};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::parse;
use bpcheck::pipeline::{Loaded, Options};
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::explain::{dot, svg, text, tikz};
use bpcheck::report::trace::{self, TraceStyle};
use bpcheck::validate::replay;
use bpcheck::verdict::Verdict;
use flags::{Form, Format};
use std::sync::Arc;
use std::time::Instant;

/// What there is to tell.
enum Told {
    /// Of an explicit system as it is.
    System(Log),
    /// Of a program.
    Program(Box<(Loaded, Explained)>),
}

/// Runs the engine, and tells what it did.
pub fn run(args: &Args) -> Exit {
    match tell(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn tell(args: &Args) -> Result<Exit, Exit> {
    let told = told(args)?;
    if args.trace {
        return counterexample(args, &told);
    }
    let log = match &told {
        Told::System(log) => log,
        Told::Program(both) => &both.1.log,
    };
    let picture = || Picture::of(log, args.step.unwrap_or(usize::MAX));
    Ok(output::print(Exit::Done, |out| match args.form {
        Form { tikz: true, .. } => tikz::write(out, &picture()),
        Form { dot: true, .. } => dot::write(out, &picture()),
        Form { svg: true, .. } => svg::write(out, &picture()),
        Form { format: Format::Json, .. } => {
            serde_json::to_writer_pretty(&mut *out, log)?;
            writeln!(out)
        }
        Form { .. } => text::write(out, log, args.step),
    }))
}

/// Tells of the first trace.
fn counterexample(args: &Args, told: &Told) -> Result<Exit, Exit> {
    let Told::Program(both) = told else {
        let hint =
            "--engine summary reads the system as a program, whose trace can be shown; `bpcheck pds check` shows a run";
        return Err(super::usage("explain", hint));
    };
    let (loaded, explained) = &**both;
    let found = explained.decided.outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(trace) => Some(trace),
        _ => None,
    });
    let Some(found) = found else {
        output::stderr("error: no property was found violated, so there is no counterexample\n");
        return Err(Exit::Refused);
    };
    let replayed = replay(&loaded.program, &loaded.source.sha256(), loaded.entry, found).map_err(|refusal| {
        output::stderr(format_args!("error: {refusal}\n"));
        Exit::SelfCheck
    })?;
    let picture = || Picture::of_trace(&loaded.program, &replayed);
    Ok(output::print(Exit::Done, |out| match args.form {
        Form { tikz: true, .. } => tikz::write(out, &picture()),
        Form { dot: true, .. } => dot::write(out, &picture()),
        Form { svg: true, .. } => svg::write(out, &picture()),
        Form { .. } => trace::write(out, &loaded.program, &loaded.source, &replayed, &TraceStyle::default()),
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
        EngineSpec::Saturation(direction) if read_as.is_system() => system(args, read_as, direction, &budget),
        _ => program(args, budget),
    }
}

/// Of an explicit system as it is.
fn system(args: &Args, read_as: Input, direction: Direction, budget: &Budget) -> Result<Told, Exit> {
    let source = reading::open(&args.file)?;
    let told = |remarks: &Diagnostics| {
        reading::tell(remarks);
        Exit::Input
    };
    let source = read_as.system(&source).unwrap_or(Ok(source)).map_err(|remarks| told(&remarks))?;
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, &mut remarks).ok_or(()).map_err(|()| told(&remarks))?;
    reading::tell(&remarks);
    let log = explain::system(&parsed, &source, direction, args.most, budget).map_err(|reason| {
        output::stderr(format_args!("error: stopped: {reason}\n"));
        Exit::Unknown
    })?;
    Ok(Told::System(log))
}

fn program(args: &Args, budget: Budget) -> Result<Told, Exit> {
    let labels = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    let loaded = args.reading.load_about(&args.file, labels)?;
    let options = Options { all: args.all, budget, ..args.reading.options() };
    let explained = explain::program(&loaded, args.engine, &options, args.most).map_err(|failure| {
        output::stderr(format_args!("error: {failure}\n"));
        Exit::SelfCheck
    })?;
    Ok(Told::Program(Box::new((loaded, explained))))
}
