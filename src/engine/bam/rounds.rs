//! Rounds of search and refinement, until no target is hit that is not real.

use super::closed::Closed;
use super::credit::Credit;
use super::domain::{Changed, Domain};
use super::event::Event as Told;
use super::judge::{self, Judged};
use super::options::Options;
use super::places::Place;
use super::plan::{Hit, Listener, Plan};
use super::precision::{Precision, Unit};
use super::prove;
use super::refine::{Check, Checked};
use super::search::Search;
use super::stats::{Cost, Counts};
use super::survive::{self, Cache, Survived};
use super::table::Table;
use super::walk::{NoRun, Reader};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event, Extent, Finding, NoProof, Observer, Question};
use crate::lang::program::ProcId;
use crate::pds::SymbolicPds;
use crate::pds::proof::Proof;
use std::collections::BTreeSet;

/// What has been found so far.
pub struct Found {
    /// About each target.
    pub targets: Vec<Finding>,
    /// Why those are not reached that are not.
    pub proof: Option<Result<Proof, NoProof>>,
    /// What was counted on the way.
    pub counts: Counts,
    /// What the domain has cost.
    pub cost: Cost,
    /// The targets that are still to be decided.
    open: BTreeSet<usize>,
}

impl Found {
    fn decided(&mut self, target: usize, finding: Finding) {
        self.open.remove(&target);
        self.targets[target] = finding;
    }

    /// All that are still to be decided are decided like this.
    fn others(&mut self, finding: &Finding) {
        for target in std::mem::take(&mut self.open) {
            self.targets[target] = finding.clone();
        }
    }
}

/// The rounds of one run of the engine.
pub struct Rounds<'a, 'p> {
    options: &'a Options,
    question: &'a Question<'p>,
    precision: Precision<'p>,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    found: Found,
    credit: Credit,
}

impl<'a, 'p> Rounds<'a, 'p> {
    /// Nothing is found yet.
    pub fn new(
        options: &'a Options,
        question: &'a Question<'p>,
        precision: Precision<'p>,
        budget: &'a Budget,
        observer: &'a mut dyn Observer,
    ) -> Rounds<'a, 'p> {
        let targets = question.targets.len();
        let found = Found {
            targets: vec![Finding::Unknown(StopReason::NotDecided); targets],
            proof: None,
            counts: Counts::default(),
            cost: Cost::default(),
            open: (0..targets).collect(),
        };
        Rounds { options, question, precision, budget, observer, found, credit: Credit::default() }
    }

    /// What was found, if they ended like this, and what is tracked.
    pub fn end(mut self, ended: Result<(), StopReason>) -> (Found, Precision<'p>) {
        if let Err(reason) = ended {
            self.found.others(&Finding::Unknown(reason));
        }
        (self.found, self.precision)
    }

    /// All rounds, over a domain.
    ///
    /// # Errors
    /// If a limit strikes. What was found before stands.
    pub fn over<D: Domain>(&mut self, mut domain: D) -> Result<(), StopReason> {
        let ended = self.search(&mut domain);
        self.found.cost = domain.cost();
        ended
    }

    fn search<D: Domain>(&mut self, domain: &mut D) -> Result<(), StopReason> {
        let system = self.question.system;
        let pds = &system.pds;
        let plan = Plan::new(pds, self.question.targets);
        let mut table: Table<D> = Table::new(pds.procedures.len());
        let all_variables = self.precision.amount().all_variables;
        while !self.found.open.is_empty() {
            let Found { counts, open, .. } = &mut self.found;
            counts.rounds += 1;
            tell(self.observer, || Told::Round { number: counts.rounds });
            let search = Search::new(&plan, domain, &mut table, open, counts, self.budget);
            let hits = search.explore(&mut Ears { observer: self.observer })?;
            tell(self.observer, || Told::Explored { tables: sizes(pds, &table) });
            debug_assert_eq!(Closed { plan: &plan, domain, table: &table, open }.gap().unwrap_or(None), None);
            if hits.is_empty() {
                break;
            }
            let mut news: BTreeSet<Unit> = BTreeSet::new();
            for hit in hits {
                news.extend(self.check(domain, &table, &hit)?);
                if self.question.extent == Extent::First
                    && matches!(self.found.targets[hit.target], Finding::Reached(_))
                {
                    self.found.others(&Finding::Unknown(StopReason::NotDecided));
                    return Ok(());
                }
            }
            if !news.is_empty() {
                let news: Vec<Unit> = news.into_iter().collect();
                self.refine(domain, &mut table, &plan, &news)?;
                let Options { most, .. } = *self.options;
                if self.precision.variables().len() * 100 > most * all_variables {
                    let what = format!("programs of which more than {most} of 100 variables matter");
                    return Err(StopReason::Unsupported(what));
                }
            }
        }
        self.found.open.iter().for_each(|&target| self.observer.event(&Event::Unreachable { target }));
        if self.question.wants_proof && !self.found.open.is_empty() {
            self.found.proof = Some(prove::prove(pds, domain, &table, &system.cuts.all, &self.found.open));
        }
        self.found.others(&Finding::Unreachable);
        Ok(())
    }

