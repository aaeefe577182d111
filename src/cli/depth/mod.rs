//! `bpcheck depth`: how deep stacks become.

mod system;
mod weights;

use crate::cli::exit::Exit;
use crate::cli::reading::{Numbers, Reading, tell_all, told};
use crate::cli::session::{Limits, NoResult, Session};
use crate::cli::{companions, engines, output, usage};
use bpcheck::Failure;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::registry::{Registry, Row};
use bpcheck::pipeline::Loaded;
use bpcheck::pipeline::depth::{Depth, Depths, Measure, depth};
use bpcheck::report::depth::{json, text};
use bpcheck::verdict::json::trace_to_json;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
The height is the most activations that are on the stack at a time, the one with which runs begin included, over all runs, whatever the inputs; the depth of a \
procedure the most of its own, that of a recursion the most of its procedures together, and of those that one call from outside begins. Lines such as

  height 10
  procedure f stack.bp:4:1: depth 9
  procedure g stack.bp:9:1: unbounded (g stack.bp:12:3 -> f stack.bp:6:5 -> g, entered with the same x=1)
  recursion f, g: unbounded; from stack.bp:20:3: 9; from stack.bp:31:3: unbounded
  depth: UNBOUNDED

are exact. That there are so many, a run shows that was replayed; that there are no more, a certificate of the program with a counter, which was checked; that \
there is no bound, a run on whose stack a procedure was entered twice with the same values of globals and parameters: it can go on like that.

The file of weights has a line `PROCEDURE BYTES` for each procedure, or is what GCC writes with -fstack-usage.

Exit codes: 0 all is known; 5 something is not; 10 with --at-most, if a stack has more activations, or weighs more with --weights; others as of `check`.

Examples:
  bpcheck depth stack.bp
  bpcheck depth --at-most 20 --timeout 1m driver.bp
  bpcheck depth --weights frames.su --at-most 4096 firmware.bp
  bpcheck depth --witness deepest.json stack.bp && bpcheck trace show stack.bp deepest.json
";

/// Say how deep the stack becomes, and each recursion: a number, or that there is no bound
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n{}", crate::cli::EXIT_CODES))]
pub struct Args {
    /// The program, or a pushdown system: how many symbols its stack has at most
    file: PathBuf,
    #[arg(long, value_name = "ENGINE", default_value_t = default(), help = engine_help())]
    engine: EngineSpec,
    /// Let all engines measure that can: if two disagree, the exit code is 4. One that would take too long gives up, and it is said that it has not measured
    #[arg(long)]
    cross_check: bool,
    /// Exit with 10 if the stack becomes higher than this; with --weights, if it weighs more
    #[arg(long, value_name = "N")]
    at_most: Option<u64>,
    /// What an activation of each procedure weighs, in bytes: the heaviest stack is told, too
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Believe the engine: no number is confirmed by runs and certificates
    #[arg(long)]
    no_evidence: bool,
    /// Write the run to the highest stack to this file, or one that shows that there is none, as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "no_evidence")]
    witness: Option<PathBuf>,
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    numbers: Numbers,
    #[command(flatten)]
    limits: Limits,
    /// Stop when decision diagrams have more nodes than this at a time
    #[arg(long, value_name = "N")]
    max_nodes: Option<usize>,
}

/// What goes to the standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines of text
    #[default]
    Human,
    /// A JSON document; `schema/depth.schema.json` describes it
    Json,
}

/// The engines that find with what procedures are entered.
fn able() -> Vec<&'static Row> {
    Registry::standard().rows().filter(|row| row.heads.is_some()).collect()
}

fn default() -> EngineSpec {
    EngineSpec::of(able()[0])
}

fn engine_help() -> String {
    let names: Vec<&str> = able().iter().map(|row| row.variants[0]).collect();
    format!("Which engine finds with what procedures are entered: {}", engines::listed(&names, "or"))
}

