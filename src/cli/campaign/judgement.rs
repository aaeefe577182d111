//! The exit code of many runs.

use crate::cli::exit::Exit;
use bpcheck::campaign::record::Record;
use bpcheck::campaign::results::Results;

/// 4 if an answer is wrong, or two contradict each other, or a run failed its self-check, 6 if one met a bug, and 3 if one ended with any other error.
pub fn exit(results: &Results, records: &[Record]) -> Exit {
    let wrong = !results.wrong().is_empty() || !results.disagreements().is_empty();
    let mut exit = if wrong { Exit::SelfCheck } else { Exit::Done };
    if records.iter().any(|record| record.error.is_some()) {
        exit = exit.or_worse(Exit::Input);
    }
    for bug in [Exit::SelfCheck, Exit::Internal] {
        // The exit codes of other tools mean something else.
        let mut ours = records.iter().filter(|record| record.tool.is_this());
        if ours.any(|record| record.exit.code == Some(bug.code().into())) {
            exit = exit.or_worse(bug);
        }
    }
    exit
}
