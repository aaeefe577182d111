//! Each step of the engine in a sentence.

use super::step::{Step, StepBody};
use super::table::Summaries;
use crate::engine::account::Scene;

/// What happens in a step.
pub(super) fn sentence(step: &Step, scene: Scene<'_>) -> String {
    match step {
        Step::Reached { target } => scene.reached(*target),
        Step::Turn { targets } => {
            let numbers: Vec<String> = targets.iter().map(|target| (target + 1).to_string()).collect();
            let plural = if numbers.len() == 1 { "property" } else { "properties" };
            format!("the turn of {plural} {}", numbers.join(", "))
        }
        Step::Asked { body, is_open, nodes, is_found } => {
            let with =
                if *is_open { "if all that is over-approximated is taken" } else { "without over-approximations" };
            let answer = if *is_found { "yes" } else { "no" };
            format!("is there a run of {} {with}? {answer} ({})", body_name(scene, body), counted(*nodes))
        }
        Step::Spurious { body, taken, .. } => {
            let places: Vec<String> = taken.iter().map(|&at| scene.place(at)).collect();
            format!(
                "the run of {} is spurious: it takes what is over-approximated at {}",
                body_name(scene, body),
                places.join(", ")
            )
        }
        Step::Refined { procedure } => format!("{} is looked into", scene.procedure(*procedure)),
        Step::Replaced { at, callee } => {
            format!("the call of {} at {} is no longer over-approximated", scene.procedure(*callee), scene.place(*at))
        }
        Step::Unrolled { head, rounds } => {
            let plural = if *rounds == 1 { "round" } else { "rounds" };
            format!("the loop at {} is unrolled to {rounds} {plural}", scene.place(*head))
        }
        Step::Closed { head } => {
            format!("any number of rounds of the loop at {} is known as a relation", scene.place(*head))
        }
        Step::Nested { procedure, depth } => {
            format!("the recursion of {} is nested to depth {depth}", scene.procedure(*procedure))
        }
        Step::Completed { procedure, holds: true } => {
            format!("the recursion of {} need not be nested deeper", scene.procedure(*procedure))
        }
        Step::Completed { procedure, holds: false } => {
            format!("it is open again how deep the recursion of {} is to be nested", scene.procedure(*procedure))
        }
        Step::Settled { procedure, is_real } => {
            let can = if *is_real { "can end" } else { "cannot end" };
            format!("{} {can} as its caller's run has it", scene.procedure(*procedure))
        }
        Step::Summarised { body, nodes, is_projected } => {
            let kind = if *is_projected { "a relation" } else { "its formulas" };
            format!("the summary of {}: {kind} ({})", body_name(scene, body), counted(*nodes))
        }
        Step::Forgotten { body } => {
            format!("the summary of {} is dropped: what is below it changed", body_name(scene, body))
        }
    }
}

fn body_name(scene: Scene<'_>, body: &StepBody) -> String {
    let name = scene.procedure(body.procedure);
    match (body.level, body.is_closed) {
        (0, _) => name.to_string(),
        (level, false) => format!("{name}, nested {level} deep"),
        (level, true) => format!("{name}, nested {level} deep and no deeper"),
    }
}

/// What is known of a procedure, in a few words.
pub(super) fn procedure_state(table: &Summaries, procedure: usize) -> String {
    if !table.refined.contains(&procedure) {
        return "\u{3a3}\u{2605}".to_string();
    }
    let known = table.known.iter().filter(|(body, _)| body.procedure == procedure).map(|(_, known)| known).next_back();
    let depth = table.depths.get(&procedure).map_or(String::new(), |depth| format!(", depth {depth}"));
    match known {
        Some((nodes, true)) => format!("relation, {}{depth}", counted(*nodes)),
        Some((nodes, false)) => format!("formulas, {}{depth}", counted(*nodes)),
        None => format!("looked into{depth}"),
    }
}

fn counted(nodes: usize) -> String {
    format!("{nodes} node{}", if nodes == 1 { "" } else { "s" })
}
