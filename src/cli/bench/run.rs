//! The tables, one after another.

use super::flags::Args;
use super::place::Place;
use crate::cli::campaign::{self, Input, program};
use crate::cli::exit::Exit;
use crate::cli::output::{self, Audience, stderr};
use crate::cli::shell;
use crate::cli::system::Signals;
use crate::cli::usage;
use bpcheck::bench::counted::{self, Measured as Counted};
use bpcheck::bench::measure::{Measured, measure};
use bpcheck::bench::papers::fill::{Asked, Measured as MeasuredPaper};
use bpcheck::bench::papers::paper::Paper;
use bpcheck::bench::table::{Member, Table};
use bpcheck::bench::{blocks, frontier, papers, published, unwinding, widest};
use bpcheck::budget::CancelToken;
use bpcheck::campaign::contestant::{Circumstances, Contestant, Engine};
use bpcheck::campaign::machine;
use bpcheck::campaign::record::{Limits, Record};
use bpcheck::campaign::results::Results;
use bpcheck::report::bench::progress::Progress;
use bpcheck::report::bench::{self as report, complaint, head, section};
use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Instant;

/// What engines are asked beside the program: how soon they decide is compared.
const FLAG: &str = "--no-certificate";

/// The version of this tool.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Measures tables and prints each when it is done; 4 if an answer is wrong.
pub fn run(args: &Args) -> Exit {
    match tables(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn tables(args: &Args) -> Result<Exit, Exit> {
    if let Some(mistake) = args.mistake() {
        return Err(usage("bench", mistake));
    }
    let (program, place) = (program()?, Place::open(args.output.as_deref())?);
    let signals = Signals::install();
    let mut terminal = io::stderr();
    let clock = signals.clock(Instant::now());
    let progress = terminal.is_terminal().then(|| Progress::new(&mut terminal, clock));
    let limits = Limits { seconds: args.timeout().as_secs_f64(), memory_bytes: Some(args.memory) };
    let circumstances = Circumstances { machine: machine::description(), command: shell::command_line() };
    let cancel = signals.any();
    let mut text = match args.is_papers_alone() {
        true => report::papers::head(VERSION, &circumstances.machine, &limits, args.repeat()),
        false => head(VERSION, &circumstances.machine, &limits, args.repeat()),
    };
    let mut bench = Bench { program, place, limits, circumstances, cancel, progress, records: Vec::new() };
    let is_wanted = |table: &&Table| args.tables.is_empty() || args.names(table.name);
    for table in published::tables().iter().filter(is_wanted) {
        text += &match bench.measure(table, args.repeat()) {
            Ok(measured) => section(&measured),
            Err(stop) => return bench.stopped(stop, table.name, &signals),
        };
        if let Some(exit) = bench.print(&mut text) {
            return exit;
        }
    }
    let named: [(&str, Fill<'_>); 4] = [
        (frontier::NAME, Bench::frontier),
        (widest::NAME, Bench::widest),
        (unwinding::NAME, Bench::unwinding),
        (blocks::NAME, Bench::blocks),
    ];
    for (name, fill) in named.into_iter().filter(|(name, _)| args.names(name)) {
        text += &match fill(&mut bench, args) {
            Ok(table) => table,
            Err(stop) => return bench.stopped(stop, name, &signals),
        };
        if let Some(exit) = bench.print(&mut text) {
            return exit;
        }
    }
    let mut all = Asked::default();
    let mut measured = Vec::new();
    for paper in args.papers() {
        match bench.paper(paper, &mut all, args.repeat()) {
            Ok(found) => measured.push(found),
            Err(stop) => return bench.stopped(stop, papers::NAME, &signals),
        }
        text += &measured.last().map_or(String::new(), report::papers::section);
        if let Some(exit) = bench.print(&mut text) {
            return exit;
        }
    }
    if !measured.is_empty() {
        text += &report::papers::summary(&measured);
        if let Some(exit) = bench.print(&mut text) {
            return exit;
        }
        bench.page(args, &measured)?;
    }
    Ok(signals.ended().map_or(bench.exit(), |ended| ended.or_worse(bench.exit())))
}

/// How checks are made, and all that were made.
struct Bench<'a> {
    program: PathBuf,
    place: Place,
    limits: Limits,
    circumstances: Circumstances,
    cancel: CancelToken,
    progress: Option<Progress<'a>>,
    records: Vec<Record>,
}

/// A table that shows counters: its name, who is asked, and how an engine's counters are read.
struct Told<'a, T> {
    table: &'a str,
    engines: &'a [&'a str],
    told: fn(&str, &Record) -> Option<T>,
}

/// Fills a table that is of a kind of its own, as text.
type Fill<'a> = fn(&mut Bench<'a>, &Args) -> Result<String, Stop>;

/// Why a table is not filled.
#[derive(Debug)]
enum Stop {
    /// Somebody asked to stop.
    Cancelled,
    /// What to exit with; it was told why.
    Failed(Exit),
}

