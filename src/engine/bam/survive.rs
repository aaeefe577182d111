//! What survives a refinement: all that does not depend on what is tracked anew.
//!
//! An increment dies with its place, with its block, or with one of its premises. What is alive stays; what leads to where something died
//! is looked at again, and so is what was pending when the search broke off: that is a part of the table.

use super::domain::{Changed, Domain};
use super::places::Place;
use super::plan::Plan;
use super::table::{Cause, Increment, IncrementId, Spot, Table, Wait};
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::pds::{RuleKind, SymbolicPds};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What is kept from one round to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cache {
    /// What does not depend on what has changed.
    #[default]
    Lazy,
    /// Blocks in which nothing has changed, nor in those that they call.
    Block,
    /// Nothing.
    Off,
}

impl Cache {
    /// All of them.
    pub const ALL: [Cache; 3] = [Cache::Lazy, Cache::Block, Cache::Off];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Cache::Lazy => "lazy",
            Cache::Block => "block",
            Cache::Off => "off",
        }
    }
}

/// How many increments were kept, and how many were dropped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survived {
    /// Kept.
    pub kept: usize,
    /// Dropped.
    pub dropped: usize,
}

/// What has changed as a block changes as a whole, with all that call it.
pub fn by_block(pds: &SymbolicPds, changed: &Changed) -> Changed {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); pds.procedures.len()];
    for rule in pds.rules() {
        if let RuleKind::Expansion { callee, .. } = rule.kind {
            callers[callee.index()].push(pds.procedure_of(rule.from).index());
        }
    }
    let places = || (0..Place::count(pds)).map(|number| Place::numbered(number, pds));
    let touched = places().filter(|place| changed.places[place.number(pds)]).map(|place| place.procedure(pds).index());
    let mut open: Vec<usize> = touched.collect();
    let mut anew = vec![false; pds.procedures.len()];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut anew[block], true) {
            open.extend(&callers[block]);
        }
    }
    Changed { places: places().map(|place| anew[place.procedure(pds).index()]).collect(), anew }
}

/// Takes out of the tables what depends on what has changed.
///
/// # Errors
/// If a limit strikes.
pub fn survive<D: Domain>(
    table: &mut Table<D>,
    domain: &mut D,
    plan: &Plan<'_>,
    changed: &Changed,
) -> Result<Survived, StopReason> {
    let old = std::mem::replace(table, Table::new(plan.pds.procedures.len()));
    let fate = Fate::of(&old, plan.pds, changed);
    let again = fate.again(&old, plan.pds);
    // Those that live, by their new numbers.
    let mut numbers: Vec<Option<IncrementId>> = vec![None; old.increments.len()];
    let mut count = 0;
    for (number, is_dead) in fate.dead.iter().enumerate() {
        if !is_dead {
            numbers[number] = Some(IncrementId(count));
            count += 1;
        }
    }
    let renumbered = |id: IncrementId| numbers[id.index()].unwrap_or(id);
    let waits = fate.waits(&old, plan.pds, &again);
    let survived = Survived { kept: count as usize, dropped: old.increments.len() - count as usize };
    for (block, entries) in old.entries.into_iter().enumerate() {
        table.entries[block] = entries.filter(|_| !fate.is_left[block]);
    }
    for (block, list) in old.waits.into_iter().enumerate() {
        let alive = list.into_iter().enumerate().filter(|(index, _)| waits.contains(&(block, *index)));
        table.waits[block] = alive.map(|(_, wait)| Wait { from: renumbered(wait.from), ..wait }).collect();
    }
    let unchanged = old.known.into_iter().filter(|(spot, _)| !fate.lost.contains(spot));
    table.known = unchanged.collect();
    for (number, Increment { spot, set, cause, merged }) in old.increments.into_iter().enumerate() {
        let Some(id) = numbers[number] else { continue };
        let is_part = merged.is_some_and(|into| !fate.dead[into.index()]);
        let is_whole = matches!(cause, Cause::Merged(_));
        if fate.lost.contains(&spot) && !is_whole {
            let total = match table.known.get(&spot).cloned() {
                Some(known) => domain.join(&known, &set)?,
                None => set.clone(),
            };
            table.known.insert(spot, total);
        }
        match spot {
            Spot::Hit(block, target) => table.hits[block.index()].entry(target).or_default().push(id),
            Spot::At(place) if again.contains(&IncrementId(number as u32)) => {
                table.pending.entry(place).or_default().push(id);
            }
            Spot::At(Place::Exit(block)) if !is_part => table.exits[block.index()].push(id),
            Spot::At(_) => {}
        }
        if let Spot::At(Place::At(location)) = spot
            && !is_whole
        {
            let block = plan.pds.procedure_of(location);
            if plan.target_map.at(location).iter().any(|&target| fate.lost.contains(&Spot::Hit(block, target))) {
                table.unhit.push(id);
            }
        }
        let merged = merged.filter(|_| is_part).map(renumbered);
        table.increments.push(Increment { spot, set, cause: cause.renumbered(renumbered), merged });
    }
    Ok(survived)
}

