//! The rules between the stations of one component.

use crate::engine::repeat::Stations;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::analysis::{ModRef, components};
use crate::pds::{RuleKind, Slot, SymbolicPds};
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

    /// Whether a procedure that is called begins at a location.
    pub fn is_called(&self, at: LocId) -> bool {
        self.callers.contains_key(&at)
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
        let mut region = Region { inside: ends.clone(), stations: ends };
        let mut open: Vec<LocId> = members.iter().map(|&index| stations.all[index].at).collect();
        while let Some(location) = open.pop() {
            for before in region.before(flow, location) {
                // A run that comes by another station is one that goes on from there.
                if !is_station(before) && region.inside.insert(before) {
                    open.push(before);
                }
            }
        }
        region
    }

    /// The components into which its stations fall, each before those to which it leads.
    pub fn parts(&self, flow: &Flow, stations: &Stations, members: &[usize]) -> Vec<Vec<usize>> {
        let numbers: FxHashMap<LocId, u32> = self.inside.iter().copied().zip(0..).collect();
        let mut before = vec![Vec::new(); numbers.len()];
        for (&location, &number) in &numbers {
            before[number as usize] = self.before(flow, location).filter_map(|at| numbers.get(&at).copied()).collect();
        }
        let station_at: FxHashMap<u32, usize> =
            members.iter().map(|&member| (numbers[&stations.all[member].at], member)).collect();
        let parts = components(&before, members.iter().map(|&member| numbers[&stations.all[member].at]));
        let parts = parts.into_iter().map(|part| part.iter().filter_map(|at| station_at.get(at).copied()).collect());
        parts.filter(|part: &Vec<usize>| !part.is_empty()).collect()
    }

    /// What is written on the way from its stations to its stations, if calls modify these globals.
    pub fn written(&self, flow: &Flow, pds: &SymbolicPds, modified: &ModRef) -> FxHashSet<Slot> {
        let (mut written, mut seen) = (FxHashSet::default(), self.stations.clone());
        let mut open: Vec<LocId> = self.stations.iter().copied().collect();
        while let Some(at) = open.pop() {
            for rule in flow.rules(at).iter().map(|&rule| &pds.rules()[rule as usize]) {
                let to = match rule.kind {
                    RuleKind::Neutration { to } => to,
                    RuleKind::Expansion { callee, to } => {
                        written.extend(modified.sets().iter(modified.modifies(callee)));
                        to
                    }
                    RuleKind::Contraction => continue,
                };
                written.extend(rule.transfer.updates.iter().map(|&(slot, _)| slot));
                if self.has(to) && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        written
    }

    /// From where a run comes to a location: in the same activation, or with a call to where an activation begins with a station.
    fn before<'f>(&self, flow: &'f Flow, location: LocId) -> impl Iterator<Item = LocId> + use<'f> {
        let callers = flow.callers.get(&location).filter(|_| self.is_entered(location));
        flow.before[location.index()].iter().chain(callers.into_iter().flatten()).copied()
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
