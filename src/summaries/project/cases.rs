//! Projection by cases: a list of transfers, each a guard over the entry, and a function of the entry for each value at the
//! exit, unless that is arbitrary.
//!
//! A model outside of the cases chooses the next one. The hidden inputs of the condition get its values: what is left is
//! the guard. Then, as long as some value at the exit depends on hidden inputs and is not merely one that nothing else depends
//! on, those that most of such values depend on get the model's values too; one that is a single input at the end
//! is arbitrary. The case has the model, and nothing that is not in the projection; there are only so many
//! valuations of hidden inputs, so it ends. Those that most depend on come first because they are selectors: `ite(s, h, x)` with s for
//! many variables and an h for each is two cases, havoc and identity, if s is fixed.

use super::{Projected, Subject};
use crate::budget::{Budget, StopReason};
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input, Node};
use crate::logic::query::{Assignment, Query, Reply};
use crate::summaries::summary::Relation;
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::rounds::Effect;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The most cases of returns, and of hits.
const CASES: usize = 16;
/// The conflicts that a question may take.
const CONFLICTS: u64 = 1_000;

/// All that an execution can do.
pub(super) struct Cases {
    returns: Vec<Case>,
    hits: Formula,
}

/// One transfer.
struct Case {
    guard: Formula,
    /// What it leaves, in the order of the interface; nothing where it is arbitrary.
    outs: Vec<Option<Formula>>,
}

/// The cases of an execution, if there are few.
///
/// # Errors
/// The limit of the budget that was hit.
pub(super) fn list(
    graph: &mut Graph,
    subject: &Subject<'_>,
    query: &mut Query,
    budget: &Budget,
) -> Result<Option<Cases>, StopReason> {
    let kept = subject.kept(graph);
    let outs = subject.pairs();
    let Some(hits) = enumerate(graph, query, &kept, (subject.hits, &[]), budget)? else { return Ok(None) };
    let hits = hits.iter().fold(Formula::FALSE, |any, case| graph.formulas.or(any, case.guard));
    let returns = enumerate(graph, query, &kept, (subject.returns, &outs), budget)?;
    Ok(returns.map(|returns| Cases { returns, hits }))
}

/// Cases of a condition and what is left then, as pairs of an exit and its value, until they are all.
fn enumerate(
    graph: &mut Graph,
    query: &mut Query,
    kept: &FxHashSet<Input>,
    (condition, outs): (Formula, &[(Formula, Formula)]),
    budget: &Budget,
) -> Result<Option<Vec<Case>>, StopReason> {
    let whole = super::relation(graph, condition, outs);
    let (mut cases, mut covered): (Vec<Case>, _) = (Vec::new(), Formula::FALSE);
    while cases.len() <= CASES {
        let found = match query.ask_within(&graph.formulas, &[whole, !covered], budget, Some(CONFLICTS))? {
            Reply::Yes(found) => found,
            Reply::No(_) => return Ok(Some(cases)),
            Reply::NotKnown => return Ok(None),
        };
        let case = Case::of(graph, &found, kept, condition, outs);
        let exits: Vec<Formula> = outs.iter().map(|&(exit, _)| exit).collect();
        let relation = case.relation(graph, &exits);
        covered = graph.formulas.or(covered, relation);
        cases.push(case);
    }
    Ok(None)
}

impl Case {
    /// The case of a model.
    fn of(
        graph: &mut Graph,
        found: &Assignment,
        kept: &FxHashSet<Input>,
        condition: Formula,
        outs: &[(Formula, Formula)],
    ) -> Case {
        let mut fixed = graph.formulas.support([condition]);
        fixed.retain(|input| !kept.contains(input));
        let mut roots: Vec<Formula> = [condition].into_iter().chain(outs.iter().map(|&(_, value)| value)).collect();
        loop {
            roots = fix(graph, found, &fixed, &roots);
            let left = Hidden::of(graph, kept, &roots[1..]);
            fixed = left.most_used();
            if fixed.is_empty() {
                let outs = roots[1..].iter().enumerate().map(|(at, &value)| (!left.is_arbitrary[at]).then_some(value));
                return Case { guard: roots[0], outs: outs.collect() };
            }
        }
    }

