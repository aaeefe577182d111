//! The rules between the stations of one component.

use crate::engine::repeat::Stations;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{RuleKind, SymbolicPds};
use rustc_hash::{FxHashMap, FxHashSet};

/// How locations are joined.
pub(super) struct Flow {
    /// For each location the rules that leave it.
    rules: Vec<Vec<u32>>,
    /// For each location those from which the same activation comes there: by a step, or with a call that returns.
    before: Vec<Vec<LocId>>,
    /// For each location with which a procedure begins those from where it is called.
    callers: FxHashMap<LocId, Vec<LocId>>,
}

impl Flow {
    /// That of a system, in which these procedures return.
    pub fn of(pds: &SymbolicPds, returns: impl Fn(ProcId) -> bool) -> Flow {
        let none = || vec![Vec::new(); pds.locations.len()];
        let mut flow =
            Flow { rules: vec![Vec::new(); pds.locations.len()], before: none(), callers: FxHashMap::default() };
        for (number, rule) in pds.rules().iter().enumerate() {
            flow.rules[rule.from.index()].push(number as u32);
            match rule.kind {
                RuleKind::Neutration { to } => flow.before[to.index()].push(rule.from),
                RuleKind::Expansion { callee, to } => {
                    if returns(callee) {
                        flow.before[to.index()].push(rule.from);
                    }
                    let first = pds.procedures[callee.index()].entry;
                    flow.callers.entry(first).or_default().push(rule.from);
                }
                RuleKind::Contraction => {}
            }
        }
        flow
    }

    /// The rules that leave a location.
    pub fn rules(&self, from: LocId) -> &[u32] {
        &self.rules[from.index()]
    }
}

/// The locations of runs between stations of one component.
pub(super) struct Region {
    inside: FxHashSet<LocId>,
    stations: FxHashSet<LocId>,
}

impl Region {
    /// The locations from which a run comes to some of these stations before it comes to another one.
    pub fn of(flow: &Flow, stations: &Stations, members: &[usize], is_station: impl Fn(LocId) -> bool) -> Region {
        let ends: FxHashSet<LocId> = members.iter().map(|&index| stations.all[index].at).collect();
        let mut inside = ends.clone();
        let mut open: Vec<LocId> = members.iter().map(|&index| stations.all[index].at).collect();
        while let Some(location) = open.pop() {
            let callers = flow.callers.get(&location).filter(|_| ends.contains(&location));
            for &before in flow.before[location.index()].iter().chain(callers.into_iter().flatten()) {
                // A run that comes by another station is one that goes on from there.
                if !is_station(before) && inside.insert(before) {
                    open.push(before);
                }
            }
        }
        Region { inside, stations: ends }
    }

    /// Whether a location is between stations, or one of them.
    pub fn has(&self, location: LocId) -> bool {
        self.inside.contains(&location)
    }

    /// Whether a procedure that begins at this location begins with a station.
    pub fn is_entered(&self, first: LocId) -> bool {
        self.stations.contains(&first)
    }
}
