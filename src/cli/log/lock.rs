//! One process at a time writes to a log. The system keeps the lock, so that of a process that was killed is gone with it. Who has it stands in a
//! hidden file beside the log, for the message only.

use crate::cli::shell;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The right to write to a log, until it is dropped.
pub struct Lock {
    /// The lock is given back when this is closed.
    _file: File,
    /// Where it says who has the lock.
    holder: PathBuf,
}

impl Lock {
    /// Locks an open log. Where the system knows no locks there is none.
    ///
    /// # Errors
    /// If another process has it, and which.
    pub fn of(file: &File, path: &Path) -> io::Result<Lock> {
        let (file, holder) = (file.try_clone()?, holder(path));
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let who = std::fs::read_to_string(&holder).unwrap_or_else(|_| "another process".to_string());
                let told =
                    format!("{} writes to it now: wait until it has ended, or name another place", who.trim_end());
                return Err(io::Error::new(ErrorKind::WouldBlock, told));
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // It is for a message only.
        let _ = std::fs::write(&holder, format!("{}\n", this()));
        Ok(Lock { _file: file, holder })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // It goes before the lock does, so it is not another's.
        let _ = std::fs::remove_file(&self.holder);
    }
}

/// Where it is said who writes to a log.
fn holder(log: &Path) -> PathBuf {
    let name = log.file_name().unwrap_or_default().to_string_lossy();
    log.with_file_name(format!(".{name}.writer"))
}

/// This process, for people on this machine and, where a folder is shared, on others.
fn this() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let host = host.map_or_else(|_| String::new(), |host| format!(" on {}", host.trim()));
    format!("process {}{host} (`{}`)", std::process::id(), shell::command_line())
}
