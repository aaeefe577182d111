//! What is asked about runs that never end.

use crate::lang::program::Program;
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::syntax::{Dialect, Ladder, Manner};
use crate::ltl::parse;
use crate::pipeline::{Failure, Loaded};
use crate::temporal::{Claim, Spoken};
use std::sync::Arc;

/// Formulas about the runs of a program, and what counts as a run.
#[derive(Clone, Debug, Default)]
pub struct Temporal {
    /// The formulas, each with what it is called, as in messages about it; they are asked instead of the default properties.
    pub formulas: Vec<(String, String)>,
    /// Whether formulas may speak of the next position. Then each statement of the program counts, as it is written.
    pub counts_steps: bool,
    /// Whether runs that end count for nothing.
    pub only_infinite: bool,
}

/// The formulas about a program, with what is doubtful about them.
///
/// # Errors
/// What is wrong with the first one that is.
pub(in crate::pipeline) fn claims(
    asked: &Temporal,
    source: &Source,
    program: &Program,
    manner: Manner,
) -> Result<(Vec<Arc<Claim>>, Vec<Diagnostics>), Failure> {
    let (mut claims, mut doubts) = (Vec::new(), Vec::new());
    let reading = if manner.dialect == Dialect::Moped { parse::Manner::Moped } else { parse::Manner::Undisputed };
    let spoken = Spoken { source, program, ladder: manner.ladder };
    for (name, text) in &asked.formulas {
        let text = Source::new(name.as_str(), text.as_str());
        let mut remarks = Diagnostics::new(&text);
        let claim = Claim::read(&text, reading, spoken, &mut remarks);
        let claim = claim.filter(|claim| {
            asked.counts_steps || !claim.counts_steps() || {
                remarks.push(counts_steps(&text));
                false
            }
        });
        remarks.sort();
        let Some(claim) = claim else { return Err(Failure::Rejected(remarks)) };
        claims.push(Arc::new(claim));
        if remarks.warnings() > 0 {
            doubts.push(remarks);
        }
    }
    Ok((claims, doubts))
}

/// A formula that [`Claim::text`] wrote, about a program.
///
/// # Errors
/// What is wrong with it.
pub fn claim(loaded: &Loaded, ladder: Ladder, formula: &str) -> Result<Claim, Diagnostics> {
    let text = Source::new("formula", formula);
    let mut remarks = Diagnostics::new(&text);
    let spoken = Spoken { source: &loaded.source, program: &loaded.program, ladder };
    Claim::read(&text, parse::Manner::Standard, spoken, &mut remarks).ok_or(remarks)
}

fn counts_steps(text: &Source) -> Diagnostic {
    let span = Span::new(0, text.bytes().len());
    Diagnostic::error("next", span, "the formula speaks of the next step, by `X`")
        .label("it counts the statements of the program as it is written")
        .hint("`--next` says that this is meant")
}
