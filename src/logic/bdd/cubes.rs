//! The paths to true: partial valuations that make a function hold.

use super::diagram::{Diagram, Node};
use super::{BddId, Bdds, Column};

/// A column with its value.
pub(crate) type Literal = (Column, bool);

impl Bdds {
    /// The cubes of a function: partial valuations, sorted by column, no two of which agree, that together
    /// are all its models. In lexicographic order, false first. There can be exponentially many; to come to
    /// the next one takes time in the length of one.
    pub(crate) fn cubes(&self, a: BddId) -> Cubes<'_> {
        Cubes { diagram: self.store.get(a), path: Vec::new(), begun: false }
    }

    /// The first cube; `None` if it never holds. The columns that the cube leaves out may have any value.
    pub(crate) fn pick(&self, a: BddId) -> Option<Vec<Literal>> {
        self.cubes(a).next()
    }

    /// The function that holds where all of these do. No column twice. Linear after sorting.
    pub(crate) fn cube(&mut self, literals: &[Literal]) -> BddId {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        let nodes = literals.iter().rev().enumerate().map(|(count, &(column, value))| {
            let next = count as u32 + 1;
            let [low, high] = if value { [0, next] } else { [next, 0] };
            Node { column, low, high }
        });
        if literals.is_empty() { BddId::TRUE } else { self.store.insert(Diagram::of_nodes(nodes)) }
    }
}

/// See [`Bdds::cubes`].
pub(crate) struct Cubes<'a> {
    diagram: &'a Diagram,
    /// The nodes of the cube given last, each with the value it has there.
    path: Vec<(u32, bool)>,
    begun: bool,
}

impl Iterator for Cubes<'_> {
    type Item = Vec<Literal>;

    fn next(&mut self) -> Option<Vec<Literal>> {
        let mut at = if self.begun { self.turn()? } else { self.diagram.root() };
        self.begun = true;
        while at >= 2 {
            // A node of a reduced diagram reaches true, by its high child if not by its low one.
            let node = self.diagram.node(at);
            self.path.push((at, node.low == 0));
            at = if node.low == 0 { node.high } else { node.low };
        }
        let literal = |&(at, value): &(u32, bool)| (self.diagram.node(at).column, value);
        (at == 1).then(|| self.path.iter().map(literal).collect())
    }
}

impl Cubes<'_> {
    /// Turns the last false that can be turned; the node behind it.
    fn turn(&mut self) -> Option<u32> {
        while let Some((at, value)) = self.path.pop() {
            let high = self.diagram.node(at).high;
            if !value && high != 0 {
                self.path.push((at, true));
                return Some(high);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{function, manager};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cubes_are_a_partition_in_order(table: u32) {
            let mut bdds = manager();
            let a = function(&mut bdds, table);
            let cubes: Vec<_> = bdds.cubes(a).collect();
            prop_assert_eq!(bdds.pick(a), cubes.first().cloned());
            let mut covered = BddId::FALSE;
            for cube in cubes {
                let cube = bdds.cube(&cube);
                prop_assert!(bdds.and(cube, covered).unwrap().is_false());
                covered = bdds.or(cube, covered).unwrap();
            }
            prop_assert_eq!(covered, a);
        }
    }

    #[test]
    fn the_first_cube_prefers_false() {
        let mut bdds = manager();
        let cube = [(Column(1), true), (Column(3), false), (Column(4), true)];
        let a = bdds.cube(&cube);
        let b = bdds.literal(Column(0), true);
        let either = bdds.or(a, b).unwrap();
        let mut first = vec![(Column(0), false)];
        first.extend(cube);
        assert_eq!(bdds.cubes(either).collect::<Vec<_>>(), [first, vec![(Column(0), true)]]);
        assert_eq!(bdds.pick(BddId::FALSE), None);
        assert_eq!(bdds.cubes(BddId::TRUE).collect::<Vec<_>>(), [vec![]]);
    }
}
