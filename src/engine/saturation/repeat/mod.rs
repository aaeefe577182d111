//! Heads that repeat, by sets of states.
//!
//! After post* the states at each station are known, and the summaries of procedures. The *successors* of a set of heads are found by applying the rules between stations to it, calls by
//! summaries; what is done on the way the system says itself. Then, in one component of stations after the other ([`hull`](Search::hull), forwards as in Emerson and Lei, 1986):
//!
//! ```text
//! Z := the heads that are reached
//! repeat
//!   Z := what is in Z and, with something done, a successor of Z; and what can be reached in Z from there
//! until Z stays the same
//! ```
//!
//! If Z becomes empty, no head repeats, and in which round a head was left out says why ([`rounds`]). A component with several stations is looked at by one of them after the other ([`nested`]).
//!
//! Then to each head of Z a path leads on which something is done again and again, and there are finitely many. So some head repeats if and only if Z is not empty. To find one
//! ([`repeating`](Search::repeating)), take any of them and all that it comes to in Z. If it comes to itself with something done, it is one. If not, either some repeat among what it comes to, or some do among the others.

mod heads;
mod hull;
mod levels;
mod nested;
mod region;
mod repeating;
mod rounds;
mod successors;
mod tidy;

use super::CONTROL;
use super::automaton::Edge;
use super::relations::Relations;
use super::search::{Directed, Post};
use super::whole;
use crate::budget::{Budget, StopReason};
use crate::engine::repeat::{Effort, Found, Stations};
use crate::lang::cfg::LocId;
use crate::logic::bdd::{BddId, Columns};
use crate::pds::PdsProcedure;
use crate::pds::analysis::ModRef;
use crate::pds::passes::Prepared;
use heads::{Heads, add};
use nested::Left;
use region::{Flow, Region};
use rounds::Numbers;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A head that repeats, or why none does.
///
/// # Errors
/// The limit that was hit.
pub(super) fn repeating(
    system: &Prepared,
    stations: &Stations,
    budget: &Budget,
) -> Result<(Found, Effort), StopReason> {
    whole::asked(system, budget, |relations| {
        let mut search = Search::new(relations, stations, budget)?;
        let found = search.all()?;
        Ok((found, search.effort))
    })
}

/// A search under way.
struct Search<'a, 'p> {
    relations: Relations<'p>,
    stations: &'a Stations,
    budget: &'a Budget,
    /// For each station the weights with which post* comes there, until its component's turn.
    weights: FxHashMap<LocId, Vec<BddId>>,
    /// For each procedure that returns the relation of its entries and returns.
    summaries: Vec<Option<BddId>>,
    flow: Flow,
    /// In which order locations are looked at.
    ranks: Vec<u32>,
    /// For each location its station.
    station_at: FxHashMap<LocId, usize>,
    /// For each station the columns that do not matter there.
    beside: Vec<Columns>,
    /// What procedures write.
    modified: ModRef,
    /// Whether rounds are told.
    tells: bool,
    /// Sets whose turn comes later.
    held: Vec<Heads>,
    effort: Effort,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(mut relations: Relations<'p>, stations: &'a Stations, budget: &'a Budget) -> Result<Self, StopReason> {
        let pds = relations.pds;
        let mut post = Post::new(pds, &[]);
        post.begin(&mut relations)?;
        while post.advance(&mut relations)?.is_some() {
            budget.check()?;
            if relations.garbage_due() {
                relations.keep(post.weights());
            }
        }
        let callees: FxHashMap<u32, u32> = post.callees().collect();
        let automaton = post.into_automaton();
        let summary = |procedure: &PdsProcedure| {
            let &state = callees.get(&(procedure.entry.index() as u32))?;
            let returned = automaton.find(Edge { from: CONTROL, symbol: None, to: state })?;
            Some(automaton.transition(returned).weight)
        };
        let summaries: Vec<Option<BddId>> = pds.procedures.iter().map(summary).collect();
        let flow = Flow::of(pds, |procedure| summaries[procedure.index()].is_some());
        let station_at: FxHashMap<LocId, usize> =
            stations.all.iter().enumerate().map(|(index, station)| (station.at, index)).collect();
        let mut weights: FxHashMap<LocId, Vec<BddId>> = FxHashMap::default();
        for transition in automaton.leaving(CONTROL).iter().map(|&id| automaton.transition(id)) {
            let location = transition.edge.symbol.map(|symbol| LocId::from_index(symbol as usize));
            let at_station = location.filter(|location| station_at.contains_key(location));
            at_station.into_iter().for_each(|at| weights.entry(at).or_default().push(transition.weight));
        }
        let beside = stations.all.iter().map(|station| {
            let procedure = pds.procedure_of(station.at);
            let slots = stations.done.into_iter().chain(station.beside);
            let columns: Vec<_> =
                slots.filter_map(|slot| Some(relations.frames.copies(procedure, slot)?.now)).collect();
            relations.bdds.column_set(columns)
        });
        let beside = beside.collect();
        let ranks = crate::relational::ranks::forward(pds).symbols;
        let modified = ModRef::written(pds);
        let (tells, held, effort) = (stations.levels, Vec::new(), Effort::default());
        Ok(Search {
            relations,
            stations,
            budget,
            weights,
            summaries,
            flow,
            ranks,
            station_at,
            beside,
            modified,
            tells,
            held,
            effort,
        })
    }

