//! The description of a tool: a small TOML file.

use super::answers::Rule;
use super::words::Words;
use crate::convert::Format;
use serde::Deserialize;
use std::ffi::OsStr;
use std::io;

/// What is said of a tool.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub(crate) struct Description {
    /// Its name in records and tables.
    pub(crate) name: String,
    /// How it is asked for its version.
    pub(crate) version: Option<Words>,
    /// How it is asked about an input.
    pub(crate) command: Words,
    /// The format that it reads.
    pub(crate) input: Input,
    /// What its words mean; the first that fits counts.
    pub(crate) answer: Vec<Rule>,
}

/// What a tool reads.
#[derive(Clone, Debug)]
pub enum Input {
    /// The file itself.
    Program,
    /// What a command makes of it, with this ending.
    Converted { ending: String, command: Words },
}

impl Input {
    /// The ending of what is read, and the command that makes it; `None` if that is the file itself.
    pub(crate) fn converter(&self) -> Option<(&str, &Words)> {
        match self {
            Input::Program => None,
            Input::Converted { ending, command } => Some((ending, command)),
        }
    }
}

/// Why there is no tool to be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Bad {
    /// The description cannot be read.
    #[error("{0}")]
    Unread(#[from] io::Error),
    /// It is none.
    #[error("{0}")]
    Unclear(#[from] toml::de::Error),
    /// The tool is not there.
    #[error("cannot run `{program}`: {why}: is it installed, and on the search path?")]
    Absent {
        /// The program.
        program: String,
        /// What was found out.
        why: String,
    },
}

impl Bad {
    /// A program that cannot be run, and why not.
    pub(crate) fn absent(program: &OsStr, why: impl ToString) -> Bad {
        Bad::Absent { program: program.to_string_lossy().into_owned(), why: why.to_string() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    name: String,
    version: Option<Words>,
    command: Words,
    input: Option<Reads>,
    converter: Option<Converter>,
    answer: Vec<Rule>,
}

/// What a tool reads, by name.
#[derive(Deserialize)]
#[serde(try_from = "String")]
enum Reads {
    Program,
    Format(Format),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Converter {
    ending: String,
    command: Words,
}

impl TryFrom<String> for Reads {
    type Error = String;

    fn try_from(name: String) -> Result<Reads, String> {
        if name == "program" {
            return Ok(Reads::Program);
        }
        name.parse().map(Reads::Format).map_err(|error: String| format!("{error}, or `program`: the file as it is"))
    }
}

impl TryFrom<Fields> for Description {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Description, String> {
        let Fields { name, version, command, input, converter, answer } = fields;
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err("expected a `name` that can stand in a table".to_string());
        }
        if answer.is_empty() {
            return Err("expected an `[[answer]]` for each thing that it can say".to_string());
        }
        let input = match (input, converter) {
            (Some(Reads::Program), None) => Input::Program,
            (Some(Reads::Format(format)), None) => {
                let words = ["{bpcheck}", "convert", "--to", format.name(), "-o", "{input}", "{about}", "{program}"];
                Input::Converted { ending: format.ending().to_string(), command: Words::of(&words) }
            }
            (None, Some(Converter { ending, command })) => Input::Converted { ending, command },
            (None, None) => return Err("expected what it reads: `input`, or a table `[converter]`".to_string()),
            (Some(_), Some(_)) => return Err("expected `input` or a table `[converter]`, found both".to_string()),
        };
        Ok(Description { name, version, command, input, answer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "name = 'z3'\nversion = ['z3', '--version']\ncommand = ['z3', '{input}']\ninput = 'bp'\n\
        [[answer]]\nverdict = 'SAFE'\nstdout = '^sat$'\n[[answer]]\nverdict = 'UNKNOWN'\nreason = 'fragment'\nexit = 3\n";

    fn refusal(from: &str, to: &str) -> String {
        let text = WHOLE.replacen(from, to, 1);
        toml::from_str::<Description>(&text).expect_err(&text).to_string()
    }

    #[test]
    fn a_description_says_it_all() {
        let description: Description = toml::from_str(WHOLE).expect("a description");
        assert_eq!((description.name.as_str(), description.answer.len()), ("z3", 2));
        assert_eq!(description.input.converter().map(|(ending, _)| ending), Some("bp"));
        let as_it_is: Description = toml::from_str(&WHOLE.replace("'bp'", "'program'")).expect("a description");
        assert!(as_it_is.input.converter().is_none());
    }

    #[test]
    fn what_is_missing_is_said() {
        for (from, to, expected) in [
            ("name = 'z3'", "name = ' '", "expected a `name`"),
            ("'{input}'", "'{in}'", "expected one of {input}"),
            ("input = 'bp'", "", "expected what it reads"),
            ("input = 'bp'", "input = 'pb'", "`program`: the file as it is"),
            ("[[answer]]", "converter = {ending = 'x', command = ['c']}\n[[answer]]", "found both"),
            ("stdout = '^sat$'", "", "when this is the answer"),
            ("stdout = '^sat$'", "stdout = '('", "unclosed group"),
            ("'SAFE'", "'SAFE'\nreason = 'why'", "is for UNKNOWN"),
            ("'SAFE'", "'safe'", "unknown variant"),
            ("version", "versoin", "unknown field"),
        ] {
            let refusal = refusal(from, to);
            assert!(refusal.contains(expected), "{refusal}");
        }
        let none = toml::from_str::<Description>("name = 'x'\ncommand = ['x']\ninput = 'bp'\nanswer = []\n");
        assert!(none.expect_err("no answer").to_string().contains("[[answer]]"));
    }
}
