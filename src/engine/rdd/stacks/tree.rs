//! The tree of instances of units (2015-fedyukovich, section 3, calltree; the specification of its clauses is in the README, "Stacks").
//!
//! An instance is a call, or a loop head on the way of one. The run that the solver looks for begins in `main`, and time stops somewhere in it: then
//! the instances that have begun, and have not returned, are its stack. A *leaf* has no clauses yet; where it is *quiet* a run that begins it stops
//! there, so it is on top of a real stack.

use super::unit::{Unit, Units, Widths};
use crate::budget::{Budget, StopReason};
use crate::engine::heads::Values;
use crate::lang::program::{Place, ProcId};
use crate::logic::sat::{Answer, Backend, Limits, Lit, Model, Partition, Solver};
use crate::pds::Slot;
use crate::pds::passes::Prepared;
use crate::summaries::instances::template::Interface;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A node, by its number. Parents come before children.
pub(super) type NodeId = usize;

/// The activation with which runs begin.
pub(super) const FIRST: NodeId = 0;

const PARTITION: Partition = Partition(0);

/// An instance.
pub(super) struct Node {
    pub unit: Unit,
    pub interface: Interface,
    pub parent: Option<NodeId>,
    /// Where it is called; none of the first and of loop heads.
    pub site: Option<Place>,
    /// How many nodes there are on the way from the first one to here.
    pub level: u32,
    /// Those of them that are activations.
    pub activations: u32,
    /// Time stops at its entry, if its clauses are there.
    pub stop: Option<Lit>,
    /// Assumed of a leaf: a run that begins it stops there.
    pub quiet: Lit,
    pub is_expanded: bool,
    widths: Widths,
}

/// Two instances of one unit, the one within the other.
#[derive(Clone)]
pub(super) struct Pair {
    /// For each value with which they begin whether it differs.
    entered: Vec<Lit>,
    /// The same of what they leave.
    left: Vec<Lit>,
    /// They begin with the same values, if this holds.
    pub equal: Lit,
}

/// The tree, with its clauses.
pub(super) struct Tree<'p> {
    pub units: Units<'p>,
    pub nodes: Vec<Node>,
    /// Nodes without clauses.
    pub leaves: BTreeSet<NodeId>,
    solver: Solver,
    /// Time may stop at entries whose clauses are there.
    pub stops: Lit,
    pairs: FxHashMap<(NodeId, NodeId), Pair>,
}

impl Node {
    /// The run begins it.
    pub fn start(&self) -> Lit {
        self.interface.start
    }

    /// Time stops in it.
    pub fn hit(&self) -> Lit {
        self.interface.arguments[self.interface.arguments.len() - 1]
    }

    /// Whether it is a call, or the activation with which runs begin.
    pub fn is_call(&self) -> bool {
        self.unit.head.is_none()
    }

    fn entered(&self) -> &[Lit] {
        let Widths { entered, state, .. } = self.widths;
        &self.interface.arguments[..entered + state]
    }

    fn left(&self) -> &[Lit] {
        let Widths { entered, state, left } = self.widths;
        &self.interface.arguments[entered + state..entered + state + left - 1]
    }
}

