//! A Boolean program of an explicit pushdown system: a label `ERROR` for each target, which is reached if the target is.
//!
//! The control state is a number in global variables. Stack symbols are places of procedures: a rule `<p, a> -> <q, b>` goes from a to b, and
//! `<p, a> -> <q, b c>` calls what begins at b and goes on at c ([`parts`]). A target is a question about the whole stack, so procedures are told what
//! lies below them: a state of a finite automaton that reads the stack from its bottom ([`below`]). Where targets look at the top only, as they mostly do, the
//! passes before the engines take that away again.

mod below;
mod names;
mod parts;
mod write;

use super::made::Made;
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::pds::explicit::Parsed;
use below::Below;
use parts::Parts;
use write::Writer;

/// The text of the program of a system that was read from `source`. Its lines know the rules that they belong to.
///
/// # Errors
/// If runs begin nowhere, though there is a target, or if targets tell too many stacks apart.
pub fn program(parsed: &Parsed, source: &Source) -> Result<Source, Diagnostics> {
    let refused = |diagnostic: Diagnostic| {
        let mut remarks = Diagnostics::new(source);
        remarks.push(diagnostic);
        remarks
    };
    let system = &parsed.system;
    if system.initial().is_empty() && !system.targets().is_empty() {
        let what = Diagnostic::error("no-init", Span::default(), "there is no initial configuration");
        return Err(refused(what.hint("`init <p, a>` says where runs begin")));
    }
    let below = Below::new(system).ok_or_else(|| {
        let span = parsed.targets.first().copied().unwrap_or_default();
        let what = format!("the targets tell more than {} kinds of stacks apart", below::MOST);
        refused(Diagnostic::error("targets", span, what).hint("`bpcheck pds check` decides them"))
    })?;
    let parts = Parts::new(system);
    let mut writer = Writer { parsed, source, below: &below, parts: &parts, made: Made::default() };
    writer.program();
    let states = system.states().map(|state| system.state_name(state).to_string()).collect();
    Ok(writer.made.coded(source, states))
}
