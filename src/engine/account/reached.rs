//! The account of an engine that tells no steps.

use super::{AccountStep, Accounted, Drawing, Ground, Mark, Plan, Scene, Sentence, call_graph, call_plan};
use crate::engine::event::Told;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Reached {
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
}

/// Over-approximated: of a procedure of which nothing is told anything may be.
const UNTOLD: &str = "\u{3a3}\u{2605}";

pub(super) fn account(told: &[Told], _: &Ground<'_>) -> Accounted {
    let reached = told.iter().filter_map(|told| match told {
        &Told::Reached { target } => Some(Reached::Reached { target }),
        _ => None,
    });
    Accounted { states: Vec::new(), account: Box::new(reached.collect::<Vec<_>>()) }
}

pub(super) fn schema(generator: &mut SchemaGenerator) -> Schema {
    Reached::json_schema(generator)
}

impl AccountStep for Reached {
    fn sentences(steps: &[Reached], scene: Scene<'_>) -> Vec<Sentence> {
        steps.iter().map(|&Reached::Reached { target }| scene.reached(target).into()).collect()
    }

    fn plan(_: &[Reached], scene: Scene<'_>) -> Plan {
        call_plan(scene.system)
    }

    fn drawing(_: &[Reached], scene: Scene<'_>) -> Drawing {
        call_graph(scene.system, |_| (UNTOLD.to_string(), Mark::Plain))
    }
}
