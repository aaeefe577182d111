//! Interpolants of all nodes of a tree from one proof.

use super::interface::Interfaces;
use super::label::{Labels, Unfit};
use super::partial::Builder;
use super::proof::Proof;
use super::system::System;
use super::tree::Tree;
use crate::logic::formula::{Formula, Formulas};
use crate::logic::sat::cnf::Partition;

/// The interpolants of all nodes. That of a node follows from the clauses of the node and the interpolants of its
/// children, it speaks of variables only that leaves below the node and others have, and that of the root is false.
///
/// So it follows from all clauses below the node, and contradicts the others. `input` says what a variable, by its
/// number, is as a formula, and is asked once for each that is needed. The time is that of so many passes over the
/// proof as there are nodes.
///
/// Debug builds [check](super::check) the result, where that is easily done.
///
/// # Errors
/// Labels that do not fit, and partitions that the tree does not have.
pub fn interpolants(
    proof: &Proof,
    tree: &Tree,
    labels: &Labels,
    formulas: &mut Formulas,
    mut input: impl FnMut(&mut Formulas, usize) -> Formula,
) -> Result<Vec<Formula>, Unfit> {
    let interfaces = Interfaces::new(proof, tree).map_err(Unfit::Partition)?;
    labels.check(&interfaces, tree, proof.variables())?;
    let interpolants = build(proof, tree, &interfaces, labels, formulas, &mut input);
    #[cfg(debug_assertions)]
    super::check::assert_right(proof, tree, &interpolants, formulas, &mut input);
    Ok(interpolants)
}

/// The interpolant between these partitions and all others: it follows from the clauses of the former, contradicts
/// those of the latter, and speaks of variables that both have. Of a cut every system has one.
pub fn interpolant(
    proof: &Proof,
    a: impl IntoIterator<Item = Partition>,
    system: System,
    formulas: &mut Formulas,
    input: impl FnMut(&mut Formulas, usize) -> Formula,
) -> Formula {
    let interpolants = interpolants(proof, &Tree::cut(a), &Labels::One(system), formulas, input);
    interpolants.expect("a cut has all partitions, and no siblings")[0]
}

/// The same, whether the labels fit or not.
pub(super) fn build(
    proof: &Proof,
    tree: &Tree,
    interfaces: &Interfaces,
    labels: &Labels,
    formulas: &mut Formulas,
    input: impl FnMut(&mut Formulas, usize) -> Formula,
) -> Vec<Formula> {
    let mut builder = Builder::new(proof, tree, interfaces, formulas, input);
    (0..tree.nodes()).map(|node| builder.interpolant(labels, node)).collect()
}
