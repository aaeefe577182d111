//! Another tool in a campaign, as a description in TOML has it: how it is started, what it reads, and what its words mean.

mod answers;
mod description;
mod words;

pub(crate) use description::Bad;

use super::judgement::{Said, no_answer};
use super::{Question, Told};
use crate::budget::CancelToken;
use crate::campaign::process::{self, Ended, Memory, Stopped};
use crate::campaign::record::{self, Limits};
use crate::lang::source::Source;
use description::Description;
use serde_json::json;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use words::{Filling, Words};

/// What is granted to a tool that is asked for its version.
const VERSION: Limits = Limits { seconds: 20.0, memory_bytes: Some(4 << 30) };

/// How a converter ends if there is no property, or what it writes cannot say it.
const UNSUPPORTED: i32 = 5;

/// A tool that takes part.
#[derive(Clone, Debug)]
pub struct Tool {
    description: Description,
    /// The SHA-256 of the description.
    sha256: String,
    /// The folder in which the description is.
    folder: PathBuf,
    /// This program, which converts.
    bpcheck: PathBuf,
    /// What it says about itself.
    version: Option<String>,
}

impl Tool {
    /// Reads the description of a tool, looks whether it is there, and asks it for its version; `bpcheck` is this program, which writes the formats
    /// that a tool can read.
    ///
    /// # Errors
    /// If the description cannot be read or is none, or if a program that it names is not there or cannot be started.
    pub fn read(path: &Path, bpcheck: &Path) -> Result<Tool, Bad> {
        let path = path.canonicalize()?;
        let text = std::fs::read_to_string(&path)?;
        let description: Description = toml::from_str(&text)?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        let sha256 = Source::new("", text).sha256().to_string();
        let mut tool = Tool { description, sha256, folder, bpcheck: bpcheck.to_path_buf(), version: None };
        let converter = tool.description.input.converter().map(|(_, words)| words);
        for words in [&tool.description.command].into_iter().chain(converter).filter(|words| words.is_fixed()) {
            let program = tool.blank(words).get_program().to_os_string();
            which::which(&program).map_err(|error| Bad::absent(&program, error))?;
        }
        if let Some(words) = &tool.description.version {
            let command = tool.blank(words);
            let program = command.get_program().to_os_string();
            let ended = process::run(command, &VERSION, Memory::Watched, &CancelToken::default());
            let ended = ended.map_err(|error| Bad::absent(&program, error))?;
            if let Some(code @ (126 | 127)) = ended.exit.code {
                return Err(Bad::absent(
                    &program,
                    no_answer(&ended).trim_start_matches(&format!("no answer, exit code {code}: ")),
                ));
            }
            tool.version = first_line(&ended);
        }
        Ok(tool)
    }

    /// A command before there is an input.
    fn blank(&self, words: &Words) -> Command {
        words.command(&self.filling(OsStr::new(""), OsStr::new(""), &VERSION, &[]))
    }

    /// Its name in records and tables.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    pub(super) fn record(&self) -> record::Tool {
        record::Tool {
            name: self.name().to_string(),
            version: self.version.clone(),
            description: Some(self.sha256.clone()),
        }
    }

    pub(super) fn run(&self, question: &Question, limits: &Limits, cancel: &CancelToken) -> io::Result<Told> {
        let room = tempfile::tempdir()?;
        let program = std::path::absolute(question.path)?;
        let Some((ending, converter)) = self.description.input.converter() else {
            return self.ask(room.path(), &program, &program, question, limits, cancel);
        };
        let input = room.path().join("input").with_extension(ending);
        let filling = self.filling(input.as_os_str(), program.as_os_str(), limits, question.about);
        let mut command = converter.command(&filling);
        command.current_dir(room.path());
        let ended = started(command, limits, cancel)?;
        if ended.stopped.is_some() || ended.exit.code != Some(0) {
            return Ok(unconverted(ended));
        }
        let mut told = self.ask(room.path(), &input, &program, question, limits, cancel)?;
        told.phases = Some(json!({ "convert_seconds": ended.wall.as_secs_f64() }));
        Ok(told)
    }

    /// Runs the tool on what it can read.
    fn ask(
        &self,
        room: &Path,
        input: &Path,
        program: &Path,
        question: &Question,
        limits: &Limits,
        cancel: &CancelToken,
    ) -> io::Result<Told> {
        let filling = self.filling(input.as_os_str(), program.as_os_str(), limits, question.about);
        let mut command = self.description.command.command(&filling);
        command.current_dir(room);
        let ended = started(command, limits, cancel)?;
        let said = answers::said(&self.description.answer, &ended);
        let said = said.unwrap_or_else(|| Said::nothing(no_answer(&ended))).judged(limits, &ended);
        Ok(Told { ended, said, size: None, peak_memory_bytes: None, phases: None, stats: None })
    }

    fn filling<'a>(
        &'a self,
        input: &'a OsStr,
        program: &'a OsStr,
        limits: &Limits,
        about: &'a [String],
    ) -> Filling<'a> {
        Filling {
            input,
            program,
            seconds: limits.seconds.ceil() as u64,
            megabytes: limits.memory_bytes.map_or(0, |bytes| bytes >> 20),
            folder: self.folder.as_os_str(),
            bpcheck: self.bpcheck.as_os_str(),
            about,
        }
    }
}

/// Runs a command; a failure says which.
fn started(command: Command, limits: &Limits, cancel: &CancelToken) -> io::Result<Ended> {
    let program = command.get_program().to_string_lossy().into_owned();
    process::run(command, limits, Memory::Watched, cancel)
        .map_err(|error| io::Error::new(error.kind(), format!("`{program}`: {error}")))
}

/// What a run came to for which nothing could be made that the tool reads.
fn unconverted(ended: Ended) -> Told {
    if ended.stopped.is_none() && ended.exit.code == Some(UNSUPPORTED) {
        return Told {
            ended,
            said: Said::unknown("unsupported"),
            size: None,
            peak_memory_bytes: None,
            phases: None,
            stats: None,
        };
    }
    let why = match ended.stopped {
        Some(Stopped::Time) => "not within the time limit".to_string(),
        Some(Stopped::Memory) => "not within the memory limit".to_string(),
        Some(Stopped::Cancelled) | None => no_answer(&ended),
    };
    let said = Said::nothing(format!("not converted: {why}"));
    Told { ended, said, size: None, peak_memory_bytes: None, phases: None, stats: None }
}

/// The first line that a tool writes, which mostly has its version.
fn first_line(ended: &Ended) -> Option<String> {
    let texts = [&ended.stdout, &ended.stderr].map(|text| String::from_utf8_lossy(text));
    let mut lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
    Some(lines.find(|line| !line.is_empty())?.chars().take(80).collect())
}
