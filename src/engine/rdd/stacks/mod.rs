//! All stacks of a program, by SAT (2015-fedyukovich, section 3, made exact; see the README, "Stacks").
//!
//! Calls and visits of loop heads are unwound that runs really come to. When a stack exceeds for the first time what is unwound, all calls
//! that have returned lie within it; so with all other leaves blocked nothing is lost, and if no run comes to a leaf, the tree has all stacks.
//!
//! Where nothing new can be above a leaf ([`settled`]) it is not unwound for its own sake. Nor is a call that is entered with the same values as one below it
//! on the stack: it closes a cycle, and the stack goes on above it as it did above that one. So the tree ends. But such leaves may return, and what comes then
//! matters: it is asked whether something new can be found if leaves return whatever they like, and those that would have to are unwound, too. Of calls
//! that have returned none is within one that begins and returns with the same values; so that ends, too.

mod settled;
mod tree;
mod unit;

use crate::budget::{Budget, StopReason};
use crate::engine::heads::{Activation, Cycle, HeadFinder, Heads, Stacks};
use crate::lang::program::Place;
use crate::logic::sat::{Lit, Model};
use crate::pds::passes::Prepared;
use settled::Settled;
use std::collections::{BTreeMap, BTreeSet};
use tree::{FIRST, Node, NodeId, Tree};
use unit::Unit;

/// The work after which it gives up if others measure, too: less than a second mostly.
const EFFORT: u64 = 100_000;

/// How the engine finds with what procedures are entered.
pub(super) const FINDER: HeadFinder = HeadFinder { find: stacks, effort: Some(EFFORT) };

/// All stacks on which no head is twice, and all cycles.
///
/// # Errors
/// The limit that was hit.
fn stacks<'p>(system: &'p Prepared, budget: &Budget) -> Result<Heads<'p>, StopReason> {
    let tree = Tree::new(system);
    let settled = Settled::new(&tree.units.view);
    let mut search = Search {
        tree,
        settled,
        budget,
        seen: BTreeSet::from([FIRST]),
        differing: BTreeMap::new(),
        cycles: Vec::new(),
        restricted: None,
    };
    search.settled.enter(system.pds.entry, 1);
    search.run()?;
    Ok(Heads::Stacks(search.found()))
}

