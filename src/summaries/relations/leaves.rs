//! Leaves: small procedures without loops and recursion are copied where they are called, so no lemma has to say what they do.
//!
//! What a leaf relates may have no small form in clauses: that two calls of a parity of n values agree takes 2^n + 1 of them. In the body of the caller
//! it is a formula like any other. In the proof the leaf says all that it does.

use super::Relations;
use crate::budget::Budget;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::RuleKind;
use crate::pds::analysis::components;
use crate::summaries::bodies::{entries, exits};
use crate::symbolic::graph::Graph;
use crate::symbolic::segments::Segments;
use crate::symbolic::view::View;
use rustc_hash::FxHashSet;

/// A leaf has at most so many nodes, for each way that what is chosen in it can be.
const MOST_NODES: usize = 1_000;
/// What is chosen in it has at most so many bits.
const MOST_CHOSEN: usize = 6;

/// The segments of all procedures.
pub(super) struct Executed {
    /// For each procedure that control comes to.
    pub segments: Vec<Option<Segments>>,
    /// For each procedure whether it is copied where it is called.
    pub is_leaf: Vec<bool>,
}

/// The segments of all procedures, callees first, with leaves copied if that is wanted. Linear in the system, up to the sizes of states and
/// leaves.
pub(super) fn execute(graph: &mut Graph, view: &View<'_>, heads: &[bool], copies: bool, budget: &Budget) -> Executed {
    let pds = view.pds;
    let count = pds.procedures.len();
    let mut callees: Vec<Vec<u32>> = vec![Vec::new(); count];
    for location in (0..pds.locations.len()).map(LocId::from_index) {
        for rule in view.rules_from(location) {
            if let RuleKind::Expansion { callee, .. } = pds.rule(rule).kind {
                callees[pds.procedure_of(location).index()].push(callee.index() as u32);
            }
        }
    }
    let mut executed = Executed { segments: (0..count).map(|_| None).collect(), is_leaf: vec![false; count] };
    for index in components(&callees, 0..count as u32).into_iter().flatten() {
        let procedure = ProcId::from_index(index as usize);
        if !view.is_reached(pds.procedures[procedure.index()].entry) {
            continue;
        }
        let Executed { segments, is_leaf } = &executed;
        let leaves = |callee: ProcId| segments[callee.index()].as_ref().filter(|_| is_leaf[callee.index()]);
        let is_head = |location: LocId| heads[location.index()];
        let made = Segments::of(graph, view, procedure, is_head, &leaves, budget);
        let is_small = copies
            && made.is_leaf()
            && view.matters_behind(procedure)
            && !view.interface_of(procedure).may_hit
            && is_small(graph, view, procedure, &made);
        executed.is_leaf[procedure.index()] = is_small && procedure != pds.entry;
        executed.segments[procedure.index()] = Some(made);
    }
    executed
}

fn is_small(graph: &mut Graph, view: &View<'_>, procedure: ProcId, segments: &Segments) -> bool {
    let chosen = chosen(graph, view, procedure, segments).len();
    let nodes = graph.formulas.cone(roots(segments)).len();
    chosen <= MOST_CHOSEN && nodes << chosen <= MOST_NODES
}

/// What a leaf leaves, and whether it does.
fn roots(segments: &Segments) -> impl Iterator<Item = Formula> + Clone {
    [segments.returns.taken].into_iter().chain(segments.returns.values.iter().copied())
}

/// The inputs of what a leaf leaves that are no values at the entry.
fn chosen(graph: &mut Graph, view: &View<'_>, procedure: ProcId, segments: &Segments) -> Vec<Input> {
    let entered: FxHashSet<Formula> = entries(graph, view, procedure).into_iter().collect();
    let support = graph.formulas.support(roots(segments));
    support.into_iter().filter(|&input| !entered.contains(&graph.formulas.input(input))).collect()
}

impl Relations<'_> {
    /// What a leaf relates, over the values at its entry and its exit.
    pub(super) fn relation(&mut self, leaf: ProcId) -> Formula {
        let Relations { graph, view, segments, .. } = self;
        let Some(segments) = &segments[leaf.index()] else { return Formula::TRUE };
        let chosen = chosen(graph, view, leaf, segments);
        let exits = exits(graph, view, leaf);
        let mut run = segments.returns.taken;
        for (exit, &value) in exits.into_iter().zip(&segments.returns.values) {
            let same = graph.formulas.iff(exit, value);
            run = graph.formulas.and(run, same);
        }
        (0..1u32 << chosen.len()).fold(Formula::FALSE, |any, values| {
            let by = |formulas: &mut Formulas, input: Input| match chosen.iter().position(|&other| other == input) {
                Some(at) => Formula::constant(values >> at & 1 == 1),
                None => formulas.input(input),
            };
            let this = Memo::sparse().value(&mut Substitution { formulas: &mut graph.formulas, by }, run);
            graph.formulas.or(any, this)
        })
    }
}
