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
//! Then to each head of Z a path leads on which something is done again and again, and there are finitely many. So some head repeats if and only if Z is not empty. To find one
//! ([`repeating`](Search::repeating)), take any of them and all that it comes to in Z. If it comes to itself with something done, it is one. If not, either some repeat among what it comes to, or some do among the others.

mod region;

use super::CONTROL;
use super::automaton::{Automaton, Edge};
use super::relations::Relations;
use super::search::{Directed, Post};
use super::tries::{Plan, Tries};
use crate::budget::{Budget, StopReason};
use crate::engine::repeat::{Repeating, Stations};
use crate::lang::cfg::LocId;
use crate::logic::bdd::{BddId, Columns, Limits, TooManyColumns};
use crate::pds::passes::Prepared;
use crate::pds::{PdsProcedure, RuleKind, Slot, SymbolicPds};
use crate::relational::frames::Frames;
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::states::value;
use crate::relational::variables::{Columns as WhichColumns, Variables};
use region::{Flow, Region};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A head that repeats, if there is one.
///
/// # Errors
/// The limit that was hit.
pub(super) fn repeating(
    system: &Prepared,
    stations: &Stations,
    budget: &Budget,
) -> Result<Option<Repeating>, StopReason> {
    let live = Live::of(system);
    let variables = Variables::new(&system.pds, &live, WhichColumns::Read, budget)?;
    let tries = Tries::new(false, Order::default(), budget, system.pds.rules().len());
    for (plan, nodes) in tries {
        let Plan::Static(order) = plan else { continue };
        let unsupported = |too_many: TooManyColumns| StopReason::Unsupported(too_many.to_string());
        let frames = Frames::new(&system.pds, &variables.ordered(&[], order, budget)?).map_err(unsupported)?;
        let limits = Limits { budget: budget.clone(), nodes };
        let relations = Relations::new(&system.pds, live.clone(), frames, limits).map_err(unsupported)?;
        match Search::new(relations, stations, budget).and_then(|mut search| search.all()) {
            Err(StopReason::Nodes) => {}
            found => return found,
        }
    }
    Err(StopReason::Nodes)
}

/// Heads: for the index of a station states there. Nothing is there at one that is left out.
type Heads = BTreeMap<usize, BddId>;

/// The successors of a set of heads.
#[derive(Default)]
struct Successors {
    all: Heads,
    /// Those on the way to which something is done.
    done: Heads,
}

/// A search under way.
struct Search<'a, 'p> {
    relations: Relations<'p>,
    stations: &'a Stations,
    budget: &'a Budget,
    automaton: Automaton<BddId>,
    /// For each procedure that returns the relation of its entries and returns.
    summaries: Vec<Option<BddId>>,
    flow: Flow,
    /// In which order locations are looked at.
    ranks: Vec<u32>,
    /// For each location its station.
    station_at: FxHashMap<LocId, usize>,
    /// For each station the columns that do not matter there.
    beside: Vec<Columns>,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(mut relations: Relations<'p>, stations: &'a Stations, budget: &'a Budget) -> Result<Self, StopReason> {
        let pds = relations.pds;
        let control = pds.control();
        let mut post = Post::new(pds, &control, &[]);
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
        relations.keep(automaton.transitions().iter().map(|transition| transition.weight));
        let beside = stations.all.iter().map(|station| {
            let procedure = pds.procedure_of(station.at);
            let slots = stations.done.into_iter().chain(station.beside);
            let columns: Vec<_> =
                slots.filter_map(|slot| Some(relations.frames.copies(procedure, slot)?.now)).collect();
            relations.bdds.column_set(columns)
        });
        let beside = beside.collect();
        let station_at = stations.all.iter().enumerate().map(|(index, station)| (station.at, index)).collect();
        let ranks = crate::relational::ranks::forward(pds).symbols;
        Ok(Search { relations, stations, budget, automaton, summaries, flow, ranks, station_at, beside })
    }

