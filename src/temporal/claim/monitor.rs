//! Monitors of programs.

use super::meaning::{fault, meaning};
use super::{Claim, Monitored, Says, Spoken};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant_or_there;
use crate::monitor;

/// The claim that a monitor comes to no error.
pub(super) fn read(text: &Source, of: Spoken<'_>, remarks: &mut Diagnostics) -> Option<Claim> {
    if of.source.of_system().is_some() {
        let remark = fault("system", Span::default(), "a monitor is about programs, and this is a pushdown system");
        remarks.push(Diagnostic { hint: Some("`--ltl F` or `--automaton FILE`".to_string()), ..*remark });
        return None;
    }
    let monitor = monitor::read(text, remarks)?;
    let mut atoms = Vec::with_capacity(monitor.atoms.len());
    for (atom, span) in &monitor.atoms {
        match meaning(atom, *span, text, of, remarks) {
            Ok(meaning) => atoms.push(meaning),
            Err(remark) => remarks.push(*remark),
        }
    }
    let program = of.program;
    let mut stack = Vec::with_capacity(monitor.stack.len());
    for (name, span) in &monitor.stack {
        match program.find_procedure(name) {
            Some(procedure) => stack.push(procedure),
            None => {
                let known = program.procedure_ids().map(|id| program.name(program[id].name));
                let message = format!("there is no procedure `{name}`{}", meant_or_there(name, known));
                remarks.push(*fault("unknown-procedure", *span, message));
            }
        }
    }
    let is_clear = atoms.len() == monitor.atoms.len() && stack.len() == monitor.stack.len();
    let (name, text) = (text.name().to_string(), String::from_utf8_lossy(text.bytes()).into_owned());
    is_clear.then(|| Claim::new(Says::Obeys(Box::new(Monitored { name, text, monitor, stack })), atoms, of))
}
