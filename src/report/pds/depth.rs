//! How high the stacks of a system become.

use super::run::{self, RunDocument};
use super::{Input, SCHEMA_VERSION};
use crate::engine::saturation::explicit::Height;
use crate::lang::source::Source;
use crate::pds::explicit::{Lowered, PushdownSystem};
use serde::Serialize;
use std::fmt;

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct HeightDocument {
    schema_version: u32,
    input: Input,
    /// The most symbols on a stack; nothing if there is no bound.
    height: Option<usize>,
    /// How many symbols the stack has to which the run leads.
    reached: usize,
    /// A shortest run to that stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunDocument>,
}

/// The height as a document.
pub fn document(system: &PushdownSystem, source: &Source, lowered: &Lowered, height: &Height) -> HeightDocument {
    let (bound, run) = match height {
        Height::Bounded(height, run) => (Some(*height), run.as_deref()),
        Height::Unbounded(run) => (None, Some(&**run)),
    };
    HeightDocument {
        schema_version: SCHEMA_VERSION,
        input: Input::of(source),
        height: bound,
        reached: run.map_or(0, |(_, replayed)| replayed.end.stack.len()),
        run: run.map(|(run, replayed)| run::document(system, lowered, run, replayed)),
    }
}

impl HeightDocument {
    /// The most symbols on a stack; nothing if there is no bound.
    pub fn height(&self) -> Option<usize> {
        self.height
    }
}

impl fmt::Display for HeightDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.height {
            Some(height) => writeln!(f, "height {height}")?,
            None => writeln!(
                f,
                "height unbounded (a run was replayed to a stack of {}, on which one head began twice)",
                self.reached
            )?,
        }
        writeln!(f, "evidence: checked")?;
        match self.height {
            Some(height) => writeln!(f, "depth: BOUNDED {height}"),
            None => writeln!(f, "depth: UNBOUNDED"),
        }
    }
}
