//! The runs of a campaign, and their log.

use super::contestants::contestants;
use super::flags::{Asked, Run};
use super::inputs::inputs;
use super::outcome;
use crate::cli::campaign::{Input, exit};
use crate::cli::exit::Exit;
use crate::cli::log::Log;
use crate::cli::output::{stderr, unwritten};
use crate::cli::system::Signals;
use crate::cli::{shell, usage};
use bpcheck::budget::CancelToken;
use bpcheck::campaign::contestant::{Circumstances, Contestant};
use bpcheck::campaign::course::{self, Happening};
use bpcheck::campaign::machine;
use bpcheck::campaign::plan::{self, Shard, Task};
use bpcheck::campaign::record::{Limits, Record};
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::progress::Progress;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Makes the runs that the log does not know, and then tells about all.
pub fn run(args: &Run, asked: &Asked) -> Exit {
    match campaign(args, asked) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn campaign(args: &Run, asked: &Asked) -> Result<Exit, Exit> {
    let contestants = contestants(args, &asked.formulas)?;
    let inputs = inputs(args, asked)?;
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
    let circumstances = Circumstances { machine: machine::description(), command: shell::command_line() };
    let make = |task: Task, cancel: &CancelToken| {
        let question = inputs[task.input].question(task.round);
        contestants[task.engine].run(&question, &limits, &circumstances, cancel)
    };
    let start = Instant::now();
    let mut terminal = io::stderr();
    let lives = terminal.is_terminal();
    let mut progress = Progress::new(&mut terminal, lives, signals.clock(start), all, &records);
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
                let (contestant, input) = (contestants[task.engine].name(), &inputs[task.input].name);
                stderr(format_args!("error: cannot run {contestant} on {input}: {error}; --resume goes on\n"));
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
    let engines: Vec<String> = contestants.iter().map(|contestant| contestant.name().to_string()).collect();
    if args.shard != Shard::ALL {
        stderr(format_args!("part {} is done; `bpcheck compare merge` puts the parts together\n", args.shard));
        return Ok(exit(&Results::new(&records, &engines), &records));
    }
    Ok(outcome::tell(&records, &engines, &args.output))
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
