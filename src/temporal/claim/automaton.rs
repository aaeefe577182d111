//! Automata of violations, from files.

use super::{Claim, Meaning, Says, Spoken, meaning};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::ltl::formula::LtlGraph;
use crate::ltl::hoa;
use crate::ltl::parse::{self, Manner};

/// The claim that no run of a program is accepted.
///
/// # Errors
/// What is wrong with the automaton, or with one of its atoms.
pub(super) fn read(text: &Source, of: Spoken<'_>) -> Result<Claim, Diagnostics> {
    let mut remarks = Diagnostics::new(text);
    let Some(automaton) = hoa::read(text, &mut remarks) else { return Err(remarks) };
    let atoms = automaton.atoms.iter().map(|spelling| atom(text.name(), spelling, of)).collect::<Result<_, _>>()?;
    Ok(Claim::new(Says::Accepts { name: text.name().to_string(), automaton }, atoms, of))
}

/// What an atom means that is spelled like this.
fn atom(file: &str, spelling: &str, of: Spoken<'_>) -> Result<Meaning, Diagnostics> {
    let text = Source::new(format!("{file}, an atom"), spelling);
    let mut remarks = Diagnostics::new(&text);
    let parsed = parse::parse(&text, Manner::Standard, &mut LtlGraph::default(), &mut remarks);
    let whole = Span::new(0, spelling.len());
    match parsed.as_ref().map(|parsed| parsed.atoms.as_slice()) {
        Some([(_, atom, span)]) if *span == whole => match meaning::meaning(atom, whole, &text, of, &mut remarks) {
            Ok(meaning) => return Ok(meaning),
            Err(remark) => remarks.push(*remark),
        },
        Some(_) => remarks.push(
            Diagnostic::error("no-atom", whole, "this is no atom of a formula")
                .hint("such as `LABEL`, `in PROC` or `{x & !y}`; `&`, `|` and `!` stand outside the quotes"),
        ),
        None => {}
    }
    Err(remarks)
}
