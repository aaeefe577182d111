//! Heads that are there again and again.
//!
//! A *station* is a place at which runs that go on for ever come by again and again, and a head here is a station with the values of all variables that matter there. If a run that
//! goes on for ever does something again and again, then some head is *repeating*: from it a run leads to it again, in the same activation or in one above, and does that on the way
//! (Esparza, Hansel, Rossmanith and Schwoon, CAV 2000). An engine that keeps sets of states finds out whether one is, without a copy of any variable.

use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::logic::formula::{Formula, Formulas};
use crate::pds::Slot;
use crate::pds::passes::Prepared;
use serde::Serialize;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Stations {
    /// The stations.
    pub all: Vec<Station>,
    /// The heads that are asked for have one of these lists of values.
    pub within: Vec<Vec<(Slot, bool)>>,
    /// The global that says whether that which is to be done was done since the activation came by a station; nothing, if it always is.
    pub done: Option<Slot>,
    /// Whether levels are to say why none repeats.
    pub levels: bool,
}

/// A station.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Where it is. Each circle of a procedure goes through one, and so does each of the calls of recursive procedures: at their entries.
    pub at: LocId,
    /// Stations between which a run can go to and fro have the same.
    pub component: usize,
    /// A local that does not matter.
    pub beside: Option<Slot>,
}

/// A head that repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeating {
    /// The index of its station.
    pub station: usize,
    /// The values there, as far as they matter.
    pub values: Vec<(Slot, bool)>,
}

/// What is known of the heads that are reached.
#[derive(Clone, Debug)]
pub enum Found {
    /// One repeats.
    Repeating(Repeating),
    /// None does.
    None {
        /// For each station how high the heads there are; nothing if there are too many levels, or nobody has asked for them. From one head to the next the level does not fall, and
        /// it rises if that which is to be done is done on the way.
        levels: Option<Vec<Level>>,
    },
}

/// How high heads of a station are: a number.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// The graph of the formulas, which are over [inputs of slots](Slot::input).
    pub formulas: Formulas,
    /// The bits of the number, the lowest first; of none it is 0.
    pub bits: Vec<Formula>,
}

/// What it took to find that out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// How many stations were looked at.
    pub stations: u64,
    /// How often heads were left out.
    pub rounds: u64,
    /// How often the successors of a set of heads were computed.
    pub successors: u64,
}

/// What finds a repeating head, or that there is none.
pub type FindRepeating = fn(&Prepared, &Stations, &Budget) -> Result<(Found, Effort), StopReason>;

/// How an engine finds heads that repeat.
#[derive(Clone, Copy, Debug)]
pub struct RepeatFinder {
    /// What finds one.
    pub find: FindRepeating,
    /// The variant of the engine that asks this.
    pub variant: &'static str,
}
