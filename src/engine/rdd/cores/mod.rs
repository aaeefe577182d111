//! Lemmas from cores: what a tree without a run says of predicates (see the README, "Lemmas").
//!
//! From the deepest instance to the first one, each is cut off from its parent. What the rest of the tree could still do with it, and its body does
//! not allow, is a point; the minimal core of why the body does not allow it is a cube, and that it is excluded is a lemma of the predicate. From
//! then on all instances obey it, also those that are cut off.
//!
//! **Invariant.** The rest of the tree with the lemmas has no run, and the body of an instance, if its atoms obey the lemmas, refutes each point
//! that the rest still allows: else the tree would have a run. So if no instance rests on anything but its body and lemmas, each core is
//! found. **Theorem.** Each lemma follows from one body and lemmas of its atoms, so all of them together are inductive, for recursion and loops of any
//! depth; the lemma of the first instance says that nothing is hit.
//!
//! **Blocked leaves.** If some leaves are blocked, what is found holds of one instance, which has none or some of them below it: atoms that are blocked
//! are not taken, others obey what was found of that child. Such lemmas are candidates for their predicates, no more
//! (`decl g; void main() begin g := F; f(F); assert(!g); end void f(p) begin if (p) then g := T; else f(T); fi end`: of `f` with blocked
//! calls it is true that p = F leaves g as it was).
//!
//! It ends since each lemma excludes points that none did, and there are finitely many.

mod body;

use super::premise::{self, Cube, Premise};
use crate::budget::{Budget, StopReason};
use crate::engine::NoProof;
use crate::logic::formula::Formula;
use crate::logic::sat::{Answer, Backend, Limits, Lit, Model, Partition, SatStats, Solver};
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::store::Store;
use crate::summaries::instances::template::Interface;
use crate::summaries::instances::tree::{FIRST, NodeId, Tree, root};
use crate::summaries::predicate::PredicateId;
use crate::symbolic::solvers::Solvers;
use body::excluded;
use std::collections::{BTreeMap, BTreeSet};

/// The tree in parts that can be cut off, and a solver for each body.
pub(super) struct Cores<'t> {
    tree: &'t Tree,
    blocked: &'t BTreeSet<NodeId>,
    /// The nodes above a premise: what a refutation says of them need not hold.
    above: BTreeSet<NodeId>,
    /// All nodes, each with its body behind a literal.
    solver: Solver,
    interfaces: Vec<Interface>,
    bodies: Vec<Option<Lit>>,
    instances: BTreeMap<PredicateId, Vec<NodeId>>,
    /// The lemmas that were found.
    cubes: BTreeMap<PredicateId, Vec<Cube>>,
    /// With blocked leaves, what nodes obey as atoms of their parents.
    obeyed: BTreeMap<NodeId, Formula>,
    /// Each body, with how many lemmas of each atom it has: of the store, and of those found.
    queries: Solvers<PredicateId, Vec<(usize, usize)>>,
}

