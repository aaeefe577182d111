//! The tree of instances (2012-sery, section 2: the call tree of one check).
//!
//! A node is an instance of a predicate: *expanded*, which means that its body is there and its atoms are its children, or a *leaf*, of which only
//! summaries are known. Above the first node is the *root*: it says that the entry procedure is entered with the initial values of globals, and hits.
//! Each node has a partition, so one refutation gives a summary to each.

use super::known::Known;
use super::store::Store;
use super::template::Interface;
use crate::budget::{Budget, StopReason};
use crate::logic::fold::Values;
use crate::logic::formula::Input;
use crate::logic::sat::interpolate::{self, LITERALS, NoProof, Proof, refutation};
use crate::logic::sat::{Answer, Backend, Limits, Lit, Model, Partition, SatStats, Solver};
use crate::pds::Slot;
use crate::summaries::predicate::PredicateId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// So many summaries of a predicate are written into each of its nodes. Of more those that a run does not obey: each costs clauses in each node.
const FEW_SUMMARIES: usize = 8;

/// A node, by its number. Parents come before children.
pub type NodeId = usize;

/// The node at which the run begins.
pub const FIRST: NodeId = 0;

/// The clauses of the root.
const ROOT: Partition = Partition(0);

/// A node.
pub struct Node {
    pub interface: Interface,
    /// None of the first.
    pub parent: Option<NodeId>,
    /// How many nodes on the way from the first one to here, with it, are of its predicate.
    pub instances: u32,
    /// How many nodes there are on the way.
    pub depth: u32,
    /// What it has if it is expanded.
    pub expanded: Option<Expanded>,
    /// The summaries of its predicate that are among its clauses, by their indices.
    obeys: FxHashSet<usize>,
}

/// What an expanded node has.
pub struct Expanded {
    /// The values of the inputs of its template.
    pub inputs: Vec<Lit>,
    /// Its children, one an atom.
    pub children: Range<NodeId>,
}

/// What can be.
pub enum Run {
    /// A run, as far as the tree knows.
    Found(Model),
    /// None, even if of the blocked leaves only these are blocked.
    None(BTreeSet<NodeId>),
}

/// The tree, with its clauses.
pub struct Tree {
    solver: Solver,
    pub nodes: Vec<Node>,
    /// The leaves.
    pub leaves: BTreeSet<NodeId>,
}

impl Tree {
    /// The root, and a leaf: `predicate` says that the entry procedure hits.
    pub fn new(known: &Known<'_>, predicate: PredicateId) -> Tree {
        let mut solver = Solver::new(Backend::default());
        let interface = root(known, &mut solver, predicate);
        Tree::of(solver, interface)
    }

    /// A leaf that is begun, and of which nothing else is said.
    pub fn alone(known: &Known<'_>, predicate: PredicateId) -> Tree {
        let mut solver = Solver::new(Backend::default());
        let interface = Interface::new(&mut solver, predicate, known.relations.body(predicate).arguments.len());
        solver.add_clause(&[interface.start], ROOT);
        Tree::of(solver, interface)
    }

    fn of(solver: Solver, interface: Interface) -> Tree {
        let first =
            Node { interface, parent: None, instances: 1, depth: 1, expanded: None, obeys: FxHashSet::default() };
        Tree { solver, nodes: vec![first], leaves: BTreeSet::from([FIRST]) }
    }

    /// A leaf gets its body, and children that are leaves.
    pub fn expand(&mut self, known: &mut Known<'_>, node: NodeId) {
        if !self.leaves.remove(&node) {
            return;
        }
        let template = known.template(self.nodes[node].interface.predicate);
        let (inputs, atoms) = template.add(&mut self.solver, &self.nodes[node].interface, partition(node));
        let begin = self.nodes.len();
        for interface in atoms {
            let instances = 1 + self.instances_above(node, interface.predicate);
            let depth = self.nodes[node].depth + 1;
            self.leaves.insert(self.nodes.len());
            self.nodes.push(Node {
                interface,
                parent: Some(node),
                instances,
                depth,
                expanded: None,
                obeys: FxHashSet::default(),
            });
        }
        self.nodes[node].expanded = Some(Expanded { inputs, children: begin..self.nodes.len() });
        known.counts.expanded += 1;
        known.counts.nodes += self.nodes.len() - begin;
        known.counts.depth = known.counts.depth.max(self.nodes[node].depth);
    }

    /// How many nodes of a predicate there are on the way from the first one to a node, with it.
    fn instances_above(&self, node: NodeId, predicate: PredicateId) -> u32 {
        let mut above = Some(node);
        while let Some(node) = above {
            if self.nodes[node].interface.predicate == predicate {
                return self.nodes[node].instances;
            }
            above = self.nodes[node].parent;
        }
        0
    }

    /// Nodes, all or only the first, obey the summaries of their predicates from now on, if these are few.
    pub fn read(&mut self, store: &Store, everywhere: bool) {
        let Tree { solver, nodes, .. } = self;
        let count = if everywhere { nodes.len() } else { 1 };
        for (id, Node { interface, obeys, .. }) in nodes.iter_mut().enumerate().take(count) {
            let summaries = store.of(interface.predicate);
            if summaries.len() == obeys.len() || summaries.len() > FEW_SUMMARIES {
                continue;
            }
            for (index, summary) in summaries.iter().enumerate() {
                if obeys.insert(index) {
                    summary.clauses.add(solver, interface, partition(id));
                }
            }
        }
    }

