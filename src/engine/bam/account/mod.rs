//! What the engine did, as it is stored and shown.

mod blocks;
mod step;
mod words;

pub use step::{Step, TableSize};

use super::event::Event;
use super::places::Place;
use super::precision::{Scope, Unit};
use crate::engine::account::{AccountStep, Accounted, Drawing, Ground, Page, Plan, Scene, Sentence, Telling};
use crate::engine::event::Told;
use crate::lang::program::ProcId;
use crate::relational::frames::Vertex;
use crate::relational::order::listing;
use schemars::JsonSchema;
use std::any::Any;
use std::collections::BTreeMap;

/// How runs of the engine are told.
pub(super) const TELLING: Telling =
    Telling { account, schema: Step::json_schema, page: Page { pane: "", scripts: &[] } };

/// The names of variables.
type Names = BTreeMap<Vertex, String>;

fn account(told: &[Told], ground: &Ground<'_>) -> Accounted {
    let names: Names = listing::names(ground.program).into_iter().map(|(name, vertex)| (vertex, name)).collect();
    let steps = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Step::Reached { target }),
        Told::Step(step) => (&**step as &dyn Any).downcast_ref().map(|event| step_of(event, &names)),
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

fn step_of(event: &Event, names: &Names) -> Step {
    match event {
        &Event::Round { number } => Step::Round { round: number },
        &Event::Entered { block, is_new } => Step::Entered { block: block.index(), new: is_new },
        Event::Explored { tables } => {
            let size = |&(block, increments): &(ProcId, usize)| TableSize { block: block.index(), increments };
            Step::Explored { tables: tables.iter().map(size).collect() }
        }
        Event::Spurious { target, stack, steps } => {
            Step::Spurious { target: *target, stack: stack.iter().map(|block| block.index()).collect(), steps: *steps }
        }
        Event::Tracks { unit } => tracks(unit, names),
        &Event::Kept { kept, dropped } => Step::Kept { kept, dropped },
    }
}

fn tracks(unit: &Unit, names: &Names) -> Step {
    let variable = names.get(&unit.vertex).cloned().unwrap_or_else(|| match unit.vertex {
        Vertex::Global(index) => format!("global {index}"),
        Vertex::Local(_, index) => format!("local {index} of a loop"),
        Vertex::Result(_, index) => format!("result {index} of a loop"),
    });
    let (block, at) = match unit.scope {
        Scope::All => match unit.vertex {
            Vertex::Local(block, _) | Vertex::Result(block, _) => (Some(block.index()), None),
            Vertex::Global(_) => (None, None),
        },
        Scope::Procedure(block) | Scope::Place(Place::Exit(block)) => (Some(block.index()), None),
        Scope::Place(Place::At(location)) => (None, Some(location.index())),
    };
    Step::Tracks { variable, block, at }
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        steps.iter().map(|step| words::sentence(step, scene)).collect()
    }

    fn plan(_: &[Step], scene: Scene<'_>) -> Plan {
        blocks::plan(scene)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        blocks::drawing(steps, scene)
    }
}
