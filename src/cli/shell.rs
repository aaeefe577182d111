//! Words of a command line, as a shell takes them.

use super::input;
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A text as one word of the shell.
pub fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:=@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

/// The command line of this process: the program without its folder, and its arguments. What cannot be seen is shown escaped.
pub fn command_line() -> String {
    let mut words = std::env::args_os().map(PathBuf::from);
    let program = words.next();
    let program = program.as_deref().and_then(Path::file_name).map(OsString::from).map(PathBuf::from);
    let words = program.into_iter().chain(words).map(|path| word(&input::name(&path)).into_owned());
    words.collect::<Vec<String>>().join(" ")
}
