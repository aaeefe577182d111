//! A log that work is gone on with after an interruption: a line of JSON for each part that is done. Lines are whole or cut off at the
//! end, where a process was killed or a machine stopped. One process at a time adds to it.

mod lock;

pub use lock::Lock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

/// How each line begins.
const BEGINNING: &[u8] = b"{\"schema_version\":";

/// A log that lines can be added to.
pub struct Log<T> {
    file: File,
    lines: Vec<T>,
    /// Nobody else writes as long as this is there.
    _lock: Lock,
}

/// What a log holds.
pub struct Lines<T> {
    /// The lines that are whole.
    pub whole: Vec<T>,
    /// Whether the last one is not.
    pub cut: bool,
}

/// Reads a log.
///
/// # Errors
/// Whatever the system answers, if it is no regular file, and if a line is none of a log.
pub fn read<T: DeserializeOwned>(path: &Path) -> io::Result<Lines<T>> {
    let (whole, lines, length) = lines(&mut File::open(path)?)?;
    Ok(Lines { whole: lines, cut: whole < length })
}

/// The lines of a log, how many bytes they are, and how many there are at all.
fn lines<T: DeserializeOwned>(file: &mut File) -> io::Result<(u64, Vec<T>, u64)> {
    if !file.metadata()?.is_file() {
        // A device may never end.
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is no regular file"));
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let length = text.len() as u64;
    // A file may have grown before its content came to the disk: then it ends in zeros.
    let told = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    text.truncate(told);
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = Vec::new();
    for (number, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let broken = |error| io::Error::new(ErrorKind::InvalidData, format!("line {}: {error}", number + 1));
        lines.push(serde_json::from_slice(line).map_err(broken)?);
    }
    let rest = &text[whole..];
    if !rest.starts_with(BEGINNING) && !BEGINNING.starts_with(rest) {
        return Err(io::Error::new(ErrorKind::InvalidData, "the last line is none of a log"));
    }
    Ok((whole as u64, lines, length))
}

impl<T: Serialize + DeserializeOwned> Log<T> {
    /// Opens a log, or begins one. A last line that is not whole is cut off.
    ///
    /// # Errors
    /// As for [`read`]; and if another process adds to it, which is named.
    pub fn open(path: &Path) -> io::Result<Log<T>> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let lock = Lock::of(&file, path)?;
        let (whole, lines, length) = lines(&mut file)?;
        if whole < length {
            file.set_len(whole)?;
        }
        Ok(Log { file, lines, _lock: lock })
    }

    /// The lines that were there when it was opened.
    pub fn lines(&self) -> &[T] {
        &self.lines
    }

    /// Adds a line, in one go. One that does not fit leaves nothing behind.
    ///
    /// # Errors
    /// Whatever the system answers.
    pub fn append(&mut self, line: &T) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(&text).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If even this fails, the rest of a line is cut off when the log is opened again.
            let _ = self.file.set_len(before);
        }
        written
    }
}
