//! `bpcheck pds`: explicit pushdown systems.

use super::exit::Exit;
use super::system::{Signals, memory_probe};
use super::{input, output, quantity, reading};
use bpcheck::Source;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::saturation::explicit::{self as saturation, Answer, NoAnswer, Saturated};
use bpcheck::engine::saturation::weights::Reachable;
use bpcheck::lang::source::{Diagnostic, Diagnostics, Span};
use bpcheck::pds::explicit::{Lowered, Parsed, Pattern, parse, parse_pattern};
use bpcheck::report::pds::automaton::{self, Direction};
use bpcheck::report::pds::{check, heads, run as runs};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
A FILE has one statement a line:
  # comment
  init <p, a b>            an initial configuration: a control state, and a stack, its top first
  <p, a> -> <q, b c>       a rule: in p with a on top go to q and put b c in the place of a
  <p, a> -> <q, >          a rule that takes a off the stack
  target <q, c .*>         what no run may reach: a regular expression over the stack
Names are runs of letters, digits, _ $ '. In regular expressions stand . (any symbol), |, * and
parentheses; the control state of a target may be . (any), too.

Examples:
  bpcheck pds check bug.pds
  bpcheck pds member bug.pds '<q, b .*>'
  bpcheck pds post bug.pds --format dot | dot -Tsvg > post.svg
";

/// Explicit pushdown systems: what can be reached, from where, and how
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Print post*: the automaton of all configurations that can be reached
    #[command(after_help = AUTOMATON)]
    Post {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        drawing: Drawing,
        /// Print the heads only: which symbol can be on top in which control state
        #[arg(long, conflicts_with = "lengths")]
        heads: bool,
    },
    /// Print pre*: the automaton of all configurations from which a target can be reached
    #[command(after_help = AUTOMATON)]
    Pre {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        drawing: Drawing,
    },
    /// Can a configuration like this be reached? `member: yes` with a shortest run (exit code 0), or `member: no` (1)
    Member {
        #[command(flatten)]
        common: Common,
        /// The configurations: `<p, a b .*>`
        pattern: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Decide whether a target can be reached: UNSAFE with a shortest run (exit code 10), or SAFE (0)
    Check {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        telling: Telling,
    },
}

const AUTOMATON: &str = "\
A configuration <p, a b> is accepted if a path that begins in p and reads a b ends in a final state. The transitions are
printed in the order in which they were found, each with the rule that it was found by; a return is told by the two
transitions that it joins. `#1`, `#2`, … are states of the automaton from which saturation began, `[p a]` is what waits
below activations that began with <p, a>. A rule that pushes more than two symbols is taken apart: `#3.1` stands in
the middle of rule 3, behind its part 1, with `#` on top.";

#[derive(clap::Args)]
struct Common {
    /// The system; `-` is the standard input
    file: PathBuf,
    /// Stop after this time, reading included: 500ms, 20s, 2m; a bare number: seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    timeout: Option<Duration>,
    /// Stop when this much memory is in use: 512M, 2G; a bare number: bytes
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    memory: Option<u64>,
}

#[derive(clap::Args)]
struct Drawing {
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Picture,
    /// With each transition the length of a shortest run that it stands for
    #[arg(long)]
    lengths: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Picture {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document
    Json,
    /// A picture for Graphviz
    Dot,
}

#[derive(clap::Args)]
struct Telling {
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print every step of a long run
    #[arg(long)]
    unfold: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document
    Json,
}

/// Does what was asked.
pub fn run(args: &Args) -> Exit {
    let (Action::Post { common, .. }
    | Action::Pre { common, .. }
    | Action::Member { common, .. }
    | Action::Check { common, .. }) = &args.action;
    let signals = Signals::install();
    let limits = Limits { budget: budget(common, &signals), signals };
    let unread = |reason: &StopReason| match &args.action {
        Action::Check { telling, .. } => {
            tell(&check::unread(&input::name(&common.file), reason), telling.format, limits.unknown(reason), &limits)
        }
        _ => limits.nothing(reason),
    };
    let answer = read(common, &limits, unread).and_then(|(source, parsed)| match &args.action {
        Action::Post { drawing, heads, .. } => post(&source, &parsed, drawing, *heads, &limits),
        Action::Pre { drawing, .. } => pre(&source, &parsed, drawing, &limits),
        Action::Member { pattern, telling, .. } => member(&source, &parsed, pattern, telling, &limits),
        Action::Check { telling, .. } => decide(&source, &parsed, telling, &limits),
    });
    answer.unwrap_or_else(|exit| exit)
}

struct Limits {
    budget: Budget,
    signals: Signals,
}

impl Limits {
    /// What is answered when a limit was hit.
    fn unknown(&self, reason: &StopReason) -> Exit {
        match reason {
            StopReason::Interrupted => self.signals.asked_to_stop().map_or(Exit::Unknown, Exit::Signal),
            _ => Exit::Unknown,
        }
    }

