//! What somebody types on a walk through a pushdown system only.

use crate::cli::step::command::{Command, alone, parse};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// Apply the rules with these numbers, one after the other.
    Rules(Vec<String>),
    /// Show all rules that apply.
    Choices,
    /// Show the run.
    Run,
}

/// What can be typed.
pub const HELP: &str = "\
NUMBER ...    apply the rule with this number, or begin in this initial configuration;
              several are applied one after the other
next      n   apply the rule, if just one applies; an empty line does the same
over      o   the same, and on until what was pushed is popped: the stack is no higher than before
out       x   on until the symbol on top is popped, and what is below comes up
random N  r   make N steps by chance, one without N; less, where it comes to a target or no rule applies
undo N    u   take N steps back, one without N
restart   b   begin again
rules     l   show all rules that apply
stack     k   show the whole stack, and which rule pushed what
run       w   show the run so far
save FILE s   keep the run so far as JSON
help      h
quit      q
Where several rules apply, over and out ask which, and go on behind it.
";

/// The words of these commands.
pub const WORDS: [&str; 2] = ["rules", "run"];

/// Reads a line.
///
/// # Errors
/// A hint.
pub fn read(line: &str) -> Result<Command<Own>, String> {
    parse(line, &WORDS, |word, rest| {
        Some(match word {
            "l" | "rules" => alone(word, rest).map(|()| Own::Choices),
            "w" | "run" => alone(word, rest).map(|()| Own::Run),
            _ if is_number(word) => match line.split_whitespace().find(|word| !is_number(word)) {
                None => Ok(Own::Rules(line.split_whitespace().map(String::from).collect())),
                Some(other) => Err(format!("expected numbers of rules, found `{other}`")),
            },
            _ => return None,
        })
    })
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::step::command::tests::all_is_explained;

    #[test]
    fn lines_are_read() {
        let rules = |words: &[&str]| Ok(Command::Own(Own::Rules(words.iter().map(|&word| word.into()).collect())));
        assert_eq!((read(" 4"), read("1 2")), (rules(&["4"]), rules(&["1", "2"])));
        assert_eq!((read("l"), read("run")), (Ok(Command::Own(Own::Choices)), Ok(Command::Own(Own::Run))));
        for bad in ["a", "1 a", "-1", "rules 2", "run 2", "vars", "init a 1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn all_that_can_be_typed_is_explained() {
        all_is_explained(HELP, &WORDS, read);
    }
}
