//! `bpcheck explain`: what an engine does, step by step.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::reading;
use super::session::{NoResult, Session, System};
use super::{companions, output};
use bpcheck::budget::StopReason;
use bpcheck::engine::EngineSpec;
use bpcheck::explain::{self, Explained, Log};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pipeline::{Loaded, Options};
use bpcheck::report::explain::html::{self, Found};
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::explain::text;
use bpcheck::report::trace::{self, TraceStyle};
use bpcheck::validate::replay;
use bpcheck::verdict::{Outcome, Verdict};
use flags::{Form, Format};
use std::sync::Arc;

/// What an engine did; of a program what it found out, too.
struct Told {
    log: Log,
    found: Option<Answer>,
}

struct Answer {
    loaded: Arc<Loaded>,
    outcome: Outcome,
    /// The numbers of the properties that hold since no run comes to them.
    vacuous: Vec<usize>,
}

/// Runs the engine, and tells what it did.
pub fn run(args: &Args) -> Exit {
    let session = Session::new(args.limits);
    session.end(told(args, &session).and_then(|told| tell(args, &told, &session)))
}

fn tell(args: &Args, Told { log, found }: &Told, session: &Session) -> Result<Exit, NoResult> {
    if args.trace {
        return counterexample(args.form, found.as_ref(), session);
    }
    let printed = match args.form {
        form if form.is_open() && args.html.is_some() => Exit::Done,
        form => session.print(Exit::Done, |out| match (form.medium(), form.format) {
            (Some(medium), _) => medium.write(out, &Picture::of(log, args.step.unwrap_or(usize::MAX))),
            (None, Some(Format::Json)) => {
                serde_json::to_writer_pretty(&mut *out, log)?;
                writeln!(out)
            }
            (None, _) => text::write(out, log, args.step),
        }),
    };
    let written = args.html.as_deref().map_or(Exit::Done, |path| {
        let found = found.as_ref().map(|Answer { loaded, outcome, vacuous }| Found { loaded, outcome, vacuous });
        output::to(Some(path), html::page(log, found.as_ref()).as_bytes())
    });
    match (printed.or_worse(written), found.as_ref().and_then(|found| stopped(&found.outcome))) {
        (Exit::Done, Some(reason)) => Err(NoResult::Stopped(reason)),
        (exit, _) => Ok(exit),
    }
}

/// The limit that ended the search: what is told is what was done until then.
fn stopped(outcome: &Outcome) -> Option<StopReason> {
    outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unknown(reason @ (StopReason::Time | StopReason::Memory | StopReason::Interrupted)) => {
            Some(reason.clone())
        }
        _ => None,
    })
}

/// Tells of the first trace.
fn counterexample(form: Form, found: Option<&Answer>, session: &Session) -> Result<Exit, NoResult> {
    let Some(Answer { loaded, outcome, .. }) = found else {
        let hint =
            "--engine summary reads the system as a program, whose trace can be shown; `bpcheck pds check` shows a run";
        return Ok(super::usage("explain", hint));
    };
    let first = outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(trace) => Some(trace),
        _ => None,
    });
    let Some(first) = first else {
        output::stderr("error: no property was found violated, so there is no counterexample\n");
        return Ok(Exit::Refused);
    };
    let replayed = replay(&loaded.program, &loaded.source.sha256(), loaded.entry, first).map_err(|refusal| {
        output::stderr(format_args!("error: {refusal}\n"));
        Exit::SelfCheck
    })?;
    Ok(session.print(Exit::Done, |out| match form.medium() {
        Some(medium) => medium.write(out, &Picture::of_trace(&loaded.program, &replayed)),
        None => trace::write(out, &loaded.program, &loaded.source, &replayed, &TraceStyle::default()),
    }))
}

fn told(args: &Args, session: &Session) -> Result<Told, NoResult> {
    let read_as = args.reading.format(&args.file);
    match args.engine {
        EngineSpec::Saturation(direction) if read_as.is_system() => {
            let (system, most) = (session.system(&args.file, read_as)?, args.most);
            let log = session.work(&system, move |System { source, parsed }, budget| {
                explain::system(parsed, source, direction, most, budget)
            })?;
            Ok(Told { log, found: None })
        }
        _ => program(args, session),
    }
}

fn program(args: &Args, session: &Session) -> Result<Told, NoResult> {
    let (reading, path) = (args.reading.clone(), args.file.clone());
    let options = Options {
        labels: args.labels.iter().map(|label| LabelRequest::parse(label)).collect(),
        companions: companions::read(&args.file),
        manner: reading.manner(&args.file),
        all: args.all,
        ..reading.options()
    };
    let (source, reads) = (session.read(&args.file)?, options.clone());
    let loaded = session.attend(move |_| Ok(reading.program(&path, source, &reads)))?.map_err(reading::told)?;
    reading::tell_all(&loaded);
    let loaded = Arc::new(loaded);
    let (engine, most, about) = (args.engine, args.most, Arc::clone(&loaded));
    let explained = session.attend(move |budget| {
        Ok(explain::program(&about, engine, &Options { budget: budget.clone(), ..options }, most))
    })?;
    let Explained { log, decided, vacuous } = explained.map_err(reading::told)?;
    Ok(Told { log, found: Some(Answer { loaded, outcome: decided.outcome, vacuous }) })
}
