//! Where there is no Unix: no signals are answered, and memory and processor time are not known.

use super::Signals;
use std::fs::Permissions;
use std::time::Duration;

pub(super) fn install(_: &Signals) {}

pub(super) fn memory() -> Option<u64> {
    None
}

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
