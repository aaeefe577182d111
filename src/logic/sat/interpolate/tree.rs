//! How the parts of a problem hang together.

use crate::logic::sat::cnf::Partition;
use std::collections::BTreeSet;

/// A rooted tree. Each node has one or more partitions, and an interpolant: what the clauses of the node and of all
/// below it say to the rest.
#[derive(Clone, Debug)]
pub struct Tree {
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// All nodes, children before parents.
    order: Vec<usize>,
    /// Where a node stands in that order, and the first one of its subtree.
    places: Vec<(usize, usize)>,
    parts: Parts,
}

#[derive(Clone, Debug)]
enum Parts {
    /// Each node has the partition with its number.
    Each,
    /// The first node has these, the second one all others.
    Cut(BTreeSet<Partition>),
}

/// A list of parents that is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotATree {
    /// Not one node is without a parent.
    #[error("{0} nodes have no parent: a tree has one root")]
    Roots(usize),
    /// A parent is not there.
    #[error("the parent of node {0} is not there")]
    NoParent(usize),
    /// A node is not below the root.
    #[error("node {0} is its own ancestor, or has one that is its own")]
    Circle(usize),
}

impl Tree {
    /// The tree in which each node has this parent, and the partition with its number.
    ///
    /// # Errors
    /// See [`NotATree`].
    pub fn new(parents: Vec<Option<usize>>) -> Result<Tree, NotATree> {
        let mut children = vec![Vec::new(); parents.len()];
        let mut roots = Vec::new();
        for (node, &parent) in parents.iter().enumerate() {
            match parent {
                None => roots.push(node),
                Some(parent) => children.get_mut(parent).ok_or(NotATree::NoParent(node))?.push(node),
            }
        }
        let [root] = roots[..] else { return Err(NotATree::Roots(roots.len())) };
        // Parents before children, and the subtree of a child before its next sibling: backwards that is the order.
        let mut order = Vec::with_capacity(parents.len());
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(&children[node]);
        }
        order.reverse();
        let mut places = vec![None; parents.len()];
        for (place, &node) in order.iter().enumerate() {
            let first = children[node].iter().filter_map(|&child| places[child]).map(|(_, first)| first).min();
            places[node] = Some((place, first.unwrap_or(place)));
        }
        if let Some(lost) = places.iter().position(Option::is_none) {
            return Err(NotATree::Circle(lost));
        }
        let places = places.into_iter().flatten().collect();
        Ok(Tree { parents, children, order, places, parts: Parts::Each })
    }

    /// The path of so many partitions, at least one: the interpolant of a node is what all up to it say to those behind
    /// it. The last one is the root.
    pub fn path(partitions: usize) -> Tree {
        let parents = (1..partitions).map(Some).chain([None]).collect();
        Tree::new(parents).expect("a path is a tree")
    }

    /// A cut: the interpolant of node 0 is what these partitions say to all others.
    pub fn cut(a: impl IntoIterator<Item = Partition>) -> Tree {
        Tree { parts: Parts::Cut(a.into_iter().collect()), ..Tree::path(2) }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// The parent of a node, if it is not the root.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// All nodes, children before parents.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whether a node is another one, or below it.
    pub fn is_within(&self, node: usize, of: usize) -> bool {
        let (last, first) = self.places[of];
        (first..=last).contains(&self.places[node].0)
    }

    /// The node that has a partition, if one has.
    pub fn node(&self, partition: Partition) -> Option<usize> {
        match &self.parts {
            Parts::Each => (partition.0 as usize) < self.nodes(),
            Parts::Cut(a) => return Some(usize::from(!a.contains(&partition))),
        }
        .then_some(partition.0 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtrees_are_told_by_places() {
        let parents = vec![Some(2), Some(2), Some(5), Some(4), Some(5), None, Some(4)];
        let tree = Tree::new(parents.clone()).expect("a tree");
        let is_below = |node: usize, of: usize| {
            std::iter::successors(Some(node), |&node| parents[node]).any(|ancestor| ancestor == of)
        };
        for (node, of) in (0..7).flat_map(|node| (0..7).map(move |of| (node, of))) {
            assert_eq!(tree.is_within(node, of), is_below(node, of), "{node} below {of}");
        }
        let place = |node: usize| tree.order().iter().position(|&other| other == node);
        assert!((0..7).all(|node| parents[node].is_none_or(|parent| place(node) < place(parent))));
    }

    #[test]
    fn what_is_no_tree_is_told() {
        let error = |parents: &[Option<usize>]| Tree::new(parents.to_vec()).expect_err("no tree");
        assert_eq!(error(&[]), NotATree::Roots(0));
        assert_eq!(error(&[None, None]), NotATree::Roots(2));
        assert_eq!(error(&[None, Some(2)]), NotATree::NoParent(1));
        assert_eq!(error(&[None, Some(0), Some(3), Some(2)]), NotATree::Circle(2));
    }

    #[test]
    fn a_path_may_be_long() {
        let tree = Tree::path(200_000);
        assert!(tree.is_within(0, 199_999) && !tree.is_within(5, 4));
    }

    #[test]
    fn a_cut_has_two_sides() {
        let tree = Tree::cut([Partition(1), Partition(3)]);
        assert_eq!([0, 1, 2, 3].map(|part| tree.node(Partition(part))), [1, 0, 1, 0].map(Some));
        assert_eq!(Tree::path(2).node(Partition(2)), None);
    }
}
