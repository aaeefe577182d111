//! What the engine did, as it is stored and shown.

mod step;
mod tree;
mod words;

pub use step::{LemmaFate, Step};

use super::event::{Event, Fate};
use crate::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Page, Plan, Scene, Sentence, StepPredicate, Telling, lemma_text,
};
use crate::engine::event::Told;
use crate::summaries::predicate::Named;
use schemars::JsonSchema;
use std::any::Any;

/// How runs of the engine are told.
pub(super) const TELLING: Telling =
    Telling { account, schema: Step::json_schema, page: Page { pane: "", scripts: &[] } };

fn account(told: &[Told], ground: &Ground<'_>) -> Accounted {
    let steps = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Step::Reached { target }),
        Told::Step(step) => (&**step as &dyn Any).downcast_ref().map(|event| step_of(event, ground)),
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

fn step_of(event: &Event, ground: &Ground<'_>) -> Step {
    let all = |named: &[Named]| named.iter().map(StepPredicate::from).collect();
    match event {
        &Event::Turn { target } => Step::Property { target },
        Event::Begun { first, helper } => Step::Begun { predicate: first.into(), helper: *helper },
        &Event::Asked { is_blocked, is_found: true, ref leaves } => {
            Step::Run { blocked: is_blocked, begins: leaves.clone() }
        }
        &Event::Asked { is_blocked, is_found: false, ref leaves } => {
            Step::NoRun { blocked: is_blocked, without: leaves.clone() }
        }
        &Event::Inlined { node, chain, first, ref children } => {
            Step::Inlined { instance: node, chain, first, children: all(children) }
        }
        Event::Lemma { predicate, said, fate } => {
            let (says, r#where) = lemma_text(said, predicate.predicate.procedure(), ground);
            let fate = match fate {
                Fate::Sure => LemmaFate::Sure,
                Fate::Inductive => LemmaFate::Inductive,
                Fate::Dropped => LemmaFate::Dropped,
            };
            Step::Lemma { predicate: predicate.into(), fate, says, r#where }
        }
        Event::LeftOut => Step::LeftOut,
        &Event::Helper { depth, cubes, holds } => Step::Helper { depth, cubes, holds },
    }
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        words::sentences(steps, scene)
    }

    fn plan(steps: &[Step], scene: Scene<'_>) -> Plan {
        tree::plan(steps, scene)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        tree::drawing(steps, scene)
    }
}
