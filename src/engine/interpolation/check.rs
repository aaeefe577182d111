//! The check of one property (2012-sery, section 3, Algorithms 1 and 2; see the README, "The loop").

use super::event::{Event, Fate, tell, tell_lemma, tell_of};
use super::options::{Block, InterpolationEngine, Refine, Substitution};
use super::stats::InterpolationStats;
use crate::budget::{Budget, StopReason};
use crate::engine::teller::Teller;
use crate::logic::sat::SatStats;
use crate::pds::derivation::Derivation;
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::learn::{Learnt, Reading, learn};
use crate::summaries::instances::memory::Memory;
use crate::summaries::instances::trace;
use crate::summaries::instances::tree::{FIRST, NodeId, Run, Tree};
use crate::summaries::predicate::PredicateId;
use std::collections::BTreeSet;
use std::time::Duration;

/// After so many refinements all blocked leaves are expanded, and not only those of a run: so each is some day.
const FAIR: u64 = 8;

/// Each so many rounds all leaves are blocked at once: with many loops it takes many runs to come to an end, and of what is learnt then less follows
/// from itself.
const ALL_EVERY: u64 = 5;

/// Instances on a way, where all calls are followed and nobody says how deep.
const FOLLOWED: u32 = 1;

/// What came out.
pub enum Decided {
    /// There is no run, and summaries say why.
    Unreachable,
    /// There is this one.
    Reached(Derivation),
}

/// A check under way.
pub struct Search {
    engine: InterpolationEngine,
    tree: Tree,
    /// Leaves at the bound, on runs that began no others: they are blocked.
    closed: BTreeSet<NodeId>,
    /// How often leaves got bodies.
    refinements: u64,
    /// How often what is known was not enough.
    rounds: u64,
    /// What the solvers of trees have done that are gone.
    spent: SatStats,
    /// How long it took to refute trees and to read lemmas off that.
    pub interpolation: Duration,
}

impl Search {
    /// Whether the entry procedure hits, which is what `predicate` says.
    pub fn new(
        engine: InterpolationEngine,
        known: &mut Known<'_>,
        memory: &Memory,
        predicate: PredicateId,
        teller: Teller<'_>,
    ) -> Search {
        let tree = Tree::new(known, predicate);
        teller.step(|| Event::Begun { predicate: known.relations.named(predicate) });
        let mut search = Search {
            engine,
            tree,
            closed: BTreeSet::new(),
            refinements: 0,
            rounds: 0,
            spent: SatStats::default(),
            interpolation: Duration::ZERO,
        };
        let has_summary = |predicate: PredicateId| !memory.store.of(predicate).is_empty();
        match (engine.refine, engine.substitution) {
            (Refine::Greedy, _) => search.follow(known, &|_| true),
            (Refine::Cex, Substitution::Eager) => search.follow(known, &|predicate| !has_summary(predicate)),
            (Refine::Cex, Substitution::Lazy | Substitution::None) => {}
        }
        if teller.tells() {
            search.tell_expanded(known, memory, 0, teller);
        }
        search
    }

    /// Decides it, or goes on with it.
    ///
    /// # Errors
    /// The limit that was hit; all may go on from there.
    pub fn decide(
        &mut self,
        known: &mut Known<'_>,
        memory: &mut Memory,
        stats: &mut InterpolationStats,
        teller: Teller<'_>,
        budget: &Budget,
    ) -> Result<Decided, StopReason> {
        loop {
            budget.poll()?;
            let everywhere = self.engine.substitution != Substitution::None;
            self.tree.read(&memory.store, everywhere);
            let mut blocked = self.closed.clone();
            let mut spurious: Option<Vec<NodeId>> = None;
            let core = loop {
                *(if blocked.is_empty() { &mut known.counts.open } else { &mut known.counts.blocked }) += 1;
                let run = match self.tree.ask(&blocked, budget)? {
                    Run::None(core) => break core,
                    Run::Found(run) => run,
                };
                if !self.tree.obeys(known, &memory.store, &run, everywhere) {
                    continue;
                }
                let begun: Vec<NodeId> = self.tree.begun(&run).collect();
                tell_of(teller, known, &self.tree, &begun, |leaves| Event::Run { leaves });
                if begun.is_empty() {
                    return Ok(Decided::Reached(trace::derivation(known, &self.tree, &run, budget)?));
                }
                match self.engine.block {
                    Block::Run if !(self.rounds + 1).is_multiple_of(ALL_EVERY) => blocked.extend(&begun),
                    Block::Run | Block::All => blocked.extend(&self.tree.leaves),
                }
                spurious.get_or_insert(begun);
            };
            let began = budget.now();
            let learnt = self.learn(known, core, budget)?;
            self.interpolation +=
                budget.now().zip(began).map_or(Duration::ZERO, |(end, began)| end.saturating_sub(began));
            let needed: Vec<NodeId> = learnt.needed.iter().copied().collect();
            tell_of(teller, known, &self.tree, &needed, |blocked| Event::NoRun { blocked });
            if needed.is_empty() {
                stats.answered_by_summaries += u64::from(self.rounds == 0 && self.tree.leaves.contains(&FIRST));
                let new = memory.store.new_among(known, learnt.sure, budget)?;
                tell(known, teller, &new, Fate::Sure);
                memory.store.add(known, &new);
                return Ok(Decided::Unreachable);
            }
            stats.rounds += 1;
            self.rounds += 1;
            if self.keep(known, memory, learnt, teller, budget)? {
                self.closed.clear();
                // Most of what is expanded is not needed any more.
                self.spent += self.tree.sat();
                self.tree = Tree::new(known, self.tree.nodes[FIRST].interface.predicate);
                teller.step(|| Event::Again);
            } else {
                self.refine(known, memory, &spurious.unwrap_or_default(), &blocked, teller)?;
            }
        }
    }

