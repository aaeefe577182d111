//! What a helper assertion assumes: of the entries of outermost recursive calls (see the README, "Helper assertions").
//!
//! Of outermost calls only. Of inner ones the premise would have to follow from the body in which they are called, and a refutation that uses it
//! rests on more than bodies and lemmas: instances above such a call then have no lemma. Above outermost calls there is nothing recursive to learn of.

use super::chains::Chains;
use crate::logic::sat::Lit;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::template::Interface;
use crate::summaries::instances::tree::{NodeId, Tree};
use crate::summaries::predicate::{Predicate, PredicateId};
use std::collections::{BTreeMap, BTreeSet};

/// Values of some arguments, by their places.
pub(super) type Cube = Vec<(usize, bool)>;

/// The cubes of entries that are allowed, of each predicate of a recursive component.
#[derive(Debug, Default)]
pub(super) struct Premise {
    pub cubes: BTreeMap<PredicateId, Vec<Cube>>,
    /// The nodes of which it is assumed.
    pub nodes: Vec<NodeId>,
    /// The nodes that were read.
    read: NodeId,
}

impl Premise {
    /// Of which entries that is assumed.
    pub fn new(cubes: BTreeMap<PredicateId, Vec<Cube>>) -> Premise {
        Premise { cubes, nodes: Vec::new(), read: 0 }
    }

    /// Nodes that are new are outermost calls, or not.
    pub fn read(&mut self, known: &Known<'_>, chains: &Chains, tree: &mut Tree) {
        for node in self.read..tree.nodes.len() {
            let interface = tree.nodes[node].interface.clone();
            let is_call = !matches!(known.relations.body(interface.predicate).predicate, Predicate::At(..));
            let Some(cubes) = self.cubes.get(&interface.predicate) else { continue };
            if is_call && chains.of(node).component == 1 {
                self.nodes.push(node);
                let fresh: Vec<Lit> = cubes.iter().map(|_| tree.fresh()).collect();
                clauses(&interface, cubes, &fresh).iter().for_each(|clause| tree.exclude(clause));
            }
        }
        self.read = tree.nodes.len();
    }

    /// The nodes that are above one of those.
    pub fn above(&self, tree: &Tree) -> BTreeSet<NodeId> {
        let parents =
            |&node: &NodeId| std::iter::successors(tree.nodes[node].parent, |&above| tree.nodes[above].parent);
        self.nodes.iter().flat_map(parents).collect()
    }
}

/// That an instance that is begun is in one of some cubes; a fresh variable for each says so.
pub(super) fn clauses(interface: &Interface, cubes: &[Cube], fresh: &[Lit]) -> Vec<Vec<Lit>> {
    let mut clauses = vec![[!interface.start].into_iter().chain(fresh.iter().copied()).collect()];
    for (cube, &is_in) in cubes.iter().zip(fresh) {
        clauses.extend(cube.iter().map(|&literal| vec![!is_in, lit(interface, literal)]));
    }
    clauses
}

/// That an argument has a value.
pub(super) fn lit(interface: &Interface, (argument, value): (usize, bool)) -> Lit {
    let lit = interface.arguments[argument];
    if value { lit } else { !lit }
}
