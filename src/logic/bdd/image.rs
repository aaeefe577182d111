//! A statement, applied to a set of states.
//!
//! The image of S is `rename(∃ forgotten. S ∧ p1 ∧ … ∧ pk)`. The conjunction of all parts is not built: it can
//! be larger by orders of magnitude than any set that occurs. Instead S meets one part after the other, and each column is
//! quantified together with the last part that reads it ("early quantification"; Burch, Clarke, Long 1991),
//! which is right because the parts behind it do not mention it. Parts that are small together are one from the start: each part is a way through the whole set (R. Ranjan, A. Aziz, R. Brayton,
//! B. Plessier, C. Pixley, "Efficient BDD algorithms for FSM synthesis and verification", 1995, cluster the parts of a transition relation like this).

use super::columns::Marks;
use super::{BddId, Bdds, Column, Columns, Renaming, Stop};
use smallvec::SmallVec;

/// Neighbours become one part if that has no more nodes. With 12 to 100 the largest drivers take a sixth less time than without, and half as many operations.
const SMALL: usize = 16;

/// A statement as a list of parts. Built once, applied often.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Image {
    steps: Vec<(BddId, Columns)>,
    renaming: Renaming,
}

impl Image {
    /// The image under these parts, which are met in this order; what no part reads is quantified with
    /// the first one. Parts that only filter belong in front. Linear in the parts' nodes.
    pub(crate) fn new(bdds: &mut Bdds, parts: &[BddId], forgotten: Columns, renaming: Renaming) -> Image {
        let clusters = clusters(bdds, parts, SMALL);
        Image::of(bdds, &clusters, forgotten, renaming)
    }

    /// The same, each part by itself.
    fn of(bdds: &mut Bdds, parts: &[BddId], forgotten: Columns, renaming: Renaming) -> Image {
        let mut waiting = Marks::none(bdds.columns);
        bdds.members(forgotten).iter().for_each(|&column| _ = waiting.insert(column));
        // From the last part to the first: each takes what no later one has taken.
        let mut taken: SmallVec<[(BddId, SmallVec<[Column; 8]>); 4]> = SmallVec::new();
        for &part in parts.iter().rev() {
            let last_read = bdds.support(part).into_iter().filter(|&column| waiting.contains(column));
            let last_read: SmallVec<[Column; 8]> = last_read.collect();
            last_read.iter().for_each(|&column| waiting.remove(column));
            taken.push((part, last_read));
        }
        let unread = bdds.members(forgotten).iter().copied().filter(|&column| waiting.contains(column));
        let unread: SmallVec<[Column; 8]> = unread.collect();
        match taken.last_mut() {
            Some((_, columns)) => columns.extend(unread),
            None => taken.push((BddId::TRUE, unread)),
        }
        let steps = taken.into_iter().rev().map(|(part, columns)| (part, bdds.column_set(columns)));
        Image { steps: steps.collect(), renaming }
    }

    /// The image of a set of states.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn apply(&self, bdds: &mut Bdds, set: BddId) -> Result<BddId, Stop> {
        let mut set = set;
        for &(part, forgotten) in &self.steps {
            set = bdds.and_exists(set, part, forgotten)?;
        }
        bdds.rename(set, self.renaming)
    }

    /// The diagrams that it needs, for [`Bdds::collect`].
    pub(crate) fn ids(&self) -> impl Iterator<Item = BddId> + '_ {
        self.steps.iter().map(|&(part, _)| part)
    }
}