    /// As a relation.
    fn relation(&self, graph: &mut Graph, exits: &[Formula]) -> Formula {
        let pairs = exits.iter().zip(&self.outs).filter_map(|(&exit, &out)| Some((exit, out?)));
        let pairs: Vec<_> = pairs.collect();
        super::relation(graph, self.guard, &pairs)
    }
}

/// The formulas with the model's values of some inputs.
fn fix(graph: &mut Graph, found: &Assignment, fixed: &[Input], roots: &[Formula]) -> Vec<Formula> {
    let fixed: FxHashSet<Input> = fixed.iter().copied().collect();
    let cone = Cone::of(&graph.formulas, roots.iter().copied());
    graph.substitute(&cone, |graph, input| match fixed.contains(&input) {
        true => Formula::constant(found.value(input)),
        false => graph.formulas.input(input),
    })
}

/// The hidden inputs that are left in values at the exit.
struct Hidden {
    hidden: Vec<Vec<Input>>,
    /// How many values depend on an input.
    uses: BTreeMap<Input, usize>,
    /// Which values are a single hidden input that no other depends on.
    is_arbitrary: Vec<bool>,
}

impl Hidden {
    fn of(graph: &Graph, kept: &FxHashSet<Input>, values: &[Formula]) -> Hidden {
        let mut uses: BTreeMap<Input, usize> = BTreeMap::new();
        let mut hidden = Vec::with_capacity(values.len());
        for &value in values {
            let mut inputs = graph.formulas.support([value]);
            inputs.retain(|input| !kept.contains(input));
            inputs.iter().for_each(|&input| *uses.entry(input).or_default() += 1);
            hidden.push(inputs);
        }
        let is_arbitrary = values.iter().map(|value| match graph.formulas.node(value.node()) {
            Node::Input(input) => uses.get(&input) == Some(&1),
            _ => false,
        });
        Hidden { is_arbitrary: is_arbitrary.collect(), hidden, uses }
    }

    /// Those that most values depend on, among values that are not settled.
    fn most_used(&self) -> Vec<Input> {
        let unsettled = self.hidden.iter().zip(&self.is_arbitrary).filter(|(_, is_arbitrary)| !**is_arbitrary);
        let mut inputs: Vec<Input> = unsettled.flat_map(|(hidden, _)| hidden.iter().copied()).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let most = inputs.iter().map(|input| self.uses[input]).max();
        inputs.retain(|input| Some(self.uses[input]) == most);
        inputs
    }
}

impl Cases {
    /// At a call, inputs choose the case, and what is arbitrary in it.
    pub fn projected(&self, graph: &mut Graph, subject: &Subject<'_>) -> Projected {
        let exits = &subject.variables.exits;
        let mut relation = Relation { returns: Formula::FALSE, hits: self.hits };
        let mut effect = Effect { returns: Formula::FALSE, hits: self.hits, outs: exits.clone(), nested: Vec::new() };
        for (number, case) in self.returns.iter().enumerate() {
            let pairs = case.relation(graph, exits);
            relation.returns = graph.formulas.or(relation.returns, pairs);
            let is_first = number == 0 && self.hits == Formula::FALSE;
            let this = if is_first { Formula::TRUE } else { graph.input(Name::Case(subject.procedure, number as u32)) };
            let Effect { returns, hits, outs, .. } = &mut effect;
            *returns = graph.formulas.ite(this, case.guard, *returns);
            *hits = graph.formulas.and(!this, *hits);
            for ((out, &value), &exit) in outs.iter_mut().zip(&case.outs).zip(exits) {
                *out = graph.formulas.ite(this, value.unwrap_or(exit), *out);
            }
        }
        Projected { effect, relation }
    }
}
