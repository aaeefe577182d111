//! The search: explores the abstract program of a precision, block by block, until nothing grows or a target is hit.

use super::domain::Domain;
use super::places::Place;
use super::plan::{Hit, Listener, Plan};
use super::stats::Counts;
use super::table::{Cause, IncrementId, Spot, Table, Wait};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::RuleKind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// A search of one round.
pub struct Search<'a, 'p, D: Domain> {
    /// What it goes by.
    pub plan: &'a Plan<'p>,
    /// What is known of states.
    pub domain: &'a mut D,
    /// What is known of blocks.
    pub table: &'a mut Table<D>,
    /// The targets that are still to be decided.
    pub open: &'a BTreeSet<usize>,
    /// What was done.
    pub counts: &'a mut Counts,
    /// The limits.
    pub budget: &'a Budget,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
    /// Blocks whose hits grew, to be told to their callers.
    told: Vec<IncrementId>,
    hits: BTreeMap<usize, Hit<D::State>>,
}

impl<'a, 'p, D: Domain> Search<'a, 'p, D> {
    /// Goes on with what is pending.
    pub fn new(
        plan: &'a Plan<'p>,
        domain: &'a mut D,
        table: &'a mut Table<D>,
        open: &'a BTreeSet<usize>,
        counts: &'a mut Counts,
        budget: &'a Budget,
    ) -> Search<'a, 'p, D> {
        let queue = table.pending.keys().map(|&place| Reverse(plan.rank(place))).collect();
        Search { plan, domain, table, open, counts, budget, queue, told: Vec::new(), hits: BTreeMap::new() }
    }

