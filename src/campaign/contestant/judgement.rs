//! What a run is worth.

use crate::campaign::process::{Ended, Stopped};
use crate::campaign::record::{Answer, Evidence, Limits};

/// The signals of a process whose processor time is used up: the warning, SIGXCPU, and the end, SIGKILL, which comes from others, too.
const WARNED: i32 = 24;
const KILLED: i32 = 9;

/// What somebody says, and what vouches for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub(crate) verdict: Option<Answer>,
    pub(crate) reason: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) evidence: Option<Evidence>,
}

impl Said {
    /// UNKNOWN, and why.
    pub(crate) fn unknown(reason: &str) -> Said {
        Said { verdict: Some(Answer::Unknown), reason: Some(reason.into()), ..Said::default() }
    }

    /// No answer, and why.
    pub(crate) fn nothing(error: String) -> Said {
        Said { error: Some(error), ..Said::default() }
    }

    /// What it is worth: an answer counts if it came within the limits, and a limit that was hit is UNKNOWN.
    pub(crate) fn judged(self, limits: &Limits, ended: &Ended) -> Said {
        let late = ended.cpu.unwrap_or(ended.wall).max(ended.wall).as_secs_f64() > limits.seconds;
        // The system counts in ticks: the warning may come a little before the time is up.
        let timed_out = match ended.exit.signal {
            Some(WARNED) => true,
            Some(KILLED) => late,
            _ => false,
        };
        match (ended.stopped, self.verdict) {
            (Some(Stopped::Memory), _) => Said::unknown("memory"),
            (Some(Stopped::Time), _) => Said::unknown("time"),
            (_, Some(Answer::Safe | Answer::Unsafe)) if late => Said::unknown("time"),
            (_, None) if timed_out => Said::unknown("time"),
            _ => self,
        }
    }
}

/// Why a process that said nothing said nothing, as far as it shows.
pub(crate) fn no_answer(ended: &Ended) -> String {
    let how = match (ended.exit.code, ended.exit.signal) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".to_string(),
    };
    let texts = [&ended.stderr, &ended.stdout].map(|text| String::from_utf8_lossy(text));
    let mut lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
    match lines.find(|line| !line.is_empty()) {
        Some(line) => format!("no answer, {how}: {}", line.chars().take(200).collect::<String>()),
        None => format!("no answer, {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Exit;
    use std::time::Duration;

    const LIMITS: Limits = Limits { seconds: 10.0, memory_bytes: Some(1 << 30) };

    fn ended(code: Option<i32>, signal: Option<i32>, seconds: f64) -> Ended {
        let time = Duration::from_secs_f64(seconds);
        Ended {
            exit: Exit { code, signal },
            stopped: None,
            stdout: b"words\n".to_vec(),
            stderr: b"\n panic!\nmore".to_vec(),
            wall: time,
            cpu: Some(time),
            peak_memory: None,
        }
    }

    #[test]
    fn an_answer_counts_if_it_comes_in_time() {
        let said = Said { verdict: Some(Answer::Unsafe), ..Said::default() };
        assert_eq!(said.clone().judged(&LIMITS, &ended(Some(10), None, 9.9)), said);
        let late = Said::unknown("time");
        assert_eq!(said.clone().judged(&LIMITS, &ended(Some(10), None, 10.1)), late);
        assert_eq!(Said::default().judged(&LIMITS, &ended(None, Some(9), 12.0)), late);
        assert_eq!(Said::default().judged(&LIMITS, &ended(None, Some(9), 9.0)), Said::default());
        assert_eq!(Said::default().judged(&LIMITS, &ended(None, Some(24), 9.997)), late);
        let stopped = |reason| Ended { stopped: Some(reason), ..ended(None, Some(9), 5.0) };
        assert_eq!(said.clone().judged(&LIMITS, &stopped(Stopped::Time)), late);
        assert_eq!(said.judged(&LIMITS, &stopped(Stopped::Memory)), Said::unknown("memory"));
    }

    #[test]
    fn whoever_says_nothing_has_no_verdict() {
        for (code, signal, how) in [(Some(6), None, "exit code 6"), (None, Some(11), "signal 11")] {
            let ended = ended(code, signal, 1.0);
            assert_eq!(Said::default().judged(&LIMITS, &ended), Said::default());
            assert_eq!(no_answer(&ended), format!("no answer, {how}: panic!"));
        }
        let quiet = Ended { stderr: Vec::new(), ..ended(Some(1), None, 1.0) };
        assert_eq!(no_answer(&quiet), "no answer, exit code 1: words");
    }
}
