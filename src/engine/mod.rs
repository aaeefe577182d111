//! Engines: each decides which targets of a symbolic pushdown system can be reached.
//!
//! All stand behind one door, [`Engine::run`], and none names another. What an engine meets on its way
//! it tells an [`Observer`]; who counts, prints or draws is not its business.

mod event;
pub mod explicit;
pub mod saturation;
mod spec;
pub mod summary;

pub use event::{Body, Event, Observer, Silent, Taken, Weight, When};
pub use spec::{EngineSpec, Selection, SpecError};

use crate::budget::{Budget, StopReason};
use crate::pds::Target;
use crate::pds::derivation::Derivation;
use crate::pds::passes::{PassSet, Prepared};
use crate::pds::proof::Proof;
use serde::Serialize;

/// What an engine found out about one target.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It is reached, like this.
    Reached(Box<Derivation>),
    /// It is not reached.
    Unreachable,
    /// Not known.
    Unknown(StopReason),
    /// It is reached, but the engine cannot say how: a bug of the engine. The text says where.
    Lost(String),
}

/// Why an engine gives no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// What it knows is none.
    Unable,
    /// A limit was hit.
    Stopped(StopReason),
}

impl From<StopReason> for NoProof {
    fn from(reason: StopReason) -> NoProof {
        NoProof::Stopped(reason)
    }
}

/// What an engine found out.
#[derive(Clone, Debug)]
pub struct Findings {
    /// One for each target, in the same order.
    pub targets: Vec<Finding>,
    /// If some are not reached, what proves that of all of them.
    pub proof: Option<Result<Proof, NoProof>>,
    /// What it cost.
    pub stats: Stats,
}

/// Counters of a run: those of the engine that ran.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stats {
    /// Of the explicit engine.
    Explicit(explicit::ExplicitStats),
    /// Of the saturation engine.
    Saturation(saturation::SaturationStats),
    /// Of the summary engine.
    Summary(summary::SummaryStats),
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Until the first target is reached.
    First,
    /// Until each target is decided.
    All,
}

/// An engine.
pub trait Engine {
    /// Its name, as users write it.
    fn name(&self) -> &'static str;

    /// The passes that it wants before it.
    fn passes(&self) -> PassSet {
        PassSet::default()
    }

    /// Decides the targets. A limit of the budget that strikes takes nothing back that was found before.
    fn run(
        &mut self,
        system: &Prepared,
        targets: &[Target],
        extent: Extent,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Findings;
}
