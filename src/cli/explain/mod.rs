//! `bpcheck explain`: what an engine does, step by step.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::pushdown::System;
use super::reading;
use super::session::{NoResult, Session};
use super::{companions, engines, output, terminal};
use bpcheck::budget::StopReason;
use bpcheck::convert::Input;
use bpcheck::engine::Stats;
use bpcheck::engine::registry::Registry;
use bpcheck::engine::saturation::explicit::{self as saturation, Answer, NoAnswer};
use bpcheck::explain::{self, Explained, Log};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::outcome::{Outcome, Verdict};
use bpcheck::pds::explicit::Lowered;
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::pipeline::{Asked, Loaded, Temporal, with_onlooker};
use bpcheck::report::explain::html::{self, Found};
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::explain::text;
use bpcheck::report::paint::Paint;
use bpcheck::report::pds::check;
use bpcheck::report::trace::{self, TraceStyle};
use bpcheck::verdict::trace::Turn;
use bpcheck::{Failure, Source};
use flags::{Form, Format};
use std::sync::Arc;

/// What an engine did, and what was found out.
struct Told {
    log: Log,
    found: Answered,
}

enum Answered {
    Program {
        loaded: Arc<Loaded>,
        outcome: Outcome,
        /// The numbers of the properties that hold since no run comes to them.
        vacuous: Vec<usize>,
        /// What the engine has to say beside.
        remark: Option<String>,
        /// How the violation goes on for ever, if it is one of a claim about that.
        turn: Option<Turn>,
    },
    System {
        system: Arc<System>,
        lowered: Lowered,
        answers: Vec<Answer>,
    },
}

impl Answered {
    fn found(&self) -> Found<'_> {
        match self {
            Answered::Program { loaded, outcome, vacuous, remark, turn } => {
                Found::Program { loaded, outcome, vacuous, remark: remark.as_deref(), turn: turn.as_ref() }
            }
            Answered::System { system, lowered, answers } => {
                let System { parsed, source, .. } = &**system;
                Found::System { parsed, source, lowered, answers }
            }
        }
    }

    /// What came out, a line for each property; nothing if nothing was asked.
    fn answers(&self) -> Vec<String> {
        let told = |(index, answer): (usize, String)| format!("property {}: {answer}", index + 1);
        match self {
            Answered::Program { outcome, vacuous, .. } => {
                let decisions = outcome.decisions.iter().enumerate().map(|(index, decision)| {
                    let why = if vacuous.contains(&(index + 1)) { ", vacuously: no run comes to it" } else { "" };
                    (index, format!("{}{why}", decision.verdict))
                });
                decisions.map(told).collect()
            }
            Answered::System { answers, .. } => {
                let word = |answer: &Answer| if matches!(answer, Answer::Reached(_)) { "UNSAFE" } else { "SAFE" };
                answers.iter().map(|answer| word(answer).to_string()).enumerate().map(told).collect()
            }
        }
    }

    /// The limit that ended the search: what is told is what was done until then.
    fn stopped(&self) -> Option<StopReason> {
        let Answered::Program { outcome, .. } = self else { return None };
        outcome.decisions.iter().find_map(|decision| match &decision.verdict {
            Verdict::Unknown(reason @ (StopReason::Time | StopReason::Memory | StopReason::Interrupted)) => {
                Some(reason.clone())
            }
            _ => None,
        })
    }
}

/// Runs the engine, and tells what it did.
pub fn run(args: &Args) -> Exit {
    let session = Session::new(args.limits);
    session.end(told(args, &session).and_then(|told| tell(args, &told, &session)))
}

fn tell(args: &Args, Told { log, found }: &Told, session: &Session) -> Result<Exit, NoResult> {
    let steps = log.events.steps();
    if let Some(step) = args.step.filter(|&step| step > steps && log.left_out == 0) {
        return Ok(super::usage("explain", format_args!("there is no step {step}: there are {steps}")));
    }
    if args.trace {
        return counterexample(args.form, found, session);
    }
    let printed = match args.form {
        form if form.is_open() && args.html.is_some() => Exit::Done,
        form => session.print(Exit::Done, |out| match (form.medium(), form.format) {
            (Some(medium), _) => medium.write(out, &Picture::of(log, args.step)),
            (None, Some(Format::Json)) => {
                serde_json::to_writer_pretty(&mut *out, log)?;
                writeln!(out)
            }
            (None, _) => {
                text::write(out, log, args.step)?;
                match args.step {
                    None => found.answers().iter().try_for_each(|answer| writeln!(out, "{answer}")),
                    Some(_) => Ok(()),
                }
            }
        }),
    };
    let written = args
        .html
        .as_deref()
        .map_or(Exit::Done, |path| output::to(Some(path), html::page(log, Some(&found.found())).as_bytes()));
    match (printed.or_worse(written), found.stopped()) {
        (Exit::Done, Some(reason)) => Err(NoResult::Stopped(reason)),
        (exit, _) => Ok(exit),
    }
}

