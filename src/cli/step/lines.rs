//! Where commands come from: typed on a terminal, with editing and a history, or line by line from anything else.

use crate::cli::output::{self, Audience};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Read, Stdin};

/// A line that is longer is read as several.
const LONGEST: u64 = 1 << 16;
const PROMPT: &str = "> ";

/// Lines that somebody gives.
pub enum Lines {
    /// Typed, and edited by keys: arrows, Ctrl-A, Ctrl-R and so on, as in a shell.
    Typed(Box<DefaultEditor>),
    /// Of a pipe or a file.
    Piped(Stdin),
}

/// What was given.
pub enum Line {
    /// A line, without its end.
    Given(String),
    /// There are no more.
    End,
    /// Nobody reads what is said.
    Unread,
}

/// Why there is no line.
pub enum Broken {
    /// What is said cannot be written.
    Output(io::Error),
    /// The input cannot be read.
    Input(io::Error),
}

impl Lines {
    /// Those of the standard input: typed, if that is a terminal, and the standard output, too.
    pub fn of_stdin() -> Lines {
        let stdin = io::stdin();
        match DefaultEditor::new() {
            Ok(editor) if stdin.is_terminal() && io::stdout().is_terminal() => Lines::Typed(Box::new(editor)),
            _ => Lines::Piped(stdin),
        }
    }

    /// Whether the lines stand on the screen already.
    pub fn are_seen(&self) -> bool {
        match self {
            Lines::Typed(_) => true,
            Lines::Piped(stdin) => stdin.is_terminal(),
        }
    }

    /// Says something, and asks for the next line.
    pub fn next(&mut self, said: &str) -> Result<Line, Broken> {
        let prompt = if matches!(self, Lines::Typed(_)) { "" } else { PROMPT };
        match output::stdout(|out| write!(out, "{said}{prompt}")) {
            Ok(Audience::Listens) => {}
            Ok(Audience::Left) => return Ok(Line::Unread),
            Err(error) => return Err(Broken::Output(error)),
        }
        match self {
            Lines::Typed(editor) => typed(editor),
            Lines::Piped(stdin) => {
                let mut line = Vec::new();
                match stdin.lock().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) => output::stdout(|out| writeln!(out)).map(|_| Line::End).map_err(Broken::Output),
                    Ok(_) => Ok(Line::Given(String::from_utf8_lossy(&line).into_owned())),
                    Err(error) => Err(Broken::Input(error)),
                }
            }
        }
    }
}

/// A line that is typed. Ctrl-C takes back what stands there.
fn typed(editor: &mut DefaultEditor) -> Result<Line, Broken> {
    loop {
        match editor.readline(PROMPT) {
            Ok(line) => {
                // A history that takes no more is no reason to stop.
                let _ = editor.add_history_entry(line.trim());
                return Ok(Line::Given(line));
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(Line::End),
            Err(ReadlineError::Io(error)) => return Err(Broken::Input(error)),
            Err(error) => return Err(Broken::Input(io::Error::other(error))),
        }
    }
}
