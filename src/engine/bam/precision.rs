//! What is tracked where.
//!
//! What is tracked at a place is a subset of what is live there. It only grows. A slot that is not tracked reads as a fresh choice.
//! Of the globals only those count as live in a procedure that it, or a procedure that it calls, reads or modifies: its callers
//! keep the others.

use super::places::Place;
use super::stats::Amount;
use crate::lang::program::ProcId;
use crate::pds::analysis::Liveness;
use crate::pds::analysis::slots::{SlotSet, SlotSets};
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, Slot, SymbolicPds};
use crate::relational::frames::Vertex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Where a slot is tracked that is needed at one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// Wherever it is live.
    #[default]
    Global,
    /// Wherever it is live in the same procedure.
    Procedure,
    /// There.
    Location,
}

impl Granularity {
    /// All of them.
    pub const ALL: [Granularity; 3] = [Granularity::Global, Granularity::Procedure, Granularity::Location];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Granularity::Global => "global",
            Granularity::Procedure => "procedure",
            Granularity::Location => "location",
        }
    }
}

/// A variable at some places: what is tracked, or not, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// The variable.
    pub vertex: Vertex,
    /// Where.
    pub scope: Scope,
}

/// Some places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Everywhere.
    All,
    /// In a procedure.
    Procedure(ProcId),
    /// At one place.
    Place(Place),
}

/// What is tracked.
pub struct Precision<'p> {
    system: &'p Prepared,
    granularity: Granularity,
    sets: SlotSets,
    /// What is live, by the number of the place.
    live: Vec<SlotSet>,
    /// The procedure that was called before a location.
    called: FxHashMap<Place, ProcId>,
    tracked: BTreeSet<Unit>,
    /// The places of a scope with a variable that is tracked there, to be looked at.
    wanted: FxHashMap<Scope, Wanted>,
    /// What is tracked, by the number of the place.
    at: Vec<SlotSet>,
    /// How many variables are live somewhere.
    variables: usize,
}

/// What is tracked of a scope.
#[derive(Clone, Debug, Default)]
struct Wanted {
    globals: SlotSet,
    locals: FxHashMap<ProcId, SlotSet>,
    results: FxHashMap<ProcId, SlotSet>,
}

impl<'p> Precision<'p> {
    /// Nothing is tracked.
    pub fn new(system: &'p Prepared, granularity: Granularity) -> Precision<'p> {
        let pds = &system.pds;
        let mut sets = system.live.sets().clone();
        let live = live(system, &mut sets);
        let called = pds.rules().iter().filter_map(|rule| match rule.kind {
            RuleKind::Expansion { callee, to } => Some((Place::At(to), callee)),
            _ => None,
        });
        let mut precision = Precision {
            system,
            granularity,
            sets,
            called: called.collect(),
            tracked: BTreeSet::new(),
            wanted: FxHashMap::default(),
            at: vec![SlotSet::EMPTY; live.len()],
            live,
            variables: 0,
        };
        precision.variables = precision.vertices().len();
        precision
    }

    /// The variables that are live somewhere. What the slots at a place stand for is the same at many places, which are looked at together.
    fn vertices(&mut self) -> FxHashSet<Vertex> {
        let pds = self.pds();
        let mut alike: FxHashMap<(ProcId, Option<ProcId>), (Place, SlotSet)> = FxHashMap::default();
        for number in 0..self.live.len() {
            let place = Place::numbered(number, pds);
            let of = (place.procedure(pds), self.called.get(&place).copied());
            let (_, all) = alike.entry(of).or_insert((place, SlotSet::EMPTY));
            *all = self.sets.union(*all, self.live[number]);
        }
        let slots = alike.values().flat_map(|&(place, all)| self.sets.iter(all).map(move |slot| (place, slot)));
        slots.map(|(place, slot)| self.unit(place, slot).vertex).collect()
    }

    fn pds(&self) -> &'p SymbolicPds {
        &self.system.pds
    }

    /// Whether a slot is live at a place.
    pub fn is_live(&self, place: Place, slot: Slot) -> bool {
        self.sets.contains(self.live[place.number(self.pds())], slot)
    }

    /// Whether a procedure may modify a global: else its callers keep it.
    pub fn is_modified(&self, procedure: ProcId, global: Slot) -> bool {
        let modref = &self.system.modref;
        modref.sets().contains(modref.modifies(procedure), global)
    }

