//! Recursion depth detection (2015-fedyukovich, Algorithm 1; see the README, "The loop").
//!
//! The tree over-approximates where its leaves are open, and under-approximates where they are blocked. Each iteration asks both, or, as
//! the paper does, the first alone, and unwinds the leaves that the run of the open question begins. What is refuted with open leaves holds for
//! recursion of any depth. Without the bound of `depth=N` that need not end: see [`super::induct`] and [`super::nest`] for what makes it end.

use super::chains::Chains;
use super::context::{Context, Decided, Measured, tell};
use super::cores::Cores;
use super::event::{Event, Fate};
use super::functions::functions;
use super::induct;
use super::nest::Nest;
use super::options::{Mode, Query};
use super::premise::Premise;
use super::stats::RddStats;
use crate::budget::StopReason;
use crate::engine::NoProof;
use crate::logic::sat::{Model, SatStats};
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::learn::learn;
use crate::summaries::instances::trace;
use crate::summaries::instances::tree::{FIRST, NodeId, Run, Tree};
use crate::summaries::predicate::PredicateId;
use std::collections::BTreeSet;

/// Interpolants are taken of refutations with so many resolutions, and cores where there are more.
const SHORT: usize = 300_000;

/// Where a tree took more conflicts its refutation is taken for longer than that, and not made.
const FEW_CONFLICTS: u64 = 10_000;

/// A search under way.
pub(super) struct Search {
    pub tree: Tree,
    pub chains: Chains,
    nest: Nest,
    /// What is assumed, if this is about a helper assertion.
    premise: Option<Premise>,
    /// Leaves as deep as it is allowed, on runs that began no others: they are blocked.
    closed: BTreeSet<NodeId>,
    /// How many instances are unwound.
    unwound: usize,
    /// When there are so many, all is unwound, and induction may do more.
    due: usize,
    /// The work that it may do then.
    pub leap: u64,
    /// The work of questions about the tree.
    pub work: u64,
    /// The work of induction.
    pub work_lemmas: u64,
    /// What other solvers have done than that of the tree.
    spent: SatStats,
}

impl Search {
    /// Whether the entry procedure hits, which is what `predicate` says.
    ///
    /// If that is given, only under a premise, that of the helper assertion of a depth.
    pub fn new(context: &mut Context<'_, '_>, predicate: PredicateId, helper: Option<(u32, Premise)>) -> Search {
        let tree = Tree::new(context.known, predicate);
        let first = context.known.relations.named(predicate);
        context.teller.step(|| Event::Begun { first, helper: helper.as_ref().map(|&(depth, _)| depth) });
        let mut search = Search {
            tree,
            chains: Chains::default(),
            nest: Nest::default(),
            premise: helper.map(|(_, premise)| premise),
            closed: BTreeSet::new(),
            unwound: 0,
            due: induct::LARGE,
            leap: induct::LEAP,
            work: 0,
            work_lemmas: 0,
            spent: SatStats::default(),
        };
        search.chains.read(context.known, context.calls, &search.tree);
        for _ in 0..context.engine.first {
            let leaves: Vec<NodeId> = search.tree.leaves.iter().copied().collect();
            let open = search.open(context, leaves);
            search.unwind(context, &open);
        }
        search
    }