impl Bench<'_> {
    /// Fills a table.
    fn measure<'t>(&mut self, table: &'t Table, rounds: u32) -> Result<Measured<'t>, Stop> {
        let inputs = self.inputs(table.families().flatten().map(|member| member.command))?;
        let measured = measure(table, rounds, |member, engine, round| {
            self.progress.iter_mut().for_each(|progress| progress.began(table.name, &member.command, engine));
            self.check(&member.command, &inputs[&member.command], engine, round)
        });
        self.progress.iter_mut().for_each(Progress::erase);
        measured
    }

    /// The frontier as text; as a picture it goes to the folder that is kept.
    fn frontier(&mut self, args: &Args) -> Result<String, Stop> {
        let engines = frontier::engines();
        let mut measured = Vec::new();
        for line in frontier::lines().filter(|line| args.has_row(&line.name)) {
            let inputs = self.inputs(line.members().map(|member| member.command.clone()))?;
            let found = frontier::measure(line, &engines, args.repeat(), |member, engine, round| {
                self.progress.iter_mut().for_each(|progress| progress.began(frontier::NAME, &member.command, engine));
                self.check(&member.command, &inputs[&member.command], engine, round)
            });
            self.progress.iter_mut().for_each(Progress::erase);
            measured.push(found?);
        }
        let picture = report::frontier::picture(&engines, &measured);
        self.place.picture(frontier::NAME, &picture).map_err(Stop::Failed)?;
        Ok(report::frontier::section(&engines, &measured))
    }

    /// The widest numbers that anybody decides, as text.
    fn widest(&mut self, args: &Args) -> Result<String, Stop> {
        let engines = widest::engines();
        let most = self.limits.seconds;
        let mut measured = Vec::new();
        for line in widest::lines().filter(|line| args.has_row(&line.name)) {
            let inputs = self.inputs(line.members().map(|member| member.command.clone()))?;
            let found = widest::measure(&line, &engines, most, |member, engine, seconds| {
                self.progress.iter_mut().for_each(|progress| progress.began(widest::NAME, &member.command, engine));
                self.check_for(seconds, &member.command, &inputs[&member.command], engine, 1)
            });
            self.progress.iter_mut().for_each(Progress::erase);
            measured.push(found?);
        }
        Ok(report::widest::section(&engines, &measured))
    }

    /// What is unwound, as text.
    fn unwinding(&mut self, args: &Args) -> Result<String, Stop> {
        let (engines, size) = (unwinding::engines(), args.size());
        let told = Told { table: unwinding::NAME, engines: &engines, told: unwinding::unwound };
        let lines = unwinding::lines(size).filter(|(name, _)| args.has_row(name));
        Ok(report::unwinding::section(size, &engines, &self.counted(&told, lines, args.repeat())?))
    }

    /// What tables of blocks save, as text.
    fn blocks(&mut self, args: &Args) -> Result<String, Stop> {
        let engines = blocks::engines();
        let told = Told { table: blocks::NAME, engines: &engines, told: blocks::tabled };
        Ok(report::blocks::section(&engines, &self.counted(&told, blocks::lines(), args.repeat())?))
    }

    /// Fills the tables of a paper.
    fn paper(&mut self, paper: &'static Paper, asked: &mut Asked, rounds: u32) -> Result<MeasuredPaper, Stop> {
        let lines = paper.tables.iter().flat_map(|table| (table.lines)());
        let inputs = self.inputs(lines.filter_map(|line| line.program))?;
        let measured = papers::fill::measure(paper, asked, rounds, |member, engine, round| {
            self.progress.iter_mut().for_each(|progress| progress.began(paper.name, &member.command, engine));
            self.check(&member.command, &inputs[&member.command], engine, round)
        });
        self.progress.iter_mut().for_each(Progress::erase);
        measured
    }

    /// Writes papers as a page, if one is wanted.
    fn page(&self, args: &Args, measured: &[MeasuredPaper]) -> Result<(), Exit> {
        let Some(path) = &args.html else { return Ok(()) };
        let machine = &self.circumstances.machine;
        let page = report::papers::page::page(VERSION, machine, &self.limits, args.repeat(), measured);
        match output::to(Some(path), page.as_bytes()) {
            Exit::Done => Ok(()),
            failed => Err(failed.or_worse(self.exit())),
        }
    }

    /// Fills a table that shows counters.
    fn counted<T>(
        &mut self,
        Told { table, engines, told }: &Told<'_, T>,
        lines: impl Iterator<Item = (String, Member)>,
        rounds: u32,
    ) -> Result<Vec<Counted<T>>, Stop> {
        let mut measured = Vec::new();
        for line in lines {
            let input = self.place.program(&line.1.command).map_err(Stop::Failed)?;
            let found = counted::measure(line, engines, rounds, told, |member, engine, round| {
                self.progress.iter_mut().for_each(|progress| progress.began(table, &member.command, engine));
                self.check(&member.command, &input, engine, round)
            });
            self.progress.iter_mut().for_each(Progress::erase);
            measured.push(found?);
        }
        Ok(measured)
    }

    /// Writes programs, each of which is named by the flags that it is generated with.
    fn inputs(&self, commands: impl Iterator<Item = String>) -> Result<HashMap<String, Input>, Stop> {
        let written = commands.map(|command| {
            let input = self.place.program(&command).map_err(Stop::Failed)?;
            Ok((command, input))
        });
        written.collect()
    }

    /// Prints what there is so far; what to exit with, if nobody reads it.
    fn print(&self, text: &mut String) -> Option<Result<Exit, Exit>> {
        match output::stdout(|out| out.write_all(std::mem::take(text).as_bytes())) {
            Ok(Audience::Listens) => None,
            Ok(Audience::Left) => Some(Ok(self.exit())),
            Err(error) => {
                output::lost(&error);
                Some(Err(Exit::Input.or_worse(self.exit())))
            }
        }
    }

    /// What to exit with, if a table is not filled.
    fn stopped(&self, stop: Stop, table: &str, signals: &Signals) -> Result<Exit, Exit> {
        match stop {
            Stop::Failed(exit) => Err(exit.or_worse(self.exit())),
            Stop::Cancelled => {
                stderr(format_args!("interrupted in the table {table}\n"));
                Ok(signals.ended().map_or(self.exit(), |ended| ended.or_worse(self.exit())))
            }
        }
    }

    /// Asks an engine about a program.
    fn check(&mut self, command: &str, input: &Input, engine: &str, round: u32) -> Result<Record, Stop> {
        self.check_for(self.limits.seconds, command, input, engine, round)
    }

    /// The same, with so many seconds to answer.
    fn check_for(
        &mut self,
        seconds: f64,
        command: &str,
        input: &Input,
        engine: &str,
        round: u32,
    ) -> Result<Record, Stop> {
        let limits = Limits { seconds, ..self.limits };
        let (name, program, flags) = (engine.to_string(), self.program.clone(), vec![FLAG.to_string()]);
        match Contestant::Engine(Engine { name, program, flags }).run(
            &input.question(round),
            &limits,
            &self.circumstances,
            &self.cancel,
        ) {
            Ok(Some(record)) => {
                if let Some(complaint) = complaint(command, &record) {
                    self.say(&complaint);
                }
                self.place.keep(&record).map_err(Stop::Failed)?;
                self.records.push(record.clone());
                Ok(record)
            }
            Ok(None) => Err(Stop::Cancelled),
            Err(error) => {
                self.say(&format!("cannot run {engine} on {command}: {error}"));
                Err(Stop::Failed(Exit::Input))
            }
        }
    }

    fn say(&mut self, error: &str) {
        self.progress.iter_mut().for_each(Progress::erase);
        stderr(format_args!("error: {error}\n"));
    }

    /// What all checks so far come to.
    fn exit(&self) -> Exit {
        campaign::exit(&Results::new(&self.records, &[]), &self.records)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::generate;
    use bpcheck::engine::registry::Registry;

    #[test]
    fn all_programs_can_be_generated() {
        for member in published::tables().iter().flat_map(Table::families).flatten() {
            let text = generate::text(&member.command).unwrap_or_else(|error| panic!("{}: {error}", member.command));
            assert!(text.starts_with("// expect: "), "{}", member.command);
        }
    }

    #[cfg(unix)]
    #[test]
    fn wrong_answers_are_told() -> Result<(), Box<dyn std::error::Error>> {
        use std::os::unix::fs::PermissionsExt;
        let table = Table {
            name: "lies",
            about: "of what is true the opposite is said",
            families: &["doubling --procedures N"],
            sizes: &[2],
            engines: vec![Registry::standard().variants().next().expect("an engine")],
            growth_from: None,
        };
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("liar");
        let silence = "\"size\":null,\"results\":[],\"resources\":{},\"stats\":null";
        std::fs::write(&program, format!("#!/bin/sh\necho '{{\"verdict\":\"UNSAFE\",{silence}}}'\nexit 10\n"))?;
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755))?;
        let mut bench = Bench {
            program,
            place: Place::open(None).map_err(|exit| format!("{exit:?}"))?,
            limits: Limits { seconds: 10.0, memory_bytes: None },
            circumstances: Circumstances { machine: "here".to_string(), command: "bench".to_string() },
            cancel: CancelToken::default(),
            progress: None,
            records: Vec::new(),
        };
        assert_eq!(bench.exit(), Exit::Done);
        let text = section(&bench.measure(&table, 1).map_err(|stop| format!("{stop:?}"))?);
        assert!(text.contains(" **wrong** |"), "{text}");
        assert_eq!(bench.exit(), Exit::SelfCheck);
        Ok(())
    }
}