/// The parts that say something, neighbours made one if that has no more than so many nodes.
fn clusters(bdds: &mut Bdds, parts: &[BddId], most: usize) -> SmallVec<[BddId; 8]> {
    let mut clusters: SmallVec<[BddId; 8]> = SmallVec::new();
    for &part in parts.iter().filter(|part| !part.is_true()) {
        if let Some(last) = clusters.last_mut()
            && bdds.size(*last).max(bdds.size(part)) < most
            // A limit that is hit here only leaves them apart: who goes on meets it again, or had no need to.
            && let Ok(both) = bdds.and(*last, part)
            && bdds.size(both) <= most
        {
            *last = both;
        } else {
            clusters.push(part);
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::super::tests::{all_columns, function, manager, table};
    use super::*;
    use crate::budget::Budget;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_one_by_one_are_their_conjunction(set: u32, tables: Vec<u32>, forgotten in 0u32..32, most in 0usize..20) {
            let mut bdds = manager();
            let parts: Vec<BddId> = tables.iter().take(4).map(|&table| {
                // Each part leaves some columns out, so that there is something to schedule.
                let part = function(&mut bdds, table);
                let few = bdds.column_set(all_columns().filter(|column| table >> column.0 & 1 == 1));
                bdds.exists(part, few).unwrap()
            }).collect();
            let forgotten = bdds.column_set(all_columns().filter(|column| forgotten >> column.0 & 1 == 1));
            let renaming = bdds.renaming([(Column(0), Column(4)), (Column(4), Column(0))]);
            let set = function(&mut bdds, set);
            let clusters = clusters(&mut bdds, &parts, most);
            let image = Image::of(&mut bdds, &clusters, forgotten, renaming).apply(&mut bdds, set).unwrap();
            let mut all = set;
            for &part in &parts {
                all = bdds.and(all, part).unwrap();
            }
            let expected = bdds.exists(all, forgotten).unwrap();
            let expected = bdds.rename(expected, renaming).unwrap();
            prop_assert_eq!(image, expected);
        }
    }

    fn quantified(bdds: &Bdds, image: &Image) -> Vec<Vec<Column>> {
        image.steps.iter().map(|&(_, columns)| bdds.members(columns).to_vec()).collect()
    }

    /// Each column goes with the last part that reads it, and one that no part reads with the first one.
    #[test]
    fn large_parts_stay_apart_and_quantify_early() {
        let mut bdds = Bdds::new(40, Limits { budget: Budget::unlimited(), nodes: 1 << 20 }).unwrap();
        let mut parity = |columns: std::ops::Range<u16>| {
            columns.fold(BddId::FALSE, |all, column| {
                let column = bdds.literal(Column(column), true);
                let same = bdds.iff(all, column).unwrap();
                bdds.not(same).unwrap()
            })
        };
        let parts = [parity(0..12), parity(10..22), parity(20..21), parity(21..23)];
        let forgotten = bdds.column_set([0, 11, 21, 30].map(Column));
        let image = Image::new(&mut bdds, &parts, forgotten, Renaming::NONE);
        let of = |columns: &[u16]| columns.iter().copied().map(Column).collect::<Vec<_>>();
        assert_eq!(quantified(&bdds, &image), [of(&[0, 30]), of(&[11]), of(&[21])]);
        assert!(image.steps.iter().all(|&(part, _)| bdds.size(part) > 4));
    }

    /// `a, b := b, a` and `a := !a`, with 2 and 3 as next copies of columns 0 and 1.
    #[test]
    fn parallel_and_sequential_assignment() {
        let mut bdds = manager();
        let [a, b, next_a, next_b] = [0, 1, 2, 3].map(|column| bdds.literal(Column(column), true));
        let swap = [bdds.iff(next_a, b).unwrap(), bdds.iff(next_b, a).unwrap()];
        let forgotten = bdds.column_set([Column(0), Column(1)]);
        let back = bdds.renaming([(Column(2), Column(0)), (Column(3), Column(1))]);
        let swap = Image::new(&mut bdds, &swap, forgotten, back);
        assert_eq!(quantified(&bdds, &swap), [[Column(0), Column(1)]], "two small parts are one");
        let set = bdds.diff(a, b).unwrap();
        let swapped = swap.apply(&mut bdds, set).unwrap();
        assert_eq!(swapped, bdds.diff(b, a).unwrap());

        let same = [bdds.iff(next_a, a).and_then(|same| bdds.not(same)).unwrap()];
        let (old, back) = (bdds.column_set([Column(0)]), bdds.renaming([(Column(2), Column(0))]));
        let flip = Image::new(&mut bdds, &same, old, back);
        let flipped = flip.apply(&mut bdds, set).unwrap();
        assert_eq!(table(&bdds, flipped), table(&bdds, BddId::TRUE) & 0x1111_1111);

        let copy = bdds.iff(a, b).unwrap();
        let copy = Image { steps: vec![(BddId::TRUE, old), (copy, Columns::NONE)], renaming: Renaming::NONE };
        let copied = copy.apply(&mut bdds, set).unwrap();
        assert_eq!(table(&bdds, copied), 0x1111_1111);
        assert_eq!(copy.ids().count(), 2);
    }
}
