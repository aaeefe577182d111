//! Lemmas about predicates, in text.

use super::Ground;
use crate::lang::program::ProcId;
use crate::logic::text::{INFIX, text};
use crate::pds::proof::Moment;
use crate::summaries::instances::said::Said;
use crate::verdict::names::Names;

/// A lemma about a procedure in text: over the values at the entry, `old(…)`, and behind; and what names in it stand for.
pub(crate) fn lemma_text(said: &Said, procedure: ProcId, ground: &Ground<'_>) -> (String, Vec<String>) {
    let names = Names::of(ground.program, procedure);
    let name = |input| match Moment::of(input) {
        Moment::Entered(slot) => format!("old({})", names.slot(slot)),
        Moment::Now(slot) => names.slot(slot).to_string(),
    };
    let said = text(&INFIX, &said.formulas, &[said.formula], name);
    let parts = said.parts.into_iter().map(|(name, part)| format!("{name}={part}")).collect();
    (said.roots.concat(), parts)
}
