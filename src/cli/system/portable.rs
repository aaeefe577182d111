//! Where there is no Unix: no signals are answered, and memory and processor time are not known.

use super::Signals;
use std::fs::Permissions;
use std::io;
use std::process::{Child, Command};
use std::time::Duration;

pub(super) fn install(_: &Signals) {}

/// There is no such limit.
pub fn outlive_file_limit() {}

pub(super) fn memory() -> Option<u64> {
    None
}

pub(super) fn give_back() {}

/// The most memory that the process ever used, in bytes.
pub fn peak_memory() -> Option<u64> {
    None
}

/// The processor time that the process used.
pub fn cpu_time() -> Option<Duration> {
    None
}

/// The permissions that a new file gets which replaces `old`.
pub fn file_permissions(_: Option<&Permissions>) -> Option<Permissions> {
    None
}

/// Keeps signals that are meant for this process from a command that is going to be started.
pub fn apart(_: &mut Command) {}

/// Ends a command that was started [`apart`].
///
/// # Errors
/// Whatever the system answers.
pub fn end(child: &mut Child) -> io::Result<()> {
    child.kill()
}

/// The permissions that a new folder gets.
pub fn folder_permissions() -> Option<Permissions> {
    None
}
