//! From a refutation of a tree to lemmas (2012-sery, Lemma 1; see the README, "What is learnt").

use super::houdini::Lemmas;
use super::known::Known;
use super::tree::{NodeId, Tree};
use crate::budget::{Budget, StopReason};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::Limits;
use crate::logic::sat::interpolate::{self, Broken, Labels, Proof, Source, System};
use crate::summaries::compact::compact;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Formulas with more inputs are not made smaller.
const MOST_INPUTS: usize = 24;
/// Nor are those with fewer nodes.
const FEW_NODES: usize = 4;

/// What a refutation says of predicates.
#[derive(Default)]
pub struct Learnt {
    /// The blocked leaves that it needs.
    pub needed: BTreeSet<NodeId>,
    /// What nodes without such leaves below them say: that follows from itself and the store.
    pub sure: Lemmas,
    /// What the others say: it holds up to these leaves.
    pub bounded: Lemmas,
}

/// How interpolants are read off a refutation.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Which ones.
    pub system: System,
    /// Whether each is checked by SAT; what is wrong is [`Known::fault`] then.
    pub is_checked: bool,
}

/// What a refutation of a tree says in which some leaves are blocked, in order.
///
/// # Errors
/// The limit that was hit.
pub fn learn(
    known: &mut Known<'_>,
    tree: &Tree,
    (proof, blocked): (&Proof, &[NodeId]),
    Reading { system, is_checked }: Reading,
    budget: &Budget,
) -> Result<Learnt, StopReason> {
    let needed: BTreeSet<NodeId> = proof
        .leaves()
        .filter_map(|(_, _, leaf)| match leaf.source {
            Source::Assumption(position) => Some(blocked[position]),
            Source::Clause(_) => None,
        })
        .collect();
    let mut is_bounded = vec![false; tree.nodes.len()];
    needed.iter().for_each(|&node| is_bounded[node] = true);
    for (id, node) in tree.nodes.iter().enumerate().rev() {
        if let (true, Some(parent)) = (is_bounded[id], node.parent) {
            is_bounded[parent] = true;
        }
    }
    known.counts.resolutions += proof.resolutions();
    let mut formulas = Formulas::default();
    let input = |formulas: &mut Formulas, variable: usize| formulas.input(Input(variable as u32));
    let shape = tree.shape();
    let interpolants = interpolate::interpolants(proof, &shape, &Labels::One(system), &mut formulas, input);
    let interpolants = interpolants.map_err(|unfit| StopReason::Unsupported(format!("interpolants: {unfit}")))?;
    if is_checked {
        let limits = Limits { budget: budget.clone(), conflicts: None };
        match interpolate::check(proof, &shape, &interpolants, &mut formulas, input, &limits) {
            Ok(()) => {}
            Err(Broken::Stopped(reason)) => return Err(reason),
            Err(broken) => known.fault = Some(broken.to_string()),
        }
    }
    let mut learnt = Learnt { needed, ..Learnt::default() };
    let mut seen = FxHashSet::default();
    let nodes = interpolants.iter().enumerate().filter_map(|(place, &formula)| Some((Tree::at(place)?, formula)));
    for (node, interpolant) in nodes.filter(|&(_, formula)| formula != Formula::TRUE) {
        budget.poll()?;
        let predicate = tree.nodes[node].interface.predicate;
        let lemma = lemma(known, tree, node, &formulas, interpolant, budget)?;
        known.counts.interpolants += 1;
        known.counts.interpolant_nodes += known.relations.graph.formulas.cone([lemma]).len();
        let lemmas = if is_bounded[node] { &mut learnt.bounded } else { &mut learnt.sure };
        let conjuncts = known.relations.graph.formulas.conjuncts(lemma).into_iter();
        let new = conjuncts.filter(|&conjunct| seen.insert((is_bounded[node], predicate, conjunct)));
        lemmas.entry(predicate).or_default().extend(new);
    }
    Ok(learnt)
}

/// What an interpolant says of an instance that is begun, over the arguments of the predicate. Nothing is lost by that: one that is not begun obeys
/// anything.
fn lemma(
    known: &mut Known<'_>,
    tree: &Tree,
    node: NodeId,
    formulas: &Formulas,
    interpolant: Formula,
    budget: &Budget,
) -> Result<Formula, StopReason> {
    let interface = &tree.nodes[node].interface;
    let arguments = known.arguments(interface.predicate);
    let graph = &mut known.relations.graph;
    let variables = interface.arguments.iter().map(|lit| lit.variable()).zip(arguments.iter().copied());
    let terms: FxHashMap<usize, Formula> = variables.chain([(interface.start.variable(), Formula::TRUE)]).collect();
    let by = |_: &mut Formulas, Input(variable): Input| terms[&(variable as usize)];
    let lemma = Memo::sparse().value(&mut Transplant { from: formulas, into: &mut graph.formulas, by }, interpolant);
    let support: BTreeSet<Input> = graph.formulas.support([lemma]).into_iter().collect();
    let size = graph.formulas.cone([lemma]).len();
    if support.len() > MOST_INPUTS || size - support.len() < FEW_NODES {
        return Ok(lemma);
    }
    let order: Vec<Formula> =
        arguments.iter().copied().filter(|&argument| support.contains(&graph.number_of(argument))).collect();
    let smaller = compact(graph, &order, lemma, budget)?;
    Ok(smaller.filter(|&smaller| graph.formulas.cone([smaller]).len() < size).unwrap_or(lemma))
}
