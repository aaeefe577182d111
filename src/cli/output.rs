//! Writing results: to the standard output, which may be closed or full, and to files, which are whole or absent.

use super::exit::Exit;
use super::system;
use bpcheck::report::visible::{Visible, visible};
use std::fs::{Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Whether somebody still reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Yes.
    Listens,
    /// The pipe is closed: `| head -1` has seen enough. That is no error, but the rest need not be written.
    Left,
}

/// Writes to the standard output, all that is given or nothing more once the reader has left. A terminal gets visible characters only; files and pipes get
/// what is given.
///
/// # Errors
/// Any other failure, such as a full disk.
pub fn stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Audience> {
    to_stdout(|out| match io::stdout().is_terminal() {
        true => {
            let mut shown = Visible::new(out);
            write(&mut shown).and_then(|()| shown.flush())
        }
        false => write(out),
    })
}

/// The same for text of ours with colors: what others wrote is visible in it already.
///
/// # Errors
/// Those of [`stdout`].
pub fn painted_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Audience> {
    to_stdout(write)
}

fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Audience> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = write(&mut out).and_then(|()| out.flush());
    // What could not be written is dropped; otherwise it would be tried again when the process ends.
    let _ = out.into_parts();
    match result {
        Ok(()) => Ok(Audience::Listens),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Audience::Left),
        Err(error) => Err(error),
    }
}

/// Writes to the standard output; `exit`, or that of the failure, which is told.
pub fn print(exit: Exit, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    ended(exit, stdout(write))
}

/// The same for text of ours with colors: what others wrote is visible in it already.
pub fn print_painted(exit: Exit, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    ended(exit, painted_stdout(write))
}

fn ended(exit: Exit, written: io::Result<Audience>) -> Exit {
    match written {
        Ok(_) => exit,
        Err(error) => {
            lost(&error);
            Exit::Input
        }
    }
}

/// Says that the standard output failed.
pub fn lost(error: &io::Error) {
    stderr(format_args!("error: cannot write to the standard output: {error}\n"));
}

/// Says that a file could not be written.
pub fn unwritten(path: &Path, error: &io::Error) {
    stderr(format_args!("error: cannot write {}: {error}\n", path.display()));
}

/// Writes to the standard error output, visible characters only. Nothing can be done if that fails.
pub fn stderr(text: impl std::fmt::Display) {
    painted(&visible(text.to_string().as_bytes()));
}

/// Writes text of ours with colors to the standard error output: what others wrote is visible in it already.
pub fn painted(text: &str) {
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Writes to a file, or, if there is none or it is `-`, to the standard output. The exit code; a failure is told.
pub fn to(path: Option<&Path>, text: &[u8]) -> Exit {
    let Some(path) = path.filter(|&path| path != Path::new("-")) else {
        return print(Exit::Done, |out| out.write_all(text));
    };
    match file(path, |out| out.write_all(text)) {
        Ok(()) => Exit::Done,
        Err(error) => {
            unwritten(path, &error);
            Exit::Input
        }
    }
}

/// Writes a file so that it is either complete or as it was before: into a new file beside it, which then takes its
/// place. What is not a regular file (a device, a pipe) is written directly.
///
/// # Errors
/// Whatever the system answers.
pub fn file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let old = std::fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return through(OpenOptions::new().write(true).open(path)?, write).map(drop);
    }
    replace(path, old, write)
}

fn replace(path: &Path, old: Option<Metadata>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let path = if old.is_some() { path.canonicalize()? } else { path.to_path_buf() };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(PathBuf::from("."), Into::into);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bpcheck-");
    if let Some(permissions) = system::file_permissions(old.map(|old| old.permissions()).as_ref()) {
        builder.permissions(permissions);
    }
    let mut new = builder.tempfile_in(folder)?;
    through(new.as_file_mut(), write)?.sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// Writes through a buffer and gives the file back.
fn through<W: Write>(file: W, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<W> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_before() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("trace.json");
        file(&path, |out| out.write_all(b"first"))?;
        assert_eq!(std::fs::read(&path)?, b"first");
        let failed = file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path)?, b"first");
        assert_eq!(folder.path().read_dir()?.count(), 1);
        Ok(())
    }
}
