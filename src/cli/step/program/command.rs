//! What somebody types on a walk through a program only.

use crate::cli::step::command::{Command, alone, parse};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// Answer the questions that are open.
    Answer(Vec<String>),
    /// Give a variable its first value.
    Init(String, bool),
    /// Show all values.
    Vars,
    /// Show the text around.
    Where,
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

/// The words of these commands.
pub const WORDS: [&str; 3] = ["init", "vars", "where"];

/// Reads a line; `is_asked` says that an answer is waited for.
///
/// # Errors
/// A hint.
pub fn read(line: &str, is_asked: bool) -> Result<Command<Own>, String> {
    parse(line, &WORDS, |word, rest| {
        Some(match word {
            "i" | "init" => init(rest),
            "v" | "vars" => alone(word, rest).map(|()| Own::Vars),
            "w" | "where" => alone(word, rest).map(|()| Own::Where),
            _ if is_asked || word.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Own::Answer(line.split_whitespace().map(String::from).collect()))
            }
            _ => return None,
        })
    })
}

fn init(rest: &str) -> Result<Own, String> {
    match rest.rsplit_once(char::is_whitespace) {
        Some((name, "0" | "F")) => Ok(Own::Init(name.trim().to_string(), false)),
        Some((name, "1" | "T")) => Ok(Own::Init(name.trim().to_string(), true)),
        _ => Err("expected a variable and its value: init NAME 0, or 1".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::step::command::tests::all_is_explained;

    #[test]
    fn lines_are_read() {
        let read = |line| read(line, false);
        let answer = |words: &[&str]| Ok(Command::Own(Own::Answer(words.iter().map(|&word| word.into()).collect())));
        assert_eq!(read("init {a b} 1"), Ok(Command::Own(Own::Init("{a b}".into(), true))));
        assert_eq!(read("0 1"), answer(&["0", "1"]));
        assert_eq!(super::read("loop", true), answer(&["loop"]));
        for bad in ["loop", "init x", "init 1", "vars 2"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn all_that_can_be_typed_is_explained() {
        all_is_explained(HELP, &WORDS, |line| read(line, false));
    }
}
