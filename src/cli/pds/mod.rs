//! `bpcheck pds`: explicit pushdown systems.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::pushdown::System;
use super::session::{NoResult, Session};
use super::{input, output, reading};
use bpcheck::Source;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::Silent;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::account::rules;
use bpcheck::engine::saturation::explicit::{self as saturation, Answer, NoAnswer};
use bpcheck::engine::saturation::weights::Reachable;
use bpcheck::explain;
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::{Lowered, Pattern, parse_pattern};
use bpcheck::report::explain::Medium;
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::pds::automaton::{AutomatonDocument, document};
use bpcheck::report::pds::{check, heads, run as runs};
use flags::{Action, Common, Drawing, Format, Shape, Telling};
use serde::Serialize;
use std::fmt::Display;

/// Does what was asked.
pub fn run(args: &Args) -> Exit {
    match &args.action {
        Action::Post { common, drawing, heads: false } => {
            limited(common, |session| saturate(Direction::Post, common, drawing, session))
        }
        Action::Post { common, drawing, heads: true } => {
            limited(common, |session| post_heads(common, drawing, session))
        }
        Action::Pre { common, drawing } => {
            limited(common, |session| saturate(Direction::Pre, common, drawing, session))
        }
        Action::Member { common, pattern, telling } => {
            limited(common, |session| member(common, pattern, telling, session))
        }
        Action::Check { common, telling } => limited(common, |session| decide(common, telling, session)),
        Action::Step(walk) => walk.run(),
    }
}

/// Does what may take long, within the limits.
fn limited(common: &Common, work: impl FnOnce(&Session) -> Result<Exit, NoResult>) -> Exit {
    let session = Session::new(common.limits);
    session.end(work(&session))
}

fn saturate(direction: Direction, common: &Common, drawing: &Drawing, session: &Session) -> Result<Exit, NoResult> {
    let medium = match drawing.format {
        Shape::Tikz => Some(Medium::Tikz),
        Shape::Svg => Some(Medium::Svg),
        Shape::Dot if drawing.step.is_some() => Some(Medium::Dot),
        _ => None,
    };
    match medium {
        None if drawing.step.is_some() => {
            return Ok(super::usage(
                "pds",
                "--step is for pictures: --format tikz, svg or dot; `bpcheck explain FILE` lists the steps",
            ));
        }
        Some(_) if drawing.lengths => {
            return Ok(super::usage("pds", "--lengths are in no picture but that of all steps with --format dot"));
        }
        _ => {}
    }
    let input = common.read(session)?;
    match direction {
        Direction::Post => input.begins()?,
        Direction::Pre if input.parsed.system.targets().is_empty() => {
            let hint = "`target <p, a .*>` says what is to be reached";
            return Err(input.lacks("no-target", "there is no target", hint).into());
        }
        Direction::Pre => {}
    }
    if let Some(medium) = medium {
        let log = session.work(&input, move |System { source, parsed, .. }, budget| {
            Ok(explain::system(parsed, source, rules(&parsed.system, direction, usize::MAX, budget)?))
        })?;
        let steps = log.events.steps();
        if let Some(step) = drawing.step.filter(|&step| step > steps) {
            return Ok(super::usage("pds", format_args!("there is no step {step}: there are {steps}")));
        }
        let picture = Picture::of(&log, drawing.step);
        return Ok(session.print(Exit::Done, |out| medium.write(out, &picture)));
    }
    let lengths = drawing.lengths;
    let document = session.work(&input, move |input, budget| automaton(input, direction, lengths, budget))?;
    Ok(match drawing.format {
        Shape::Json => session.json(&document, Exit::Done),
        Shape::Dot => session.print(Exit::Done, |out| write!(out, "{}", document.dot())),
        _ => session.print(Exit::Done, |out| write!(out, "{document}")),
    })
}

fn automaton(
    System { source, parsed, .. }: &System,
    direction: Direction,
    lengths: bool,
    budget: &Budget,
) -> Result<AutomatonDocument, StopReason> {
    let (system, lowered) = (&parsed.system, Lowered::new(&parsed.system));
    if lengths {
        let saturated = match direction {
            Direction::Post => saturation::shortest_post_star(system, budget)?,
            Direction::Pre => saturation::shortest_pre_star(system, budget)?,
        };
        return Ok(document(system, source, direction, &saturated, |length| Some(length.to_string())));
    }
    let saturated = match direction {
        Direction::Post => saturation::post_star(system, lowered, &mut Reachable, &(), budget, &mut Silent)?,
        Direction::Pre => saturation::pre_star(system, lowered, &mut Reachable, &(), budget, &mut Silent)?,
    };
    Ok(document(system, source, direction, &saturated, |()| None))
}

