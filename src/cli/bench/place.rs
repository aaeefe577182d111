//! Where programs are written, and the log of checks.

use crate::cli::campaign::Input;
use crate::cli::exit::Exit;
use crate::cli::generate;
use crate::cli::log::Log;
use crate::cli::output::{file, stderr, unwritten};
use crate::cli::usage;
use bpcheck::campaign::record::Record;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that is kept, or one that is removed at the end.
pub struct Place {
    programs: PathBuf,
    log: Option<(PathBuf, Log<Record>)>,
    /// Removed with this value.
    _temporary: Option<TempDir>,
}

impl Place {
    /// Makes the folder that somebody wants to keep, or a temporary one, which has no log.
    ///
    /// # Errors
    /// What to exit with, if it cannot be written to, or holds checks already; that is told.
    pub fn open(kept: Option<&Path>) -> Result<Place, Exit> {
        let Some(folder) = kept else {
            let temporary = tempfile::tempdir().map_err(|error| {
                stderr(format_args!("error: cannot make a folder for programs: {error}\n"));
                Exit::Input
            })?;
            return Ok(Place { programs: temporary.path().to_path_buf(), log: None, _temporary: Some(temporary) });
        };
        let (programs, path) = (folder.join("programs"), folder.join("runs.jsonl"));
        std::fs::create_dir_all(&programs).map_err(|error| failed(&programs, &error))?;
        let log = Log::<Record>::open(&path).map_err(|error| {
            stderr(format_args!("error: cannot use {} as a log: {error}\n", path.display()));
            Exit::Input
        })?;
        match log.lines().len() {
            0 => Ok(Place { programs, log: Some((path, log)), _temporary: None }),
            checks => {
                let path = path.display();
                Err(usage("bench", format_args!("{path} holds {checks} checks already: name another folder")))
            }
        }
    }

    /// Writes the program that `bpcheck generate` writes with these flags.
    ///
    /// # Errors
    /// What to exit with, if it cannot be written; that is told.
    pub fn program(&self, flags: &str) -> Result<Input, Exit> {
        let text = generate::text(flags).map_err(|error| {
            stderr(format_args!("error: cannot generate {flags}: {error}\n"));
            Exit::Internal
        })?;
        let words: Vec<&str> = flags.split_whitespace().map(|word| word.trim_start_matches('-')).collect();
        let path = self.programs.join(words.join("-") + ".bp");
        file(&path, |out| out.write_all(text.as_bytes())).map_err(|error| failed(&path, &error))?;
        Ok(Input::read(path, None, true, |_| Vec::new()))
    }

    /// Writes a picture into the folder, if it is kept.
    ///
    /// # Errors
    /// What to exit with, if it cannot be written; that is told.
    pub fn picture(&self, name: &str, svg: &str) -> Result<(), Exit> {
        let Some(folder) = self.programs.parent().filter(|_| self.log.is_some()) else { return Ok(()) };
        let path = folder.join(name).with_extension("svg");
        file(&path, |out| out.write_all(svg.as_bytes())).map_err(|error| failed(&path, &error))
    }

    /// Adds a check to the log, if there is one.
    ///
    /// # Errors
    /// What to exit with, if it cannot be written; that is told.
    pub fn keep(&mut self, record: &Record) -> Result<(), Exit> {
        match &mut self.log {
            Some((path, log)) => log.append(record).map_err(|error| failed(path, &error)),
            None => Ok(()),
        }
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Exit {
    unwritten(path, error);
    Exit::Input
}
