//! One control-flow graph a procedure: locations, and edges that say what is done between them.
//!
//! A location is a point of the program, or one of two that the text does not show: behind a call, where
//! results wait to be stored, and behind a violated `assert` or `abortif`. All graphs stand in one array,
//! so a [`LocId`] is unique in the program.

mod build;

pub use build::build;
pub(crate) use build::within;

use super::program::{Expr, Place, ProcId, Program};
use std::sync::Arc;

/// A location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocId(pub(super) u32);

impl LocId {
    /// The location with this index.
    pub fn from_index(index: usize) -> LocId {
        LocId(index as u32)
    }

    /// The index in [`Cfg::locations`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a location stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Control is at the place, before its statement.
    At,
    /// The callee of the call at the place has returned; its results are not stored yet.
    Returned,
    /// The `assert` or `abortif` at the place is violated.
    Violated,
}

/// A location with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The place.
    pub place: Place,
    /// What the location is to it.
    pub role: Role,
}

/// What an edge does. The procedure's `enforce` belongs to the action where the statement is enforced.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Nothing, or for the entry: `enforce`.
    Pass,
    /// Goes on if the condition has the value.
    Guard(Expr, bool),
    /// What the statement at the place does to the state: assignment, `constrain`, `dead`.
    Update,
    /// Calls the procedure.
    Call(ProcId),
    /// Stores the results of the call.
    Store,
    /// Returns; such an edge leads back to its own location.
    Return,
}

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where it leads; for [`Action::Call`]: where control comes back to.
    pub to: LocId,
    /// What is done between the two locations.
    pub action: Action,
    /// The index of the target, for the edges of a `goto`; else 0.
    pub(crate) target: u32,
}

/// The control-flow graphs of a program.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// All locations, those of a procedure side by side: first its points in order. Systems that are made of the graphs have the same.
    pub locations: Arc<Vec<Location>>,
    edges: Vec<Edge>,
    /// Where the edges of each location begin, and the end of the last.
    first_edge: Vec<u32>,
    /// Where the locations of each procedure begin, and the end of the last.
    first_location: Vec<u32>,
}

impl Cfg {
    /// The edges that leave a location.
    pub fn edges(&self, from: LocId) -> &[Edge] {
        &self.edges[self.first_edge[from.index()] as usize..self.first_edge[from.index() + 1] as usize]
    }

    /// The edge with this number, all edges counted location by location, with the location that it leaves.
    pub(crate) fn edge(&self, number: usize) -> Option<(LocId, &Edge)> {
        let from = self.first_edge.partition_point(|&first| first as usize <= number).checked_sub(1)?;
        Some((LocId::from_index(from), self.edges.get(number)?))
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The location of a point.
    pub fn at(&self, place: Place) -> LocId {
        LocId(self.first_location[place.procedure.index()] + place.point.0)
    }

    /// The locations of a procedure.
    pub fn procedure(&self, procedure: ProcId) -> impl Iterator<Item = LocId> + use<> {
        (self.first_location[procedure.index()]..self.first_location[procedure.index() + 1]).map(LocId)
    }

    /// The location behind a violated `assert` or `abortif`.
    pub(crate) fn violated(&self, place: Place) -> Option<LocId> {
        let edges = self.edges(self.at(place));
        let wanted = Location { place, role: Role::Violated };
        edges.iter().map(|edge| edge.to).find(|to| self.locations[to.index()] == wanted)
    }

    /// A location in words: `main#3`, `main#3 returned`, `main#3 violated`.
    pub fn show(&self, program: &Program, id: LocId) -> String {
        let Location { place, role } = self.locations[id.index()];
        let suffix = match role {
            Role::At => "",
            Role::Returned => " returned",
            Role::Violated => " violated",
        };
        format!("{}{suffix}", program.show(place))
    }
}
