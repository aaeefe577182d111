//! What the engine did, as it is stored and shown.

mod step;
mod words;

pub use step::Step;

use super::event::{Event, Said, Value};
use crate::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Mark, Page, Plan, Scene, Sentence, StepPredicate, Telling,
    predicate_drawing, predicate_plan,
};
use crate::engine::event::Told;
use crate::logic::formula::Formula;
use crate::logic::text::{INFIX, Text, text};
use crate::pds::proof::Moment;
use crate::summaries::predicate::Named;
use crate::verdict::names::Names;
use schemars::JsonSchema;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};

/// How runs of the engine are told.
pub(super) const TELLING: Telling = Telling {
    account,
    schema: Step::json_schema,
    page: Page { pane: include_str!("page/pane.html"), scripts: &[include_str!("page/predicates.js")] },
};

/// The room that what is known of a predicate takes.
const COUNTS: usize = 30;

fn account(told: &[Told], ground: &Ground<'_>) -> Accounted {
    let steps = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Step::Reached { target }),
        Told::Step(step) => (&**step as &dyn Any).downcast_ref().map(|event| step_of(event, ground)),
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

fn step_of(event: &Event, ground: &Ground<'_>) -> Step {
    match event {
        Event::Turn { targets } => Step::Turn { targets: targets.clone() },
        &Event::Level { bound } => Step::Level { bound },
        &Event::Probed { bound, has_ended } => Step::Probed { bound, is_answered: has_ended },
        &Event::Pushed { level, moved } => Step::Pushed { level, moved },
        &Event::Inductive { level } => Step::Inductive { level },
        Event::Asked { predicate, bound, cube } => {
            let [entered, now] = sides(predicate, cube, ground);
            Step::Asked { predicate: predicate.into(), bound: *bound, entered, now }
        }
        Event::Blocked { predicate, level, cube } => {
            let [entered, now] = sides(predicate, cube, ground);
            Step::Clause { predicate: predicate.into(), level: *level, entered, now }
        }
        Event::Fact { predicate, said } => {
            let names = Names::of(ground.program, predicate.predicate.procedure());
            let Said { formulas, guard, values } = &**said;
            let name = |input| match Moment::of(input) {
                Moment::Entered(slot) | Moment::Now(slot) => names.slot(slot),
            };
            let roots: Vec<Formula> =
                [*guard].into_iter().chain(values.iter().filter_map(|&(_, value)| value)).collect();
            let Text { roots, parts } = text(&INFIX, formulas, &roots, name);
            let mut roots = roots.into_iter();
            let entered = roots.next().filter(|_| *guard != Formula::TRUE);
            let now = values.iter().map(|&(slot, value)| {
                let value = value.and_then(|_| roots.next()).unwrap_or_else(|| "*".into());
                format!("{}={value}", names.slot(slot))
            });
            let now = now.collect();
            let r#where = parts.into_iter().map(|(name, part)| format!("{name}={part}")).collect();
            Step::Fact { predicate: predicate.into(), entered, now, r#where }
        }
    }
}

/// The values of a cube: those at the entry, and those behind.
fn sides(predicate: &Named, cube: &[Value], ground: &Ground<'_>) -> [Vec<String>; 2] {
    let names = Names::of(ground.program, predicate.predicate.procedure());
    let mut sides = [Vec::new(), Vec::new()];
    for &(moment, value) in cube {
        let (side, slot) = match moment {
            Moment::Entered(slot) => (0, slot),
            Moment::Now(slot) => (1, slot),
        };
        sides[side].push(format!("{}={}", names.slot(slot), u8::from(value)));
    }
    sides
}

/// The predicates that steps are about, in the order in which they come up: so more steps change no number.
fn predicates(steps: &[Step]) -> Vec<StepPredicate> {
    let mut seen = BTreeSet::new();
    steps.iter().filter_map(Step::predicate).filter(|&predicate| seen.insert(predicate)).collect()
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        steps.iter().map(|step| words::sentence(step, scene).into()).collect()
    }

    fn plan(steps: &[Step], scene: Scene<'_>) -> Plan {
        let predicates = predicates(steps);
        predicate_plan(&predicates, COUNTS, scene)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        let predicates = predicates(steps);
        let mut known: BTreeMap<StepPredicate, [usize; 2]> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Fact { predicate, .. } => known.entry(*predicate).or_default()[0] += 1,
                Step::Clause { predicate, .. } => known.entry(*predicate).or_default()[1] += 1,
                _ => {}
            }
        }
        let touched = steps.last().and_then(Step::predicate);
        let known = predicates.iter().map(|&predicate| {
            let [facts, clauses] = known.get(&predicate).copied().unwrap_or_default();
            let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
            let counts = format!("{}, {}", plural(facts, "fact"), plural(clauses, "clause"));
            (counts, if touched == Some(predicate) { Mark::New } else { Mark::Plain })
        });
        predicate_drawing(&predicates, known.collect(), scene)
    }
}
