//! pre*: the automaton of all configurations from which a target can be reached.
//!
//! The algorithm of J. Esparza, D. Hansel, P. Rossmanith, S. Schwoon ("Efficient algorithms for model checking pushdown systems",
//! CAV 2000, algorithm 1) with weights. Given an automaton that accepts the targets, rules add transitions until nothing
//! new appears:
//!
//! - `<p, γ> -> <p', >`: `p --γ--> p'`;
//! - `<p, γ> -> <p', γ'>`: where `p' --γ'--> q`, also `p --γ--> q`;
//! - `<p, γ> -> <p', γ' γ''>`: where `p' --γ'--> q --γ''--> r`, also `p --γ--> r`.

use super::automaton::{Automaton, Cause, Edge, Premise, TransitionId};
use super::growth::Growth;
use super::weights::Backward;
use crate::budget::StopReason;
use crate::pds::control::{Control, Effect};
use crate::relational::ranks::Ranks;
use rustc_hash::FxHashMap;

/// A pre* under way.
pub struct PreStar<'a, C, W> {
    control: &'a C,
    growth: Growth<W>,
    /// The rules by what they lead to: control state and top symbol.
    by_result: FxHashMap<(u32, u32), Vec<u32>>,
    /// For a state and a symbol: the expansions that put the symbol below, with the transitions of their callees into the
    /// state. They wait for a transition that reads the symbol there.
    callees: FxHashMap<(u32, u32), Vec<(u32, TransitionId)>>,
    /// For a state and a symbol: the transitions that have been processed. Those that have not find who waits for them.
    reading: FxHashMap<(u32, u32), Vec<TransitionId>>,
}

impl<'a, C: Control, W: Clone> PreStar<'a, C, W> {
    /// Begins with an automaton that has states, but no transitions yet: [`PreStar::begin`] and [`PreStar::given`] add them.
    /// Transitions are processed in the order of `ranks`.
    pub fn new(control: &'a C, automaton: Automaton<W>, ranks: Ranks) -> PreStar<'a, C, W> {
        let mut by_result: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (rule, number) in control.control_rules().zip(0..) {
            if let Effect::Neutration(top) | Effect::Expansion(top, _) = rule.effect {
                by_result.entry((rule.to, top)).or_default().push(number);
            }
        }
        let growth = Growth::new(automaton, ranks);
        PreStar { control, growth, by_result, callees: FxHashMap::default(), reading: FxHashMap::default() }
    }

    /// Adds the transitions of contractions.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn begin<D>(&mut self, domain: &mut D) -> Result<(), StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        for (rule, number) in self.control.control_rules().zip(0..) {
            if rule.effect != Effect::Contraction {
                continue;
            }
            if let Some(weight) = domain.returning(number)? {
                let edge = Edge { from: rule.state, symbol: Some(rule.symbol), to: rule.to };
                self.growth.add(domain, edge, weight, Cause::Returning(number))?;
            }
        }
        Ok(())
    }

    /// Adds a transition of the automaton that accepts the targets.
    ///
    /// # Errors
    /// If a limit strikes.
    pub fn given<D>(&mut self, domain: &mut D, edge: Edge, weight: W) -> Result<(), StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        self.growth.add(domain, edge, weight, Cause::Given).map(drop)
    }

    /// Processes one transition that grew; `None` if none is left.
    ///
    /// # Errors
    /// If a limit strikes; what was found before stays.
    pub fn advance<D>(&mut self, domain: &mut D) -> Result<Option<Edge>, StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        let Some((edge, news, premise)) = self.growth.next() else { return Ok(None) };
        let Some(symbol) = edge.symbol else { return Ok(Some(edge)) };
        if self.growth.automaton.is_first(premise) {
            let transition = self.growth.automaton.transition_of(premise);
            self.reading.entry((edge.from, symbol)).or_default().push(transition);
        }
        for index in 0..self.by_result.get(&(edge.from, symbol)).map_or(0, Vec::len) {
            let rule = self.by_result[&(edge.from, symbol)][index];
            let control = self.control.control_rule(rule);
            match control.effect {
                Effect::Neutration(_) => {
                    if let Some(weight) = domain.before(rule, &news)? {
                        let before = Edge { from: control.state, symbol: Some(control.symbol), to: edge.to };
                        self.growth.add(domain, before, weight, Cause::Before(rule, premise))?;
                    }
                }
                Effect::Expansion(_, below) => self.callee(domain, rule, below, edge, &news, premise)?,
                Effect::Contraction => {}
            }
        }
        self.rest(domain, edge, symbol, &news, premise)?;
        Ok(Some(edge))
    }

    /// The automaton so far.
    pub fn automaton(&self) -> &Automaton<W> {
        &self.growth.automaton
    }

    /// All weights that are still needed, those that wait to be processed included.
    pub fn weights(&self) -> impl Iterator<Item = W> + '_ {
        self.growth.weights()
    }

    /// The automaton.
    pub fn into_automaton(self) -> Automaton<W> {
        self.growth.automaton
    }

    /// The first part of an expansion grew.
    fn callee<D>(
        &mut self,
        domain: &mut D,
        rule: u32,
        below: u32,
        edge: Edge,
        news: &W,
        premise: Premise,
    ) -> Result<(), StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        // A transition that grows again waits already: its first increment came earlier.
        if self.growth.automaton.is_first(premise) {
            let transition = self.growth.automaton.transition_of(premise);
            self.callees.entry((edge.to, below)).or_default().push((rule, transition));
        }
        for index in 0..self.reading.get(&(edge.to, below)).map_or(0, Vec::len) {
            let id = self.reading[&(edge.to, below)][index];
            let rest = self.growth.automaton.transition(id);
            let (to, weight) = (rest.edge.to, rest.weight.clone());
            let rest = self.growth.automaton.so_far(id);
            if let Some(weight) = domain.calling(rule, news, &weight)? {
                self.call(domain, rule, to, weight, premise, rest)?;
            }
        }
        Ok(())
    }

    /// A transition grew that may be the second part of expansions.
    fn rest<D>(&mut self, domain: &mut D, edge: Edge, symbol: u32, news: &W, premise: Premise) -> Result<(), StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        for index in 0..self.callees.get(&(edge.from, symbol)).map_or(0, Vec::len) {
            let (rule, first) = self.callees[&(edge.from, symbol)][index];
            let callee = self.growth.automaton.transition(first).weight.clone();
            let first = self.growth.automaton.so_far(first);
            if let Some(weight) = domain.calling(rule, &callee, news)? {
                self.call(domain, rule, edge.to, weight, first, premise)?;
            }
        }
        Ok(())
    }

    fn call<D>(
        &mut self,
        domain: &mut D,
        rule: u32,
        to: u32,
        weight: W,
        callee: Premise,
        rest: Premise,
    ) -> Result<(), StopReason>
    where
        D: Backward<Weight = W> + ?Sized,
    {
        let control = self.control.control_rule(rule);
        let edge = Edge { from: control.state, symbol: Some(control.symbol), to };
        self.growth.add(domain, edge, weight, Cause::Calling(rule, callee, rest)).map(drop)
    }
}