    /// Whether what is begun in a run obeys the summaries of its predicates: in all nodes, or only in the first. What does not is among the clauses from now on,
    /// so the run is none any more. Of many summaries most are of no use to most nodes, and are never written there.
    pub fn obeys(&mut self, known: &mut Known<'_>, store: &Store, run: &Model, everywhere: bool) -> bool {
        let Tree { solver, nodes, .. } = self;
        let count = if everywhere { nodes.len() } else { 1 };
        let mut obeys = true;
        for (id, node) in nodes.iter_mut().enumerate().take(count) {
            let Node { interface, obeys: known_to_obey, .. } = node;
            let summaries = store.of(interface.predicate);
            if summaries.len() == known_to_obey.len() || !run.value(interface.start) {
                continue;
            }
            let arguments = known.arguments(interface.predicate);
            let graph = &known.relations.graph;
            let given = arguments.iter().map(|&argument| graph.number_of(argument));
            let given: FxHashMap<Input, bool> =
                given.zip(interface.arguments.iter().map(|&argument| run.value(argument))).collect();
            let mut values = Values::new(&graph.formulas, |input| given.get(&input).copied().unwrap_or_default());
            for (index, summary) in summaries.iter().enumerate() {
                if !values.of(summary.lemma) && known_to_obey.insert(index) {
                    summary.clauses.add(solver, interface, partition(id));
                    known.counts.obeyed += 1;
                    obeys = false;
                }
            }
        }
        obeys
    }

    /// Whether there is a run that begins no blocked leaf.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, blocked: &BTreeSet<NodeId>, budget: &Budget) -> Result<Run, StopReason> {
        let starts: BTreeMap<Lit, NodeId> =
            blocked.iter().map(|&node| (!self.nodes[node].interface.start, node)).collect();
        let assumed: Vec<Lit> = blocked.iter().map(|&node| !self.nodes[node].interface.start).collect();
        Ok(match self.assume(&assumed, budget)? {
            Ok(run) => Run::Found(run),
            Err(core) => Run::None(core.iter().map(|lit| starts[lit]).collect()),
        })
    }

    /// A run under which some literals hold, or those of them that no run has together.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn assume(&mut self, assumed: &[Lit], budget: &Budget) -> Result<Result<Model, Vec<Lit>>, StopReason> {
        match self.solver.solve(assumed, &Limits { budget: budget.clone(), conflicts: None }) {
            Answer::Sat(model) => Ok(Ok(model)),
            Answer::Unsat(core) => Ok(Err(core)),
            Answer::Conflicts => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    /// Why there is no run that begins none of these leaves.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn refute(&self, blocked: &BTreeSet<NodeId>, budget: &Budget) -> Result<Proof, StopReason> {
        let assumed: Vec<(Lit, Partition)> =
            blocked.iter().map(|&node| (!self.nodes[node].interface.start, partition(node))).collect();
        refutation(self.solver.cnf(), &assumed, budget, LITERALS).map_err(|no| match no {
            NoProof::Stopped(reason) => reason,
            no => StopReason::Unsupported(format!("a refutation: {no}")),
        })
    }

    /// A variable for clauses that are no node's.
    pub fn fresh(&mut self) -> Lit {
        self.solver.new_var()
    }

    /// What no run does from now on, though no body and no lemma says so. With such clauses there is no refutation from which lemmas follow.
    pub fn exclude(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause, ROOT);
    }

    /// The leaves that a run begins.
    pub fn begun<'t>(&'t self, run: &'t Model) -> impl Iterator<Item = NodeId> + 't {
        self.leaves.iter().copied().filter(|&leaf| run.value(self.nodes[leaf].interface.start))
    }

    /// The shape of the tree for interpolants; the root is first.
    pub fn shape(&self) -> interpolate::Tree {
        let parents = self.nodes.iter().map(|node| Some(node.parent.map_or(0, |parent| parent + 1)));
        interpolate::Tree::new([None].into_iter().chain(parents).collect()).expect("parents come before children")
    }

    /// The node that has a place in that shape; none of the root.
    pub fn at(place: usize) -> Option<NodeId> {
        place.checked_sub(1)
    }

    /// What the solver has, and has done.
    pub fn sat(&self) -> SatStats {
        self.solver.stats()
    }
}

/// The interface of the first node, and the clauses of the root.
pub fn root(known: &Known<'_>, solver: &mut Solver, predicate: PredicateId) -> Interface {
    let relations = &known.relations;
    let interface = Interface::new(solver, predicate, relations.body(predicate).arguments.len());
    solver.add_clause(&[interface.start], ROOT);
    let ins = &relations.view.interface_of(relations.view.pds.entry).ins;
    for (&lit, &slot) in interface.arguments.iter().zip(ins) {
        if let (Slot::Global(_), Some(value)) = (slot, relations.initial(slot)) {
            solver.add_clause(&[if value { lit } else { !lit }], ROOT);
        }
    }
    interface
}

/// The clauses of a node.
fn partition(node: NodeId) -> Partition {
    Partition(node as u32 + 1)
}
