//! Each step of the engine in a sentence.

use super::step::{LemmaFate, Step};
use crate::engine::account::{Scene, StepPredicate};

/// What happens in a step.
pub(super) fn sentence(step: &Step, scene: Scene<'_>) -> String {
    match step {
        Step::Reached { target } => scene.reached(*target),
        Step::Property { target } => format!("the turn of property {}", target + 1),
        Step::Root { predicate } => format!("a tree with one instance, without a body: {}", predicate.name(scene)),
        Step::Run { begins, .. } if begins.is_empty() => "there is a run through bodies alone: it is real".into(),
        Step::Run { begins, .. } => format!("there is a run, if this can be: {}", StepPredicate::listed(begins, scene)),
        Step::NoRun { without, .. } if without.is_empty() => {
            "there is no run, whatever the calls without a body do: what is known is enough".into()
        }
        Step::NoRun { without, .. } => format!("there is no run without {}", StepPredicate::listed(without, scene)),
        Step::Expanded { predicate, depth, children, summary, .. } => {
            let stands = |known: bool| {
                let of = children.iter().zip(summary).filter(move |(_, summary)| **summary == known);
                of.map(|(child, _)| *child).collect::<Vec<_>>()
            };
            let mut text = format!("inline, at depth {depth}: the body of {}", predicate.name(scene));
            for (what, children) in [("with summaries for", stands(true)), ("with anything for", stands(false))] {
                if !children.is_empty() {
                    text += &format!(", {what} {}", StepPredicate::listed(&children, scene));
                }
            }
            text
        }
        Step::Lemma { predicate, fate, says, r#where } => {
            let parts = if r#where.is_empty() { String::new() } else { format!(", where {}", r#where.join(", ")) };
            let what = match fate {
                LemmaFate::Sure => "a summary",
                LemmaFate::Kept => "a summary, since it follows from itself",
                LemmaFate::Dropped => "only up to this depth, and dropped",
                LemmaFate::Carried => "a summary that was known before, and holds here",
                LemmaFate::Seed => "a summary to begin with",
            };
            format!("{}: {says}{parts} ({what})", predicate.when(scene))
        }
        Step::Again => "the tree is begun again, with the summaries that there are now".into(),
    }
}
