//! Exit codes: the table of the manual, in one place.

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// SAFE; evidence accepted; the command did what it was asked.
    Done,
    /// UNSAFE.
    Unsafe,
    /// UNKNOWN.
    Unknown,
    /// Evidence was refused.
    Refused,
    /// A request that makes no sense: flags, an entry or a label that is not there.
    Usage,
    /// An input was rejected or cannot be read, or an output cannot be written.
    Input,
    /// The tool's own evidence failed its check.
    SelfCheck,
    /// A bug was met.
    Internal,
    /// A signal with this number asked to stop.
    Signal(u8),
}

impl Exit {
    /// What the process answers to the system.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Usage => 2,
            Exit::Input => 3,
            Exit::SelfCheck => 4,
            Exit::Unknown => 5,
            Exit::Internal => 6,
            Exit::Unsafe => 10,
            Exit::Signal(number) => 128 + number,
        }
    }

    /// The code of several results: the one that a user most needs to know about.
    pub fn or_worse(self, other: Exit) -> Exit {
        if other.urgency() > self.urgency() { other } else { self }
    }

    fn urgency(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Unknown => 2,
            Exit::Unsafe => 3,
            Exit::Usage => 4,
            Exit::Input => 5,
            Exit::Signal(_) => 6,
            Exit::SelfCheck => 7,
            Exit::Internal => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_results_give_the_most_urgent_code() {
        let order = [Exit::Internal, Exit::SelfCheck, Exit::Input, Exit::Unsafe, Exit::Unknown, Exit::Done];
        assert_eq!(order.map(Exit::code), [6, 4, 3, 10, 5, 0]);
        for pair in order.windows(2) {
            assert_eq!(pair[0].or_worse(pair[1]), pair[0]);
            assert_eq!(pair[1].or_worse(pair[0]), pair[0]);
        }
        assert_eq!((Exit::Signal(2).code(), Exit::Signal(15).code()), (130, 143));
    }
}