    /// What is live at a place.
    pub fn live_at(&self, place: Place) -> impl Iterator<Item = Slot> + '_ {
        self.sets.iter(self.live[place.number(self.pds())])
    }

    /// What is tracked or not as a whole, of which a slot at a place is a part.
    fn unit(&self, place: Place, slot: Slot) -> Unit {
        let pds = self.pds();
        let vertex = match slot {
            Slot::Global(index) => Vertex::Global(index),
            Slot::Result(index) => {
                let callee = match place {
                    Place::Exit(procedure) => procedure,
                    Place::At(_) => self.called.get(&place).copied().unwrap_or_else(|| place.procedure(pds)),
                };
                Vertex::Result(callee, index)
            }
            Slot::Local(index) | Slot::Choice(index) => Vertex::Local(place.procedure(pds), index),
        };
        let scope = match (self.granularity, vertex) {
            (Granularity::Global, _) => Scope::All,
            (Granularity::Procedure, Vertex::Result(callee, _)) => Scope::Procedure(callee),
            (Granularity::Procedure, _) => Scope::Procedure(place.procedure(pds)),
            (Granularity::Location, _) => Scope::Place(place),
        };
        Unit { vertex, scope }
    }

    /// Whether a variable may be tracked at one place and not at another of the same procedure.
    pub fn is_by_place(&self) -> bool {
        self.granularity == Granularity::Location
    }

    /// What has to be tracked so that a slot keeps its value at these places of one activation, the last of which is where it is read.
    pub fn units(&self, passed: &[Place], slot: Slot) -> Vec<Unit> {
        let places = match self.granularity {
            Granularity::Location => passed,
            // It is one and the same for all of them.
            Granularity::Global | Granularity::Procedure => &passed[passed.len().saturating_sub(1)..],
        };
        let mut units: Vec<Unit> = places.iter().map(|&place| self.unit(place, slot)).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Whether it is tracked.
    pub fn is_tracked(&self, unit: Unit) -> bool {
        self.tracked.contains(&unit)
    }

    /// The variables that are tracked somewhere.
    pub fn variables(&self) -> FxHashSet<Vertex> {
        self.tracked.iter().map(|unit| unit.vertex).collect()
    }

    /// Tracks more. What comes out is the places where more is tracked than before.
    pub fn track(&mut self, units: &[Unit]) -> Vec<Place> {
        for &unit in units.iter().filter(|&&unit| self.tracked.insert(unit)) {
            let wanted = self.wanted.entry(unit.scope).or_default();
            let (set, slot) = match unit.vertex {
                Vertex::Global(index) => (&mut wanted.globals, Slot::Global(index)),
                Vertex::Local(procedure, index) => (wanted.locals.entry(procedure).or_default(), Slot::Local(index)),
                Vertex::Result(callee, index) => (wanted.results.entry(callee).or_default(), Slot::Result(index)),
            };
            let one = self.sets.singleton(slot);
            *set = self.sets.union(*set, one);
        }
        let mut changed = Vec::new();
        for number in 0..self.live.len() {
            let place = Place::numbered(number, self.pds());
            let wanted = self.wanted_at(place);
            let at = self.sets.intersection(self.live[number], wanted);
            if std::mem::replace(&mut self.at[number], at) != at {
                changed.push(place);
            }
        }
        changed
    }

    fn wanted_at(&self, place: Place) -> SlotSet {
        let procedure = place.procedure(self.pds());
        let callee = match place {
            Place::Exit(_) => Some(procedure),
            Place::At(_) => self.called.get(&place).copied(),
        };
        let scopes = match self.granularity {
            Granularity::Global => [Some(Scope::All), None],
            Granularity::Procedure => [Some(Scope::Procedure(procedure)), callee.map(Scope::Procedure)],
            Granularity::Location => [Some(Scope::Place(place)), None],
        };
        let [own, of_callee] = scopes.map(|scope| scope.and_then(|scope| self.wanted.get(&scope)));
        let globals = own.map_or(SlotSet::EMPTY, |wanted| wanted.globals);
        let locals = own.and_then(|wanted| wanted.locals.get(&procedure)).copied().unwrap_or_default();
        let results = of_callee.or(own).zip(callee).and_then(|(wanted, callee)| wanted.results.get(&callee));
        let results = results.copied().unwrap_or_default();
        SlotSet { globals: globals.globals, locals: locals.locals, results: results.results }
    }

    /// What is tracked, in the form of liveness.
    pub fn slots(&self) -> Liveness {
        let locations = self.pds().locations.len();
        Liveness::of(self.sets.clone(), self.at[..locations].to_vec(), self.at[locations..].to_vec())
    }

    /// What is tracked of that with which a block is entered: globals and parameters.
    pub fn given(&self, block: ProcId) -> Vec<Slot> {
        let pds = self.pds();
        let params = pds.procedures[block.index()].params;
        let tracked = self.sets.iter(self.at[Place::entry(block, pds).number(pds)]);
        tracked.filter(|slot| !matches!(slot, Slot::Local(index) if *index >= params)).collect()
    }

    /// How much is tracked.
    pub fn amount(&self) -> Amount {
        let all = |at: &[SlotSet]| at.iter().map(|&set| self.sets.len(set)).sum();
        Amount {
            variables: self.variables().len(),
            all_variables: self.variables,
            tracked: all(&self.at),
            live: all(&self.live),
        }
    }
}

/// What is live at each place. `sets` are those of liveness, or more.
fn live(system: &Prepared, sets: &mut SlotSets) -> Vec<SlotSet> {
    let (pds, modref, liveness) = (&system.pds, &system.modref, &system.live);
    // Procedures have few different sets of globals, and places few different ones of what is live.
    let mut same: FxHashMap<SlotSet, SlotSet> = FxHashMap::default();
    let mut known: FxHashMap<(SlotSet, SlotSet), SlotSet> = FxHashMap::default();
    let places = (0..Place::count(pds)).map(|number| Place::numbered(number, pds));
    let live = places.map(|place| {
        let procedure = place.procedure(pds);
        let mut globals = |slots: SlotSet, sets: &mut SlotSets| {
            *same.entry(slots).or_insert_with(|| {
                modref.sets().iter(slots).fold(SlotSet::EMPTY, |all, slot| {
                    let one = sets.singleton(slot);
                    sets.union(all, one)
                })
            })
        };
        let modified = globals(modref.modifies(procedure), sets);
        let (all, used) = match place {
            Place::At(location) => {
                let read = globals(modref.reads(procedure), sets);
                (liveness.at(location), sets.union(modified, read))
            }
            Place::Exit(procedure) => (liveness.exit(procedure), modified),
        };
        *known.entry((all, used)).or_insert_with(|| SlotSet { globals: sets.intersection(all, used).globals, ..all })
    });
    live.collect()
}