    /// Whether a hit is real; if not, what would have to be tracked.
    fn check<D: Domain>(
        &mut self,
        domain: &mut D,
        table: &Table<D>,
        hit: &Hit<D::State>,
    ) -> Result<Vec<Unit>, StopReason> {
        let Rounds { options, question, precision, budget, observer, found, credit } = self;
        let target = hit.target;
        let pds = &question.system.pds;
        let mut check = Check { pds, precision, budget, counts: &mut found.counts };
        let mut reader = Reader { pds, domain, table, budget };
        match judge::judge(&mut check, &mut reader, hit, options.runs, credit) {
            Ok(Judged { stack, checked: Checked::Spurious { units, steps } }) => {
                tell(*observer, || Told::Spurious { target, stack, steps });
                return Ok(units);
            }
            Ok(Judged { checked: Checked::Real(derivation), .. }) => {
                found.decided(target, Finding::Reached(derivation));
                observer.event(&Event::Reached { target });
            }
            Ok(Judged { checked: Checked::Open, .. }) => {
                found.decided(target, Finding::Unknown(StopReason::NotDecided));
            }
            Err(NoRun::Lost(what)) => found.decided(target, Finding::Lost(what.to_string())),
            // It is the run of this target that is too large.
            Err(NoRun::Stopped(reason @ StopReason::Bound(_))) => found.decided(target, Finding::Unknown(reason)),
            Err(NoRun::Stopped(reason)) => return Err(reason),
        }
        Ok(Vec::new())
    }

    /// Tracks more, and takes out of the tables what depends on that.
    fn refine<D: Domain>(
        &mut self,
        domain: &mut D,
        table: &mut Table<D>,
        plan: &Plan<'_>,
        news: &[Unit],
    ) -> Result<(), StopReason> {
        let Rounds { options, precision, observer, found, .. } = self;
        let pds = plan.pds;
        news.iter().for_each(|&unit| tell(*observer, || Told::Tracks { unit }));
        let before: Vec<_> = blocks(pds).map(|block| precision.given(block)).collect();
        let mut changed = Changed { places: vec![false; Place::count(pds)], anew: Vec::new() };
        for place in precision.track(news) {
            changed.places[place.number(pds)] = true;
        }
        changed.anew = blocks(pds).zip(before).map(|(block, before)| precision.given(block) != before).collect();
        let is_worthless = domain.refine(precision, &changed)?;
        let Survived { kept, dropped } = match options.cache {
            Cache::Lazy if !is_worthless => survive::survive(table, domain, plan, &changed)?,
            Cache::Block if !is_worthless => survive::survive(table, domain, plan, &survive::by_block(pds, &changed))?,
            _ => {
                let old = std::mem::replace(table, Table::new(pds.procedures.len()));
                Survived { kept: 0, dropped: old.increments.len() }
            }
        };
        debug_assert_eq!(Closed { plan, domain, table, open: &found.open }.gap().unwrap_or(None), None);
        tell(*observer, || Told::Kept { kept, dropped });
        found.counts.kept += kept;
        found.counts.dropped += dropped;
        Ok(())
    }
}

fn blocks(pds: &SymbolicPds) -> impl Iterator<Item = ProcId> + use<> {
    (0..pds.procedures.len()).map(ProcId::from_index)
}

/// The blocks that were entered, with the sizes of their tables.
fn sizes<D: Domain>(pds: &SymbolicPds, table: &Table<D>) -> Vec<(ProcId, usize)> {
    let mut sizes = vec![0; pds.procedures.len()];
    table.increments.iter().for_each(|increment| sizes[increment.spot.block(pds).index()] += 1);
    let entered = blocks(pds).filter(|block| table.entries[block.index()].is_some());
    entered.map(|block| (block, sizes[block.index()])).collect()
}

/// Tells a step, if somebody wants to hear of it.
fn tell(observer: &mut dyn Observer, step: impl FnOnce() -> Told) {
    if observer.wants_steps() {
        observer.event(&Event::Step(&step()));
    }
}

/// Tells an observer.
struct Ears<'a> {
    observer: &'a mut dyn Observer,
}

impl Listener for Ears<'_> {
    fn entered(&mut self, block: ProcId, is_new: bool) {
        tell(self.observer, || Told::Entered { block, is_new });
    }

    fn progress(&mut self, increments: usize) {
        self.observer.event(&Event::Progress(&format_args!("{increments} increments")));
    }
}