impl<'p> Tree<'p> {
    /// The activation with which runs begin, and in which time stops.
    pub fn new(system: &'p Prepared) -> Tree<'p> {
        let mut units = Units::new(system);
        let mut solver = Solver::new(Backend::default());
        let unit = Unit { procedure: system.pds.entry, head: None };
        let Widths { entered, left, .. } = units.widths(unit);
        let interface = Interface::new(&mut solver, units.number(unit), entered + left);
        let stops = solver.new_var();
        let mut tree =
            Tree { units, nodes: Vec::new(), leaves: BTreeSet::new(), solver, stops, pairs: FxHashMap::default() };
        tree.add(interface, None, None);
        let first = &tree.nodes[FIRST];
        let mut begin = vec![first.start(), first.hit()];
        for (&lit, &slot) in first.entered().iter().zip(tree.units.entered(unit.procedure)) {
            let Slot::Global(index) = slot else { continue };
            begin.extend(system.pds.globals[index].map(|value| if value { lit } else { !lit }));
        }
        begin.into_iter().for_each(|lit| tree.clause(&[lit]));
        tree.expand(FIRST);
        tree
    }

    fn add(&mut self, interface: Interface, parent: Option<NodeId>, site: Option<Place>) {
        let unit = self.units.unit(interface.predicate);
        let widths = self.units.widths(unit);
        let quiet = self.fresh();
        let level = parent.map_or(1, |parent| self.nodes[parent].level + 1);
        let below = parent.map_or(0, |parent| self.nodes[parent].activations);
        let activations = below + u32::from(unit.head.is_none());
        let node = self.nodes.len();
        self.leaves.insert(node);
        let (stop, is_expanded) = (None, false);
        self.nodes.push(Node { unit, interface, parent, site, level, activations, stop, quiet, is_expanded, widths });
        let [start, hit] = [self.nodes[node].start(), self.nodes[node].hit()];
        self.clause(&[!quiet, !start, hit]);
        if unit.head.is_some() {
            self.go_round_once(node);
        }
    }

    /// A leaf gets its clauses, and children that are leaves.
    pub fn expand(&mut self, node: NodeId) {
        self.leaves.remove(&node);
        let made = self.units.made(self.nodes[node].interface.predicate);
        let (inputs, atoms) = made.template.add(&mut self.solver, &self.nodes[node].interface, PARTITION);
        self.nodes[node].is_expanded = true;
        if let Some(stop) = made.stop.map(|stop| inputs[stop]) {
            self.clause(&[!stop, self.stops]);
            self.nodes[node].stop = Some(stop);
        }
        for (interface, child) in atoms.into_iter().zip(&made.children) {
            self.add(interface, Some(node), child.site);
        }
    }

    /// A run that comes to a loop head again in the same state could have done without what was between.
    fn go_round_once(&mut self, node: NodeId) {
        let start = self.nodes[node].start();
        for visit in self.same_head_above(node) {
            let pair = self.pair(visit, node);
            let differs: Vec<Lit> = [!start].into_iter().chain(pair.entered).collect();
            self.clause(&differs);
        }
    }

    fn same_head_above(&self, node: NodeId) -> Vec<NodeId> {
        let unit = self.nodes[node].unit;
        let heads = self.above(node).take_while(|&above| !self.nodes[above].is_call());
        heads.filter(|&above| self.nodes[above].unit == unit).collect()
    }

    /// The nodes above one, from the next one on.
    pub fn above(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[node].parent, |&above| self.nodes[above].parent)
    }

    /// The activation that made the call by which this one came to be.
    pub fn caller(&self, node: NodeId) -> Option<NodeId> {
        self.above(node).find(|&above| self.nodes[above].is_call())
    }

    /// The calls of the same procedure above a call, the next one first.
    pub fn same_above(&self, node: NodeId) -> Vec<NodeId> {
        let unit = self.nodes[node].unit;
        self.above(node).filter(|&above| above != FIRST && self.nodes[above].unit == unit).collect()
    }

    /// Two instances of one unit, of which the first is above the second.
    pub fn pair(&mut self, above: NodeId, node: NodeId) -> Pair {
        if let Some(pair) = self.pairs.get(&(above, node)) {
            return pair.clone();
        }
        let of = |part: fn(&Node) -> &[Lit]| {
            let values = [part(&self.nodes[above]), part(&self.nodes[node])];
            values[0].iter().copied().zip(values[1].iter().copied()).collect::<Vec<_>>()
        };
        let [entered, left] = [of(Node::entered), of(Node::left)];
        let [entered, left] = [entered, left].map(|both| both.into_iter().map(|(a, b)| self.differ(a, b)).collect());
        let pair = Pair { entered, left, equal: self.fresh() };
        pair.entered.iter().for_each(|&differs| self.clause(&[!pair.equal, !differs]));
        self.pairs.insert((above, node), pair.clone());
        pair
    }

