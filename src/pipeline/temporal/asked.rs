//! What is asked about runs as a whole.

use crate::lang::program::Program;
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::syntax::{Dialect, Ladder, Manner};
use crate::ltl::parse;
use crate::pipeline::{Failure, Loaded};
use crate::temporal::{Claim, Spoken};
use std::sync::Arc;

/// Statements about the runs of a program, and what counts as a run.
#[derive(Clone, Debug, Default)]
pub struct Temporal {
    /// The statements; they are asked instead of the default properties.
    pub asked: Vec<Asked>,
    /// Whether formulas may speak of the next position. Then each statement of the program counts, as it is written.
    pub counts_steps: bool,
    /// Whether runs that end count for nothing.
    pub only_infinite: bool,
    /// Whether formulas are read as Moped reads them, though the program is not: one that was made of a system has no dialect.
    pub as_moped: bool,
}

/// A statement about all runs, each a text with the name that it has in messages.
#[derive(Clone, Debug)]
pub enum Asked {
    /// That this formula holds.
    Formula(Source),
    /// That this automaton, in HOA or as a never claim, accepts none.
    Automaton(Source),
    /// That this monitor comes to no error.
    Monitor(Source),
}

/// The claims about a program, with what is doubtful about them.
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
    let as_moped = asked.as_moped || manner.dialect == Dialect::Moped;
    let reading = if as_moped { parse::Manner::Moped } else { parse::Manner::Undisputed };
    let spoken = Spoken { source, program, ladder: manner.ladder };
    for one in &asked.asked {
        let (Asked::Formula(text) | Asked::Automaton(text) | Asked::Monitor(text)) = one;
        let mut remarks = Diagnostics::new(text);
        let claim = match one {
            Asked::Formula(_) => Claim::read(text, reading, spoken, &mut remarks).filter(|claim| {
                // The steps of a system are its rules, whoever writes it.
                let is_allowed = asked.counts_steps || claim.is_about_a_system() || !claim.counts_steps();
                if !is_allowed {
                    remarks.push(counts_steps(text));
                }
                is_allowed
            }),
            Asked::Automaton(_) => Some(Claim::of_automaton(text, spoken).map_err(Failure::Rejected)?),
            Asked::Monitor(_) => Claim::of_monitor(text, spoken, &mut remarks),
        };
        remarks.sort();
        let Some(claim) = claim else { return Err(Failure::Rejected(remarks)) };
        if remarks.warnings() > 0 {
            doubts.push(remarks);
        }
        claims.push(Arc::new(claim));
    }
    Ok((claims, doubts))
}

/// What a property of a program claims that [`Claim::kind`] made; none if it is not about runs that go on for ever.
///
/// # Errors
/// What is wrong with it.
pub fn claim(loaded: &Loaded, ladder: Ladder, kind: &PropertyKind) -> Result<Option<Claim>, Diagnostics> {
    let spoken = Spoken { source: &loaded.source, program: &loaded.program, ladder };
    match kind {
        PropertyKind::Runs(Forbidden::Formula(formula)) => {
            let text = Source::new("formula", formula.as_str());
            let mut remarks = Diagnostics::new(&text);
            Claim::read(&text, parse::Manner::Standard, spoken, &mut remarks).map(Some).ok_or(remarks)
        }
        PropertyKind::Runs(Forbidden::Automaton { name, hoa }) => {
            Claim::of_automaton(&Source::new(name.as_str(), hoa.as_str()), spoken).map(Some)
        }
        PropertyKind::Runs(Forbidden::Monitor { name, text }) => {
            let text = Source::new(name.as_str(), text.as_str());
            let mut remarks = Diagnostics::new(&text);
            Claim::of_monitor(&text, spoken, &mut remarks).map(Some).ok_or(remarks)
        }
        _ => Ok(None),
    }
}

fn counts_steps(text: &Source) -> Diagnostic {
    let span = Span::new(0, text.bytes().len());
    Diagnostic::error("next", span, "the formula speaks of the next step, by `X`")
        .label("it counts the statements of the program as it is written")
        .hint("`--next` says that this is meant")
}