    /// One that repeats in any component.
    fn all(&mut self) -> Result<Option<Repeating>, StopReason> {
        let mut weights: FxHashMap<LocId, Vec<BddId>> = FxHashMap::default();
        for transition in self.automaton.leaving(CONTROL).iter().map(|&id| self.automaton.transition(id)) {
            let location = transition.edge.symbol.map(|symbol| LocId::from_index(symbol as usize));
            let at_station = location.filter(|location| self.station_at.contains_key(location));
            at_station.into_iter().for_each(|at| weights.entry(at).or_default().push(transition.weight));
        }
        let mut components: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, station) in self.stations.all.iter().enumerate() {
            components.entry(station.component).or_default().push(index);
        }
        for stations in components.into_values() {
            let is_station = |location: LocId| self.station_at.contains_key(&location);
            let region = Region::of(&self.flow, self.stations, &stations, is_station);
            let mut reached = Heads::new();
            for &station in &stations {
                let weights = weights.remove(&self.stations.all[station].at).unwrap_or_default();
                let states = self.reached(station, &weights)?;
                add(&mut self.relations, &mut reached, station, states)?;
            }
            let hull = self.hull(&region, reached)?;
            if !hull.is_empty() {
                return self.repeating(&region, hull).map(Some);
            }
        }
        Ok(None)
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

    /// The greatest set of these heads of which each is, in it, behind something that is done and is itself behind such a thing, and so on.
    fn hull(&mut self, region: &Region, mut heads: Heads) -> Result<Heads, StopReason> {
        while !heads.is_empty() {
            let successors = self.successors(region, &heads)?;
            let mut behind = self.both(&successors.done, &heads)?;
            // If something is done always, what is behind these heads comes to itself in the next rounds.
            let mut news = if self.stations.done.is_some() { behind.clone() } else { Heads::new() };
            while !news.is_empty() {
                let next = self.successors(region, &news)?.all;
                news = self.both(&next, &heads)?;
                self.drop(&mut news, &behind)?;
                self.join(&mut behind, &news)?;
            }
            if behind == heads {
                break;
            }
            heads = behind;
        }
        Ok(heads)
    }

    /// One of these heads that repeats; they are a [`hull`](Search::hull), and not empty.
    fn repeating(&mut self, region: &Region, mut heads: Heads) -> Result<Repeating, StopReason> {
        loop {
            let Some((station, values, one)) = self.pick(&heads) else {
                return Err(StopReason::Unsupported("heads of which none repeats".into()));
            };
            let from = Heads::from([(station, one)]);
            // What it comes to, and what it comes to with something done.
            let (mut passed, mut done) = (Heads::new(), Heads::new());
            let (mut news, mut news_done) = (from.clone(), Heads::new());
            while !news.is_empty() || !news_done.is_empty() {
                let first = self.successors(region, &news)?;
                let second = self.successors(region, &news_done)?.all;
                news_done = self.both(&first.done, &heads)?;
                let second = self.both(&second, &heads)?;
                self.join(&mut news_done, &second)?;
                self.drop(&mut news_done, &done)?;
                self.join(&mut done, &news_done)?;
                if self.stations.done.is_some() {
                    news = self.both(&first.all, &heads)?;
                } else {
                    news.clear();
                }
                self.drop(&mut news, &passed)?;
                self.join(&mut passed, &news)?;
                if !self.both(&done, &from)?.is_empty() {
                    return Ok(Repeating { station, values });
                }
            }
            self.join(&mut passed, &done)?;
            let mut others = heads;
            self.drop(&mut others, &passed)?;
            self.drop(&mut others, &from)?;
            self.drop(&mut passed, &from)?;
            heads = self.hull(region, passed)?;
            if heads.is_empty() {
                heads = self.hull(region, others)?;
            }
        }
    }

    /// The heads of a component to which these lead next.
    fn successors(&mut self, region: &Region, heads: &Heads) -> Result<Successors, StopReason> {
        let mut successors = Successors::default();
        // The states at locations that are still to be looked at, in the order of ranks.
        let mut waiting: FxHashMap<LocId, BddId> = FxHashMap::default();
        let mut queue = BinaryHeap::new();
        for (&station, &states) in heads {
            let at = self.stations.all[station].at;
            waiting.insert(at, states);
            queue.push(Reverse((self.ranks[at.index()], at)));
        }
        while let Some(Reverse((_, at))) = queue.pop() {
            self.budget.poll()?;
            let Some(states) = waiting.remove(&at) else { continue };
            for rule in self.flow.rules(at).to_vec() {
                for (to, states) in self.step(region, rule, states)? {
                    if let Some(&station) = self.station_at.get(&to) {
                        self.arrive(&mut successors, station, states)?;
                        continue;
                    }
                    let known = waiting.get(&to).copied();
                    if known.is_none() {
                        queue.push(Reverse((self.ranks[to.index()], to)));
                    }
                    waiting.insert(to, self.relations.bdds.or(known.unwrap_or(BddId::FALSE), states)?);
                }
            }
        }
        Ok(successors)
    }

