//! Engines: each decides which targets of a symbolic pushdown system can be reached.
//!
//! All stand behind one door, [`Engine::run`], and none names another: an engine is a folder here and a row of the [`registry`]. What
//! an engine meets on its way it tells an [`Observer`]; who counts, prints or draws is not its business.

pub mod account;
pub mod bam;
mod event;
pub mod explicit;
pub mod heads;
pub mod interpolation;
pub mod paths;
pub mod rdd;
pub mod recmc;
pub mod registry;
pub mod repeat;
pub mod saturation;
mod spec;
pub mod summary;
mod teller;
mod turns;

pub use event::{Event, Observer, Silent, Step, Told};
pub use spec::{AUTO, EngineSpec, Given, Refused, Selection, Setup, SpecError};

use crate::budget::{Budget, StopReason};
use crate::pds::Target;
use crate::pds::derivation::Derivation;
use crate::pds::lemmas::{Learnt, Lemmas};
use crate::pds::passes::{PassSet, Prepared};
use crate::pds::proof::Proof;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

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
    /// What it knows does not follow from itself, step by step.
    NotInductive,
    /// A limit was hit.
    Stopped(StopReason),
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::NotInductive => f.write_str("what the engine knows is not inductive"),
            NoProof::Stopped(reason) => write!(f, "the proof was stopped: {reason}"),
        }
    }
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
    /// If some are not reached, and that is to be proved, what proves it of all of them, or why nothing does. An engine whose row says that it
    /// [proves](registry::Capabilities::proves) nothing leaves it out.
    pub proof: Option<Result<Proof, NoProof>>,
    /// What it has learnt of single procedures, if that is wanted and the engine's row says that it [remembers](registry::Capabilities::remembers).
    pub learnt: Option<Learnt>,
    /// What it cost.
    pub stats: Stats,
}

/// Counters of a run, under the name of the engine that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    engine: &'static str,
    counters: Value,
    remark: Option<String>,
    took: Vec<(&'static str, Duration)>,
}

impl Stats {
    /// An engine's counters: whatever it counts, as a structure of numbers and words.
    pub fn of(engine: &'static str, counters: &impl Serialize) -> Stats {
        Stats { engine, counters: serde_json::to_value(counters).unwrap_or_default(), remark: None, took: Vec::new() }
    }

    /// The same with what whoever reads the verdict may want to know as well, as in `tracked: 2 of 3 variables`.
    #[must_use]
    pub fn with_remark(self, remark: String) -> Stats {
        Stats { remark: Some(remark), ..self }
    }

    /// The same with how long a part of the search took, as the clock of the budget has it. It is no counter, since it differs from run to run.
    #[must_use]
    pub fn with_took(mut self, part: &'static str, took: Duration) -> Stats {
        self.took.push((part, took));
        self
    }

    /// How long parts of the search took.
    pub fn took(&self) -> &[(&'static str, Duration)] {
        &self.took
    }

    /// What whoever reads the verdict may want to know as well.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// The counters, as the engine's own type.
    ///
    /// # Errors
    /// If they are another engine's.
    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        T::deserialize(&self.counters)
    }
}

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.engine, &self.counters)])
    }
}

/// What an engine is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The system.
    pub system: &'a Prepared,
    /// The targets: which of them can be reached?
    pub targets: &'a [Target],
    /// How many of them are to be decided.
    pub extent: Extent,
    /// Whether proofs are wanted of those that are not reached.
    pub wants_proof: bool,
    /// What was learnt of another system, perhaps, if what is learnt is wanted. Nothing of it need hold.
    pub lemmas: Option<&'a Lemmas>,
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

    /// The passes that run before it, if these are wanted.
    fn passes(&self, wanted: PassSet) -> PassSet {
        wanted
    }

    /// Decides the targets. A limit of the budget that strikes takes nothing back that was found before.
    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings;
}