    fn differ(&mut self, a: Lit, b: Lit) -> Lit {
        let differ = self.fresh();
        let clauses = [[!differ, a, b], [!differ, !a, !b], [differ, !a, b], [differ, a, !b]];
        clauses.iter().for_each(|clause| self.clause(clause));
        differ
    }

    /// A literal: if it is assumed, and the node begins, then with other values than those calls above it.
    pub fn differing(&mut self, node: NodeId) -> Lit {
        let differing = self.fresh();
        let start = self.nodes[node].start();
        for above in self.same_above(node) {
            let pair = self.pair(above, node);
            let clause: Vec<Lit> = [!differing, !start].into_iter().chain(pair.entered).collect();
            self.clause(&clause);
        }
        differing
    }

    /// No call within one that it could stand for: both return the same from the same values (they have returned when time stops).
    pub fn return_once(&mut self, node: NodeId) {
        let [start, hit] = [self.nodes[node].start(), self.nodes[node].hit()];
        for above in self.same_above(node) {
            let Pair { entered, left, .. } = self.pair(above, node);
            let begin = [!start, hit, self.nodes[above].hit()];
            let clause: Vec<Lit> = begin.into_iter().chain(entered).chain(left).collect();
            self.clause(&clause);
        }
    }

    /// No stack goes on above a call that was entered like one below it.
    pub fn enter_once(&mut self, node: NodeId) {
        let [start, hit] = [self.nodes[node].start(), self.nodes[node].hit()];
        let stop = self.nodes[node].stop;
        for above in self.same_above(node) {
            let entered = self.pair(above, node).entered;
            let clause: Vec<Lit> = [!start, !hit].into_iter().chain(stop).chain(entered).collect();
            self.clause(&clause);
        }
    }

    /// Whether two calls are entered with the same values in a run.
    pub fn are_equal(&self, above: NodeId, node: NodeId, run: &Model) -> bool {
        let values = |node: NodeId| self.nodes[node].entered().iter().map(|&lit| run.value(lit));
        values(above).eq(values(node))
    }

    /// With what a call is entered in a run.
    pub fn head(&self, node: NodeId, run: &Model) -> (ProcId, Values) {
        let node = &self.nodes[node];
        let slots = self.units.entered(node.unit.procedure).iter();
        (node.unit.procedure, slots.zip(node.entered()).map(|(&slot, &lit)| (slot, run.value(lit))).collect())
    }

    /// A literal under which one of some holds.
    pub fn one_of(&mut self, literals: &[Lit]) -> Lit {
        let any = self.fresh();
        let clause: Vec<Lit> = [!any].into_iter().chain(literals.iter().copied()).collect();
        self.clause(&clause);
        any
    }

    /// A literal under which all of some hold.
    pub fn all_of(&mut self, literals: &[Lit]) -> Lit {
        let all = self.fresh();
        literals.iter().for_each(|&literal| self.clause(&[!all, literal]));
        all
    }

    fn fresh(&mut self) -> Lit {
        self.solver.new_var()
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause, PARTITION);
    }

    /// A run under which these hold, if there is one.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, assumed: &[Lit], budget: &Budget) -> Result<Option<Model>, StopReason> {
        budget.poll()?;
        budget.spend(assumed.len() as u64 / 64);
        match self.solver.solve(assumed, &Limits { budget: budget.clone(), conflicts: None }) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Conflicts => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    /// The literals that make all leaves quiet.
    pub fn quiet(&self) -> Vec<Lit> {
        self.leaves.iter().map(|&leaf| self.nodes[leaf].quiet).collect()
    }
}
