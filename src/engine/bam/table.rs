//! The tables of blocks: what is known of each, how it came about, and what is still to be looked at.

use super::domain::Domain;
use super::places::Place;
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::pds::SymbolicPds;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The index of an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IncrementId(pub u32);

impl IncrementId {
    /// The index in [`Table::increments`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an increment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// The states at a place of a block.
    At(Place),
    /// The entries of a block from which a target is reached, in it or in what it calls.
    Hit(ProcId, usize),
}

impl Spot {
    /// The block.
    pub fn block(self, pds: &SymbolicPds) -> ProcId {
        match self {
            Spot::At(place) => place.procedure(pds),
            Spot::Hit(block, _) => block,
        }
    }
}

/// Where an increment comes from. What it names comes earlier.
#[derive(Clone, Debug)]
pub enum Cause {
    /// The block was entered.
    Entered,
    /// A neutration or contraction.
    Step(u32, IncrementId),
    /// A call has returned: the caller, and a summary.
    Returned(u32, IncrementId, IncrementId),
    /// It is all of these at once.
    Merged(Vec<IncrementId>),
    /// A target is at this location.
    Target(IncrementId),
    /// A target is reached in a callee: the caller, and the callee's hits.
    Within(u32, IncrementId, IncrementId),
}

impl Cause {
    /// The increments that it names.
    pub fn premises(&self) -> impl Iterator<Item = IncrementId> + '_ {
        let (some, many): ([Option<IncrementId>; 2], &[IncrementId]) = match self {
            Cause::Entered => ([None, None], &[]),
            &Cause::Step(_, from) | &Cause::Target(from) => ([Some(from), None], &[]),
            &Cause::Returned(_, from, of) | &Cause::Within(_, from, of) => ([Some(from), Some(of)], &[]),
            Cause::Merged(parts) => ([None, None], parts),
        };
        some.into_iter().flatten().chain(many.iter().copied())
    }

    /// The same by other numbers.
    pub fn renumbered(self, number: impl Fn(IncrementId) -> IncrementId) -> Cause {
        match self {
            Cause::Entered => Cause::Entered,
            Cause::Step(rule, from) => Cause::Step(rule, number(from)),
            Cause::Returned(rule, from, of) => Cause::Returned(rule, number(from), number(of)),
            Cause::Merged(parts) => Cause::Merged(parts.into_iter().map(number).collect()),
            Cause::Target(from) => Cause::Target(number(from)),
            Cause::Within(rule, from, of) => Cause::Within(rule, number(from), number(of)),
        }
    }
}

/// By what is known of a spot grew.
#[derive(Clone, Debug)]
pub struct Increment<S> {
    /// What grew.
    pub spot: Spot,
    /// By what.
    pub set: S,
    /// Why.
    pub cause: Cause,
    /// The merged increment of which it is a part.
    pub merged: Option<IncrementId>,
}

/// A caller that waits for a block.
#[derive(Clone, Debug)]
pub struct Wait<S> {
    /// The call.
    pub rule: u32,
    /// What calls.
    pub from: IncrementId,
    /// What the caller knows of itself, and with what it comes.
    pub waiting: S,
}

/// All tables.
pub struct Table<D: Domain> {
    /// Everything that was found, in the order of time.
    pub increments: Vec<Increment<D::Set>>,
    /// For each spot the union of its increments.
    pub known: BTreeMap<Spot, D::Set>,
    /// With what blocks are entered.
    pub entries: Vec<Option<D::Set>>,
    /// The callers of each block that wait.
    pub waits: Vec<Vec<Wait<D::Set>>>,
    /// What each block leaves that all that wait have heard of.
    pub exits: Vec<Vec<IncrementId>>,
    /// What is still to be looked at.
    pub pending: BTreeMap<Place, Vec<IncrementId>>,
    /// All exits of a block as one increment, if that was asked for.
    pub summaries: FxHashMap<ProcId, IncrementId>,
    /// For each block the targets that are hit in it, each with the increments that say so.
    pub hits: Vec<BTreeMap<usize, Vec<IncrementId>>>,
    /// Increments at targets whose hits were forgotten.
    pub unhit: Vec<IncrementId>,
}

