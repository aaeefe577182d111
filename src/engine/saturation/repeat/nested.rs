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
use crate::pds::Slot;
use rustc_hash::FxHashSet;

/// How many times as many rounds as with what is reached there may be with more.
const MORE_ROUNDS: u32 = 4;

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
        let first = stations.iter().copied().min_by_key(|&station| self.rank(station));
        let Some(outer) = first.filter(|_| stations.len() > 1 && depth < DEEPEST) else {
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
        let others: Vec<usize> = stations.iter().copied().filter(|&station| station != outer).collect();
        for part in self.region(&others).parts(&self.flow, self.stations, &others) {
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
        let Some(heads) = self.weaker(stations, region, &heads)? else { return Ok(Left::None(Some(numbers))) };
        let held = self.hold(&numbers);
        let (left, rounds) = self.hull(region, heads, through, most)?;
        self.release(held);
        Ok(Left::None(rounds.told().filter(|_| left.is_empty()).or(Some(numbers))))
    }

    /// More heads of a loop: whatever the loop does not write has any value.
    fn weaker(&mut self, stations: &[usize], region: &Region, heads: &Heads) -> Result<Option<Heads>, StopReason> {
        if stations.iter().any(|&station| self.flow.is_called(self.stations.all[station].at)) {
            return Ok(None);
        }
        let written: FxHashSet<Slot> = region.written(self.relations.pds, &self.modified).collect();
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
