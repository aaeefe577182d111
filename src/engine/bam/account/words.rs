//! Each step of the engine in a sentence.

use super::step::Step;
use crate::engine::account::{Scene, Sentence};

/// What happens in a step.
pub(super) fn sentence(step: &Step, scene: Scene<'_>) -> Sentence {
    let text = match step {
        Step::Reached { target } => scene.reached(*target),
        Step::Round { round } => format!("round {round}: the abstract program is explored"),
        Step::Entered { block, new: true } => {
            format!("{} is entered in a way that its table does not have yet", scene.procedure(*block))
        }
        Step::Entered { block, new: false } => format!("{} is called, and its table is used", scene.procedure(*block)),
        Step::Explored { tables } => {
            let entered = tables.len();
            let increments: usize = tables.iter().map(|table| table.increments).sum();
            format!(
                "what was looked for is found, or there is nothing more: {entered} tables with {increments} increments"
            )
        }
        Step::Spurious { target, stack, steps } => {
            let stack: Vec<&str> = stack.iter().map(|&block| scene.procedure(block)).collect();
            let (property, stack) = (target + 1, stack.join(" > "));
            format!("a run to property {property} that is none: {stack}; the formula has {steps} steps")
        }
        Step::Tracks { variable, block, at } => {
            let place = match (block, at) {
                (_, Some(at)) => format!("at {}", scene.place(*at)),
                (Some(block), None) => format!("in {}", scene.procedure(*block)),
                (None, None) => "wherever it is live".to_string(),
            };
            return Sentence {
                text: format!("{variable} is tracked from now on, {place}"),
                follows: true,
                below: Vec::new(),
            };
        }
        Step::Kept { kept, dropped } => format!("{kept} increments are kept, {dropped} dropped"),
    };
    text.into()
}
