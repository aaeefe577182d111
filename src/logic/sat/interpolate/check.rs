//! Interpolants checked by SAT: a question a node, each to a solver of its own that has only what the node says.

use super::interface::Interfaces;
use super::proof::Proof;
use super::tree::Tree;
use crate::budget::StopReason;
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is wrong with interpolants, or why that is not known. All but the last is a bug of this room, if it has made
/// them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// There is not one for each node.
    #[error("{interpolants} interpolants are there for {nodes} nodes")]
    Missing {
        /// Interpolants.
        interpolants: usize,
        /// Nodes.
        nodes: usize,
    },
    /// A leaf of the proof is of a partition that the tree does not have.
    #[error("no node of the tree has partition {}", .0.0)]
    Partition(Partition),
    /// An interpolant has an input that is none of a shared variable.
    #[error("the interpolant of node {node} speaks of input {}, which is none of its interface", input.0)]
    Support {
        /// The node.
        node: usize,
        /// The input.
        input: Input,
    },
    /// The clauses of a node and the interpolants of its children do not imply its own.
    #[error("the interpolant of node {node} does not follow from its clauses and the interpolants of its children")]
    Step {
        /// The node.
        node: usize,
    },
    /// The interpolant of the root is not false.
    #[error("the interpolant of the root is not false")]
    Root,
    /// The conflicts were not enough to find out.
    #[error("whether the interpolant of node {node} follows took more conflicts than there may be")]
    Conflicts {
        /// The node.
        node: usize,
    },
    /// A limit was hit.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Checks that these are interpolants of the nodes, whoever has made them: the clauses of a node (leaves of the proof)
/// and the interpolants of its children imply its own, the root's is false, and no one speaks of inputs that do not
/// belong to variables of its interface. By induction over the tree each follows from the clauses below its node, and
/// contradicts the others.
///
/// That the leaves are clauses of the problem, and refute each other, [`verify`](super::verify) says.
///
/// # Errors
/// See [`Broken`].
pub fn check(
    proof: &Proof,
    tree: &Tree,
    interpolants: &[Formula],
    formulas: &mut Formulas,
    mut input: impl FnMut(&mut Formulas, usize) -> Formula,
    limits: &Limits,
) -> Result<(), Broken> {
    if interpolants.len() != tree.nodes() {
        return Err(Broken::Missing { interpolants: interpolants.len(), nodes: tree.nodes() });
    }
    let interfaces = Interfaces::new(proof, tree).map_err(Broken::Partition)?;
    for &node in tree.order() {
        let own: Vec<usize> = interfaces.shared[node].iter().map(|shared| shared.variable).collect();
        let terms: Vec<Formula> = own.iter().map(|&variable| input(formulas, variable)).collect();
        let allowed: FxHashSet<Input> = formulas.support(terms.iter().copied()).into_iter().collect();
        let support = formulas.support([interpolants[node]]);
        if let Some(input) = support.into_iter().find(|input| !allowed.contains(input)) {
            return Err(Broken::Support { node, input });
        }
        let below = tree.children(node).iter().flat_map(|&child| &interfaces.shared[child]);
        let below: Vec<usize> = below.map(|shared| shared.variable).collect();
        let mut step = Step { solver: Solver::new(Backend::default()), encoder: Encoder::default(), formulas };
        let mut literals: FxHashMap<usize, Lit> = FxHashMap::default();
        for variable in own.into_iter().chain(below) {
            literals.entry(variable).or_insert_with(|| {
                let term = input(step.formulas, variable);
                step.literal(term)
            });
        }
        for &id in &interfaces.leaves[node] {
            let mut clause = Vec::new();
            for lit in proof.arena.literals(id) {
                let ours = *literals.entry(lit.variable()).or_insert_with(|| step.solver.new_var());
                clause.push(if lit.is_negated() { !ours } else { ours });
            }
            step.solver.add_clause(&clause, Partition::default());
        }
        let children = tree.children(node).iter().map(|&child| interpolants[child]);
        match step.can_hold(children.chain([!interpolants[node]]), limits) {
            Answer::Unsat(_) => {}
            Answer::Sat(_) => return Err(Broken::Step { node }),
            Answer::Conflicts => return Err(Broken::Conflicts { node }),
            Answer::Stopped(reason) => return Err(Broken::Stopped(reason)),
        }
        if tree.parent(node).is_none() && interpolants[node] != Formula::FALSE {
            return Err(Broken::Root);
        }
    }
    Ok(())
}

/// What one node says.
struct Step<'a> {
    solver: Solver,
    encoder: Encoder,
    formulas: &'a mut Formulas,
}

impl Step<'_> {
    fn literal(&mut self, formula: Formula) -> Lit {
        self.encoder.encode(&mut self.solver, self.formulas, formula, |solver, _| solver.new_var())
    }

    fn can_hold(&mut self, formulas: impl Iterator<Item = Formula>, limits: &Limits) -> Answer {
        let assumptions: Vec<Lit> = formulas.map(|formula| self.literal(formula)).collect();
        self.solver.solve(&assumptions, limits)
    }
}

/// Panics if something is wrong with them that takes little time to find.
#[cfg(debug_assertions)]
pub(super) fn assert_right(
    proof: &Proof,
    tree: &Tree,
    interpolants: &[Formula],
    formulas: &mut Formulas,
    input: impl FnMut(&mut Formulas, usize) -> Formula,
) {
    const CONFLICTS: u64 = 1_000;
    let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
    let checked = check(proof, tree, interpolants, formulas, input, &limits);
    assert!(matches!(checked, Ok(()) | Err(Broken::Conflicts { .. })), "{checked:?}");
}
