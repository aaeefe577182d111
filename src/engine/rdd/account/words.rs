//! Each step of the engine in a sentence.

use super::step::{LemmaFate, Step};
use super::tree::Instances;
use crate::engine::account::{Scene, Sentence};

/// What happens in each step.
pub(super) fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
    let mut instances = Instances::default();
    let sentence = |step: &Step| {
        instances.read(step);
        sentence(step, &instances, scene).into()
    };
    steps.iter().map(sentence).collect()
}

fn sentence(step: &Step, instances: &Instances, scene: Scene<'_>) -> String {
    match step {
        Step::Reached { target } => scene.reached(*target),
        Step::Property { target } => format!("the turn of property {}", target + 1),
        Step::Begun { predicate, helper: None } => {
            format!("a tree begins: instance 0 is \u{2018}{}\u{2019}, a leaf", predicate.name(scene))
        }
        Step::Begun { predicate, helper: Some(depth) } => format!(
            "a helper assertion: if recursion ends at depth {depth}, nothing is violated; instance 0 is \u{2018}{}\u{2019}",
            predicate.name(scene)
        ),
        Step::Run { begins, .. } if begins.is_empty() => "there is a run through bodies alone: it is real".into(),
        Step::Run { begins, .. } => format!("there is a run, if this can be: {}", instances.listed(begins, scene)),
        Step::NoRun { without, .. } if without.is_empty() => "there is no run, whatever the leaves do".into(),
        Step::NoRun { without, .. } => format!("there is no run without {}", instances.listed(without, scene)),
        Step::Inlined { instance, chain, first, children } => {
            let mut text =
                format!("the body of {}, at the end of a chain of {chain}", instances.named(*instance, scene));
            if !children.is_empty() {
                let children: Vec<usize> = (*first..first + children.len()).collect();
                text += &format!(", with the leaves {}", instances.listed(&children, scene));
            }
            text
        }
        Step::Lemma { predicate, fate, says, r#where } => {
            let parts = if r#where.is_empty() { String::new() } else { format!(", where {}", r#where.join(", ")) };
            let what = match fate {
                LemmaFate::Sure => "at any depth",
                LemmaFate::Inductive => "a candidate, and at any depth, since it follows from itself",
                LemmaFate::Dropped => "a candidate, which does not follow from itself, and is dropped",
            };
            format!("{}: {says}{parts} ({what})", predicate.when(scene))
        }
        Step::LeftOut => "what that says of single calls costs more than to unwind, and is left out".into(),
        Step::Helper { depth, cubes, holds } => {
            let what = if *holds { "holds, and what it says of calls is kept" } else { "is given up" };
            format!("the helper assertion for depth {depth}, of {cubes} cubes of entries, {what}")
        }
    }
}
