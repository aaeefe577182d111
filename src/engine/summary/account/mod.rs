//! What the engine did, as it is stored and shown.

mod step;
mod table;
mod words;

pub use step::{Step, StepBody};
pub use table::Summaries;

use super::event::{Event, Taken, Unit};
use crate::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Mark, Page, Plan, Scene, Sentence, Telling, call_graph, call_plan,
};
use crate::engine::event::Told;
use schemars::JsonSchema;
use std::any::Any;

/// How runs of the engine are told.
pub(super) const TELLING: Telling = Telling {
    account,
    schema: Step::json_schema,
    page: Page {
        pane: include_str!("page/pane.html"),
        scripts: &[include_str!("page/summaries.js"), include_str!("page/tree.js")],
    },
};

fn account(told: &[Told], _: &Ground<'_>) -> Accounted {
    let steps = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Step::Reached { target }),
        Told::Step(step) => (&**step as &dyn Any).downcast_ref().map(Step::from),
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

impl From<&Event> for Step {
    fn from(event: &Event) -> Step {
        match event {
            Event::Turn { targets } => Step::Turn { targets: targets.clone() },
            &Event::Asked { body: own, is_open, nodes, is_found } => {
                Step::Asked { body: own.into(), is_open, nodes, is_found }
            }
            Event::Spurious { body: own, path, taken } => {
                let at = |taken: &Taken| match taken {
                    Taken::Rounds { head } => head.index(),
                    Taken::Call { at, .. } => at.index(),
                };
                let path = path.iter().map(|location| location.index()).collect();
                Step::Spurious { body: (*own).into(), path, taken: taken.iter().map(at).collect() }
            }
            Event::Refined { procedure } => Step::Refined { procedure: procedure.index() },
            Event::Replaced { at, callee } => Step::Replaced { at: at.index(), callee: callee.index() },
            Event::Unrolled { head, rounds } => Step::Unrolled { head: head.index(), rounds: *rounds },
            Event::Closed { head } => Step::Closed { head: head.index() },
            Event::Nested { procedure, depth } => Step::Nested { procedure: procedure.index(), depth: *depth },
            Event::Completed { procedure, holds } => Step::Completed { procedure: procedure.index(), holds: *holds },
            Event::Settled { procedure, is_real } => Step::Settled { procedure: procedure.index(), is_real: *is_real },
            &Event::Summarised { body: own, nodes, is_projected } => {
                Step::Summarised { body: own.into(), nodes, is_projected }
            }
            Event::Forgotten { body: own } => Step::Forgotten { body: (*own).into() },
        }
    }
}

impl From<Unit> for StepBody {
    fn from(body: Unit) -> StepBody {
        StepBody { procedure: body.procedure.index(), level: body.level, is_closed: body.is_closed }
    }
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        steps.iter().map(|step| words::sentence(step, scene).into()).collect()
    }

    fn plan(_: &[Step], scene: Scene<'_>) -> Plan {
        call_plan(scene.system)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        let table = Summaries::after(steps);
        let touched = match steps.last() {
            Some(Step::Refined { procedure } | Step::Nested { procedure, .. } | Step::Settled { procedure, .. }) => {
                Some(*procedure)
            }
            Some(
                Step::Asked { body, .. }
                | Step::Spurious { body, .. }
                | Step::Summarised { body, .. }
                | Step::Forgotten { body },
            ) => Some(body.procedure),
            Some(Step::Unrolled { head, .. } | Step::Closed { head }) => scene.system.symbols[*head].procedure,
            _ => None,
        };
        let mark = |procedure| if touched == Some(procedure) { Mark::New } else { Mark::Plain };
        call_graph(scene.system, |procedure| (words::procedure_state(&table, procedure), mark(procedure)))
    }
}
