//! Unix: signals, resource usage, and the limit on processor time.

use super::Signals;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU, SIGXFSZ};
use signal_hook::{flag, low_level};
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A signal that comes so soon after the first is the same: `timeout` of the shell sends one to the process, and one to the group that it is in.
const SAME: Duration = Duration::from_millis(100);

/// When the first signal came.
struct First {
    start: Instant,
    /// Milliseconds since then; 0: none came.
    came: AtomicU64,
}

impl First {
    /// Whether a signal that comes now is to end the process: the first one if `at_once` says so, and the second.
    fn ends(&self, at_once: bool) -> bool {
        let now = self.start.elapsed().as_millis() as u64 + 1;
        match self.came.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => at_once,
            Err(came) => Duration::from_millis(now.saturating_sub(came)) > SAME,
        }
    }
}

/// Actions of one signal run in the order of their registration: the question whether this is the second one
/// stands first. A signal that cannot be registered keeps its default, which is to end the process.
#[allow(unsafe_code, reason = "the library has no action that tells the second signal from the first once more")]
pub(super) fn install(signals: &Signals) {
    let first = Arc::new(First { start: Instant::now(), came: AtomicU64::new(0) });
    for signal in [SIGINT, SIGTERM] {
        let (first, at_once) = (Arc::clone(&first), Arc::clone(&signals.at_once));
        let end = move || {
            if first.ends(at_once.load(Ordering::SeqCst)) {
                low_level::exit(128 + signal);
            }
        };
        // SAFETY: a handler may read the clock and atomic values, and end the process without more ado.
        let _ = unsafe { low_level::register(signal, end) };
        let _ = flag::register_usize(signal, Arc::clone(&signals.which), signal as usize);
        let _ = flag::register(signal, Arc::clone(&signals.stop));
        let _ = flag::register(signal, Arc::clone(&signals.any));
    }
    let _ = flag::register(SIGXCPU, Arc::clone(&signals.any));
    if flag::register(SIGXCPU, Arc::clone(&signals.cpu)).is_ok() {
        leave_time_to_answer();
    }
}

/// From now on a file that becomes larger than `ulimit -f` allows is a failure to write, like a full disk, and not the end of the process.
pub fn outlive_file_limit() {
    // The handler raises a flag that nobody looks at. If it cannot be registered, the default stands.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// The memory in use, in bytes.
pub(super) fn memory() -> Option<u64> {
    status("VmRSS:").or_else(peak_memory)
}

/// Gives memory that was freed back to the system, where the allocator keeps it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library does not offer malloc_trim")]
pub(super) fn give_back() {
    // SAFETY: no pointer goes in or out; memory in use is left alone.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators are left to themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}

/// The most memory that the process ever used, in bytes.
pub fn peak_memory() -> Option<u64> {
    // Where there is `/proc`, it is more exact: `getrusage` counts what the parent had in use before it became us.
    status("VmHWM:").or_else(|| {
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        Some(u64::try_from(usage()?.ru_maxrss).ok()? * unit)
    })
}

/// The processor time that the process used.
pub fn cpu_time() -> Option<Duration> {
    let usage = usage()?;
    let part = |time: libc::timeval| {
        Some(Duration::from_secs(u64::try_from(time.tv_sec).ok()?) + Duration::from_micros(time.tv_usec as u64))
    };
    Some(part(usage.ru_utime)? + part(usage.ru_stime)?)
}

/// The permissions that a new file gets which replaces `old`: the same, or, for a new one, what the umask leaves.
pub fn file_permissions(old: Option<&Permissions>) -> Option<Permissions> {
    Some(old.cloned().unwrap_or_else(|| Permissions::from_mode(0o666)))
}

/// Keeps signals that are meant for this process from a command that is going to be started, and from all that it starts.
pub fn apart(command: &mut Command) {
    command.process_group(0);
}

/// Ends a command that was started [`apart`] and was not waited for, and all that it started.
///
/// # Errors
/// Whatever the system answers.
#[allow(unsafe_code, reason = "the standard library does not end groups of processes")]
pub fn end(child: &mut Child) -> io::Result<()> {
    let group = i32::try_from(child.id()).map_err(io::Error::other)?;
    // SAFETY: no memory is involved; the group has the number of its first process, which is not free as long as nobody waited for it.
    if unsafe { libc::kill(-group, libc::SIGKILL) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The permissions that a new folder gets: what the umask leaves.
pub fn folder_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o777))
}

/// A figure of `/proc/self/status`, given there in kB.
fn status(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()? * 1024)
}

#[allow(unsafe_code, reason = "the standard library does not offer getrusage")]
fn usage() -> Option<libc::rusage> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is valid for writes; the structure is read only if the call says that it was written.
    unsafe { (libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr()) == 0).then(|| usage.assume_init()) }
}

/// `ulimit -t N` sets the soft and the hard limit to the same time: the process would be killed without a warning.
/// The soft limit is lowered by a second, so that the warning, SIGXCPU, comes first.
#[allow(unsafe_code, reason = "the standard library does not offer setrlimit")]
fn leave_time_to_answer() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls get a valid pointer to an initialised structure and keep none.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_CPU, &raw mut limit) != 0 || limit.rlim_max == libc::RLIM_INFINITY {
            return;
        }
        if limit.rlim_cur >= limit.rlim_max && limit.rlim_max > 1 {
            limit.rlim_cur = limit.rlim_max - 1;
            // If it fails, the limit stands as it was.
            libc::setrlimit(libc::RLIMIT_CPU, &raw const limit);
        }
    }
}
