//! Diagrams built node by node, for what the library has no operation for (or none that is canonical).
//!
//! A weave is a set of nodes, each once. Within it, a function is the index of its node. It is thrown away when its
//! results have been copied out into canonical layout.

use super::Column;
use super::backend::{Diagram, Node};
use super::meter::Meter;
use rustc_hash::FxHashMap;

/// Nodes that share all they can; 0 and 1 are the terminals. When its meter says stop, all further results
/// are without meaning.
pub(super) struct Weave<'a> {
    /// Inner nodes; the first has index 2.
    nodes: Vec<Node>,
    index: FxHashMap<Node, u32>,
    /// Results of [`Weave::choose`].
    chosen: FxHashMap<Node, u32>,
    meter: &'a Meter<'a>,
}

impl<'a> Weave<'a> {
    pub(crate) fn new(meter: &'a Meter<'a>) -> Weave<'a> {
        Weave { nodes: Vec::new(), index: FxHashMap::default(), chosen: FxHashMap::default(), meter }
    }

    /// A diagram rebuilt: `make` is given each node with its children as made before, and gives what is to stand in
    /// its place.
    pub(crate) fn bottom_up(&mut self, diagram: &Diagram, mut make: impl FnMut(&mut Weave<'a>, Node) -> u32) -> u32 {
        let mut made: Vec<u32> = Vec::with_capacity(diagram.size());
        made.extend([0, 1]);
        for node in diagram.nodes() {
            let [low, high] = [node.low, node.high].map(|child| made[child as usize]);
            let result = make(self, Node { low, high, ..node });
            made.push(result);
        }
        made[diagram.root() as usize]
    }

    /// This node, whose column stands above its children's.
    pub(crate) fn node(&mut self, node: Node) -> u32 {
        if node.low == node.high || !self.meter.go_on() {
            return node.low;
        }
        let nodes = &mut self.nodes;
        *self.index.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() as u32 + 1
        })
    }

    /// The function that is `high` where the column holds, else `low`, wherever the column stands in the order.
    /// Time: constant if it stands above both; at worst the product of the numbers of their nodes above it.
    pub(crate) fn choose(&mut self, choice: Node) -> u32 {
        let mut stack = vec![choice];
        let mut result = choice.low;
        while let Some(&choice) = stack.last() {
            if !self.meter.go_on() {
                return 0;
            }
            if let Some(known) = self.known(choice) {
                result = known;
                stack.pop();
                continue;
            }
            let top = self.top(choice.low).min(self.top(choice.high));
            if choice.column <= top {
                // The column itself may be tested in either branch, where its value is known.
                let low = self.branch(choice.low, choice.column, false);
                let high = self.branch(choice.high, choice.column, true);
                result = self.node(Node { low, high, ..choice });
            } else {
                let halves = [false, true].map(|value| Node {
                    column: choice.column,
                    low: self.branch(choice.low, top, value),
                    high: self.branch(choice.high, top, value),
                });
                let [Some(low), Some(high)] = halves.map(|half| self.known(half)) else {
                    stack.extend(halves.into_iter().filter(|&half| self.known(half).is_none()));
                    continue;
                };
                result = self.node(Node { column: top, low, high });
            }
            self.chosen.insert(choice, result);
            stack.pop();
        }
        result
    }

    /// A function as a diagram in canonical layout. Linear in it.
    pub(crate) fn diagram(&self, columns: u16, root: u32) -> Diagram {
        if root < 2 {
            return Diagram::constant(columns, root == 1);
        }
        let mut place: FxHashMap<u32, u32> = FxHashMap::from_iter([(0, 0), (1, 1)]);
        let mut nodes: Vec<Node> = Vec::new();
        let mut stack = vec![root];
        while let Some(&at) = stack.last() {
            if !self.meter.go_on() {
                return Diagram::constant(columns, false);
            }
            let node = self.nodes[at as usize - 2];
            let children = [node.low, node.high];
            if !place.contains_key(&at) {
                let [Some(&low), Some(&high)] = children.map(|child| place.get(&child)) else {
                    stack.extend(children.into_iter().filter(|child| !place.contains_key(child)));
                    continue;
                };
                nodes.push(Node { low, high, ..node });
                place.insert(at, nodes.len() as u32 + 1);
            }
            stack.pop();
        }
        Diagram::of_nodes(columns, nodes)
    }

    fn known(&self, choice: Node) -> Option<u32> {
        if choice.low == choice.high { Some(choice.low) } else { self.chosen.get(&choice).copied() }
    }

    /// The column that a function tests first; below all there are for a terminal.
    fn top(&self, at: u32) -> Column {
        if at < 2 { Column(u16::MAX) } else { self.nodes[at as usize - 2].column }
    }

    /// A function where this column, which it tests first if at all, has this value.
    fn branch(&self, at: u32, column: Column, value: bool) -> u32 {
        match at.checked_sub(2).map(|inner| self.nodes[inner as usize]) {
            Some(node) if node.column == column => {
                if value {
                    node.high
                } else {
                    node.low
                }
            }
            _ => at,
        }
    }
}
