//! What somebody types.

use bpcheck::lang::spelling::meant;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make the next step.
    Next,
    /// Make it; a call until it returns.
    Over,
    /// Go on until the procedure returns.
    Out,
    /// Make so many steps by chance.
    Random(usize),
    /// Take so many steps back.
    Undo(usize),
    /// Begin again.
    Restart,
    /// Answer the questions that are open.
    Answer(Vec<String>),
    /// Give a variable its first value.
    Init(String, bool),
    /// Show the calls that are open.
    Stack,
    /// Show all values.
    Vars,
    /// Show the text around.
    Where,
    /// Keep the run in this file.
    Save(String),
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
}

/// What can be typed.
pub const HELP: &str = "\
next      n   make the next step; an empty line does the same
over      o   make it; if it is a call, go on until it returns
out       x   go on until the procedure returns
0 1 ...       choose: the value of a `*`; several answer several questions
NUMBER LABEL  choose the target of a goto
init X 1  i   give a variable its first value, where that is arbitrary
random N  r   make N steps by chance, one without N
undo N    u   take N steps back, one without N
restart   b   begin again
stack     k   show the calls that are open, with their values
vars      v   show all values
where     w   show the text around
save FILE s   keep the run up to its last violation as a trace
help      h
quit      q
";

/// The most steps of one command.
pub const MOST: usize = 100_000;

const WORDS: [&str; 13] =
    ["next", "over", "out", "init", "random", "undo", "restart", "stack", "vars", "where", "save", "help", "quit"];

impl Command {
    /// Reads a line; `is_asked` says that an answer is waited for.
    ///
    /// # Errors
    /// A hint.
    pub fn parse(line: &str, is_asked: bool) -> Result<Command, String> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let command = match word {
            "" | "n" | "next" => Command::Next,
            "o" | "over" => Command::Over,
            "x" | "out" => Command::Out,
            "r" | "random" => return count(word, rest).map(Command::Random),
            "u" | "undo" => return count(word, rest).map(Command::Undo),
            "b" | "restart" => Command::Restart,
            "i" | "init" => return init(rest),
            "k" | "stack" => Command::Stack,
            "v" | "vars" => Command::Vars,
            "w" | "where" => Command::Where,
            "s" | "save" if rest.is_empty() => return Err("expected a file: save FILE".into()),
            "s" | "save" => return Ok(Command::Save(rest.to_string())),
            "h" | "help" => Command::Help,
            "q" | "quit" => Command::Quit,
            _ if is_asked || word.bytes().all(|byte| byte.is_ascii_digit()) => {
                return Ok(Command::Answer(line.split_whitespace().map(String::from).collect()));
            }
            _ => return Err(unknown(word)),
        };
        if rest.is_empty() { Ok(command) } else { Err(format!("expected nothing behind `{word}`")) }
    }
}

/// What to say about a word that is no command.
pub fn unknown(word: &str) -> String {
    format!("there is no command `{word}`{}; help lists them", meant(word, WORDS))
}

fn count(word: &str, rest: &str) -> Result<usize, String> {
    match rest.parse() {
        _ if rest.is_empty() => Ok(1),
        Ok(count) if (1..=MOST).contains(&count) => Ok(count),
        _ => Err(format!("expected a number of steps from 1 to {MOST} behind `{word}`")),
    }
}

fn init(rest: &str) -> Result<Command, String> {
    match rest.rsplit_once(char::is_whitespace) {
        Some((name, "0" | "F")) => Ok(Command::Init(name.trim().to_string(), false)),
        Some((name, "1" | "T")) => Ok(Command::Init(name.trim().to_string(), true)),
        _ => Err("expected a variable and its value: init NAME 0, or 1".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let read = |line| Command::parse(line, false);
        assert_eq!(
            (read(""), read(" n "), read("undo 3")),
            (Ok(Command::Next), Ok(Command::Next), Ok(Command::Undo(3)))
        );
        assert_eq!(read("save a b.json"), Ok(Command::Save("a b.json".into())));
        assert_eq!(read("init {a b} 1"), Ok(Command::Init("{a b}".into(), true)));
        assert_eq!(read("0 1"), Ok(Command::Answer(vec!["0".into(), "1".into()])));
        assert_eq!(Command::parse("loop", true), Ok(Command::Answer(vec!["loop".into()])));
        for bad in ["loop", "undo 0", "random -1", "random 100001", "init x", "init 1", "save", "next 2"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("nxet"), Err("there is no command `nxet`: is `next` meant?; help lists them".into()));
    }

    #[test]
    fn all_that_can_be_typed_is_explained() {
        for word in WORDS {
            assert!(HELP.lines().any(|line| line.split_whitespace().next() == Some(word)), "{word}");
            assert!(!matches!(Command::parse(word, false), Err(hint) if hint.starts_with("there is no")), "{word}");
        }
    }
}
