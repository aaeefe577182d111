//! post* in the order of length: what is known is known from the shortest run on.
//!
//! An increment belongs to a number of steps, the least after which a run is in one of its states; those with fewer steps come first
//! (Knuth 1977 generalizes Dijkstra's algorithm to rules with several premises, which a return is). So that the steps of a callee can be
//! told from those before it, there is a state of the automaton for each callee *and each number of steps after which it was entered first*: a
//! *layer*. A return that is known t steps after the beginning, of a layer that was entered after s of them, takes t - s steps from
//! whichever call.
//!
//! Besides, a run is followed as long as it goes one of the forbidden [`Paths`]: each node of their tree is a control state of its own.

use super::queue::{Arrival, Due, Queue};
use crate::budget::StopReason;
use crate::engine::paths::{Node, Paths, Turn};
use crate::engine::saturation::automaton::{Automaton, Cause, Edge, Premise, TransitionId};
use crate::engine::saturation::relations::Relations;
use crate::engine::saturation::weights::Forward;
use crate::engine::saturation::{BOTTOM, CONTROL};
use crate::lang::cfg::{LocId, Role};
use crate::lang::program::ProcId;
use crate::logic::bdd::BddId;
use crate::pds::control::{Control, Effect};
use crate::pds::{RuleId, RuleKind, SymbolicPds};
use crate::relational::ranks;
use rustc_hash::FxHashMap;

/// A callee as it was first entered after a number of steps.
#[derive(Debug)]
struct Layer {
    /// Its state of the automaton.
    state: u32,
    /// The number of steps.
    begin: u128,
    /// What it was entered with then, and not earlier, in columns next.
    entries: BddId,
}

/// All layers of a callee, in the order of their numbers of steps.
#[derive(Debug)]
struct Layers {
    all: Vec<Layer>,
    /// What it was entered with so far, in columns next.
    entries: BddId,
}

/// A post* under way.
pub(super) struct ShortestPost<'a> {
    pds: &'a SymbolicPds,
    forbidden: &'a Paths,
    automaton: Automaton<BddId>,
    /// For each increment after how many steps it is known.
    lengths: Vec<u128>,
    queue: Queue,
    /// The layers of each callee, by control state and first location.
    layers: FxHashMap<(u32, u32), Layers>,
    /// For each state of a callee after how many steps it was entered.
    begins: FxHashMap<u32, u128>,
    /// For each state the transitions into it that read nothing.
    summaries: FxHashMap<u32, Vec<TransitionId>>,
}

/// What a transition grew by.
struct News {
    weight: BddId,
    premise: Premise,
    length: u128,
}

