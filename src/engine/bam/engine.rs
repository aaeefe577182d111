//! The engine: rounds of search and refinement, until no target is hit that is not real.

use super::domain::predicates::Predicates;
use super::domain::values::Values;
use super::domain::{Changed, Cost, Domain};
use super::event::Event as Told;
use super::options::{Blocks, DomainKind, Options, ROW};
use super::places::Place;
use super::plan::{Hit, Listener, Plan};
use super::precision::{Precision, Unit};
use super::prove;
use super::refine::{self, Checked};
use super::search::Search;
use super::stats::{BamStats, Counts};
use super::survive::{self, Cache, Survived};
use super::table::Table;
use super::walk::{NoRun, Reader};
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Event, Extent, Finding, Findings, NoProof, Observer, Question, Setup, Stats};
use crate::lang::program::ProcId;
use crate::pds::SymbolicPds;
use crate::pds::passes::{Pass, PassSet};
use crate::pds::proof::Proof;
use crate::relational::frames::Vertex;
use std::collections::{BTreeMap, BTreeSet};

/// Block abstraction, for one program.
#[derive(Clone, Debug)]
pub struct Bam {
    /// With these options.
    pub options: Options,
    /// Variables that stand first in the order.
    pub listed: Vec<Vertex>,
    /// The names of variables.
    pub names: BTreeMap<Vertex, String>,
}

impl Engine for Bam {
    fn name(&self) -> &'static str {
        self.options.name()
    }

    /// Images take the updates of a rule one by one, and callers keep what calls do not modify: so there is no compaction, whose rules are
    /// wider, and give callees more than parameters.
    fn passes(&self, wanted: PassSet) -> PassSet {
        let wanted = wanted.without(Pass::Compaction);
        match self.options.blocks {
            Blocks::Procedures => wanted,
            Blocks::Loops => wanted.with(Pass::Outline),
        }
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let mut precision = Precision::new(question.system, self.options.precision);
        let mut found = Found::new(question.targets.len());
        let domain = Predicates::new(question.system, &precision, &self.listed, self.options.order, budget);
        let ended = match self.options.domain {
            DomainKind::Predicates => domain.and_then(|mut domain| {
                self.rounds(&mut domain, &mut precision, &mut found, question, budget, observer)
            }),
            DomainKind::Values => domain.map(Values::new).and_then(|mut domain| {
                self.rounds(&mut domain, &mut precision, &mut found, question, budget, observer)
            }),
        };
        if let Err(reason) = ended {
            found.stopped(&reason);
        }
        let stats = BamStats::of(&found.counts, precision.amount(), self.named(&precision), found.cost);
        let remark = format!("tracked: {} of {} variables", stats.variables, stats.all_variables);
        let stats = Stats::of(ROW.name, &stats).with_remark(remark);
        Findings { targets: found.targets, proof: found.proof, learnt: None, stats }
    }
}

/// What has been found so far.
struct Found {
    targets: Vec<Finding>,
    /// Those that are still to be decided.
    open: BTreeSet<usize>,
    proof: Option<Result<Proof, NoProof>>,
    counts: Counts,
    cost: Cost,
}

impl Found {
    fn new(targets: usize) -> Found {
        Found {
            targets: vec![Finding::Unknown(StopReason::NotDecided); targets],
            open: (0..targets).collect(),
            proof: None,
            counts: Counts::default(),
            cost: Cost::default(),
        }
    }

    fn decided(&mut self, target: usize, finding: Finding) {
        self.open.remove(&target);
        self.targets[target] = finding;
    }

    /// What is still open is not known, for this reason.
    fn stopped(&mut self, reason: &StopReason) {
        for target in std::mem::take(&mut self.open) {
            self.targets[target] = Finding::Unknown(reason.clone());
        }
    }
}

impl Bam {
    /// The names of the variables that are tracked.
    fn named(&self, precision: &Precision<'_>) -> Vec<String> {
        let mut variables: Vec<Vertex> = precision.variables().into_iter().collect();
        variables.sort_unstable();
        variables.into_iter().filter_map(|vertex| self.names.get(&vertex).cloned()).collect()
    }

    fn rounds<D: Domain>(
        &self,
        domain: &mut D,
        precision: &mut Precision<'_>,
        found: &mut Found,
        question: &Question<'_>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let ended = self.search(domain, precision, found, question, budget, observer);
        found.cost = domain.cost();
        ended
    }

