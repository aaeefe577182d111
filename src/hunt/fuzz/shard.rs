//! Neighbouring cases of a plan, examined on several threads; what comes of them does not depend on how many.

use super::examine::{Examined, examine};
use super::finding::Finding;
use super::opinion::Opinion;
use super::plan::Plan;
use super::program::Ask;
use super::tally::Tally;
use crate::budget::CancelToken;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The numbers of some cases.
pub type Shard = Range<u64>;

/// What came of a shard.
#[derive(Clone, Debug)]
pub struct Done {
    /// The counts.
    pub tally: Tally,
    /// The SHA-256 of all texts and answers in order, in hexadecimal.
    pub digest: String,
    /// What is wrong, in order.
    pub findings: Vec<Finding>,
}

/// Somebody asked to stop before all cases of a shard were examined.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// What was found wrong until then.
    pub findings: Vec<Finding>,
}

/// Examines the cases of a shard, on the threads of the pool that it is called in.
///
/// # Errors
/// If `cancel` was raised.
pub fn run(plan: &Plan, shard: Shard, ask: Ask<'_>, cancel: &CancelToken) -> Result<Done, Stopped> {
    let all: Vec<_> = shard.into_par_iter().map(|number| one(plan, number, ask, cancel)).collect();
    let mut done = Done { tally: Tally::default(), digest: String::new(), findings: Vec::new() };
    let mut sha256 = Sha256::new();
    for (examined, digest, finding) in all {
        done.tally.count(&examined);
        sha256.update(digest);
        done.findings.extend(finding);
    }
    done.digest = sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if cancel.is_cancelled() { Err(Stopped { findings: done.findings }) } else { Ok(done) }
}

/// What comes of one case, the digest of its text and answers, and what is wrong.
fn one(plan: &Plan, number: u64, ask: Ask<'_>, cancel: &CancelToken) -> (Examined, [u8; 32], Option<Finding>) {
    if cancel.is_cancelled() {
        return (Examined::default(), [0; 32], None);
    }
    let case = plan.case(number);
    let mut examined = examine(&case.subject, &case.text, ask, cancel);
    let mut sha256 = Sha256::new_with_prefix(&case.text);
    for Opinion { who, words } in &examined.opinions {
        let letters: String = words.iter().map(|word| word.letter()).collect();
        sha256.update(format!("{who} {letters}\n"));
    }
    let finding = examined.wrong.take().map(|wrong| Finding { case, wrong });
    (examined, sha256.finalize().into(), finding)
}
