//! Other names for columns, and other orders.
//!
//! If the new names stand in the same order as the old ones, as far as the function depends on them, its nodes
//! are copied with new columns: linear, some nanoseconds a node. Else the diagram is rebuilt bottom-up in a
//! [`Weave`]: each node becomes the choice between its children's results by the new column. That is right for any
//! renaming, swaps among them. A choice whose column stands above both children costs one table look-up; one
//! whose column sank below nodes of theirs costs up to the product of those.

use super::diagram::{Diagram, Node};
use super::memo::Op;
use super::{BddId, Bdds, Column, Renaming, Stop, Tools};
use smallvec::SmallVec;

impl Bdds {
    /// The renaming of each first column to the second, all at once; a column that is not named keeps its name. No
    /// column comes first twice.
    pub(crate) fn renaming(&mut self, pairs: impl IntoIterator<Item = (Column, Column)>) -> Renaming {
        let mut list: SmallVec<[(Column, Column); 16]> = pairs.into_iter().filter(|(from, to)| from != to).collect();
        list.sort_unstable();
        debug_assert!(list.windows(2).all(|pair| pair[0].0 != pair[1].0), "one column, two names");
        Renaming(self.renamings.intern(&list))
    }

    /// The function with its columns renamed. If two columns get one name, both are read from it.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn rename(&mut self, a: BddId, renaming: Renaming) -> Result<BddId, Stop> {
        if renaming == Renaming::NONE {
            return Ok(a);
        }
        let key = (Op::Rename, a.0, renaming.0, 0);
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        let support = self.support(a);
        let pairs = self.renamings.get(renaming.0).clone();
        if !pairs.iter().any(|(from, _)| support.binary_search(from).is_ok()) {
            return Ok(a);
        }
        let mut names = std::mem::take(&mut self.names);
        pairs.iter().for_each(|&(from, to)| names[from.index()] = to);
        let monotone = support.windows(2).all(|pair| names[pair[0].index()] < names[pair[1].index()]);
        let result = self.operate(key, |Tools { store, weave, meter, .. }| {
            let renamed = |node: Node| Node { column: names[node.column.index()], ..node };
            if monotone {
                return Diagram::of_nodes(store.get(a).nodes().map(renamed));
            }
            weave.begin();
            let root = weave.bottom_up(store.get(a), |weave, node| weave.choose(renamed(node), meter));
            weave.diagram(root, meter)
        });
        pairs.iter().for_each(|&(from, _)| names[from.index()] = from);
        self.names = names;
        result
    }

    /// Functions of another manager, with each column as `place` says: the way to another order, which sifting is held against. What the functions
    /// share is rebuilt once.
    ///
    /// # Errors
    /// The limit of this manager that was hit.
    #[cfg(test)]
    pub(crate) fn import(
        &mut self,
        other: &Bdds,
        roots: &[BddId],
        place: impl Fn(Column) -> Column,
    ) -> Result<Vec<BddId>, Stop> {
        let diagrams = self.measure(|Tools { weave, meter, .. }| {
            weave.begin();
            let placed =
                |weave: &mut super::Weave, node: Node| weave.choose(Node { column: place(node.column), ..node }, meter);
            let built = roots.iter().map(|&root| weave.bottom_up(other.store.get(root), placed));
            let built: Vec<u32> = built.collect();
            built.into_iter().map(|root| weave.diagram(root, meter)).collect::<Vec<_>>()
        })?;
        diagrams.into_iter().map(|diagram| self.keep(diagram)).collect()
    }
}