    /// What a refutation says that needs no more than these blocked leaves.
    fn learn(&self, known: &mut Known<'_>, core: BTreeSet<NodeId>, budget: &Budget) -> Result<Learnt, StopReason> {
        let proof = self.tree.refute(&core, budget)?;
        let core: Vec<NodeId> = core.into_iter().collect();
        let reading = Reading { system: self.engine.itp, is_checked: self.engine.self_check };
        learn(known, &self.tree, (&proof, &core), reading, budget)
    }

    /// Keeps what follows from itself, at any depth. Whether there was something new.
    fn keep(
        &self,
        known: &mut Known<'_>,
        memory: &mut Memory,
        learnt: Learnt,
        teller: Teller<'_>,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let sure = memory.store.new_among(known, learnt.sure, budget)?;
        tell(known, teller, &sure, Fate::Sure);
        memory.store.add(known, &sure);
        if !self.engine.candidates {
            return Ok(!sure.is_empty());
        }
        let candidates = memory.store.new_among(known, learnt.bounded, budget)?;
        let tried = if teller.tells() { candidates.clone() } else { Lemmas::new() };
        let kept = memory.inductive(known, candidates, budget)?;
        for (&predicate, lemmas) in &tried {
            for &lemma in lemmas {
                let holds = kept.get(&predicate).is_some_and(|kept| kept.contains(&lemma));
                tell_lemma(teller, known, predicate, lemma, if holds { Fate::Kept } else { Fate::Dropped });
            }
        }
        Ok(!sure.is_empty() || kept.values().any(|kept| !kept.is_empty()))
    }

    /// Some leaves get their bodies: those of a run, or more.
    fn refine(
        &mut self,
        known: &mut Known<'_>,
        memory: &Memory,
        run: &[NodeId],
        blocked: &BTreeSet<NodeId>,
        teller: Teller<'_>,
    ) -> Result<(), StopReason> {
        let first_new = self.tree.nodes.len();
        let bound = self.engine.bound;
        let is_open = |tree: &Tree, node: NodeId| bound.is_none_or(|bound| tree.nodes[node].instances <= bound);
        if let (true, Some(bound)) = (run.is_empty(), bound) {
            return Err(StopReason::Bound(bound));
        }
        self.refinements += 1;
        let before = known.counts.expanded;
        if self.engine.refine == Refine::Greedy {
            self.follow(known, &|_| true);
        }
        let all: Vec<NodeId> = match self.refinements % FAIR {
            0 => blocked.iter().copied().collect(),
            _ => run.to_vec(),
        };
        let open: Vec<NodeId> = all.into_iter().filter(|&node| is_open(&self.tree, node)).collect();
        if !open.is_empty() {
            open.into_iter().for_each(|node| self.tree.expand(known, node));
        } else if known.counts.expanded == before {
            self.closed.extend(run);
        }
        if teller.tells() {
            self.tell_expanded(known, memory, first_new, teller);
        }
        Ok(())
    }

    /// Tells of the nodes that have children from this one on.
    fn tell_expanded(&self, known: &Known<'_>, memory: &Memory, first_new: NodeId, teller: Teller<'_>) {
        for (id, node) in self.tree.nodes.iter().enumerate() {
            let Some(expanded) = node.expanded.as_ref().filter(|expanded| expanded.children.start >= first_new) else {
                continue;
            };
            let children = expanded.children.clone().map(|child| {
                let predicate = self.tree.nodes[child].interface.predicate;
                (known.relations.named(predicate), !memory.store.of(predicate).is_empty())
            });
            let predicate = known.relations.named(node.interface.predicate);
            let (first, depth, children) = (expanded.children.start, node.depth, children.collect());
            teller.step(|| Event::Expanded { node: id, first, predicate, depth, children });
        }
    }

    /// All leaves get their bodies, and those below them, as deep as that is followed, if their predicates are such.
    fn follow(&mut self, known: &mut Known<'_>, is_such: &dyn Fn(PredicateId) -> bool) {
        let bound = self.engine.bound.unwrap_or(FOLLOWED);
        let mut open: Vec<NodeId> = self.tree.leaves.iter().copied().collect();
        while let Some(node) = open.pop() {
            let Tree { nodes, .. } = &self.tree;
            if nodes[node].instances <= bound && is_such(nodes[node].interface.predicate) {
                let begin = nodes.len();
                self.tree.expand(known, node);
                open.extend(begin..self.tree.nodes.len());
            }
        }
    }

    /// What the solvers of its trees have done.
    pub fn sat(&self) -> SatStats {
        let mut sat = self.spent;
        sat += self.tree.sat();
        sat
    }
}
