//! The command that says which programs are of interest.

use crate::cli::{shell, system};
use bpcheck::budget::CancelToken;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// How often a running command is looked at: soon at first, then less and less often.
const PAUSES: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(20));

/// What a command says of a program.
pub enum Answer {
    /// It is of interest.
    Holds,
    /// It is not: how the command ended.
    Fails(ExitStatus),
    /// A signal came before there was an answer.
    Stopped,
}

/// A command, and a folder of its own for the program that it looks at. The folder goes when this is dropped.
pub struct Condition {
    command: String,
    folder: TempDir,
    name: PathBuf,
    stop: CancelToken,
}

impl Condition {
    /// A condition on programs like the one at `path`: the files have the same ending. `stop` ends running commands.
    ///
    /// # Errors
    /// If there can be no folder.
    pub fn new(command: &str, path: &Path, stop: CancelToken) -> io::Result<Condition> {
        let folder = tempfile::Builder::new().prefix("bpcheck-").tempdir()?;
        let name = Path::new("program").with_extension(path.extension().unwrap_or("bp".as_ref()));
        Ok(Condition { command: command.to_string(), folder, name, stop })
    }

    /// The command as the shell sees it for the program at `path`.
    pub fn shown(&self, path: &Path) -> String {
        let path = path.to_string_lossy();
        let path = shell::word(&path);
        if self.command.contains("{}") { self.command.replace("{}", &path) } else { format!("{} {path}", self.command) }
    }

    /// Runs the command on a program.
    ///
    /// # Errors
    /// If the program cannot be written, or there is no shell.
    pub fn ask(&self, program: &[u8]) -> io::Result<Answer> {
        let path = self.folder.path().join(&self.name);
        std::fs::write(&path, program)?;
        let mut command = Command::new("sh");
        command.arg("-c").arg(self.shown(&path));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        system::apart(&mut command);
        let mut child = command.spawn()?;
        let mut pause = PAUSES.0;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(if status.success() { Answer::Holds } else { Answer::Fails(status) });
            }
            if self.stop.is_cancelled() {
                system::end(&mut child)?;
                child.wait()?;
                return Ok(Answer::Stopped);
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(PAUSES.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(command: &str) -> Condition {
        Condition::new(command, Path::new("a.pds"), CancelToken::default()).expect("a folder")
    }

    #[test]
    fn the_path_stands_where_it_is_wanted() {
        let shown = |command: &str, path: &str| condition(command).shown(Path::new(path));
        assert_eq!(shown("grep -q x", "a.bp"), "grep -q x a.bp");
        assert_eq!(shown("cat {} {} | wc", "it's a.bp"), r"cat 'it'\''s a.bp' 'it'\''s a.bp' | wc");
    }

    #[test]
    #[cfg(unix)]
    fn the_command_reads_the_program() {
        let says = condition("grep -q yes {} && case {} in *.pds) ;; *) exit 1;; esac");
        assert!(matches!(says.ask(b"yes\n"), Ok(Answer::Holds)));
        assert!(matches!(says.ask(b"no\n"), Ok(Answer::Fails(_))));
        let folder = says.folder.path().to_path_buf();
        assert!(folder.is_dir());
        drop(says);
        assert!(!folder.exists());
    }

    #[test]
    #[cfg(unix)]
    fn a_command_that_runs_is_ended() {
        let stop = CancelToken::default();
        let slow = Condition::new("sleep 60; true", Path::new("a.bp"), stop.clone()).expect("a folder");
        stop.cancel();
        assert!(matches!(slow.ask(b""), Ok(Answer::Stopped)));
    }
}
