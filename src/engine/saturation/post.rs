//! post*: the automaton of all configurations that can be reached.
//!
//! Schwoon's algorithm (2002, figure 3.4) with weights (Reps et al. 2005, section 3.2). Given an automaton without
//! transitions into control states, rules add transitions until nothing new appears:
//!
//! - `<p, γ> -> <p', γ'>`: where `p --γ--> q`, also `p' --γ'--> q`;
//! - `<p, γ> -> <p', >`: where `p --γ--> q`, also `p' ----> q`, and so, where `q --γ2--> r`, also `p' --γ2--> r`;
//! - `<p, γ> -> <p', γ' γ''>`: where `p --γ--> q`, also `p' --γ'--> m` and `m --γ''--> q`, m being a state that belongs to
//!   (p', γ'), the callee: the automaton has one for each.

use super::automaton::{Automaton, Cause, Edge, Premise, TransitionId};
use super::growth::Growth;
use super::weights::Forward;
use crate::budget::StopReason;
use crate::pds::control::{Control, Effect};
use crate::relational::ranks::Ranks;
use rustc_hash::FxHashMap;

/// A post* under way.
pub struct PostStar<'a, C, W> {
    control: &'a C,
    growth: Growth<W>,
    /// The states that belong to callees.
    callees: FxHashMap<(u32, u32), u32>,
    /// For each state the transitions into it that read nothing.
    summaries: FxHashMap<u32, Vec<TransitionId>>,
}

impl<'a, C: Control, W: Clone> PostStar<'a, C, W> {
    /// Begins with an automaton that has states, but no transitions yet: [`PostStar::given`] adds them. Transitions are
    /// processed in the order of `ranks`.
    pub fn new(control: &'a C, automaton: Automaton<W>, ranks: Ranks) -> PostStar<'a, C, W> {
        let growth = Growth::new(automaton, ranks);
        PostStar { control, growth, callees: FxHashMap::default(), summaries: FxHashMap::default() }
    }

    /// Adds a transition of the automaton that accepts the initial configurations. It may not end in a control state.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn given<D>(&mut self, domain: &mut D, edge: Edge, weight: W) -> Result<(), StopReason>
    where
        D: Forward<Weight = W> + ?Sized,
    {
        debug_assert!(edge.to >= self.control.states());
        self.growth.add(domain, edge, weight, Cause::Given).map(drop)
    }

    /// Processes one transition that grew; `None` if none is left.
    ///
    /// # Errors
    /// If a limit strikes; what was found before stays.
    pub fn advance<D>(&mut self, domain: &mut D) -> Result<Option<Edge>, StopReason>
    where
        D: Forward<Weight = W> + ?Sized,
    {
        let Some((edge, news, premise)) = self.growth.next() else { return Ok(None) };
        match edge.symbol {
            Some(symbol) if edge.from >= self.control.states() => self.waiting(domain, edge, symbol, &news, premise)?,
            Some(symbol) => {
                for rule in self.control.rules_of(edge.from, symbol) {
                    self.fire(domain, rule, edge.to, &news, premise)?;
                }
            }
            None => self.returned(domain, edge, &news, premise)?,
        }
        Ok(Some(edge))
    }

    /// The automaton so far.
    pub fn automaton(&self) -> &Automaton<W> {
        &self.growth.automaton
    }

    /// All callees that were entered, each with its state, in no particular order.
    pub fn callees(&self) -> impl Iterator<Item = ((u32, u32), u32)> + '_ {
        self.callees.iter().map(|(&callee, &state)| (callee, state))
    }

    /// All weights that are still needed, those that wait to be processed included.
    pub fn weights(&self) -> impl Iterator<Item = W> + '_ {
        self.growth.weights()
    }

    /// The automaton.
    pub fn into_automaton(self) -> Automaton<W> {
        self.growth.automaton
    }

    fn fire<D>(&mut self, domain: &mut D, rule: u32, q: u32, news: &W, from: Premise) -> Result<(), StopReason>
    where
        D: Forward<Weight = W> + ?Sized,
    {
        let control = self.control.control_rule(rule);
        match control.effect {
            Effect::Neutration(symbol) => {
                if let Some(weight) = domain.step(news, rule)? {
                    let edge = Edge { from: control.to, symbol: Some(symbol), to: q };
                    self.growth.add(domain, edge, weight, Cause::Step(rule, from))?;
                }
            }
            Effect::Contraction => {
                if let Some(weight) = domain.step(news, rule)? {
                    let edge = Edge { from: control.to, symbol: None, to: q };
                    let is_new = self.growth.automaton.find(edge).is_none();
                    self.growth.add(domain, edge, weight, Cause::Step(rule, from))?;
                    if let (true, Some(id)) = (is_new, self.growth.automaton.find(edge)) {
                        self.summaries.entry(q).or_default().push(id);
                    }
                }
            }
            Effect::Expansion(top, below) => {
                if let Some(entered) = domain.enter(news, rule)? {
                    let growth = &mut self.growth;
                    let callee = *self.callees.entry((control.to, top)).or_insert_with(|| {
                        let state = growth.automaton.add_state();
                        growth.belongs(state, top);
                        state
                    });
                    let edge = Edge { from: control.to, symbol: Some(top), to: callee };
                    if self.growth.add(domain, edge, entered, Cause::Enter(rule, from))? {
                        domain.entered(rule);
                    }
                    if let Some(waiting) = domain.wait(news, rule)? {
                        let edge = Edge { from: callee, symbol: Some(below), to: q };
                        self.growth.add(domain, edge, waiting, Cause::Wait(rule, from))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A caller waits that did not wait before: what the callee returned so far, it returns to it, too.
    fn waiting<D>(
        &mut self,
        domain: &mut D,
        edge: Edge,
        symbol: u32,
        news: &W,
        premise: Premise,
    ) -> Result<(), StopReason>
    where
        D: Forward<Weight = W> + ?Sized,
    {
        let Some(summaries) = self.summaries.get(&edge.from) else { return Ok(()) };
        for &id in &summaries.clone() {
            let summary = self.growth.automaton.transition(id);
            let (from, weight) = (summary.edge.from, summary.weight.clone());
            if let Some(resumed) = domain.resume(news, &weight, symbol)? {
                let cause = Cause::Resume(premise, self.growth.automaton.so_far(id));
                self.growth.add(domain, Edge { from, ..edge }, resumed, cause)?;
            }
        }
        Ok(())
    }

    /// A callee returned: to all that wait for it.
    fn returned<D>(&mut self, domain: &mut D, edge: Edge, news: &W, premise: Premise) -> Result<(), StopReason>
    where
        D: Forward<Weight = W> + ?Sized,
    {
        for id in self.growth.automaton.leaving(edge.to).to_vec() {
            let waiting = self.growth.automaton.transition(id);
            let (to, weight) = (waiting.edge, waiting.weight.clone());
            let Some(symbol) = to.symbol else { continue };
            if let Some(resumed) = domain.resume(&weight, news, symbol)? {
                let cause = Cause::Resume(self.growth.automaton.so_far(id), premise);
                self.growth.add(domain, Edge { from: edge.from, ..to }, resumed, cause)?;
            }
        }
        Ok(())
    }
}