    /// Where a rule leads from these states, as far as it stays within.
    fn step(&mut self, region: &Region, rule: u32, states: BddId) -> Result<Vec<(LocId, BddId)>, StopReason> {
        let pds: &SymbolicPds = self.relations.pds;
        let mut behind = Vec::new();
        match pds.rules()[rule as usize].kind {
            RuleKind::Neutration { to } if region.has(to) => behind.push((to, self.relations.apply(states, rule)?)),
            RuleKind::Expansion { callee, to } => {
                let first = pds.procedures[callee.index()].entry;
                let summary = self.summaries[callee.index()].filter(|_| region.has(to));
                if summary.is_none() && !region.is_entered(first) {
                    return Ok(behind);
                }
                let calling = self.relations.apply(states, rule)?;
                if region.is_entered(first) {
                    let entries = self.relations.entries_of(calling)?;
                    let begun = self.relations.begin(callee, entries)?;
                    behind.push((first, self.relations.bdds.exists(begun, self.relations.entered)?));
                }
                if let Some(summary) = summary {
                    behind.push((to, self.relations.resumed(calling, summary, to)?));
                }
            }
            RuleKind::Neutration { .. } | RuleKind::Contraction => {}
        }
        behind.retain(|(_, states)| !states.is_false());
        Ok(behind)
    }

    /// These states come to a station.
    fn arrive(&mut self, successors: &mut Successors, station: usize, states: BddId) -> Result<(), StopReason> {
        let procedure = self.relations.pds.procedure_of(self.stations.all[station].at);
        let done = self.stations.done.and_then(|slot| self.relations.frames.copies(procedure, slot));
        let done = match done {
            Some(copies) => {
                let is_done = self.relations.bdds.literal(copies.now, true);
                self.relations.bdds.and(states, is_done)?
            }
            None => states,
        };
        for (into, states) in [(&mut successors.all, states), (&mut successors.done, done)] {
            let states = self.relations.bdds.exists(states, self.beside[station])?;
            add(&mut self.relations, into, station, states)?;
        }
        Ok(())
    }

    /// One of these heads, with its values and as a set.
    fn pick(&mut self, heads: &Heads) -> Option<(usize, Vec<(Slot, bool)>, BddId)> {
        let (&station, &states) = heads.iter().next()?;
        let picked = self.relations.bdds.pick(states)?;
        let beside = self.relations.bdds.members(self.beside[station]).to_vec();
        let columns = self.relations.columns_now(self.stations.all[station].at).into_iter();
        let columns: Vec<_> = columns.filter(|(_, column)| !beside.contains(column)).collect();
        let literals: Vec<_> = columns.iter().map(|&(_, column)| (column, value(&picked, column))).collect();
        let one = self.relations.bdds.cube(&literals);
        Some((station, columns.iter().map(|&(slot, column)| (slot, value(&picked, column))).collect(), one))
    }

    /// What is in both.
    fn both(&mut self, a: &Heads, b: &Heads) -> Result<Heads, StopReason> {
        let mut both = Heads::new();
        for (&station, &states) in a {
            if let Some(&others) = b.get(&station) {
                let states = self.relations.bdds.and(states, others)?;
                add(&mut self.relations, &mut both, station, states)?;
            }
        }
        Ok(both)
    }

    /// Takes some away.
    fn drop(&mut self, from: &mut Heads, known: &Heads) -> Result<(), StopReason> {
        for (station, &known) in known {
            if let Some(states) = from.get_mut(station) {
                *states = self.relations.bdds.diff(*states, known)?;
            }
        }
        from.retain(|_, states| !states.is_false());
        Ok(())
    }

    /// Adds some.
    fn join(&mut self, to: &mut Heads, more: &Heads) -> Result<(), StopReason> {
        for (&station, &states) in more {
            add(&mut self.relations, to, station, states)?;
        }
        Ok(())
    }
}

/// Adds states of a station.
fn add(relations: &mut Relations<'_>, to: &mut Heads, station: usize, states: BddId) -> Result<(), StopReason> {
    if !states.is_false() {
        let known = to.get(&station).copied().unwrap_or(BddId::FALSE);
        to.insert(station, relations.bdds.or(known, states)?);
    }
    Ok(())
}
