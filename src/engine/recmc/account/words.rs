//! Each step of the engine in a sentence.

use super::step::Step;
use crate::engine::account::{Scene, StepKind, StepPredicate};

/// What happens in a step.
pub(super) fn sentence(step: &Step, scene: Scene<'_>) -> String {
    match step {
        Step::Reached { target } => scene.reached(*target),
        Step::Turn { targets } => {
            let numbers: Vec<String> = targets.iter().map(|target| (target + 1).to_string()).collect();
            let plural = if numbers.len() == 1 { "property" } else { "properties" };
            format!("the turn of {plural} {}", numbers.join(", "))
        }
        Step::Level { bound } => format!("can the target be reached {}?", within(*bound)),
        Step::Probed { bound, is_answered: true } => format!("a deeper bound was asked about: {}", within(*bound)),
        Step::Probed { bound, is_answered: false } => {
            format!("a deeper bound was tried, {}, and given up; what was learnt stays", within(*bound))
        }
        Step::Asked { predicate, bound, entered, now } => {
            format!("can {}, {}?", subject(*predicate, scene, entered, "", now, verbs(true)), within(*bound))
        }
        Step::Fact { predicate, entered, now, r#where } => {
            let entered: Vec<String> = entered.iter().cloned().collect();
            let parts = if r#where.is_empty() { String::new() } else { format!(", where {}", r#where.join(", ")) };
            format!("real: {}{parts}", subject(*predicate, scene, &entered, "", now, verbs(false)))
        }
        Step::Clause { predicate, level, entered, now } => {
            let so_far = match level {
                Some(level) => format!("so far: {}", within(*level)),
                None => "for good".into(),
            };
            format!("{} ({so_far})", subject(*predicate, scene, entered, "never ", now, verbs(false)))
        }
        Step::Pushed { level, moved } => {
            let plural = if *moved == 1 { "clause holds" } else { "clauses hold" };
            format!("of what is impossible {}, {moved} {plural} in one round more", within(*level))
        }
        Step::Inductive { level: Some(level) } => {
            format!(
                "all that is impossible {} is so in one round more: it follows from itself, so it is so for good",
                within(*level)
            )
        }
        Step::Inductive { level: None } => "what is impossible for good is enough".into(),
    }
}

/// The verbs of returning, coming to a place, and hitting: after `can`, or not.
fn verbs(is_infinitive: bool) -> [&'static str; 3] {
    if is_infinitive {
        ["return", "come to", "come to the target"]
    } else {
        ["returns", "comes to", "comes to the target"]
    }
}

/// A predicate with its arguments: `f, entered with p=1, returns with g=0`.
fn subject(
    predicate: StepPredicate,
    scene: Scene<'_>,
    entered: &[String],
    adverb: &str,
    now: &[String],
    [returns, comes, hits]: [&str; 3],
) -> String {
    let name = scene.procedure(predicate.procedure);
    let entered = match entered {
        [] => String::new(),
        values => format!(", entered with {},", values.join(" ")),
    };
    let now = match now {
        [] => String::new(),
        values => format!(" with {}", values.join(" ")),
    };
    match predicate.kind {
        StepKind::Returns => format!("{name}{entered} {adverb}{returns}{now}"),
        StepKind::At => {
            let head = predicate.head.map_or("?".into(), |head| scene.place(head));
            format!("{name}{entered} {adverb}{comes} {head}{now}")
        }
        StepKind::Hits => format!("{name}{entered} {adverb}{hits}"),
    }
}

/// A bound on loops and recursion.
fn within(bound: u32) -> String {
    match bound {
        0 => "without rounds of loops or recursion".into(),
        1 => "within 1 round".into(),
        bound => format!("within {bound} rounds"),
    }
}