    /// Explores until nothing is pending, or, once a target is hit, for as long again.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn explore(mut self, listener: &mut dyn Listener) -> Result<Vec<Hit<D::State>>, StopReason> {
        let pds = self.plan.pds;
        let first = self.domain.initial()?;
        self.enter(pds.entry, first, listener)?;
        self.look_for_hits()?;
        let (mut done, mut last) = (0usize, None);
        while let Some(Reverse((_, number))) = self.queue.pop() {
            if self.hits.len() == self.open.len() || last.is_some_and(|last| done >= last) {
                break;
            }
            let place = Place::numbered(number, pds);
            let Some(parts) = self.table.pending.remove(&place) else { continue };
            self.budget.check()?;
            match place {
                Place::At(location) => self.advance(location, &parts, listener)?,
                Place::Exit(block) => self.leave(block, parts)?,
            }
            done += 1;
            if last.is_none() && !self.hits.is_empty() {
                last = Some(2 * done);
            }
            if self.domain.garbage_due() {
                self.domain.collect(self.table.sets());
            }
            listener.progress(self.table.increments.len());
        }
        Ok(self.hits.into_values().collect())
    }

    /// What is known already may hit.
    fn look_for_hits(&mut self) -> Result<(), StopReason> {
        for id in std::mem::take(&mut self.table.unhit) {
            if let Spot::At(place) = self.table.increment(id).spot {
                self.targets_at(place, id)?;
            }
        }
        self.tell_hits()?;
        let entry = self.plan.pds.entry;
        let targets: Vec<usize> = self.table.hits[entry.index()].keys().copied().collect();
        targets.into_iter().try_for_each(|target| self.look_for(target))
    }

    /// Whether runs begin with an entry that hits, and which increment says so.
    fn look_for(&mut self, target: usize) -> Result<(), StopReason> {
        let spot = Spot::Hit(self.plan.pds.entry, target);
        let Some(hits) = self.table.known(spot).cloned() else { return Ok(()) };
        if self.hits.contains_key(&target) || !self.open.contains(&target) {
            return Ok(());
        }
        let Some(entered) = self.domain.first_hits(&hits)? else { return Ok(()) };
        let entry = self.plan.pds.entry;
        for increment in self.table.hits[entry.index()].get(&target).cloned().unwrap_or_default() {
            let set = self.table.increment(increment).set.clone();
            if self.domain.has(&set, &entered)? {
                self.hits.insert(target, Hit { target, increment, entered });
                break;
            }
        }
        Ok(())
    }

    /// The rules of a location are applied to what is pending there.
    fn advance(
        &mut self,
        location: LocId,
        parts: &[IncrementId],
        listener: &mut dyn Listener,
    ) -> Result<(), StopReason> {
        let pds = self.plan.pds;
        let from = self.merge(parts)?;
        let set = self.table.increment(from).set.clone();
        for id in pds.rules_from(location) {
            let (rule, number) = (pds.rule(id), id.index() as u32);
            match rule.kind {
                RuleKind::Neutration { .. } | RuleKind::Contraction => {
                    if let Some(after) = self.domain.step(number, &set)? {
                        self.add(Place::behind(rule, pds), &after, Cause::Step(number, from))?;
                    }
                }
                RuleKind::Expansion { callee, .. } => {
                    if let Some(waiting) = self.domain.wait(number, &set)? {
                        self.call(callee, Wait { rule: number, from, waiting }, listener)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, parts: &[IncrementId]) -> Result<IncrementId, StopReason> {
        self.counts.merged += usize::from(parts.len() > 1);
        self.table.merge(self.domain, parts)
    }

    /// A caller begins to wait: what the block returned so far, it returns to it, too.
    fn call(&mut self, callee: ProcId, wait: Wait<D::Set>, listener: &mut dyn Listener) -> Result<(), StopReason> {
        let entries = self.domain.entries(wait.rule, &wait.waiting)?;
        self.table.waits[callee.index()].push(wait.clone());
        self.enter(callee, entries, listener)?;
        if let Some(summary) = self.summary(callee)? {
            self.resume(&wait, summary)?;
        }
        for (target, hits) in self.table.hits[callee.index()].clone() {
            if self.open.contains(&target) {
                for hit in hits {
                    self.hit_within(&wait, hit, target)?;
                }
            }
        }
        self.tell_hits()
    }

    /// All that a block has returned to those that wait, as one.
    fn summary(&mut self, block: ProcId) -> Result<Option<IncrementId>, StopReason> {
        if let Some(&known) = self.table.summaries.get(&block) {
            return Ok(Some(known));
        }
        let exits = self.table.exits[block.index()].clone();
        if exits.is_empty() {
            return Ok(None);
        }
        let summary = self.table.merge(self.domain, &exits)?;
        self.table.exits[block.index()] = vec![summary];
        self.table.summaries.insert(block, summary);
        Ok(Some(summary))
    }

    /// *Enter*: only what is new is looked at.
    fn enter(&mut self, block: ProcId, entries: D::Set, listener: &mut dyn Listener) -> Result<(), StopReason> {
        let news = match self.table.entries[block.index()].clone() {
            None => {
                self.table.entries[block.index()] = Some(entries.clone());
                Some(entries)
            }
            Some(known) => {
                let news = self.domain.news(&known, &entries)?;
                if let Some(news) = &news {
                    self.table.entries[block.index()] = Some(self.domain.join(&known, news)?);
                }
                news
            }
        };
        listener.entered(block, news.is_some());
        let Some(news) = news else {
            self.counts.table_hits += 1;
            return Ok(());
        };
        self.counts.entered += 1;
        let begin = self.domain.begin(block, &news)?;
        self.add(Place::entry(block, self.plan.pds), &begin, Cause::Entered)
    }

    /// What a block leaves is told to all that wait.
    fn leave(&mut self, block: ProcId, parts: Vec<IncrementId>) -> Result<(), StopReason> {
        let exit = self.merge(&parts)?;
        self.table.exits[block.index()].push(exit);
        self.table.summaries.remove(&block);
        for index in 0..self.table.waits[block.index()].len() {
            let wait = self.table.waits[block.index()][index].clone();
            self.resume(&wait, exit)?;
        }
        Ok(())
    }

    fn resume(&mut self, wait: &Wait<D::Set>, exit: IncrementId) -> Result<(), StopReason> {
        let pds = self.plan.pds;
        let summary = self.table.increment(exit).set.clone();
        if let Some(after) = self.domain.resume(wait.rule, &wait.waiting, &summary)? {
            let place = Place::behind(&pds.rules()[wait.rule as usize], pds);
            self.add(place, &after, Cause::Returned(wait.rule, wait.from, exit))?;
        }
        Ok(())
    }

    /// Something is known of a place. What is known already, but still to be looked at, is kept with this cause, too: so of the ways that meet
    /// at a place none is forgotten.
    fn add(&mut self, place: Place, set: &D::Set, cause: Cause) -> Result<(), StopReason> {
        let again = self.table.again(self.domain, place, set)?;
        match (self.table.grow(self.domain, Spot::At(place), set, cause.clone())?, again) {
            (None, None) => Ok(()),
            (None, Some(again)) => {
                self.counts.increments += 1;
                self.table.also(place, again, cause);
                Ok(())
            }
            (Some(id), again) => {
                if let Some(again) = again {
                    self.table.widen(self.domain, id, &again)?;
                }
                self.look_at(place, id)
            }
        }
    }

    /// An increment of a place is to be looked at.
    fn look_at(&mut self, place: Place, id: IncrementId) -> Result<(), StopReason> {
        self.counts.increments += 1;
        let pending = self.table.pending.entry(place).or_default();
        pending.push(id);
        if pending.len() == 1 {
            self.queue.push(Reverse(self.plan.rank(place)));
        }
        self.targets_at(place, id)?;
        self.tell_hits()
    }

    /// The targets at a place are hit by an increment.
    fn targets_at(&mut self, place: Place, id: IncrementId) -> Result<(), StopReason> {
        let Place::At(location) = place else { return Ok(()) };
        let block = place.procedure(self.plan.pds);
        let plan = self.plan;
        for &target in plan.target_map.at(location) {
            if self.open.contains(&target) {
                let hits = self.domain.hits(&self.table.increment(id).set.clone())?;
                self.hit(block, target, &hits, Cause::Target(id))?;
            }
        }
        Ok(())
    }

    fn hit(&mut self, block: ProcId, target: usize, hits: &D::Set, cause: Cause) -> Result<(), StopReason> {
        if let Some(id) = self.table.grow(self.domain, Spot::Hit(block, target), hits, cause)? {
            self.told.push(id);
            if block == self.plan.pds.entry {
                self.look_for(target)?;
            }
        }
        Ok(())
    }

    /// Callers hear of hits.
    fn tell_hits(&mut self) -> Result<(), StopReason> {
        while let Some(id) = self.told.pop() {
            let Spot::Hit(block, target) = self.table.increment(id).spot else { continue };
            for index in 0..self.table.waits[block.index()].len() {
                let wait = self.table.waits[block.index()][index].clone();
                self.hit_within(&wait, id, target)?;
            }
        }
        Ok(())
    }

    fn hit_within(&mut self, wait: &Wait<D::Set>, hit: IncrementId, target: usize) -> Result<(), StopReason> {
        let pds = self.plan.pds;
        let hits = self.table.increment(hit).set.clone();
        if let Some(hits) = self.domain.hits_within(wait.rule, &wait.waiting, &hits)? {
            let caller = pds.procedure_of(pds.rules()[wait.rule as usize].from);
            self.hit(caller, target, &hits, Cause::Within(wait.rule, wait.from, hit))?;
        }
        Ok(())
    }
}
