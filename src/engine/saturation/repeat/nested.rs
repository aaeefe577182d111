//! Loops in loops: one station after the other is left out of what goes round.
//!
//! A run that goes on for ever passes one station of a component again and again, or, from some time on, that station no more and others only. So heads are left out first in the rounds of
//! the [`hull`](Search::hull) *through that station*, and if none is left, the others without it are looked at by themselves, each of the components into which they fall, in the same way. A head's level is then the
//! round of the outer station, and below it, as in a dictionary, the number of the component within, and its level there:
//!
//! ```text
//! from a head of the outer station to the next head            the outer round rises
//! between heads of others, within a component                  the outer round does not fall, the inner level does not fall, and rises where something is done
//! between heads of others, to another component                the outer round does not fall, the component's number rises
//! from a head of others to one of the outer station            the outer round does not fall, and its inner level is the highest
//! ```
//!
//! Where a loop runs in another one, the rounds of both are fewer than the rounds of all heads together by far, and their numbers are simple functions: of the outer counter, and of the inner one.

use super::Search;
use super::heads::Heads;
use super::hull::Through;
use super::region::Region;
use super::rounds::{Numbers, bit_of};
use crate::budget::StopReason;

/// How many times as many rounds as with what is reached there may be with more.
const MORE_ROUNDS: u32 = 4;

/// How many nodes that may take: it is not needed.
const ROOM: usize = 1 << 16;

/// Stations are left out one within the other so many times at most; each takes a bit of levels, and a recursion of the search.
const DEEPEST: u32 = 32;

/// What is left of the heads of some stations.
pub(super) enum Left {
    /// Some, of which one repeats.
    Some(Heads),
    /// None; the levels of all of them, unless there are too many.
    None(Option<Numbers>),
}

impl Search<'_, '_> {
    /// What is left of the heads of these stations, which form one component.
    pub fn left(&mut self, stations: &[usize], heads: Heads, depth: u32) -> Result<Left, StopReason> {
        let region = self.region(stations);
        let Some((outer, parts)) = self.outermost(stations).filter(|_| depth < DEEPEST) else {
            return self.left_by(stations, &region, heads, Through::Done);
        };
        let held = self.hold([&heads]);
        let rounds = match self.left_by(stations, &region, heads.clone(), Through::Station(outer))? {
            Left::None(rounds) => rounds,
            Left::Some(left) => {
                self.release(held);
                // Round the loop through the station something is done always, or perhaps never.
                return match self.stations.done {
                    None => Ok(Left::Some(left)),
                    Some(_) => self.left_by(stations, &region, heads, Through::Done),
                };
            }
        };
        let also_held = self.hold(rounds.iter().flatten());
        let mut within = Vec::new();
        for part in parts {
            let own: Heads = part.iter().filter_map(|station| Some((*station, *heads.get(station)?))).collect();
            match self.left(&part, own.clone(), depth + 1)? {
                Left::Some(left) => return Ok(Left::Some(left)),
                Left::None(numbers) => {
                    // They stay until the outer station's are released.
                    self.hold(numbers.iter().flatten());
                    within.push((own, numbers));
                }
            }
        }
        let outermost = heads.get(&outer).map(|&states| (outer, states)).into_iter().collect();
        let numbers = self.nest(rounds, within, &outermost)?;
        self.release(also_held);
        self.release(held);
        Ok(Left::None(numbers))
    }

    /// The first of these stations, and the components into which the others fall without it. Nothing, if there are no others, or if they are of procedures that call each other without it as
    /// well: one after the other would be left out, and levels would be as many.
    fn outermost(&self, stations: &[usize]) -> Option<(usize, Vec<Vec<usize>>)> {
        let outer = stations.iter().copied().min_by_key(|&station| self.rank(station))?;
        let others: Vec<usize> = stations.iter().copied().filter(|&station| station != outer).collect();
        let parts = self.region(&others).parts(&self.flow, self.stations, &others);
        let is_dense = parts.len() == 1 && self.is_called(&others);
        (!others.is_empty() && !is_dense).then_some((outer, parts))
    }