    /// A limit was hit, and there is nothing to be shown.
    fn nothing(&self, reason: &StopReason) -> Exit {
        output::stderr(format_args!("error: stopped: {reason}\n"));
        self.unknown(reason)
    }

    fn print(&self, exit: Exit, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Exit {
        self.signals.cut_short(|| output::print(exit, write))
    }
}

fn budget(common: &Common, signals: &Signals) -> Budget {
    let limit = common.timeout.unwrap_or(Duration::MAX);
    let budget = Budget::unlimited().with_time(signals.clock(Instant::now()), limit).with_cancel(signals.token());
    match common.memory {
        Some(limit) => budget.with_memory(memory_probe(), limit),
        None => budget,
    }
}

fn read(common: &Common, limits: &Limits, stopped: impl FnOnce(&StopReason) -> Exit) -> Result<(Source, Parsed), Exit> {
    let source = input::read(&common.file, &limits.budget).map_err(|unread| match unread {
        input::Unread::Stopped(reason) => stopped(&reason),
        input::Unread::Failed(error) => {
            output::stderr(format_args!("error: cannot read {}: {error}\n", input::name(&common.file)));
            Exit::Input
        }
    })?;
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, &mut remarks);
    reading::tell(&remarks);
    parsed.map(|parsed| (source, parsed)).ok_or(Exit::Input)
}

/// Rejects a system in which runs begin nowhere.
fn begins(source: &Source, parsed: &Parsed) -> Result<(), Exit> {
    let needs = !parsed.system.initial().is_empty();
    let why = "there is no initial configuration";
    if needs { Ok(()) } else { Err(lacks(source, "no-init", why, "`init <p, a>` says where runs begin")) }
}

fn lacks(source: &Source, code: &'static str, what: &str, hint: &str) -> Exit {
    let mut remarks = Diagnostics::new(source);
    remarks.push(Diagnostic::error(code, Span::default(), what).hint(hint));
    reading::tell(&remarks);
    Exit::Input
}

fn post(source: &Source, parsed: &Parsed, drawing: &Drawing, heads: bool, limits: &Limits) -> Result<Exit, Exit> {
    begins(source, parsed)?;
    let (system, budget) = (&parsed.system, &limits.budget);
    let stopped = |reason| limits.nothing(&reason);
    if drawing.lengths {
        let reached = saturation::shortest_post_star(system, budget).map_err(stopped)?;
        return Ok(draw(source, parsed, drawing, Direction::Post, &reached, |length| Some(length.to_string()), limits));
    }
    let lowered = Lowered::new(system);
    let reached = saturation::post_star(system, lowered, &mut Reachable, &(), budget).map_err(stopped)?;
    if heads {
        let document = heads::document(system, source, reached.heads());
        return match drawing.format {
            Picture::Dot => Err(super::usage("pds", "--heads are no picture: --format human or json")),
            Picture::Human => Ok(limits.print(Exit::Done, |out| write!(out, "{document}"))),
            Picture::Json => Ok(json(&document, Exit::Done, limits)),
        };
    }
    Ok(draw(source, parsed, drawing, Direction::Post, &reached, |()| None, limits))
}

fn pre(source: &Source, parsed: &Parsed, drawing: &Drawing, limits: &Limits) -> Result<Exit, Exit> {
    let (system, budget) = (&parsed.system, &limits.budget);
    if system.targets().is_empty() {
        return Err(lacks(source, "no-target", "there is no target", "`target <p, a .*>` says what is to be reached"));
    }
    let stopped = |reason| limits.nothing(&reason);
    if drawing.lengths {
        let reaching = saturation::shortest_pre_star(system, budget).map_err(stopped)?;
        return Ok(draw(source, parsed, drawing, Direction::Pre, &reaching, |length| Some(length.to_string()), limits));
    }
    let lowered = Lowered::new(system);
    let reaching = saturation::pre_star(system, lowered, &mut Reachable, &(), budget).map_err(stopped)?;
    Ok(draw(source, parsed, drawing, Direction::Pre, &reaching, |()| None, limits))
}

fn draw<W: Clone>(
    source: &Source,
    parsed: &Parsed,
    drawing: &Drawing,
    direction: Direction,
    saturated: &Saturated<W>,
    length: impl Fn(&W) -> Option<String>,
    limits: &Limits,
) -> Exit {
    let document = automaton::document(&parsed.system, source, direction, saturated, length);
    match drawing.format {
        Picture::Human => limits.print(Exit::Done, |out| write!(out, "{document}")),
        Picture::Json => json(&document, Exit::Done, limits),
        Picture::Dot => limits.print(Exit::Done, |out| write!(out, "{}", document.dot())),
    }
}

/// The answers; `Err` for one that cannot be given, but for limits.
fn ask(parsed: &Parsed, sets: &[Pattern], limits: &Limits) -> Result<Result<(Lowered, Vec<Answer>), StopReason>, Exit> {
    match saturation::ask(&parsed.system, sets, &limits.budget) {
        Ok((reached, answers)) => Ok(Ok((reached.lowered, answers))),
        Err(NoAnswer::Stopped(reason)) => Ok(Err(reason)),
        Err(bug) => Err(limits.print(Exit::SelfCheck, |out| writeln!(out, "error: {bug}: a bug of bpcheck"))),
    }
}

fn member(source: &Source, parsed: &Parsed, pattern: &str, telling: &Telling, limits: &Limits) -> Result<Exit, Exit> {
    begins(source, parsed)?;
    let text = Source::new("PATTERN", pattern);
    let mut remarks = Diagnostics::new(&text);
    let pattern = parse_pattern(&text, &parsed.system, &mut remarks);
    reading::tell(&remarks);
    let pattern = pattern.ok_or(Exit::Usage)?;
    let (lowered, answers) = match ask(parsed, std::slice::from_ref(&pattern), limits)? {
        Ok(found) => found,
        Err(reason) => return Ok(limits.nothing(&reason)),
    };
    let found = match answers.first() {
        Some(Answer::Reached(found)) => Some(found),
        _ => None,
    };
    let (exit, word) = if found.is_some() { (Exit::Done, "yes") } else { (Exit::Refused, "no") };
    let run = found.map(|found| runs::document(&parsed.system, &lowered, &found.0, &found.1));
    Ok(match telling.format {
        Format::Json => {
            let member = run.is_some();
            let pattern = parsed.system.show_pattern(&pattern).to_string();
            json(
                &MemberDocument { schema_version: bpcheck::report::pds::SCHEMA_VERSION, pattern, member, run },
                exit,
                limits,
            )
        }
        Format::Human => limits.print(exit, |out| {
            if let Some(found) = found {
                runs::write(out, &parsed.system, &lowered, &found.0, &found.1, telling.unfold)?;
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

fn decide(source: &Source, parsed: &Parsed, telling: &Telling, limits: &Limits) -> Result<Exit, Exit> {
    if !parsed.system.targets().is_empty() {
        begins(source, parsed)?;
    }
    let asked = ask(parsed, parsed.system.targets(), limits)?;
    let answers = asked.as_ref().map(|(lowered, answers)| (lowered, answers.as_slice()));
    let document = check::document(parsed, source, answers);
    let exit = match (document.verdict(), &asked) {
        ("UNSAFE", _) => Exit::Unsafe,
        ("SAFE", _) => Exit::Done,
        (_, Err(reason)) => limits.unknown(reason),
        _ => Exit::Unknown,
    };
    Ok(match telling.format {
        Format::Json => json(&document, exit, limits),
        Format::Human => limits.print(exit, |out| {
            if let Ok((lowered, answers)) = &asked {
                check::runs(out, parsed, source, lowered, answers, telling.unfold)?;
            }
            write!(out, "{document}")
        }),
    })
}

/// A document as text or as JSON.
fn tell(document: &(impl Display + Serialize), format: Format, exit: Exit, limits: &Limits) -> Exit {
    match format {
        Format::Human => limits.print(exit, |out| write!(out, "{document}")),
        Format::Json => json(document, exit, limits),
    }
}

fn json(document: &impl Serialize, exit: Exit, limits: &Limits) -> Exit {
    limits.print(exit, |out| {
        serde_json::to_writer_pretty(&mut *out, document)?;
        writeln!(out)
    })
}
