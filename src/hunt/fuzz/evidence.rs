//! What an answer rests on, written as JSON, read back and checked once more.

use crate::budget::{Budget, CancelToken};
use crate::outcome::{Decision, Evidence, Verdict};
use crate::pipeline::Loaded;
use crate::validate::inductive::{self, Accepted, NotAccepted};
use crate::validate::replay;
use crate::verdict::certificate::json::{certificate_from_json, certificate_to_json};
use crate::verdict::json::{trace_from_json, trace_to_json};
use crate::verdict::{Certificate, Trace};
use std::ops::AddAssign;
use std::sync::Arc;

/// How much evidence was accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    /// Properties that are UNSAFE with a trace.
    pub(crate) traces: u64,
    /// Properties that are SAFE with a certificate.
    pub(crate) certified: u64,
    /// Properties that are SAFE without one.
    pub(crate) uncertified: u64,
}

impl AddAssign for Checked {
    fn add_assign(&mut self, other: Checked) {
        self.traces += other.traces;
        self.certified += other.certified;
        self.uncertified += other.uncertified;
    }
}

/// Checks all evidence of some answers.
///
/// # Errors
/// What is refused, and why.
pub(super) fn check(loaded: &Loaded, decisions: &[Decision], cancel: &CancelToken) -> Result<Checked, String> {
    let mut checked = Checked::default();
    let mut known: Option<&Arc<Accepted>> = None;
    for decision in decisions {
        match &decision.verdict {
            Verdict::Unknown(_) => {}
            Verdict::Unsafe(replayed) => {
                let trace = replayed.trace();
                if trace.property != decision.property {
                    return Err("the trace is about another property".into());
                }
                replayed_again(loaded, trace)?;
                checked.traces += 1;
            }
            Verdict::Safe(Evidence::Certificate(accepted)) => {
                let certificate = accepted.certificate();
                if !certificate.properties.contains(&decision.property) {
                    return Err("the certificate is not about this property".into());
                }
                // Properties that were proved together share it.
                if !known.is_some_and(|known| Arc::ptr_eq(known, accepted)) {
                    accepted_again(loaded, certificate, cancel)?;
                    known = Some(accepted);
                }
                checked.certified += 1;
            }
            Verdict::Safe(Evidence::None(_)) => checked.uncertified += 1,
        }
    }
    Ok(checked)
}

fn replayed_again(Loaded { source, program, entry, .. }: &Loaded, trace: &Trace) -> Result<(), String> {
    let text = trace_to_json(program, source, trace);
    let again = trace_from_json(program, text.as_bytes()).map_err(|error| format!("the trace is not read: {error}"))?;
    if again != *trace {
        return Err("the trace is another one when it is read back".into());
    }
    let refused = replay(program, source.sha256(), *entry, again).err();
    refused.map_or(Ok(()), |refusal| Err(format!("the trace is refused: {refusal}")))
}

fn accepted_again(loaded: &Loaded, certificate: &Certificate, cancel: &CancelToken) -> Result<(), String> {
    let Loaded { source, program, entry, .. } = loaded;
    let text = certificate_to_json(program, source, certificate);
    let again = certificate_from_json(program, text.as_bytes())
        .map_err(|error| format!("the certificate is not read: {error}"))?;
    if certificate_to_json(program, source, &again) != text {
        return Err("the certificate is another one when it is read back".into());
    }
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    match inductive::check(program, source.sha256(), *entry, again, &budget) {
        Ok(_) | Err(NotAccepted::Stopped(_)) => Ok(()),
        Err(NotAccepted::Refused(refusal)) => Err(format!("the certificate is refused: {refusal}")),
    }
}