fn post_heads(common: &Common, drawing: &Drawing, session: &Session) -> Result<Exit, NoResult> {
    let format = match drawing.format {
        Shape::Human => Format::Human,
        Shape::Json => Format::Json,
        _ => return Ok(super::usage("pds", "--heads are no picture: --format human or json")),
    };
    let input = common.read(session)?;
    input.begins()?;
    let document = session.work(&input, |input, budget| {
        let system = &input.parsed.system;
        let reached = saturation::post_star(system, Lowered::new(system), &mut Reachable, &(), budget, &mut Silent)?;
        Ok(heads::document(system, &input.source, reached.heads()))
    })?;
    Ok(tell(&document, format, Exit::Done, session))
}

/// The answers, or the bug that was met.
type Asked = Result<(Lowered, Vec<Answer>), String>;

fn ask(input: &System, sets: &[Pattern], budget: &Budget) -> Result<Asked, StopReason> {
    match saturation::ask(&input.parsed.system, sets, budget) {
        Ok((reached, answers)) => Ok(Ok((reached.lowered, answers))),
        Err(NoAnswer::Stopped(reason)) => Err(reason),
        Err(bug) => Ok(Err(bug.to_string())),
    }
}

fn told(asked: Asked, session: &Session) -> Result<(Lowered, Vec<Answer>), NoResult> {
    asked.map_err(|bug| {
        NoResult::Told(session.print(Exit::SelfCheck, |out| writeln!(out, "error: {bug}: a bug of bpcheck")))
    })
}

fn member(common: &Common, pattern: &str, telling: &Telling, session: &Session) -> Result<Exit, NoResult> {
    let input = common.read(session)?;
    input.begins()?;
    let system = &input.parsed.system;
    let text = Source::new("PATTERN", pattern);
    let mut remarks = Diagnostics::new(&text);
    let pattern = parse_pattern(&text, system, &mut remarks);
    reading::tell(&remarks);
    let pattern = pattern.ok_or(NoResult::Told(Exit::Usage))?;
    let shown = system.show_pattern(&pattern).to_string();
    let asked = session.work(&input, move |input, budget| ask(input, std::slice::from_ref(&pattern), budget))?;
    let (lowered, answers) = told(asked, session)?;
    let found = match answers.first() {
        Some(Answer::Reached(found)) => Some(found),
        _ => None,
    };
    let (exit, word) = if found.is_some() { (Exit::Done, "yes") } else { (Exit::Refused, "no") };
    Ok(match telling.format {
        Format::Json => {
            let run = found.map(|found| runs::document(system, &lowered, &found.0, &found.1));
            let member = run.is_some();
            let schema_version = bpcheck::report::pds::SCHEMA_VERSION;
            session.json(&MemberDocument { schema_version, pattern: shown, member, run }, exit)
        }
        Format::Human => session.print(exit, |out| {
            if let Some(found) = found {
                runs::write(out, system, &lowered, &found.0, &found.1, telling.unfold)?;
            }
            writeln!(out, "member: {word}")
        }),
    })
}

#[derive(Serialize)]
struct MemberDocument {
    schema_version: u32,
    pattern: String,
    member: bool,
    run: Option<runs::RunDocument>,
}

fn decide(common: &Common, telling: &Telling, session: &Session) -> Result<Exit, NoResult> {
    let input = match common.read(session) {
        Err(NoResult::Stopped(reason)) => {
            let document = check::unread(&input::name(&common.file), &reason);
            return Ok(tell(&document, telling.format, session.unknown(&reason), session));
        }
        input => input?,
    };
    if !input.parsed.system.formulas().is_empty() {
        let hint = "`bpcheck check` decides formulas";
        return Err(input.lacks("formulas", "this asks for formulas, not whether something is reached", hint).into());
    }
    if input.asks {
        let mut remarks = Diagnostics::new(&input.source);
        input.parsed.is_trivial(&mut remarks);
        reading::tell(&remarks);
    } else {
        output::stderr("note: there is no target; `target <p, a .*>` says what no run may reach\n");
    }
    let asked = match session.work(&input, |input, budget| ask(input, input.parsed.system.targets(), budget)) {
        Ok(asked) => Ok(told(asked, session)?),
        Err(NoResult::Stopped(reason)) => Err(reason),
        Err(told) => return Err(told),
    };
    let System { source, parsed, asks } = &*input;
    let answers = asked.as_ref().map(|(lowered, answers)| (lowered, answers.as_slice()));
    let document = check::document(parsed, source, *asks, answers);
    let exit = match (document.verdict(), &asked) {
        ("UNSAFE", _) => Exit::Unsafe,
        ("SAFE", _) => Exit::Done,
        (_, Err(reason)) => session.unknown(reason),
        _ => Exit::Unknown,
    };
    Ok(match telling.format {
        Format::Json => session.json(&document, exit),
        Format::Human => session.print(exit, |out| {
            if let Ok((lowered, answers)) = &asked {
                check::runs(out, parsed, source, lowered, answers, telling.unfold)?;
            }
            write!(out, "{document}")
        }),
    })
}

/// A document as text or as JSON.
fn tell(document: &(impl Display + Serialize), format: Format, exit: Exit, session: &Session) -> Exit {
    match format {
        Format::Human => session.print(exit, |out| write!(out, "{document}")),
        Format::Json => session.json(document, exit),
    }
}