/// Measures.
pub fn run(args: &Args) -> Exit {
    if args.engine.row().heads.is_none() || args.engine.name() != args.engine.row().variants[0] {
        return usage(
            "depth",
            format_args!("`{}` does not find how deep stacks become: {}", args.engine, engine_help()),
        );
    }
    let session = Session::new(args.limits);
    session.end(measured(args, &session))
}

fn measured(args: &Args, session: &Session) -> Result<Exit, NoResult> {
    if args.reading.format(&args.file).is_system() {
        return system::measured(args, session);
    }
    let source = session.read(&args.file)?;
    let options = args.numbers.options().with_entry(args.reading.entry.clone());
    let options = options.with_manner(args.reading.manner(&args.file)).with_companions(companions::read(&args.file));
    let (reading, path, asked) = (args.reading.clone(), args.file.clone(), options.clone());
    let loaded = session.attend(move |_| Ok(reading.program(&path, source, &asked)))?;
    let loaded = Arc::new(loaded.map_err(told)?);
    tell_all(&loaded);
    let weights = match &args.weights {
        Some(path) => Some(weights::read(session.read(path)?, &loaded).map_err(told)?),
        None => None,
    };
    let mut rows = vec![args.engine.row()];
    if args.cross_check {
        let mut others: Vec<&Row> = able().into_iter().filter(|row| row.name != args.engine.row().name).collect();
        // Who may take long comes last, and takes no time from the others.
        others.sort_by_key(|row| row.heads.is_some_and(|finder| finder.effort.is_some()));
        rows.extend(others);
    }
    let (wants_evidence, max_nodes) = (!args.no_evidence, args.max_nodes);
    let found = {
        let loaded = Arc::clone(&loaded);
        session.attend(move |budget| {
            let budget = max_nodes.iter().fold(budget.clone(), |budget, &nodes| budget.with_nodes(nodes));
            let options = options.with_budget(budget);
            Ok(rows
                .into_iter()
                .enumerate()
                .map(|(index, engine)| {
                    let weights = weights.as_deref();
                    let wants_evidence = wants_evidence && index == 0;
                    depth(&loaded, &options, &Measure { engine, wants_evidence, weights, gives_up: index > 0 })
                })
                .collect::<Result<Vec<Depths>, Failure>>())
        })?
    };
    let all = found.map_err(told)?;
    let (depths, others) = all.split_first().expect("at least one engine measures");
    if let Some(other) = others.iter().find(|other| depths.contradict(other)) {
        let what = format!("{} and {} measure other depths", depths.engine, other.engine);
        return Err(told(Failure::SelfCheck(what)).into());
    }
    let exit = args.exit(depths, session);
    let printed = match args.format {
        Format::Human => session.print(exit, |out| text::write(out, &loaded, depths, others)),
        Format::Json => session.json(&json::document(&loaded, depths), exit),
    };
    Ok(printed.or_worse(args.write_witness(&loaded, depths)))
}

impl Args {
    fn exit(&self, depths: &Depths, session: &Session) -> Exit {
        let (least, measured) = match (&depths.height, &depths.heaviest) {
            (Depth::Unbounded(_), _) => (u64::MAX, Some(u64::MAX)),
            (_, Some(heaviest)) => (heaviest.weight, Some(heaviest.weight)),
            // Each activation weighs something.
            (height, None) => (height.least().unwrap_or_default(), height.bound().filter(|_| self.weights.is_none())),
        };
        match (self.at_most, measured, depths.stopped()) {
            (Some(most), ..) if least > most => Exit::Unsafe,
            (Some(_), Some(_), _) | (None, _, None) => Exit::Done,
            (_, _, Some(reason)) => session.unknown(reason),
            (Some(_), None, None) => Exit::Unknown,
        }
    }

    fn write_witness(&self, loaded: &Loaded, depths: &Depths) -> Exit {
        let Some(path) = &self.witness else { return Exit::Done };
        match depths.height.run() {
            Some(run) => {
                let text = trace_to_json(&loaded.program, &loaded.source, run.trace());
                output::to(Some(path), text.as_bytes())
            }
            None => {
                output::stderr(format_args!("note: there is no run to write to {}\n", path.display()));
                Exit::Done
            }
        }
    }
}