/// Tells of the first trace of a program, or of the runs of a system.
fn counterexample(form: Form, found: &Answered, session: &Session) -> Result<Exit, NoResult> {
    match found {
        Answered::Program { loaded, outcome, .. } => violation(form, loaded, outcome, session),
        Answered::System { .. } if form.medium().is_some() => {
            let registry = Registry::standard();
            let others: Vec<_> = registry.rows().filter(|row| !row.can.takes_rules).map(|row| row.name).collect();
            let engine = engines::listed(&others, "or");
            let hint = format!(
                "of a run of a system there is no picture; --html has it, and --engine {engine} reads the system as a program, whose trace \
                 has one"
            );
            Ok(super::usage("explain", hint))
        }
        Answered::System { answers, .. } if !answers.iter().any(|answer| matches!(answer, Answer::Reached(_))) => {
            output::stderr("error: no target is reached, so there is no run to it\n");
            Ok(Exit::Refused)
        }
        Answered::System { system, lowered, answers } => {
            let System { parsed, source, .. } = &**system;
            Ok(session.print(Exit::Done, |out| check::runs(out, parsed, source, lowered, answers, false)))
        }
    }
}

fn violation(form: Form, loaded: &Loaded, outcome: &Outcome, session: &Session) -> Result<Exit, NoResult> {
    let first = outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed),
        _ => None,
    });
    let Some(replayed) = first else {
        output::stderr("error: no property was found violated, so there is no counterexample\n");
        return Ok(Exit::Refused);
    };
    Ok(session.print(Exit::Done, |out| match form.medium() {
        Some(medium) => medium.write(out, &Picture::of_trace(&loaded.program, replayed)),
        None => {
            let style = TraceStyle { paint: Paint::Plain, ..terminal::trace_style(false) };
            trace::write(out, &loaded.program, &loaded.source, replayed, &style)
        }
    }))
}

fn told(args: &Args, session: &Session) -> Result<Told, NoResult> {
    let read_as = args.reading.format(&args.file);
    if read_as.is_system() && args.engine.row().can.takes_rules && args.monitor.is_none() && args.ltl.is_none() {
        on_rules(args, read_as, session)
    } else {
        program(args, session)
    }
}

/// Of an engine that works on the rules of a system as they are.
fn on_rules(args: &Args, read_as: Input, session: &Session) -> Result<Told, NoResult> {
    let (engine, most) = (args.engine.clone(), args.most);
    let system = session.system(&args.file, read_as)?;
    let (log, asked) = session.work(&system, move |System { source, parsed, .. }, budget| {
        let asked = &parsed.system;
        let log = explain::system(parsed, source, engine.on_rules(asked, most, budget)?);
        // Without a beginning there is nothing to answer, and nothing to look at backwards.
        let targets = if asked.initial().is_empty() { &[] } else { asked.targets() };
        Ok((log, saturation::ask(asked, targets, budget)))
    })?;
    let (reached, answers) = asked.map_err(|none| match none {
        NoAnswer::Stopped(reason) => NoResult::Stopped(reason),
        bug => NoResult::Told(reading::told(Failure::SelfCheck(bug.to_string()))),
    })?;
    Ok(Told { log, found: Answered::System { system, lowered: reached.lowered, answers } })
}

fn program(args: &Args, session: &Session) -> Result<Told, NoResult> {
    let (reading, path) = (args.reading.clone(), args.file.clone());
    let monitor = args.monitor.as_deref().map(reading::open).transpose().map_err(NoResult::Told)?;
    let formula = args.ltl.as_deref().map(|text| Asked::Formula(Source::new("--ltl", text)));
    let asked = monitor.map(Asked::Monitor).or(formula).into_iter().collect();
    // What a procedure can modify leaves the program as it is.
    let passes = if args.simplify { PassSet::default() } else { [Pass::ModRef].into_iter().collect() };
    let options = reading
        .options()
        .with_temporal(Temporal { asked, ..Temporal::default() })
        .with_labels(args.labels.iter().map(|label| LabelRequest::parse(label)).collect())
        .with_companions(companions::read(&args.file))
        .with_manner(reading.manner(&args.file))
        .with_words(args.numbers.words)
        .with_all(args.all)
        .with_passes(passes);
    let (source, reads) = (session.read(&args.file)?, options.clone());
    let loaded = session.attend(move |_| Ok(reading.program(&path, source, &reads)))?.map_err(reading::told)?;
    reading::tell_all(&loaded);
    let onlooker = with_onlooker(&loaded, &options)
        .map_err(|why| NoResult::Told(reading::told(Failure::Request(why.to_string()))))?;
    let (loaded, looking) = match onlooker.map(Arc::new) {
        Some(looking) => (Arc::new(looking.loaded.clone()), Some(looking)),
        None => (Arc::new(loaded), None),
    };
    let (engine, most, about) = (args.engine.clone(), args.most, Arc::clone(&loaded));
    let explained = session
        .attend(move |budget| Ok(explain::program(&about, &engine, &options.with_budget(budget.clone()), most)))?;
    let Explained { log, decided, vacuous } = explained.map_err(reading::told)?;
    let remark = decided.stats.as_ref().and_then(Stats::remark).map(str::to_owned);
    let outcome = decided.outcome;
    let violated = outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed.trace()),
        _ => None,
    });
    let turn = looking.zip(violated).and_then(|(looking, trace)| looking.turn(trace));
    Ok(Told { log, found: Answered::Program { loaded, outcome, vacuous, remark, turn } })
}
