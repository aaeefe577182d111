//! A command line with places that are filled in for each run.

use serde::Deserialize;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::process::Command;

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The file that the tool reads.
    Input,
    /// The Boolean program that it is made of.
    Program,
    /// The time limit in seconds, rounded up.
    Seconds,
    /// The memory limit in MiB.
    Megabytes,
    /// The folder of the description.
    Folder,
    /// This program.
    Bpcheck,
}

const PLACES: [(&str, Place); 6] = [
    ("input", Place::Input),
    ("program", Place::Program),
    ("seconds", Place::Seconds),
    ("megabytes", Place::Megabytes),
    ("folder", Place::Folder),
    ("bpcheck", Place::Bpcheck),
];
/// The word that stands for all that is asked about a program, as flags.
const ABOUT: &str = "{about}";

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Place(Place),
}

/// A word of a command line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
enum Word {
    Pieces(Vec<Piece>),
    About,
}

/// A command line: the program to start and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Word>")]
pub(crate) struct Words {
    program: Vec<Piece>,
    arguments: Vec<Word>,
}

/// What the places of a command line are filled with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling<'a> {
    pub(crate) input: &'a OsStr,
    pub(crate) program: &'a OsStr,
    pub(crate) seconds: u64,
    pub(crate) megabytes: u64,
    pub(crate) folder: &'a OsStr,
    pub(crate) bpcheck: &'a OsStr,
    pub(crate) about: &'a [String],
}

impl Words {
    /// A command line of ours.
    ///
    /// # Panics
    /// If it would not be accepted in a description.
    pub(crate) fn of(words: &[&str]) -> Words {
        let words: Result<Vec<Word>, String> = words.iter().map(|&word| Word::try_from(word.to_string())).collect();
        words.and_then(Words::try_from).expect("a command line")
    }

    /// Whether the program to start is there before there is an input: it may be made of one.
    pub(crate) fn is_fixed(&self) -> bool {
        let of_an_input = |piece: &Piece| matches!(piece, Piece::Place(Place::Input | Place::Program));
        !self.program.iter().any(of_an_input)
    }

    /// The command.
    pub(crate) fn command(&self, filling: &Filling) -> Command {
        let mut command = Command::new(filled(&self.program, filling));
        for word in &self.arguments {
            match word {
                Word::Pieces(pieces) => command.arg(filled(pieces, filling)),
                Word::About => command.args(filling.about),
            };
        }
        command
    }
}

fn filled(pieces: &[Piece], filling: &Filling) -> OsString {
    let mut word = OsString::new();
    for piece in pieces {
        let part = match piece {
            Piece::Text(text) => Cow::from(OsStr::new(text)),
            Piece::Place(Place::Input) => filling.input.into(),
            Piece::Place(Place::Program) => filling.program.into(),
            Piece::Place(Place::Seconds) => OsString::from(filling.seconds.to_string()).into(),
            Piece::Place(Place::Megabytes) => OsString::from(filling.megabytes.to_string()).into(),
            Piece::Place(Place::Folder) => filling.folder.into(),
            Piece::Place(Place::Bpcheck) => filling.bpcheck.into(),
        };
        word.push(part);
    }
    word
}

impl TryFrom<Vec<Word>> for Words {
    type Error = String;

    fn try_from(mut words: Vec<Word>) -> Result<Words, String> {
        if words.is_empty() {
            return Err("expected a program and its arguments".to_string());
        }
        let arguments = words.split_off(1);
        let Some(Word::Pieces(program)) = words.pop() else {
            return Err(format!("expected a program before `{ABOUT}`"));
        };
        // Runs have a folder of their own, where no other path leads anywhere.
        match program.first() {
            Some(Piece::Text(text)) if text.contains('/') && !text.starts_with('/') => Err(format!(
                "expected a name that the search path knows, or a path that begins with `/` or `{{folder}}/`, found `{text}`"
            )),
            _ => Ok(Words { program, arguments }),
        }
    }
}

impl TryFrom<String> for Word {
    type Error = String;

    /// `{{` and `}}` stand for braces.
    fn try_from(word: String) -> Result<Word, String> {
        if word == ABOUT {
            return Ok(Word::About);
        }
        let (mut pieces, mut text) = (Vec::new(), String::new());
        let mut rest = word.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            text += &rest[..at];
            let brace = &rest[at..=at];
            let after = &rest[at + 1..];
            if let Some(after) = after.strip_prefix(brace) {
                text += brace;
                rest = after;
                continue;
            }
            let place = after.split_once('}').filter(|_| brace == "{").and_then(|(name, after)| {
                let (_, place) = PLACES.iter().find(|(known, _)| *known == name)?;
                Some((*place, after))
            });
            let Some((place, after)) = place else {
                let known = PLACES.map(|(name, _)| format!("{{{name}}}")).join(", ");
                return Err(format!(
                    "in `{word}`: expected one of {known}, or `{ABOUT}` as a word of its own; a brace is written twice"
                ));
            };
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(Piece::Place(place));
            rest = after;
        }
        text += rest;
        if !text.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(Word::Pieces(pieces))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &[&str]) -> Vec<String> {
        let filling = Filling {
            input: OsStr::new("i.smt2"),
            program: OsStr::new("/p.bp"),
            seconds: 10,
            megabytes: 2048,
            folder: OsStr::new("/tools"),
            bpcheck: OsStr::new("/bin/bpcheck"),
            about: &["--label".to_string(), "E".to_string()],
        };
        let command = Words::of(words).command(&filling);
        let all = std::iter::once(command.get_program()).chain(command.get_args());
        all.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn places_are_filled_in() {
        assert_eq!(shown(&["z3", "-T:{seconds}", "{input}"]), ["z3", "-T:10", "i.smt2"]);
        assert_eq!(
            shown(&["{folder}/run", "-Xmx{megabytes}m", "{{x}}", "", "{about}", "{program}{bpcheck}"]),
            ["/tools/run", "-Xmx2048m", "{x}", "", "--label", "E", "/p.bp/bin/bpcheck"]
        );
    }

    #[test]
    fn a_program_may_be_made_of_an_input() {
        assert!(Words::of(&["{folder}/run", "{input}"]).is_fixed());
        assert!(!Words::of(&["{input}"]).is_fixed());
    }

    #[test]
    fn what_cannot_be_filled_in_is_refused() {
        for word in ["{}", "{inputs}", "{input", "a}b", "x{about}", "{{{"] {
            assert!(Word::try_from(word.to_string()).is_err(), "{word}");
        }
        for words in [&[][..], &["{about}"], &["./z3"], &["bin/z3", "{input}"]] {
            let words: Result<Vec<Word>, String> = words.iter().map(|&word| Word::try_from(word.to_string())).collect();
            assert!(words.and_then(Words::try_from).is_err());
        }
    }
}