impl<D: Domain> Table<D> {
    /// Nothing is known.
    pub fn new(blocks: usize) -> Table<D> {
        Table {
            increments: Vec::new(),
            known: BTreeMap::new(),
            entries: vec![None; blocks],
            waits: (0..blocks).map(|_| Vec::new()).collect(),
            exits: vec![Vec::new(); blocks],
            pending: BTreeMap::new(),
            summaries: FxHashMap::default(),
            hits: vec![BTreeMap::new(); blocks],
            unhit: Vec::new(),
        }
    }

    /// An increment.
    pub fn increment(&self, id: IncrementId) -> &Increment<D::Set> {
        &self.increments[id.index()]
    }

    /// What is known of a spot.
    pub fn known(&self, spot: Spot) -> Option<&D::Set> {
        self.known.get(&spot)
    }

    /// Adds what is new; `None` if nothing is.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn grow(
        &mut self,
        domain: &mut D,
        spot: Spot,
        set: &D::Set,
        cause: Cause,
    ) -> Result<Option<IncrementId>, StopReason> {
        let (news, total) = match self.known.get(&spot) {
            None => (set.clone(), set.clone()),
            Some(known) => {
                let known = known.clone();
                let Some(news) = domain.news(&known, set)? else { return Ok(None) };
                let total = domain.join(&known, &news)?;
                (news, total)
            }
        };
        self.known.insert(spot, total);
        let id = self.push(Increment { spot, set: news, cause, merged: None });
        if let Spot::Hit(block, target) = spot {
            self.hits[block.index()].entry(target).or_default().push(id);
        }
        Ok(Some(id))
    }

    /// What of a set is still to be looked at at a place, as something else has led there.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn again(&self, domain: &mut D, place: Place, set: &D::Set) -> Result<Option<D::Set>, StopReason> {
        let Some([first, others @ ..]) = self.pending.get(&place).map(Vec::as_slice) else { return Ok(None) };
        let mut pending = self.increment(*first).set.clone();
        for &other in others {
            pending = domain.join(&pending, &self.increment(other).set.clone())?;
        }
        match domain.news(&pending, set)? {
            None => Ok(Some(set.clone())),
            Some(others) => domain.news(&others, set),
        }
    }

    /// What is still to be looked at at a place comes about like this, too.
    pub fn also(&mut self, place: Place, set: D::Set, cause: Cause) {
        let id = self.push(Increment { spot: Spot::At(place), set, cause, merged: None });
        self.pending.entry(place).or_default().push(id);
    }

    /// An increment has this, too.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn widen(&mut self, domain: &mut D, id: IncrementId, by: &D::Set) -> Result<(), StopReason> {
        let joined = domain.join(&self.increment(id).set.clone(), by)?;
        self.increments[id.index()].set = joined;
        Ok(())
    }

    /// Some increments of a spot as one.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn merge(&mut self, domain: &mut D, parts: &[IncrementId]) -> Result<IncrementId, StopReason> {
        let [first, others @ ..] = parts else { return Err(StopReason::Unsupported("nothing is to be merged".into())) };
        if others.is_empty() {
            return Ok(*first);
        }
        let mut set = self.increment(*first).set.clone();
        for &part in others {
            set = domain.join(&set, &self.increment(part).set.clone())?;
        }
        let spot = self.increment(*first).spot;
        let merged = self.push(Increment { spot, set, cause: Cause::Merged(parts.to_vec()), merged: None });
        parts.iter().for_each(|part| self.increments[part.index()].merged = Some(merged));
        Ok(merged)
    }

    fn push(&mut self, increment: Increment<D::Set>) -> IncrementId {
        self.increments.push(increment);
        IncrementId(self.increments.len() as u32 - 1)
    }

    /// All sets here.
    pub fn sets(&self) -> Vec<D::Set> {
        let increments = self.increments.iter().map(|increment| increment.set.clone());
        let waits = self.waits.iter().flatten().map(|wait| wait.waiting.clone());
        let known = self.known.values().cloned();
        increments.chain(waits).chain(known).chain(self.entries.iter().flatten().cloned()).collect()
    }
}