struct Search<'p, 'b> {
    tree: Tree<'p>,
    settled: Settled,
    budget: &'b Budget,
    /// The calls that are on a stack of some run.
    seen: BTreeSet<NodeId>,
    /// Leaves that were entered like a call below them, each with what is assumed so that they are not.
    differing: BTreeMap<NodeId, Lit>,
    cycles: Vec<(NodeId, Cycle)>,
    /// If there are cycles, or leaves that are not unwound: of the nodes before this one clauses say that they go round no cycle.
    restricted: Option<NodeId>,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), StopReason> {
        loop {
            self.unwind()?;
            let is_all = self.restricted.is_none() && self.tree.leaves.iter().all(|&leaf| self.matters(leaf));
            if is_all || !self.matters(FIRST) {
                return Ok(());
            }
            self.restricted.get_or_insert(FIRST);
            while let Some(run) = self.anything_new()? {
                self.read(&run);
            }
            if !self.matters(FIRST) || !self.complete()? {
                return Ok(());
            }
        }
    }

    /// Unwinds what runs come to, from the lowest level up.
    fn unwind(&mut self) -> Result<(), StopReason> {
        let mut level = 0;
        while let Some(next) = self.next_level(level) {
            level = next;
            while let Some((leaf, run)) = self.attempt(level)? {
                self.arrive(leaf, &run)?;
            }
        }
        Ok(())
    }

    /// The lowest level above one that has a leaf.
    fn next_level(&self, level: u32) -> Option<u32> {
        self.tree.leaves.iter().map(|&leaf| self.tree.nodes[leaf].level).filter(|&next| next > level).min()
    }

    /// A run to a leaf no higher than this.
    fn attempt(&mut self, level: u32) -> Result<Option<(NodeId, Model)>, StopReason> {
        self.restrict();
        let mut assumed = vec![!self.tree.stops];
        for &leaf in &self.tree.leaves {
            let node = &self.tree.nodes[leaf];
            if node.level > level || !self.matters(leaf) {
                assumed.push(!node.start());
                continue;
            }
            assumed.push(node.quiet);
            assumed.extend(self.differing.get(&leaf));
        }
        let Some(run) = self.tree.ask(&assumed, self.budget)? else { return Ok(None) };
        let begun = self.tree.leaves.iter().copied().find(|&leaf| run.value(self.tree.nodes[leaf].start()));
        Ok(begun.map(|leaf| (leaf, run)))
    }

    /// Whether a stack through a node may show something new.
    fn matters(&self, node: NodeId) -> bool {
        let Node { unit: Unit { procedure, .. }, activations, .. } = self.tree.nodes[node];
        self.settled.is_open(procedure, activations)
            || self.begins(node).is_some_and(|site| self.settled.may_be_bounded(procedure, Some(site)))
    }

    /// Where the chain of calls of one recursive component begins that ends at a node.
    fn begins(&self, node: NodeId) -> Option<Place> {
        let procedure = self.tree.nodes[node].unit.procedure;
        let mut first = None;
        let mut next = if self.tree.nodes[node].is_call() { Some(node) } else { self.tree.caller(node) };
        while let Some(call) = next {
            if !self.settled.are_together(self.tree.nodes[call].unit.procedure, procedure) {
                break;
            }
            first = Some(call);
            next = self.tree.caller(call);
        }
        first.and_then(|first| self.tree.nodes[first].site)
    }

    /// A run comes to a leaf: it is unwound, if it is not entered like a call below it.
    fn arrive(&mut self, leaf: NodeId, run: &Model) -> Result<(), StopReason> {
        self.read(run);
        if !self.tree.nodes[leaf].is_call() {
            self.expand(leaf);
            return Ok(());
        }
        let above = self.tree.same_above(leaf);
        let new: Vec<NodeId> = above.iter().copied().filter(|&above| self.is_new_cycle(above, leaf)).collect();
        if !new.is_empty() {
            let equal: Vec<Lit> = new.into_iter().map(|above| self.tree.pair(above, leaf).equal).collect();
            let mut assumed = self.tree.quiet();
            assumed.extend([self.tree.one_of(&equal), self.tree.nodes[leaf].start()]);
            if let Some(run) = self.tree.ask(&assumed, self.budget)? {
                self.read(&run);
            }
        }
        if above.into_iter().any(|above| self.tree.are_equal(above, leaf, run)) {
            let differing = self.tree.differing(leaf);
            self.differing.insert(leaf, differing);
        } else {
            self.expand(leaf);
        }
        Ok(())
    }

    fn expand(&mut self, leaf: NodeId) {
        self.tree.expand(leaf);
        self.differing.remove(&leaf);
        if self.restricted.is_some_and(|restricted| leaf < restricted) && self.tree.nodes[leaf].is_call() {
            self.tree.enter_once(leaf);
        }
    }

    /// Clauses say that no cycle is gone round, once that is needed for an end.
    fn restrict(&mut self) {
        let Some(restricted) = self.restricted else { return };
        for node in restricted..self.tree.nodes.len() {
            if self.tree.nodes[node].is_call() {
                self.tree.return_once(node);
                if self.tree.nodes[node].is_expanded {
                    self.tree.enter_once(node);
                }
            }
        }
        self.restricted = Some(self.tree.nodes.len());
    }

    /// Takes from a run without open leaves what it shows: the calls on its stack, and cycles.
    fn read(&mut self, run: &Model) {
        let is_on = |&node: &NodeId| {
            let node = &self.tree.nodes[node];
            run.value(node.start()) && run.value(node.hit())
        };
        let stack: Vec<NodeId> =
            (0..self.tree.nodes.len()).filter(is_on).filter(|&node| self.tree.nodes[node].is_call()).collect();
        for &node in &stack {
            self.seen.insert(node);
            let Node { unit: Unit { procedure, .. }, activations, .. } = self.tree.nodes[node];
            self.settled.enter(procedure, activations);
        }
        for &node in &stack {
            for above in self.tree.same_above(node) {
                if self.is_new_cycle(above, node) && self.tree.are_equal(above, node, run) {
                    self.note(above, node, run);
                }
            }
        }
    }

    /// The calls from one, which is left out, up to another one.
    fn between(&self, above: NodeId, node: NodeId) -> Vec<NodeId> {
        let calls = std::iter::successors(Some(node), |&node| self.tree.caller(node));
        let mut calls: Vec<NodeId> = calls.take_while(|&call| call != above).collect();
        calls.reverse();
        calls
    }

    /// Whether a cycle would show something new.
    fn is_new_cycle(&self, above: NodeId, node: NodeId) -> bool {
        let site = self.begins(node);
        let is_new = |call: NodeId| self.settled.may_be_bounded(self.tree.nodes[call].unit.procedure, site);
        self.between(above, node).into_iter().any(is_new)
    }

    fn note(&mut self, above: NodeId, node: NodeId, run: &Model) {
        let calls = self.between(above, node);
        let heads = calls.iter().map(|&call| self.tree.head(call, run)).collect();
        let procedures: Vec<_> = calls.iter().map(|&call| self.tree.nodes[call].unit.procedure).collect();
        let site = self.begins(node);
        self.settled.go_round(procedures.into_iter(), site);
        self.cycles.push((node, Cycle { top: 0, heads }));
        self.restricted.get_or_insert(FIRST);
    }

    /// The literals of which each is something new: a call on the stack that was never seen there, or a new cycle.
    fn news(&mut self) -> Vec<Lit> {
        let mut news = Vec::new();
        for id in 0..self.tree.nodes.len() {
            let node = &self.tree.nodes[id];
            if !node.is_call() {
                continue;
            }
            let on_stack = [node.start(), node.hit()];
            if !self.seen.contains(&id) && self.matters(id) {
                news.push(self.tree.all_of(&on_stack));
            }
            for above in self.tree.same_above(id) {
                if self.is_new_cycle(above, id) {
                    let equal = self.tree.pair(above, id).equal;
                    news.push(self.tree.all_of(&[on_stack[0], on_stack[1], equal]));
                }
            }
        }
        news
    }

    /// A run within what is unwound that shows something new.
    fn anything_new(&mut self) -> Result<Option<Model>, StopReason> {
        self.restrict();
        let news = self.news();
        let any = self.tree.one_of(&news);
        let mut assumed = self.tree.quiet();
        assumed.push(any);
        self.tree.ask(&assumed, self.budget)
    }

    /// Unwinds the leaves that would have to return so that something new is found; none if nothing is, whatever they return.
    fn complete(&mut self) -> Result<bool, StopReason> {
        self.restrict();
        let mut news = self.news();
        let leaves: Vec<NodeId> = self.tree.leaves.iter().copied().collect();
        let mut returned = Vec::new();
        for &leaf in &leaves {
            let [start, hit] = [self.tree.nodes[leaf].start(), self.tree.nodes[leaf].hit()];
            returned.push(self.tree.all_of(&[start, !hit]));
            if self.matters(leaf) {
                let differing = self.differing.get(&leaf).copied();
                let begun: Vec<Lit> = [start, hit].into_iter().chain(differing).collect();
                news.push(self.tree.all_of(&begun));
            }
        }
        let assumed = [news, returned].map(|any| self.tree.one_of(&any));
        let Some(run) = self.tree.ask(&assumed, self.budget)? else { return Ok(false) };
        for leaf in leaves {
            let node = &self.tree.nodes[leaf];
            if run.value(node.start()) && !run.value(node.hit()) {
                self.expand(leaf);
            }
        }
        Ok(true)
    }

    /// What was found.
    fn found(self) -> Stacks {
        let Search { tree, seen, cycles, .. } = self;
        let places: BTreeMap<NodeId, u32> = seen.iter().copied().zip(0..).collect();
        let activations = seen.iter().map(|&node| Activation {
            procedure: tree.nodes[node].unit.procedure,
            called: tree.caller(node).zip(tree.nodes[node].site).map(|(caller, site)| (places[&caller], site)),
        });
        let cycles = cycles.into_iter().map(|(top, cycle)| Cycle { top: places[&top], ..cycle });
        Stacks { activations: activations.collect(), cycles: cycles.collect() }
    }
}
