//! The runs of a campaign, and their log.

use super::flags::Run;
use super::outcome;
use crate::cli::campaign::{Input, program};
use crate::cli::exit::Exit;
use crate::cli::log::Log;
use crate::cli::output::{stderr, unwritten};
use crate::cli::reading::Reading;
use crate::cli::system::Signals;
use crate::cli::usage;
use bpcheck::budget::CancelToken;
use bpcheck::campaign::contestant::{Contestant, Engine, Tool};
use bpcheck::campaign::course::{self, Happening};
use bpcheck::campaign::expected::{Expected, List};
use bpcheck::campaign::machine;
use bpcheck::campaign::plan::{self, Shard, Task};
use bpcheck::campaign::record::{Limits, Record};
use bpcheck::convert;
use bpcheck::engine::Selection;
use bpcheck::report::campaign::progress::Progress;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Flags of `check` that say what is asked.
const ABOUT: [&str; 5] = ["--label", "--entry", "--dialect", "--precedence", "--from"];

/// Makes the runs that the log does not know, and then tells about all.
pub fn run(args: &Run, reading: &Reading) -> Exit {
    match campaign(args, reading) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn campaign(args: &Run, reading: &Reading) -> Result<Exit, Exit> {
    let contestants = contestants(args)?;
    let inputs = inputs(args, reading)?;
    let mut log = open(args)?;
    let limits = Limits { seconds: args.timeout.as_secs_f64(), memory_bytes: Some(args.memory) };
    let known: HashMap<Key, &Record> =
        log.lines().iter().filter(|record| record.limits == limits).map(|record| (Key::of(record), record)).collect();
    // Runs of other campaigns, and of texts that have changed since, stay in the log and do not count.
    let (mut records, mut open): (Vec<Record>, Vec<Task>) = Default::default();
    for task in plan::tasks(inputs.len(), contestants.len(), args.repeat, args.shard) {
        let (contestant, input) = (&contestants[task.engine], &inputs[task.input]);
        match known.get(&Key::new(contestant, input, task.round)) {
            // What is known of the right answer may be new.
            Some(&record) => records.push(Record { expected: input.expected.answer, ..record.clone() }),
            None => open.push(task),
        }
    }
    let all = records.len() + open.len();
    let signals = Signals::install();
    let machine = machine::description();
    let make = |task: Task, cancel: &CancelToken| {
        let question = inputs[task.input].question(task.round);
        contestants[task.engine].run(&question, &limits, &machine, cancel)
    };
    let start = Instant::now();
    let mut terminal = io::stderr();
    let lives = terminal.is_terminal();
    let mut progress = Progress::new(&mut terminal, lives, signals.clock(start), all, records.len());
    let path = log_path(args);
    let hear = |happening: Happening| {
        match happening {
            Happening::Began(_) => progress.began(),
            Happening::Ended(_, record) => {
                log.append(&record).map_err(|error| unwritten(&path, &error))?;
                progress.ended(&record);
                records.push(*record);
            }
            Happening::Failed(task, error) => {
                progress.failed();
                progress.erase();
                stderr(format_args!("error: cannot run an engine on {}: {error}\n", inputs[task.input].name));
                return Err(());
            }
        }
        Ok(())
    };
    let ended = course::run(open.into_iter(), args.jobs, &signals.any(), make, hear);
    progress.end();
    if ended.is_err() {
        return Err(Exit::Input);
    }
    if let Some(exit) = signals.ended() {
        stderr(format_args!("interrupted: {} of {all} runs are made; --resume makes the rest\n", records.len()));
        return Ok(exit);
    }
    if args.shard != Shard::ALL {
        stderr(format_args!("part {} is done; `bpcheck compare merge` puts the parts together\n", args.shard));
        return Ok(Exit::Done);
    }
    let engines: Vec<String> = contestants.iter().map(|contestant| contestant.name().to_string()).collect();
    Ok(outcome::tell(&records, &engines, &args.output))
}

fn contestants(args: &Run) -> Result<Vec<Contestant>, Exit> {
    let program = program()?;
    let engine = |engine: &Selection| {
        let (name, program, flags) = (engine.to_string(), program.clone(), args.flags.clone());
        Contestant::Engine(Engine { name, program, flags })
    };
    let mut contestants: Vec<Contestant> = args.engines.iter().map(engine).collect();
    for path in &args.tools {
        let tool = Tool::read(path, &program).map_err(|bad| {
            stderr(format_args!("error: cannot use {} as a tool: {bad}\n", path.display()));
            Exit::Input
        })?;
        contestants.push(Contestant::Tool(Box::new(tool)));
    }
    let mut names = HashSet::new();
    if let Some(twice) = contestants.iter().map(Contestant::name).find(|&name| !names.insert(name)) {
        return Err(usage("compare", format_args!("{twice} takes part twice")));
    }
    let is_asked = |flag: &&String| ABOUT.contains(&flag.split('=').next().unwrap_or_default());
    match args.flags.iter().find(is_asked) {
        Some(flag) if !args.tools.is_empty() => {
            Err(usage("compare", format_args!("{flag} is for all that take part: it stands before `--`")))
        }
        _ => Ok(contestants),
    }
}

/// What is asked about an input, as flags.
fn about(args: &Run, reading: &Reading, expected: &Expected) -> Vec<String> {
    let labels = expected.label.as_ref().map_or(args.labels.as_slice(), std::slice::from_ref);
    let flag = |name: &str, value: &str| [name.to_string(), value.to_string()];
    let labels = labels.iter().flat_map(|label| flag("--label", label));
    labels.chain(reading.flags()).collect()
}

fn inputs(args: &Run, reading: &Reading) -> Result<Vec<Input>, Exit> {
    let list = args.expected.as_deref().map(|path| List::read(path).map_err(|bad| (path, bad)));
    let list = list.transpose().map_err(|(path, bad)| {
        stderr(format_args!("error: cannot use {} as a list of answers: {bad}\n", path.display()));
        Exit::Input
    })?;
    let paths = plan::inputs(&args.paths, &convert::Input::IN_FOLDERS.map(convert::Input::ending)).map_err(
        |(path, error)| {
            stderr(format_args!("error: cannot read {}: {error}\n", path.display()));
            Exit::Input
        },
    )?;
    if paths.is_empty() {
        stderr(
            "error: there is no program to run anything on: folders are searched for `.bp`, `.smt2` and `.pds` files\n",
        );
        return Err(Exit::Input);
    }
    Ok(paths
        .into_iter()
        .map(|path| Input::read(path, list.as_ref(), |expected| about(args, reading, expected)))
        .collect())
}

fn open(args: &Run) -> Result<Log<Record>, Exit> {
    let path = log_path(args);
    let log = std::fs::create_dir_all(&args.output).and_then(|()| Log::<Record>::open(&path)).map_err(|error| {
        stderr(format_args!("error: cannot use {} as a log: {error}\n", path.display()));
        Exit::Input
    })?;
    match log.lines().len() {
        0 => Ok(log),
        _ if args.resume => Ok(log),
        runs => {
            let path = path.display();
            Err(usage("compare", format_args!("{path} holds {runs} runs already: --resume goes on with them")))
        }
    }
}

/// The log of the runs that are made here: several parts of a campaign may share a folder.
fn log_path(args: &Run) -> PathBuf {
    let name = match args.shard {
        Shard::ALL => "runs.jsonl".to_string(),
        shard => format!("part-{}.jsonl", shard.to_string().replace('/', "-of-")),
    };
    Path::new(&args.output).join(name)
}

/// What makes a run the same as another.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    path: &'a str,
    sha256: Option<&'a str>,
    name: &'a str,
    description: Option<Cow<'a, str>>,
    flags: Cow<'a, [String]>,
    round: u32,
}

impl<'a> Key<'a> {
    fn new(contestant: &'a Contestant, input: &'a Input, round: u32) -> Key<'a> {
        Key {
            path: &input.name,
            sha256: input.sha256.as_deref(),
            name: contestant.name(),
            description: contestant.tool().description.map(Cow::from),
            flags: contestant.flags(&input.about).into(),
            round,
        }
    }

    fn of(record: &Record) -> Key<'_> {
        Key {
            path: &record.input.path,
            sha256: record.input.sha256.as_deref(),
            name: &record.engine,
            description: record.tool.description.as_deref().map(Cow::from),
            flags: record.flags.as_slice().into(),
            round: record.round,
        }
    }
}