    /// Whether procedures that are called begin with some of these stations.
    fn is_called(&self, stations: &[usize]) -> bool {
        stations.iter().any(|&station| self.flow.is_called(self.stations.all[station].at))
    }

    /// What is left of heads in the rounds of their hull.
    fn left_by(
        &mut self,
        stations: &[usize],
        region: &Region,
        heads: Heads,
        through: Through,
    ) -> Result<Left, StopReason> {
        let held = self.hold([&heads]);
        let (left, rounds) = self.hull(region, heads.clone(), through, u32::MAX)?;
        self.release(held);
        if !left.is_empty() {
            return Ok(Left::Some(left));
        }
        let most = rounds.count() * MORE_ROUNDS;
        let Some(numbers) = rounds.told() else { return Ok(Left::None(None)) };
        let held = self.hold(&numbers);
        let wider = self.relations.bdds.narrow(ROOM);
        let simpler = self.simpler(stations, region, &heads, through, most);
        self.relations.bdds.give_back(wider);
        self.release(held);
        match simpler {
            // It is known that none is left; that more heads take too much is nothing against that.
            Ok(None) | Err(StopReason::Nodes) => Ok(Left::None(Some(numbers))),
            Ok(simpler) => Ok(Left::None(simpler)),
            Err(reason) => Err(reason),
        }
    }

    /// The rounds of more heads of a loop, if none of these are left either.
    fn simpler(
        &mut self,
        stations: &[usize],
        region: &Region,
        heads: &Heads,
        through: Through,
        most: u32,
    ) -> Result<Option<Numbers>, StopReason> {
        let Some(more) = self.weaker(stations, region, heads)? else { return Ok(None) };
        let (left, rounds) = self.hull(region, more, through, most)?;
        Ok(rounds.told().filter(|_| left.is_empty()))
    }

    /// More heads of a loop: whatever the loop does not write has any value.
    fn weaker(&mut self, stations: &[usize], region: &Region, heads: &Heads) -> Result<Option<Heads>, StopReason> {
        if self.is_called(stations) {
            return Ok(None);
        }
        let written = region.written(&self.flow, self.relations.pds, &self.modified);
        let mut weaker = Heads::new();
        for (&station, &states) in heads {
            let columns = self.relations.columns_now(self.stations.all[station].at).into_iter();
            let unwritten: Vec<_> = columns.filter(|(slot, _)| !written.contains(slot)).collect();
            let forgotten = self.relations.bdds.column_set(unwritten.into_iter().map(|(_, column)| column));
            weaker.insert(station, self.relations.bdds.exists(states, forgotten)?);
        }
        Ok(Some(weaker).filter(|weaker| weaker != heads))
    }

    /// The rounds of an outer station above the levels of the parts within, which come one after the other.
    fn nest(
        &mut self,
        rounds: Option<Numbers>,
        within: Vec<(Heads, Option<Numbers>)>,
        outermost: &Heads,
    ) -> Result<Option<Numbers>, StopReason> {
        let Some(rounds) = rounds else { return Ok(None) };
        let count = within.len() as u32;
        let mut numbers = Numbers::new();
        let mut parts = Vec::new();
        for (own, inner) in within {
            let Some(inner) = inner else { return Ok(None) };
            numbers = self.beside_one_another(numbers, &inner)?;
            parts.push(own);
        }
        let shift = numbers.len();
        for (part, own) in (0..).zip(&parts) {
            self.number(&mut numbers, shift, part, own)?;
        }
        // Above all that is within.
        let top = shift + (u32::BITS - count.saturating_sub(1).leading_zeros()) as usize;
        self.join(bit_of(&mut numbers, top), outermost)?;
        for (bit, heads) in rounds.iter().enumerate() {
            self.join(bit_of(&mut numbers, top + 1 + bit), heads)?;
        }
        Ok(Some(numbers))
    }

    /// Where a station comes when locations are looked at in their order.
    fn rank(&self, station: usize) -> u32 {
        self.ranks[self.stations.all[station].at.index()]
    }
}