impl<'a> ShortestPost<'a> {
    /// Nothing is known to be reached yet.
    pub fn new(pds: &'a SymbolicPds, forbidden: &'a Paths) -> ShortestPost<'a> {
        ShortestPost {
            pds,
            forbidden,
            automaton: Automaton::new(2 + forbidden.nodes(), vec![BOTTOM]),
            lengths: Vec::new(),
            queue: Queue::new(ranks::forward(pds)),
            layers: FxHashMap::default(),
            begins: FxHashMap::default(),
            summaries: FxHashMap::default(),
        }
    }

    /// The automaton so far.
    pub fn automaton(&self) -> &Automaton<BddId> {
        &self.automaton
    }

    /// All weights that are still needed.
    pub fn weights(&self) -> impl Iterator<Item = BddId> + '_ {
        let totals = self.automaton.transitions().iter().map(|transition| transition.weight);
        let increments = self.automaton.increments().iter().map(|increment| increment.weight);
        let entered = self.layers.values().map(|layers| layers.entries);
        let layers = self.layers.values().flat_map(|layers| &layers.all).map(|layer| layer.entries);
        totals.chain(increments).chain(entered).chain(layers).chain(self.queue.weights())
    }

    /// Where the activation on top of the stack is that a transition is about; `None` if it is about none, or the way there is forbidden.
    pub fn top(&self, edge: Edge) -> Option<u32> {
        let is_forbidden = self.node(edge.from).is_some_and(|node| self.forbidden.ends(node));
        edge.symbol.filter(|_| !is_forbidden && !self.is_waiting(edge))
    }

    /// Adds the states in which runs begin.
    pub fn begin(&mut self, initial: BddId) {
        let entry = self.pds.procedures[self.pds.entry.index()].entry.index() as u32;
        let from = self.forbidden.begin().map_or(CONTROL, state);
        let edge = Edge { from, symbol: Some(entry), to: BOTTOM };
        self.queue.push(0, edge, initial, Cause::Given);
    }

    /// Processes one transition that grew, unless runs end at its location; `None` if none is left.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn advance(
        &mut self,
        relations: &mut Relations<'_>,
        is_last: impl Fn(u32) -> bool,
    ) -> Result<Option<Edge>, StopReason> {
        while let Some((due, arrivals)) = self.queue.pop() {
            let Some(news) = self.arrive(relations, due, &arrivals)? else { continue };
            match due.edge.symbol {
                None => self.returned(relations, due.edge, &news)?,
                Some(symbol) if self.is_waiting(due.edge) => self.waiting(relations, due.edge, symbol, &news)?,
                Some(symbol) if is_last(symbol) => {}
                Some(symbol) => {
                    for rule in self.pds.rules_of(CONTROL, symbol) {
                        self.fire(relations, due.edge, rule, &news)?;
                    }
                }
            }
            return Ok(Some(due.edge));
        }
        Ok(None)
    }

    /// What is new of that which arrives.
    fn arrive(
        &mut self,
        relations: &mut Relations<'_>,
        due: Due,
        arrivals: &[Arrival],
    ) -> Result<Option<News>, StopReason> {
        let mut all: Option<News> = None;
        for &Arrival { weight, cause } in arrivals {
            let known = self.automaton.find(due.edge);
            let before = known.map_or(BddId::FALSE, |id| self.automaton.transition(id).weight);
            let news = relations.bdds.diff(weight, before)?;
            if news.is_false() {
                continue;
            }
            let number = self.automaton.increments().len() as u32;
            match known {
                Some(id) => {
                    let total = relations.bdds.or(before, news)?;
                    self.automaton.grow(id, news, total, cause);
                }
                None => {
                    let id = self.automaton.add(due.edge, news, cause);
                    if due.edge.symbol.is_none() {
                        self.summaries.entry(due.edge.to).or_default().push(id);
                    }
                }
            }
            self.lengths.push(due.length);
            let (first, weight) = match all {
                None => (number, news),
                Some(all) => (all.premise.first, relations.bdds.or(all.weight, news)?),
            };
            all = Some(News { weight, premise: Premise { first, last: number }, length: due.length });
        }
        Ok(all)
    }

    fn fire(&mut self, relations: &mut Relations<'_>, from: Edge, number: u32, news: &News) -> Result<(), StopReason> {
        let rule = self.pds.rule(RuleId::from_index(number as usize));
        let length = match self.pds.locations[rule.from.index()].role {
            // That results are stored is a part of the call.
            Role::Returned => news.length,
            Role::At | Role::Violated => longer(news.length, 1)?,
        };
        let control = self.turn(from.from, rule.from, rule.kind);
        let cause = Cause::Step(number, news.premise);
        match self.pds.control_rule(number).effect {
            Effect::Neutration(symbol) => {
                if let Some(weight) = relations.step(&news.weight, number)? {
                    self.queue.push(length, Edge { from: control, symbol: Some(symbol), to: from.to }, weight, cause);
                }
            }
            Effect::Contraction => {
                if let Some(weight) = relations.step(&news.weight, number)? {
                    self.queue.push(length, Edge { from: control, symbol: None, to: from.to }, weight, cause);
                }
            }
            Effect::Expansion(top, below) => {
                if let (Some(waiting), RuleKind::Expansion { callee, .. }) =
                    (relations.wait(&news.weight, number)?, rule.kind)
                {
                    let entries = relations.entries_of(waiting)?;
                    let cause = Cause::Enter(number, news.premise);
                    self.enter(relations, (control, top), callee, entries, length, cause)?;
                    for layer in self.layers.get(&(control, top)).into_iter().flat_map(|layers| &layers.all) {
                        let common = relations.bdds.and(waiting, layer.entries)?;
                        if !common.is_false() {
                            let edge = Edge { from: layer.state, symbol: Some(below), to: from.to };
                            self.queue.push(length, edge, common, Cause::Wait(number, news.premise));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// A callee is entered: where it was not entered so before, it begins.
    fn enter(
        &mut self,
        relations: &mut Relations<'_>,
        (control, top): (u32, u32),
        callee: ProcId,
        entries: BddId,
        length: u128,
        cause: Cause,
    ) -> Result<(), StopReason> {
        let layers = self.layers.entry((control, top));
        let layers = layers.or_insert_with(|| Layers { all: Vec::new(), entries: BddId::FALSE });
        let fresh = relations.bdds.diff(entries, layers.entries)?;
        if fresh.is_false() {
            return Ok(());
        }
        layers.entries = relations.bdds.or(layers.entries, fresh)?;
        // Nothing that is still to come is entered earlier.
        let state = match layers.all.last_mut() {
            Some(layer) if layer.begin == length => {
                layer.entries = relations.bdds.or(layer.entries, fresh)?;
                layer.state
            }
            _ => {
                let state = self.automaton.add_state();
                layers.all.push(Layer { state, begin: length, entries: fresh });
                self.begins.insert(state, length);
                self.queue.belongs(state, top);
                state
            }
        };
        let weight = relations.begin(callee, fresh)?;
        self.queue.push(length, Edge { from: control, symbol: Some(top), to: state }, weight, cause);
        Ok(())
    }

    /// A caller waits that did not wait before: what the callee returned so far, it returns to it, too.
    fn waiting(
        &mut self,
        relations: &mut Relations<'_>,
        edge: Edge,
        symbol: u32,
        news: &News,
    ) -> Result<(), StopReason> {
        let ShortestPost { automaton, lengths, summaries, begins, queue, .. } = self;
        for &id in summaries.get(&edge.from).into_iter().flatten() {
            let from = automaton.transition(id).edge.from;
            for (summary, weight, length) in history(automaton, lengths, id) {
                if let Some(resumed) = relations.resume(&news.weight, &weight, symbol)? {
                    let length = longer(news.length, length - begins[&edge.from])?;
                    queue.push(length, Edge { from, ..edge }, resumed, Cause::Resume(news.premise, summary));
                }
            }
        }
        Ok(())
    }

    /// A callee returned: to all that wait for it.
    fn returned(&mut self, relations: &mut Relations<'_>, edge: Edge, news: &News) -> Result<(), StopReason> {
        let ShortestPost { automaton, lengths, begins, queue, .. } = self;
        for &id in automaton.leaving(edge.to) {
            let to = automaton.transition(id).edge;
            let Some(symbol) = to.symbol else { continue };
            for (waiting, weight, length) in history(automaton, lengths, id) {
                if let Some(resumed) = relations.resume(&weight, &news.weight, symbol)? {
                    let length = longer(length, news.length - begins[&edge.to])?;
                    queue.push(length, Edge { from: edge.from, ..to }, resumed, Cause::Resume(waiting, news.premise));
                }
            }
        }
        Ok(())
    }

    /// The control state behind a step: whether it still goes a forbidden path.
    fn turn(&self, from: u32, at: LocId, kind: RuleKind) -> u32 {
        let Some(node) = self.node(from) else { return CONTROL };
        let place = |location: LocId| self.pds.locations[location.index()];
        let turn = match kind {
            _ if place(at).role == Role::Returned => return from,
            RuleKind::Contraction => Turn::Back,
            RuleKind::Expansion { callee, .. } => Turn::To(place(self.pds.procedures[callee.index()].entry).place),
            RuleKind::Neutration { to } if place(to).role == Role::Violated => Turn::Violation,
            RuleKind::Neutration { to } => Turn::To(place(to).place),
        };
        self.forbidden.follow(node, turn).map_or(CONTROL, state)
    }

    /// The node that a control state stands for.
    fn node(&self, control: u32) -> Option<Node> {
        (BOTTOM + 1..BOTTOM + 1 + self.forbidden.nodes()).contains(&control).then(|| Node(control - BOTTOM - 1))
    }

    /// Whether a transition is one of a caller that waits.
    fn is_waiting(&self, edge: Edge) -> bool {
        self.begins.contains_key(&edge.from)
    }
}

/// The control state of a node.
fn state(node: Node) -> u32 {
    BOTTOM + 1 + node.0
}

/// The increments of a transition: the premise that each is, its weight, and its number of steps.
fn history<'h>(
    automaton: &'h Automaton<BddId>,
    lengths: &'h [u128],
    transition: TransitionId,
) -> impl Iterator<Item = (Premise, BddId, u128)> + 'h {
    automaton.transition(transition).increments.iter().map(move |&number| {
        (Premise::only(number), automaton.increments()[number as usize].weight, lengths[number as usize])
    })
}

fn longer(length: u128, more: u128) -> Result<u128, StopReason> {
    length.checked_add(more).ok_or_else(|| StopReason::Unsupported("runs of 2^128 steps".into()))
}