    /// One that repeats in any component.
    fn all(&mut self) -> Result<Found, StopReason> {
        let (mut heads, mut numbers) = (Heads::new(), self.tells.then(Numbers::new));
        let mut components: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, station) in self.stations.all.iter().enumerate() {
            components.entry(station.component).or_default().push(index);
        }
        for stations in components.into_values() {
            self.effort.stations += stations.len() as u64;
            let mut reached = Heads::new();
            for &station in &stations {
                let weights = self.weights.remove(&self.stations.all[station].at).unwrap_or_default();
                let states = self.reached(station, &weights)?;
                add(&mut self.relations, &mut reached, station, states)?;
            }
            self.hold([&reached]);
            self.join(&mut heads, &reached)?;
            match self.left(&stations, reached, 0)? {
                Left::Some(left) => return self.repeating(&self.region(&stations), left).map(Found::Repeating),
                Left::None(of_component) => {
                    // Each station is of one component, so that no set becomes another one.
                    self.hold(of_component.iter().flatten());
                    let joined =
                        numbers.zip(of_component).map(|(numbers, more)| self.beside_one_another(numbers, &more));
                    numbers = joined.transpose()?;
                }
            }
        }
        // That none repeats is known, whatever becomes of the levels.
        let levels = numbers.and_then(|numbers| self.levels(&heads, &numbers).ok().flatten());
        Ok(Found::None { levels })
    }

    /// The locations between these stations.
    fn region(&self, stations: &[usize]) -> Region {
        Region::of(&self.flow, self.stations, stations, |at| self.station_at.contains_key(&at))
    }

    /// The heads of a station that are reached, by the weights there.
    fn reached(&mut self, station: usize, weights: &[BddId]) -> Result<BddId, StopReason> {
        let location = self.stations.all[station].at;
        let states = self.relations.states_now(location, weights)?;
        let states = self.relations.bdds.exists(states, self.beside[station])?;
        let procedure = self.relations.pds.procedure_of(location);
        let mut within = BddId::FALSE;
        for values in &self.stations.within {
            let literals = values
                .iter()
                .filter_map(|&(slot, value)| Some((self.relations.frames.copies(procedure, slot)?.now, value)));
            let literals: Vec<_> = literals.collect();
            let one = self.relations.bdds.cube(&literals);
            within = self.relations.bdds.or(within, one)?;
        }
        Ok(self.relations.bdds.and(states, within)?)
    }
}