/// Who is dead.
struct Fate<'a> {
    changed: &'a Changed,
    /// Which increments are dead.
    dead: Vec<bool>,
    /// The spots that have changed, or have lost an increment.
    lost: BTreeSet<Spot>,
    /// Blocks of which it is not known any more with what they are entered.
    is_left: Vec<bool>,
    /// Blocks of which some hits are lost.
    unhit: FxHashSet<ProcId>,
}

impl<'a> Fate<'a> {
    fn of<D: Domain>(table: &Table<D>, pds: &SymbolicPds, changed: &'a Changed) -> Fate<'a> {
        let is_changed = |spot: Spot| {
            let place = match spot {
                Spot::At(place) => changed.places[place.number(pds)],
                Spot::Hit(..) => false,
            };
            place || changed.anew[spot.block(pds).index()]
        };
        let mut dead = vec![false; table.increments.len()];
        let places = (0..Place::count(pds)).map(|number| Spot::At(Place::numbered(number, pds)));
        let mut lost: BTreeSet<Spot> =
            places.chain(table.known.keys().copied()).filter(|&spot| is_changed(spot)).collect();
        let mut is_left = changed.anew.clone();
        for (number, increment) in table.increments.iter().enumerate() {
            if is_changed(increment.spot) || increment.cause.premises().any(|premise| dead[premise.index()]) {
                dead[number] = true;
                match increment.cause {
                    Cause::Merged(_) => {}
                    Cause::Entered => {
                        is_left[increment.spot.block(pds).index()] = true;
                        lost.insert(increment.spot);
                    }
                    _ => _ = lost.insert(increment.spot),
                }
            }
        }
        let unhit = lost.iter().filter_map(|spot| match spot {
            Spot::Hit(block, _) => Some(*block),
            Spot::At(_) => None,
        });
        Fate { changed, dead, unhit: unhit.collect(), lost, is_left }
    }

    fn is_lost(&self, place: Place) -> bool {
        self.lost.contains(&Spot::At(place))
    }

    /// Whether what calls here has to call again.
    fn calls_again(&self, callee: ProcId, behind: Place, caller: ProcId) -> bool {
        self.is_left[callee.index()]
            || self.changed.anew[callee.index()]
            || self.is_lost(behind)
            || self.unhit.contains(&caller)
    }

    /// The increments that are to be looked at again.
    fn again<D: Domain>(&self, table: &Table<D>, pds: &SymbolicPds) -> FxHashSet<IncrementId> {
        let pending: FxHashSet<IncrementId> = table.pending.values().flatten().copied().collect();
        // Whether what is known at a location has to be looked at again, once for each location.
        let mut leads: BTreeMap<Place, bool> = BTreeMap::new();
        let mut again = FxHashSet::default();
        for (number, increment) in table.increments.iter().enumerate() {
            let id = IncrementId(number as u32);
            let Spot::At(place) = increment.spot else { continue };
            if self.dead[number] || increment.merged.is_some_and(|into| !self.dead[into.index()]) {
                continue;
            }
            let is_again = pending.contains(&id) || increment.merged.is_some() || {
                *leads.entry(place).or_insert_with(|| self.leads_to_lost(place, pds))
            };
            if is_again {
                again.insert(id);
            }
        }
        again
    }

    fn leads_to_lost(&self, place: Place, pds: &SymbolicPds) -> bool {
        let Place::At(location) = place else { return false };
        let mut rules = pds.rules_from(location).map(|id| pds.rule(id));
        rules.any(|rule| {
            let behind = Place::behind(rule, pds);
            match rule.kind {
                RuleKind::Expansion { callee, .. } => self.calls_again(callee, behind, place.procedure(pds)),
                _ => self.is_lost(behind),
            }
        })
    }

    /// The waits that live, by block and index: not those of callers that are looked at again.
    fn waits<D: Domain>(
        &self,
        table: &Table<D>,
        pds: &SymbolicPds,
        again: &FxHashSet<IncrementId>,
    ) -> FxHashSet<(usize, usize)> {
        let mut alive = FxHashSet::default();
        for (block, waits) in table.waits.iter().enumerate() {
            for (index, wait) in waits.iter().enumerate() {
                let behind = Place::behind(&pds.rules()[wait.rule as usize], pds);
                let caller = behind.procedure(pds);
                let is_over = self.dead[wait.from.index()]
                    || again.contains(&wait.from)
                    || self.calls_again(ProcId::from_index(block), behind, caller);
                if !is_over {
                    alive.insert((block, index));
                }
            }
        }
        alive
    }
}
