//! What the engine did, as it is stored and shown.

mod step;
mod words;

pub use step::{LemmaFate, Step};

use super::event::{Event, Fate};
use crate::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Mark, Page, Plan, Scene, Sentence, StepPredicate, Telling, lemma_text,
    predicate_drawing, predicate_plan,
};
use crate::engine::event::Told;
use crate::summaries::predicate::Named;
use schemars::JsonSchema;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};

/// How runs of the engine are told.
pub(super) const TELLING: Telling = Telling {
    account,
    schema: Step::json_schema,
    page: Page { pane: include_str!("page/pane.html"), scripts: &[include_str!("page/instances.js")] },
};

/// The room that what is known of a predicate takes.
const COUNTS: usize = 40;

fn account(told: &[Told], ground: &Ground<'_>) -> Accounted {
    let steps = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Step::Reached { target }),
        Told::Step(step) => (&**step as &dyn Any).downcast_ref().map(|event| step_of(event, ground)),
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

fn step_of(event: &Event, ground: &Ground<'_>) -> Step {
    let all = |leaves: &[(usize, Named)]| -> (Vec<usize>, Vec<StepPredicate>) {
        leaves.iter().map(|(leaf, named)| (*leaf, StepPredicate::from(named))).unzip()
    };
    match event {
        &Event::Turn { target } => Step::Property { target },
        Event::Begun { predicate } => Step::Root { predicate: predicate.into() },
        Event::Run { leaves } => {
            let (leaves, begins) = all(leaves);
            Step::Run { leaves, begins }
        }
        Event::NoRun { blocked } => {
            let (leaves, without) = all(blocked);
            Step::NoRun { leaves, without }
        }
        Event::Expanded { node, first, predicate, depth, children } => Step::Expanded {
            instance: *node,
            first: *first,
            predicate: predicate.into(),
            depth: *depth,
            children: children.iter().map(|(child, _)| child.into()).collect(),
            summary: children.iter().map(|&(_, is_known)| is_known).collect(),
        },
        Event::Lemma { predicate, said, fate } => {
            let (says, r#where) = lemma_text(said, predicate.predicate.procedure(), ground);
            Step::Lemma {
                predicate: predicate.into(),
                fate: match fate {
                    Fate::Sure => LemmaFate::Sure,
                    Fate::Kept => LemmaFate::Kept,
                    Fate::Dropped => LemmaFate::Dropped,
                    Fate::Carried => LemmaFate::Carried,
                    Fate::Seed => LemmaFate::Seed,
                },
                says,
                r#where,
            }
        }
        Event::Again => Step::Again,
    }
}

/// The predicates that steps are about, in the order in which they come up: so more steps change no number.
fn predicates(steps: &[Step]) -> Vec<StepPredicate> {
    let mut seen = BTreeSet::new();
    steps.iter().flat_map(Step::predicates).filter(|&predicate| seen.insert(predicate)).collect()
}

/// What stands for the instances of a predicate, and what is known of it.
#[derive(Clone, Copy, Default)]
struct Known {
    inline: usize,
    leaves: usize,
    summaries: usize,
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        steps.iter().map(|step| words::sentence(step, scene).into()).collect()
    }

    fn plan(steps: &[Step], scene: Scene<'_>) -> Plan {
        predicate_plan(&predicates(steps), COUNTS, scene)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        let predicates = predicates(steps);
        let mut known: BTreeMap<StepPredicate, Known> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Expanded { predicate, children, .. } => {
                    let known_of = known.entry(*predicate).or_default();
                    known_of.inline += 1;
                    known_of.leaves = known_of.leaves.saturating_sub(1);
                    children.iter().for_each(|child| known.entry(*child).or_default().leaves += 1);
                }
                Step::Lemma { predicate, fate, .. } if *fate != LemmaFate::Dropped => {
                    known.entry(*predicate).or_default().summaries += 1;
                }
                Step::Again | Step::Root { .. } | Step::Property { .. } => {
                    known.values_mut().for_each(|known| (known.inline, known.leaves) = (0, 0));
                }
                _ => {}
            }
        }
        let touched = steps.last().map(Step::predicates).unwrap_or_default();
        let known = predicates.iter().map(|predicate| {
            let Known { inline, leaves, summaries } = known.get(predicate).copied().unwrap_or_default();
            let text = match summaries {
                0 => format!("{inline} inline, {leaves} havoc"),
                1 => format!("{inline} inline, {leaves} by summary; 1 lemma"),
                summaries => format!("{inline} inline, {leaves} by summary; {summaries} lemmas"),
            };
            (text, if touched.contains(predicate) { Mark::New } else { Mark::Plain })
        });
        predicate_drawing(&predicates, known.collect(), scene)
    }
}
