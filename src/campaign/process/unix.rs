//! Unix: limits of the system, groups of processes, and what they used.

use super::{GRACE, Memory};
use crate::campaign::record::{Exit, Limits};
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// As much may be written to a file: what goes on for ever does not fill the disk.
const FILE: u64 = 1 << 30;

/// A process that is the first of a group, and was not waited for yet: its number and the group's are its own.
#[derive(Clone, Copy)]
pub(crate) struct Process {
    id: libc::pid_t,
}

/// What a process used: processor time, and memory in bytes.
pub(crate) struct Usage {
    pub(crate) exit: Exit,
    pub(crate) cpu: Option<Duration>,
    pub(crate) peak_memory: Option<u64>,
}

/// Lets a command start as the first of a group, within these limits.
#[allow(unsafe_code, reason = "the standard library does not limit what a process may use")]
pub(crate) fn confine(command: &mut Command, limits: &Limits, memory: Memory) -> io::Result<()> {
    command.process_group(0);
    // First there is a warning, SIGXCPU, and then the end. Both limits are whole seconds.
    let seconds = limits.seconds.ceil() as u64;
    let mut wanted = vec![
        (libc::RLIMIT_CPU, seconds, seconds + GRACE.as_secs()),
        (libc::RLIMIT_CORE, 0, 0),
        (libc::RLIMIT_FSIZE, FILE, FILE),
    ];
    if let (Some(limit), Memory::Refused { beyond }) = (limits.memory_bytes, memory) {
        let room = limit.saturating_add(beyond);
        wanted.push((libc::RLIMIT_AS, room, room));
    }
    let mut set = Vec::with_capacity(wanted.len());
    for (resource, soft, hard) in wanted {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the pointer is valid for writes, and is not kept.
        if unsafe { libc::getrlimit(resource, &raw mut limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // A limit that stands already can be lowered only.
        limit.rlim_max = limit.rlim_max.min(hard);
        limit.rlim_cur = limit.rlim_max.min(soft);
        set.push((resource, limit));
    }
    let set = move || {
        for (resource, limit) in &set {
            // SAFETY: the pointer is valid for reads, and is not kept.
            if unsafe { libc::setrlimit(*resource, limit) } != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        orphans_die()
    };
    // SAFETY: between fork and exec there are system calls only: nothing is allocated, no lock is taken.
    unsafe { command.pre_exec(set) };
    Ok(())
}

/// If the thread that starts a process is gone, so shall be the process: nobody would keep it within its limits.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the standard library does not offer prctl")]
fn orphans_die() -> io::Result<()> {
    // SAFETY: no memory is involved.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Elsewhere a process that is left behind ends with its processor time at the latest.
#[cfg(not(target_os = "linux"))]
fn orphans_die() -> io::Result<()> {
    Ok(())
}

impl Process {
    /// A process that was started by a [`confine`]d command.
    pub(crate) fn new(child: &Child) -> io::Result<Process> {
        Ok(Process { id: libc::pid_t::try_from(child.id()).map_err(io::Error::other)? })
    }

    /// Waits until it has ended; it keeps its number until it is [`reap`](Process::reap)ed.
    #[allow(unsafe_code, reason = "the standard library does not wait without freeing the number")]
    pub(crate) fn wait_for_end(self) -> io::Result<()> {
        loop {
            let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
            let options = libc::WEXITED | libc::WNOWAIT;
            // SAFETY: the pointer is valid for writes, and is not kept.
            if unsafe { libc::waitid(libc::P_PID, self.id as libc::id_t, info.as_mut_ptr(), options) } == 0 {
                return Ok(());
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }

    /// Ends the process and its group.
    #[allow(unsafe_code, reason = "the standard library does not end groups of processes")]
    pub(crate) fn kill(self) {
        // SAFETY: no memory is involved. That the group has ended already is no failure.
        unsafe { libc::kill(-self.id, libc::SIGKILL) };
    }

    /// What it used, when it has ended. From now on its number may be another's.
    #[allow(unsafe_code, reason = "the standard library does not tell what a child used")]
    pub(crate) fn reap(self, _: Child) -> io::Result<Usage> {
        let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
        // SAFETY: both pointers are valid for writes, and are not kept.
        let usage = unsafe {
            if libc::wait4(self.id, &raw mut status, 0, usage.as_mut_ptr()) != self.id {
                return Err(io::Error::last_os_error());
            }
            usage.assume_init()
        };
        let status = ExitStatus::from_raw(status);
        let part = |time: libc::timeval| {
            Some(Duration::from_secs(u64::try_from(time.tv_sec).ok()?) + Duration::from_micros(time.tv_usec as u64))
        };
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        Ok(Usage {
            exit: Exit { code: status.code(), signal: status.signal() },
            cpu: part(usage.ru_utime).zip(part(usage.ru_stime)).map(|(user, system)| user + system),
            peak_memory: u64::try_from(usage.ru_maxrss).ok().map(|size| size * unit),
        })
    }

    /// The memory that the processes of the group have in use together, in bytes, where the system tells.
    pub(crate) fn memory(self) -> Option<u64> {
        let group = |stat: &str| stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse::<libc::pid_t>().ok();
        let mut sum = None;
        for entry in std::fs::read_dir("/proc").ok()?.flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<libc::pid_t>().ok()) else {
                continue;
            };
            // What has ended meanwhile uses nothing.
            let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { continue };
            if group(&stat) == Some(self.id) {
                *sum.get_or_insert(0) += resident(id).unwrap_or(0);
            }
        }
        sum
    }
}

fn resident(id: libc::pid_t) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()? * 1024)
}
