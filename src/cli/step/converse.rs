//! Commands are read and obeyed until there are no more.

use super::command::{Command, Until};
use super::lines::{Broken, Line, Lines};
use crate::cli::exit::Exit;
use crate::cli::output;

/// A run under way that commands are about. What is said ends with a line end.
pub trait Walk {
    /// The commands that only this kind of walk has.
    type Own;
    /// What can be typed.
    const HELP: &'static str;

    /// Reads a line, or says why not.
    fn read(&self, line: &str) -> Result<Command<Self::Own>, String>;
    /// Where the run is.
    fn here(&mut self) -> String;
    /// Goes on.
    fn go(&mut self, until: Until) -> String;
    /// Makes so many steps by chance.
    fn chance(&mut self, count: usize) -> String;
    /// Takes so many steps back.
    fn undo(&mut self, count: usize) -> String;
    /// Begins again.
    fn restart(&mut self) -> String;
    /// The stack.
    fn stack(&self) -> String;
    /// Keeps the run in a file; the exit code, if it is no run, which is told.
    fn save(&self, file: &str) -> Result<String, Exit>;
    /// Does one of the commands of this walk.
    fn own(&mut self, command: Self::Own) -> Result<String, Exit>;
}

/// Reads commands until there are no more.
pub fn converse(mut walk: impl Walk) -> Exit {
    let mut lines = Lines::of_stdin();
    let mut said = walk.here();
    loop {
        let line = match lines.next(&said) {
            Ok(Line::Given(line)) => line.replace(char::is_control, " "),
            Ok(Line::End | Line::Unread) => return Exit::Done,
            Err(Broken::Output(error)) => {
                output::lost(&error);
                return Exit::Input;
            }
            Err(Broken::Input(error)) => {
                output::stderr(format_args!("error: cannot read the standard input: {error}\n"));
                return Exit::Input;
            }
        };
        let line = line.trim();
        // On a terminal the line stands there already.
        let echo = if lines.are_seen() { String::new() } else { format!("{line}\n") };
        match obey(&mut walk, line) {
            Ok(text) => said = echo + &text,
            Err(exit) => return output::print(exit, |out| write!(out, "{echo}")),
        }
    }
}

/// Does what a line says; the exit code if that is the end.
fn obey<W: Walk>(walk: &mut W, line: &str) -> Result<String, Exit> {
    let command = match walk.read(line) {
        Ok(command) => command,
        Err(hint) => return Ok(hint + "\n"),
    };
    Ok(match command {
        Command::Go(until) => walk.go(until),
        Command::Random(count) => walk.chance(count),
        Command::Undo(count) => walk.undo(count),
        Command::Restart => walk.restart(),
        Command::Stack => walk.stack(),
        Command::Save(file) => walk.save(&file)?,
        Command::Help => W::HELP.to_string(),
        Command::Quit => return Err(Exit::Done),
        Command::Own(own) => return walk.own(own),
    })
}