impl<'t> Cores<'t> {
    /// A tree without a run if these leaves are blocked and the premise holds, whose instances obey what is stored.
    pub fn new(
        known: &mut Known<'_>,
        store: &Store,
        tree: &'t Tree,
        blocked: &'t BTreeSet<NodeId>,
        premise: Option<&Premise>,
    ) -> Cores<'t> {
        let mut solver = Solver::new(Backend::default());
        let first = root(known, &mut solver, tree.nodes[FIRST].interface.predicate);
        let mut interfaces = vec![first];
        let mut bodies = vec![None; tree.nodes.len()];
        let mut instances: BTreeMap<PredicateId, Vec<NodeId>> = BTreeMap::new();
        // Children have the numbers that follow in the order of expansions, which is not that of their parents.
        let mut by_children: Vec<NodeId> =
            (0..tree.nodes.len()).filter(|&at| tree.nodes[at].expanded.is_some()).collect();
        by_children.sort_by_key(|&at| tree.nodes[at].expanded.as_ref().map(|expanded| expanded.children.clone().start));
        for node in by_children {
            let template = known.template(tree.nodes[node].interface.predicate);
            let counts = solver.new_var();
            let (_, atoms) = template.add_if(&mut solver, &interfaces[node], Partition::default(), Some(counts));
            bodies[node] = Some(counts);
            interfaces.extend(atoms);
        }
        for (node, interface) in interfaces.iter().enumerate() {
            instances.entry(interface.predicate).or_default().push(node);
            for summary in store.of(interface.predicate) {
                summary.clauses.add(&mut solver, interface, Partition::default());
            }
        }
        for &node in premise.iter().flat_map(|premise| &premise.nodes) {
            let cubes = premise.and_then(|premise| premise.cubes.get(&interfaces[node].predicate));
            let cubes = cubes.map_or(&[][..], Vec::as_slice);
            let fresh: Vec<Lit> = cubes.iter().map(|_| solver.new_var()).collect();
            let said = premise::clauses(&interfaces[node], cubes, &fresh);
            said.iter().for_each(|clause| solver.add_clause(clause, Partition::default()));
        }
        let above = premise.map(|premise| premise.above(tree)).unwrap_or_default();
        let queries = Solvers::new(Backend::default());
        let (cubes, obeyed) = (BTreeMap::new(), BTreeMap::new());
        Cores { tree, blocked, above, solver, interfaces, bodies, instances, cubes, obeyed, queries }
    }

    /// What the tree says of predicates.
    ///
    /// # Errors
    /// The limit that was hit, or that there is a run after all, or that something excludes it that is in no body.
    pub fn lemmas(&mut self, known: &mut Known<'_>, store: &Store, budget: &Budget) -> Result<Lemmas, NoProof> {
        let mut rest: Vec<Lit> = self.bodies.iter().copied().flatten().collect();
        for node in (0..self.tree.nodes.len()).rev() {
            let Some(body) = self.bodies[node].filter(|_| !self.above.contains(&node)) else { continue };
            rest.retain(|&other| other != body);
            self.solver.add_clause(&[!body], Partition::default());
            let blocked = self.blocked.iter().map(|&leaf| !self.interfaces[leaf].start);
            let mut assumed: Vec<Lit> = rest.iter().copied().chain(blocked).collect();
            assumed.push(self.interfaces[node].start);
            self.read(known, store, node);
            while let Some(model) = self.ask(&assumed, budget)? {
                let point: Cube =
                    self.interfaces[node].arguments.iter().map(|&lit| model.value(lit)).enumerate().collect();
                let cube = match self.known(known, node, &point, budget)? {
                    Some(cube) => cube,
                    None => self.core(known, node, point, budget)?,
                };
                self.exclude(known, node, cube);
            }
        }
        Ok(self.said(known))
    }

    fn ask(&mut self, assumed: &[Lit], budget: &Budget) -> Result<Option<Model>, StopReason> {
        match self.solver.solve(assumed, &Limits { budget: budget.clone(), conflicts: None }) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Conflicts => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    /// From now on a node is not in a cube, nor, without blocked leaves, any of its predicate.
    fn exclude(&mut self, known: &mut Known<'_>, node: NodeId, cube: Cube) {
        let Cores { tree, blocked, solver, interfaces, instances, cubes, obeyed, .. } = self;
        let predicate = interfaces[node].predicate;
        let one = [node];
        let all = if blocked.is_empty() { &instances[&predicate] } else { &one[..] };
        for &node in all {
            let Interface { start, arguments, .. } = &interfaces[node];
            let literal = |&(argument, value): &(usize, bool)| match value {
                true => !arguments[argument],
                false => arguments[argument],
            };
            let clause: Vec<Lit> = [!*start].into_iter().chain(cube.iter().map(literal)).collect();
            solver.add_clause(&clause, Partition::default());
        }
        if let (false, Some(parent)) = (blocked.is_empty(), tree.nodes[node].parent) {
            let children = tree.nodes[parent].expanded.as_ref().map(|expanded| expanded.children.clone());
            let place = node - children.map_or(node, |children| children.start);
            let atom = known.relations.body(interfaces[parent].predicate).atoms[place].clone();
            let lemma = excluded(known, &atom.arguments, &cube);
            let formulas = &mut known.relations.graph.formulas;
            let lemma = formulas.implies(atom.guard, lemma);
            let all = obeyed.entry(node).or_insert(Formula::TRUE);
            *all = formulas.and(*all, lemma);
        }
        let cubes = cubes.entry(predicate).or_default();
        if !cubes.contains(&cube) {
            cubes.push(cube);
        }
    }

    /// What was found, as lemmas.
    fn said(&self, known: &mut Known<'_>) -> Lemmas {
        let mut lemmas = Lemmas::new();
        for (&predicate, cubes) in &self.cubes {
            let arguments = known.arguments(predicate);
            lemmas.insert(predicate, cubes.iter().map(|cube| excluded(known, &arguments, cube)).collect());
        }
        lemmas
    }

    /// Questions to bodies.
    pub fn questions(&self) -> u64 {
        self.queries.stats().calls
    }

    /// What the solvers have done.
    pub fn sat(&self) -> SatStats {
        let mut sat = self.solver.stats();
        sat += self.queries.stats();
        sat
    }
}
