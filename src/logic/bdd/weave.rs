//! Diagrams in the making: a set of nodes, each once.
//!
//! Within a weave, a function is the index of its node. An operation begins with an empty one; when it has made
//! its result, that is copied out in canonical layout. The tables stay, so that the next operation need not make them.

use super::apply::Frame;
use super::diagram::{Diagram, Node};
use super::meter::Meter;
use super::table::Table;
use std::mem::take;

/// Room for so many nodes is kept for the next operation: 768 KB.
const KEPT: usize = 1 << 16;
/// A node without a place in the layout.
const NOWHERE: u32 = u32::MAX;

/// Nodes that share all they can; 0 and 1 are the terminals. When a meter says stop, all further results
/// are without meaning.
pub(super) struct Weave {
    /// The first two are the terminals.
    nodes: Vec<Node>,
    index: Table,
    /// Results of the operation at work, by its operands.
    pub(super) results: Table,
    /// Results of disjunctions of what is woven already.
    pub(super) joined: Table,
    /// The way down to the pair at work.
    pub(super) frames: Vec<Frame>,
    /// Whether there may be nodes that are not part of the result.
    pub(super) in_vain: bool,
    /// The nodes of each operand that were copied: which they have become.
    copies: [Vec<u32>; 2],
    /// The way down to the node that is given its place.
    path: Vec<u32>,
    layout: Vec<Node>,
    /// Where each node stands in the layout.
    places: Vec<u32>,
}

impl Weave {
    pub(crate) fn new() -> Weave {
        Weave {
            nodes: Node::TERMINALS.into(),
            index: Table::default(),
            results: Table::default(),
            joined: Table::default(),
            frames: Vec::new(),
            in_vain: false,
            copies: Default::default(),
            path: Vec::new(),
            layout: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Nothing is woven: an operation begins.
    pub(crate) fn begin(&mut self) {
        self.nodes.truncate(2);
        self.nodes.shrink_to(KEPT);
        self.index.clear();
        self.results.clear();
        self.joined.clear();
        self.frames.clear();
        for copies in &mut self.copies {
            copies.clear();
            copies.shrink_to(KEPT);
        }
        self.in_vain = false;
    }

    /// A function of a diagram, which is an operand of the operation at work; its high children are made first. `None` if the meter stopped it.
    pub(super) fn copy(&mut self, diagram: &Diagram, side: usize, function: u32, meter: &Meter) -> Option<u32> {
        if function as usize >= self.copies[side].len() {
            if self.copies[side].is_empty() {
                self.copies[side].extend([0, 1]);
            }
            self.copies[side].resize(function as usize + 1, NOWHERE);
        }
        let (mut copies, mut path) = (take(&mut self.copies[side]), take(&mut self.path));
        let copy = place(function, &mut copies, &mut path, |at| diagram.node(at), |node| self.node(node), meter);
        (self.copies[side], self.path) = (copies, path);
        copy
    }

    /// A diagram rebuilt: `make` is given each node with its children as made before, and gives what is to stand in
    /// its place.
    pub(crate) fn bottom_up(&mut self, diagram: &Diagram, mut make: impl FnMut(&mut Weave, Node) -> u32) -> u32 {
        let mut made: Vec<u32> = Vec::with_capacity(diagram.size());
        made.extend([0, 1]);
        for node in diagram.nodes() {
            let [low, high] = [node.low, node.high].map(|child| made[child as usize]);
            let result = make(self, Node { low, high, ..node });
            made.push(result);
        }
        made[diagram.root() as usize]
    }

    /// The node of a function.
    pub(super) fn at(&self, function: u32) -> Node {
        self.nodes[function as usize]
    }

    /// This node, whose column stands above its children's.
    pub(crate) fn node(&mut self, node: Node) -> u32 {
        if node.low == node.high {
            return node.low;
        }
        self.index.get(node).unwrap_or_else(|| {
            let new = self.nodes.len() as u32;
            self.index.insert(node, new);
            self.nodes.push(node);
            new
        })
    }

    /// All that is woven, if nothing was made in vain, and the nodes in canonical order.
    ///
    /// # Panics
    /// If the root is not the last node.
    pub(super) fn whole(&self, root: u32) -> Diagram {
        if root == 0 {
            return Diagram::constant(false);
        }
        assert_eq!(root as usize + 1, self.nodes.len(), "nothing was made in vain");
        Diagram::of_woven(&self.nodes)
    }

    /// A function as a diagram in canonical layout. Linear in what was woven before it.
    pub(crate) fn diagram(&mut self, root: u32, meter: &Meter) -> Diagram {
        if root < 2 {
            return Diagram::constant(root == 1);
        }
        self.places.clear();
        self.places.extend([0, 1]);
        self.places.resize(root as usize + 1, NOWHERE);
        self.layout.clear();
        self.layout.extend(Node::TERMINALS);
        let layout = &mut self.layout;
        let put = |node| {
            layout.push(node);
            layout.len() as u32 - 1
        };
        let placed = place(root, &mut self.places, &mut self.path, |at| self.nodes[at as usize], put, meter);
        if placed.is_none() {
            return Diagram::constant(false);
        }
        let diagram = Diagram::of_woven(&self.layout);
        self.places.shrink_to(KEPT);
        self.layout.clear();
        self.layout.shrink_to(KEPT);
        diagram
    }
}

/// The place of a node, once it and all below it that have none got theirs from `make`, the high child's part before the low child's. Each is
/// given to `make` with its children's places for them; the terminals have theirs before. `None` if the meter stopped it.
#[inline]
fn place(
    root: u32,
    places: &mut [u32],
    path: &mut Vec<u32>,
    node: impl Fn(u32) -> Node,
    mut make: impl FnMut(Node) -> u32,
    meter: &Meter,
) -> Option<u32> {
    path.clear();
    path.push(root);
    while let Some(&at) = path.last() {
        let node = node(at);
        let (low, high) = (places[node.low as usize], places[node.high as usize]);
        if places[at as usize] != NOWHERE {
            path.pop();
        } else if high == NOWHERE {
            path.push(node.high);
        } else if low == NOWHERE {
            path.push(node.low);
        } else if meter.go_on() {
            places[at as usize] = make(Node { low, high, ..node });
            path.pop();
        } else {
            return None;
        }
    }
    Some(places[root as usize])
}
