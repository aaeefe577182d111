//! What somebody types on any walk.

use bpcheck::lang::spelling::meant;

/// A line that was understood; `Own` are the commands that only one kind of walk has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<Own> {
    /// Go on.
    Go(Until),
    /// Make so many steps by chance.
    Random(usize),
    /// Take so many steps back.
    Undo(usize),
    /// Begin again.
    Restart,
    /// Show the stack.
    Stack,
    /// Keep the run in this file.
    Save(String),
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
    /// Something else.
    Own(Own),
}

/// How far a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A step.
    Next,
    /// A step, and on until the stack is no higher than before.
    Over,
    /// Until the stack is lower than before.
    Out,
}

impl Until {
    /// How high the stack may be where the command ends that begins at this height; `None` if that is of no interest.
    pub fn goal(self, height: usize) -> Option<usize> {
        match self {
            Until::Next => None,
            Until::Over => Some(height),
            Until::Out => Some(height.saturating_sub(1)),
        }
    }
}

/// The most steps of one command.
pub const MOST: usize = 100_000;

/// The words of all walks.
pub const WORDS: [&str; 10] = ["next", "over", "out", "random", "undo", "restart", "stack", "save", "help", "quit"];

/// Reads a line; `own` reads the first word and the rest of one that only this walk knows, and `words` are those that it knows.
///
/// # Errors
/// A hint.
pub fn parse<Own>(
    line: &str,
    words: &[&str],
    own: impl FnOnce(&str, &str) -> Option<Result<Own, String>>,
) -> Result<Command<Own>, String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    let command = match word {
        "" | "n" | "next" => Command::Go(Until::Next),
        "o" | "over" => Command::Go(Until::Over),
        "x" | "out" => Command::Go(Until::Out),
        "r" | "random" => return count(word, rest).map(Command::Random),
        "u" | "undo" => return count(word, rest).map(Command::Undo),
        "b" | "restart" => Command::Restart,
        "k" | "stack" => Command::Stack,
        "s" | "save" if rest.is_empty() => return Err("expected a file: save FILE".into()),
        "s" | "save" => return Ok(Command::Save(rest.to_string())),
        "h" | "help" => Command::Help,
        "q" | "quit" => Command::Quit,
        _ => return own(word, rest).unwrap_or_else(|| Err(unknown(word, words))).map(Command::Own),
    };
    alone(word, rest).map(|()| command)
}

/// Nothing stands behind a word.
///
/// # Errors
/// A hint, if something does.
pub fn alone(word: &str, rest: &str) -> Result<(), String> {
    if rest.is_empty() { Ok(()) } else { Err(format!("expected nothing behind `{word}`")) }
}

/// What to say about a word that is no command.
pub fn unknown(word: &str, words: &[&str]) -> String {
    let known = WORDS.iter().chain(words).copied();
    format!("there is no command `{word}`{}; help lists them", meant(word, known))
}

fn count(word: &str, rest: &str) -> Result<usize, String> {
    match rest.parse() {
        _ if rest.is_empty() => Ok(1),
        Ok(count) if (1..=MOST).contains(&count) => Ok(count),
        _ => Err(format!("expected a number of steps from 1 to {MOST} behind `{word}`")),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Holds what is read against what is explained.
    pub fn all_is_explained<Own: Debug>(
        help: &str,
        words: &[&str],
        parse: impl Fn(&str) -> Result<Command<Own>, String>,
    ) {
        for word in WORDS.iter().chain(words) {
            assert!(help.lines().any(|line| line.split_whitespace().next() == Some(word)), "{word}");
            assert!(!matches!(parse(word), Err(hint) if hint.starts_with("there is no")), "{word}");
        }
    }

    #[test]
    fn lines_are_read() {
        let read = |line| parse::<()>(line, &["rules"], |_, _| None);
        let next = Ok(Command::Go(Until::Next));
        assert_eq!((read(""), read(" n "), read("undo 3")), (next.clone(), next, Ok(Command::Undo(3))));
        assert_eq!(read("save a b.json"), Ok(Command::Save("a b.json".into())));
        for bad in ["undo 0", "random -1", "random 100001", "save", "next 2", "1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("nxet"), Err("there is no command `nxet`: is `next` meant?; help lists them".into()));
        assert_eq!(read("ruels"), Err("there is no command `ruels`: is `rules` meant?; help lists them".into()));
    }
}
