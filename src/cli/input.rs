//! Reading what is to be checked.

use super::worker::{Lost, attend};
use bpcheck::Source;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::Silent;
use bpcheck::report::visible::is_hidden;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

/// So much is read before the limits are looked at again.
const CHUNK: usize = 1 << 20;

/// There is room for so much at first.
const ROOM: usize = 1 << 13;

/// Why there is no text.
pub enum Unread {
    /// The system's answer.
    Failed(io::Error),
    /// A limit was hit, or somebody asked to stop.
    Stopped(StopReason),
}

/// The name under which people know an input: the path, or `<stdin>`. Reports are made of lines, so what would break one, and what nobody sees, is
/// shown escaped, and so are bytes that are no text. A backslash is written twice: different paths have different names.
pub fn name(path: &Path) -> String {
    if is_stdin(path) {
        return "<stdin>".to_string();
    }
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        chunk.valid().chars().for_each(|c| push_visible(&mut name, c));
        chunk.invalid().iter().for_each(|byte| name += &format!("\\x{byte:02x}"));
    }
    name
}

/// Adds a character as it can be seen.
fn push_visible(name: &mut String, c: char) {
    match c {
        '\'' | '"' => name.push(c),
        c if is_hidden(c) => name.extend(c.escape_default()),
        // A mark over the letter before it is seen there, and only at the beginning of a text does it need another sign: so there is a letter.
        _ => name.extend(String::from_iter(['a', c]).escape_debug().skip(1)),
    }
}

/// Whether a path stands for the standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file, or, for `-`, the standard input.
///
/// A pipe or a terminal may keep the reader waiting, so a worker reads, for whom nobody waits once a limit is hit. To wake one up takes longer
/// than to read a small file, which does not wait, unless its disk does: that is read here.
///
/// # Errors
/// If it cannot be read, or not in time.
pub fn read(path: &Path, budget: &Budget) -> Result<Source, Unread> {
    if !is_stdin(path)
        && std::fs::metadata(path).is_ok_and(|about| about.is_file() && (1..CHUNK as u64).contains(&about.len()))
    {
        return Ok(Source::new(name(path), read_all(path, budget)?));
    }
    let (owned, limits) = (path.to_path_buf(), budget.clone());
    match attend(budget, Duration::ZERO, &mut Silent, move |_| read_all(&owned, &limits)) {
        Ok(text) => Ok(Source::new(name(path), text?)),
        Err(Lost::Abandoned(reason)) => Err(Unread::Stopped(reason)),
        Err(Lost::Crashed) => Err(Unread::Failed(io::Error::other("the reader stopped"))),
    }
}

fn read_all(path: &Path, budget: &Budget) -> Result<Vec<u8>, Unread> {
    let mut from: Box<dyn Read> =
        if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path).map_err(Unread::Failed)?) };
    let mut text = Vec::with_capacity(ROOM);
    // More than can be a program need not be read: the parser says that it is too large.
    while text.len() <= Source::MAX_LEN {
        budget.check().map_err(Unread::Stopped)?;
        let chunk = from.by_ref().take(CHUNK as u64).read_to_end(&mut text);
        if chunk.map_err(|error| Unread::Failed(plain(error)))? < CHUNK {
            break;
        }
    }
    match text.get(..2) {
        Some([0xff, 0xfe] | [0xfe, 0xff]) => {
            let told = "the text is UTF-16: save it as UTF-8, as `iconv -f UTF-16 -t UTF-8` does";
            Err(Unread::Failed(io::Error::other(told)))
        }
        _ => Ok(text),
    }
}

/// The system's answer, or what people would say instead.
fn plain(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::IsADirectory => io::Error::other("it is a folder: name a file in it"),
        _ => error,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn different_paths_have_different_names() {
        let paths: [(&[u8], &str); 9] = [
            (b"a b'\".bp", "a b'\".bp"),
            ("e\u{301}\u{e9}.bp".as_bytes(), "e\u{301}\u{e9}.bp"),
            (b"a\nb", "a\\nb"),
            (b"a\\nb", "a\\\\nb"),
            (b"a\xff", "a\\xff"),
            (b"a\\xff", "a\\\\xff"),
            (b"a\xfe", "a\\xfe"),
            ("a\u{fffd}".as_bytes(), "a\u{fffd}"),
            ("a\u{202e}b\u{200b}".as_bytes(), "a\\u{202e}b\\u{200b}"),
        ];
        let names: Vec<String> = paths.iter().map(|(path, _)| name(Path::new(OsStr::from_bytes(path)))).collect();
        assert_eq!(names, paths.map(|(_, name)| name));
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), paths.len());
    }
}
