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
use crate::lang::source::{Coded, Diagnostic, Diagnostics, Source};
use crate::pds::explicit::Parsed;
use below::Below;
use parts::Parts;
use write::Writer;

/// The text of the program of a system that was read from `source`. Its lines know the rules that they belong to. If it `asks` whether something is reached, the
/// program has a property even if there is no target.
///
/// # Errors
/// If targets tell too many stacks apart.
pub fn program(parsed: &Parsed, source: &Source, asks: bool) -> Result<Source, Diagnostics> {
    let system = &parsed.system;
    let below = Below::new(system).ok_or_else(|| {
        let span = parsed.targets.first().copied().unwrap_or_default();
        let what = format!("the targets tell more than {} kinds of stacks apart", below::MOST);
        let mut remarks = Diagnostics::new(source);
        remarks.push(Diagnostic::error("targets", span, what).hint("`bpcheck pds check` decides them"));
        remarks
    })?;
    let parts = Parts::new(system);
    let (made, tops) = (Made::default(), Vec::new());
    let mut writer = Writer { parsed, source, asks, below: &below, parts: &parts, made, tops };
    writer.program();
    let states: Vec<String> = system.states().map(|state| system.state_name(state).to_string()).collect();
    let tests = (0..states.len()).map(|number| writer.is_state(number)).collect();
    let symbols = system.symbols().map(|symbol| system.symbol_name(symbol).to_string()).collect();
    let mut coded = Coded { states, tests, symbols, tops: writer.tops, ..Coded::default() };
    for (symbol, word) in system.words() {
        coded.words.entry(word.clone()).or_default().push(symbol.0 as usize);
    }
    Ok(writer.made.coded(source, coded))
}