    fn search<D: Domain>(
        &self,
        domain: &mut D,
        precision: &mut Precision<'_>,
        found: &mut Found,
        question: &Question<'_>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let pds = &question.system.pds;
        let plan = Plan::new(pds, pds.watched(question.targets));
        let mut table: Table<D> = Table::new(pds.procedures.len());
        while !found.open.is_empty() {
            found.counts.rounds += 1;
            tell(observer, || Told::Round { number: found.counts.rounds });
            let search = Search::new(&plan, domain, &mut table, &found.open, &mut found.counts, budget);
            let hits = search.explore(&mut Ears { observer })?;
            tell(observer, || {
                let entered = blocks(pds).filter(|block| table.entries[block.index()].is_some());
                let mut sizes = vec![0; pds.procedures.len()];
                table.increments.iter().for_each(|increment| sizes[increment.spot.block(pds).index()] += 1);
                Told::Explored { tables: entered.map(|block| (block, sizes[block.index()])).collect() }
            });
            if hits.is_empty() {
                break;
            }
            let mut news: BTreeSet<Unit> = BTreeSet::new();
            for hit in hits {
                let target = hit.target;
                let mut reader = Reader { pds, domain, table: &table, budget };
                match checked(&mut reader, precision, &hit, self.options.runs, &mut found.counts) {
                    Ok((stack, Checked::Spurious { units, steps })) => {
                        tell(observer, || Told::Spurious { target, stack, steps });
                        news.extend(units);
                    }
                    Ok((_, Checked::Real(derivation))) => {
                        found.decided(target, Finding::Reached(derivation));
                        observer.event(&Event::Reached { target });
                        if question.extent == Extent::First {
                            found.stopped(&StopReason::NotDecided);
                            return Ok(());
                        }
                    }
                    Err(NoRun::Lost(what)) => found.decided(target, Finding::Lost(what.to_string())),
                    Err(NoRun::Stopped(reason @ StopReason::Bound(_))) => {
                        found.decided(target, Finding::Unknown(reason));
                    }
                    Err(NoRun::Stopped(reason)) => return Err(reason),
                }
            }
            if !news.is_empty() {
                let news: Vec<Unit> = news.into_iter().collect();
                news.iter().for_each(|&unit| tell(observer, || Told::Tracks { unit }));
                let survived = self.refine(domain, precision, &mut table, &plan, &news)?;
                tell(observer, || Told::Kept { kept: survived.kept, dropped: survived.dropped });
                found.counts.kept += survived.kept;
                found.counts.dropped += survived.dropped;
            }
        }
        if question.wants_proof && !found.open.is_empty() {
            found.proof = Some(prove::prove(pds, domain, &table, &question.system.cuts.all, &found.open));
        }
        for target in std::mem::take(&mut found.open) {
            found.targets[target] = Finding::Unreachable;
        }
        Ok(())
    }

    /// Tracks more, and takes out of the tables what depends on that.
    fn refine<D: Domain>(
        &self,
        domain: &mut D,
        precision: &mut Precision<'_>,
        table: &mut Table<D>,
        plan: &Plan<'_>,
        news: &[Unit],
    ) -> Result<Survived, StopReason> {
        let pds = plan.pds;
        let before: Vec<_> = blocks(pds).map(|block| precision.given(block)).collect();
        let mut changed = Changed { places: vec![false; Place::count(pds)], anew: Vec::new() };
        for place in precision.track(news) {
            changed.places[place.number(pds)] = true;
        }
        changed.anew = blocks(pds).zip(before).map(|(block, before)| precision.given(block) != before).collect();
        let is_worthless = domain.refine(precision, &changed)?;
        let survived = match self.options.cache {
            _ if is_worthless => None,
            Cache::Off => None,
            Cache::Block => Some(survive::survive(table, domain, plan, &survive::by_block(pds, &changed))?),
            Cache::Lazy => Some(survive::survive(table, domain, plan, &changed)?),
        };
        Ok(survived.unwrap_or_else(|| {
            let old = std::mem::replace(table, Table::new(pds.procedures.len()));
            Survived { kept: 0, dropped: old.increments.len() }
        }))
    }
}

fn blocks(pds: &SymbolicPds) -> impl Iterator<Item = ProcId> + use<> {
    (0..pds.procedures.len()).map(ProcId::from_index)
}

/// Whether a hit is real.
fn checked<D: Domain>(
    reader: &mut Reader<'_, D>,
    precision: &Precision<'_>,
    hit: &Hit<D::State>,
    most_runs: usize,
    counts: &mut Counts,
) -> Result<(Vec<ProcId>, Checked), NoRun> {
    let stack = reader.stack(hit)?;
    let checked = refine::check(reader, precision, &stack, most_runs, counts)?;
    Ok((stack.iter().map(|activation| activation.block).collect(), checked))
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