    /// What comes out if what is known of calls is enough for the body of the entry procedure.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn is_answered(&mut self, context: &mut Context<'_, '_>) -> Result<Option<Decided>, StopReason> {
        self.unwind(context, &[FIRST]);
        match self.ask(context, &BTreeSet::new())? {
            Err(_) => Ok(Some(self.refuted(context)?)),
            Ok(_) => Ok(None),
        }
    }

    /// Decides it, or goes on with it (Algorithm 1, lines 3 to 14).
    ///
    /// # Errors
    /// The limit that was hit; all may go on from there.
    pub fn decide(&mut self, context: &mut Context<'_, '_>) -> Result<Decided, StopReason> {
        loop {
            context.budget.poll()?;
            context.stats.iterations += 1;
            let mut core = None;
            if context.engine.query == Query::Two {
                let leaves = self.tree.leaves.clone();
                match self.ask(context, &leaves)? {
                    Ok(run) => return self.derivation(context, &run),
                    Err(needed) if needed.is_empty() => return self.refuted(context),
                    Err(needed) => core = Some(needed),
                }
            }
            let closed = self.closed.clone();
            let begun = match self.ask(context, &closed)? {
                Err(needed) if needed.is_empty() => return self.refuted(context),
                // Only the bound excludes runs.
                Err(_) => Vec::new(),
                Ok(run) => {
                    let begun: Vec<NodeId> = self.tree.begun(&run).collect();
                    if begun.is_empty() {
                        return self.derivation(context, &run);
                    }
                    begun
                }
            };
            if context.engine.mode == Mode::Induction && !context.engine.nest && induct::step(self, context, core)? {
                context.stats.completed += 1;
                self.closed.clear();
                self.begin_again(context);
                continue;
            }
            if let (true, Some(depth)) = (begun.is_empty(), context.engine.depth) {
                return Err(StopReason::Bound(depth));
            }
            let all = match context.engine.mode == Mode::Induction && self.is_due() {
                true => {
                    self.due *= induct::GROWTH;
                    self.leap = self.leap.saturating_mul(induct::LEAP_GROWTH);
                    self.tree.leaves.iter().copied().collect()
                }
                false => self.in_turn(context, &begun),
            };
            let open = self.open(context, all);
            if open.is_empty() {
                self.closed.extend(begun);
            }
            self.unwind(context, &open);
        }
    }

    /// A run that begins none of these leaves and obeys what is known, or the leaves of those that have to be blocked.
    fn ask(
        &mut self,
        context: &mut Context<'_, '_>,
        blocked: &BTreeSet<NodeId>,
    ) -> Result<Result<Model, BTreeSet<NodeId>>, StopReason> {
        let Context { known, memory, teller, budget, .. } = context;
        let is_blocked = !blocked.is_empty() && blocked.len() == self.tree.leaves.len();
        let mut measured = Measured::new(budget);
        self.tree.read(&memory.store, true);
        self.nest.read(&mut self.tree, context.engine.nest);
        if let Some(premise) = &mut self.premise {
            premise.read(known, &self.chains, &mut self.tree);
        }
        let answer = loop {
            *(if is_blocked { &mut known.counts.blocked } else { &mut known.counts.open }) += 1;
            match self.tree.ask(blocked, &measured.budget)? {
                Run::None(core) => break Err(core),
                Run::Found(run) if self.tree.obeys(known, &memory.store, &run, true) => break Ok(run),
                Run::Found(_) => {}
            }
        };
        let work = measured.read();
        self.work += work;
        context.stats.work_tree += work;
        teller.step(|| Event::Asked {
            is_blocked,
            is_found: answer.is_ok(),
            leaves: match &answer {
                Ok(run) => self.tree.begun(run).collect(),
                Err(core) => core.iter().copied().collect(),
            },
        });
        Ok(answer)
    }

    /// There is no run, whatever leaves do: what that says of predicates holds at any depth.
    fn refuted(&mut self, context: &mut Context<'_, '_>) -> Result<Decided, StopReason> {
        if context.engine.nest {
            return Ok(Decided::Unproved(NoProof::NotInductive));
        }
        if !context.wants_proof && self.premise.is_none() {
            return Ok(Decided::Unproved(NoProof::NotInductive));
        }
        if self.premise.is_none() {
            context.teller.unreachable(context.target);
        }
        match self.lemmas(context) {
            Ok(lemmas) => {
                let Context { known, memory, teller, .. } = context;
                tell(known, *teller, &lemmas, |_, _| Fate::Sure);
                memory.store.add(known, &lemmas);
                Ok(Decided::Unreachable)
            }
            // All may go on in the next turn.
            Err(NoProof::Stopped(reason @ (StopReason::Effort | StopReason::Interrupted))) => Err(reason),
            Err(no) => Ok(Decided::Unproved(no)),
        }
    }

    /// What the tree without a run says of predicates: interpolants if the refutation is short; else what instances compute, with cores of the others if
    /// that is enough; and else cores of all.
    fn lemmas(&mut self, context: &mut Context<'_, '_>) -> Result<Lemmas, NoProof> {
        if self.premise.is_none() {
            let Context { known, memory, teller, budget, .. } = context;
            if self.tree.sat().conflicts <= FEW_CONFLICTS {
                let proof = self.tree.refute(&BTreeSet::new(), budget)?;
                if proof.resolutions() <= SHORT {
                    let learnt = learn(known, &self.tree, (&proof, &[]), induct::READING, budget)?;
                    return Ok(memory.store.new_among(known, learnt.sure, budget)?);
                }
            }
            let computed = functions(known, &memory.store, &self.tree, budget)?;
            if !computed.lemmas.is_empty() {
                tell(known, *teller, &computed.lemmas, |_, _| Fate::Sure);
                memory.store.add(known, &computed.lemmas);
                let others = computed.others(known, &self.tree);
                let (found, spent) = cores(context, &others, None);
                self.spent += spent;
                if !matches!(found, Err(NoProof::NotInductive)) {
                    return found;
                }
            }
        }
        let (found, spent) = cores(context, &self.tree, self.premise.as_ref());
        self.spent += spent;
        found
    }

    fn derivation(&self, context: &mut Context<'_, '_>, run: &Model) -> Result<Decided, StopReason> {
        Ok(Decided::Reached(trace::derivation(context.known, &self.tree, run, context.budget)?))
    }

    /// The leaves of a run; and, in some iterations of induction, the oldest leaf of all: a run that goes round one loop again and again does not come to
    /// the next one.
    fn in_turn(&self, context: &Context<'_, '_>, begun: &[NodeId]) -> Vec<NodeId> {
        let is_turn = context.engine.mode == Mode::Induction && context.stats.iterations.is_multiple_of(induct::FAIR);
        let oldest = self.tree.leaves.first().filter(|leaf| is_turn && !begun.contains(leaf));
        begun.iter().chain(oldest).copied().collect()
    }

    /// Those of some leaves that may be unwound.
    fn open(&self, context: &Context<'_, '_>, leaves: Vec<NodeId>) -> Vec<NodeId> {
        let depth = context.engine.depth.unwrap_or(u32::MAX);
        leaves.into_iter().filter(|&leaf| self.chains.depth(context.known, &self.tree, leaf) <= depth).collect()
    }

    /// Whether all leaves are to be unwound.
    pub fn is_due(&self) -> bool {
        self.unwound >= self.due
    }

    /// If the tree is large it is begun again: most of what is unwound is not needed any more.
    fn begin_again(&mut self, context: &mut Context<'_, '_>) {
        if self.unwound < induct::LARGE {
            return;
        }
        let spent = self.end(context.known, context.stats);
        let first = self.tree.nodes[FIRST].interface.predicate;
        let Search { due, leap, work, work_lemmas, .. } = *self;
        *self = Search { due, leap, work, work_lemmas, spent, ..Search::new(context, first, None) };
    }

    /// Leaves get their bodies.
    fn unwind(&mut self, context: &mut Context<'_, '_>, leaves: &[NodeId]) {
        self.unwound += leaves.len();
        for &node in leaves {
            let first = self.tree.nodes.len();
            self.tree.expand(context.known, node);
            self.chains.read(context.known, context.calls, &self.tree);
            context.teller.step(|| Event::Inlined {
                node,
                chain: self.chains.of(node).component,
                first,
                children: self.tree.nodes[first..]
                    .iter()
                    .map(|child| context.known.relations.named(child.interface.predicate))
                    .collect(),
            });
        }
    }

    /// Counts what was unwound; what the solver has done.
    pub fn end(&self, known: &Known<'_>, stats: &mut RddStats) -> SatStats {
        self.chains.count(known, &self.tree, stats);
        stats.nested += self.nest.clauses;
        let mut sat = self.spent;
        sat += self.tree.sat();
        sat
    }
}

/// What a tree without a run says of predicates, by cores, and what solvers have done for that.
fn cores(context: &mut Context<'_, '_>, tree: &Tree, premise: Option<&Premise>) -> (Result<Lemmas, NoProof>, SatStats) {
    let Context { known, memory, budget, stats, .. } = context;
    let none = BTreeSet::new();
    let mut cores = Cores::new(known, &memory.store, tree, &none, premise);
    let found = cores.lemmas(known, &memory.store, budget);
    stats.queries_body += cores.questions();
    (found, cores.sat())
}
