//! A first order by distance from one end.

use super::arrangement::Arrangement;

/// Breadth-first search from a block at the rim, which a first search finds (E. Cuthill, J. McKee: Reducing the bandwidth of
/// sparse symmetric matrices, ACM 1969). Where blocks are tied in one long band, nothing else unrolls it. Linear.
pub(super) fn order(arrangement: &Arrangement) -> Vec<u32> {
    let rim = search(arrangement, 0).last().copied().unwrap_or(0);
    search(arrangement, rim)
}

/// The blocks in the order in which a search from `start` finds them; what cannot be reached follows likewise.
fn search(arrangement: &Arrangement, start: u32) -> Vec<u32> {
    let Arrangement { lengths, nets, nets_of, .. } = arrangement;
    let mut order = Vec::with_capacity(lengths.len());
    let mut found = vec![false; lengths.len()];
    let mut used = vec![false; nets.len()];
    let mut next = 0;
    for root in std::iter::once(start).chain(0..lengths.len() as u32) {
        if !std::mem::replace(&mut found[root as usize], true) {
            order.push(root);
        }
        while let Some(&block) = order.get(next) {
            next += 1;
            for &net in &nets_of[block as usize] {
                if !std::mem::replace(&mut used[net as usize], true) {
                    let pins = nets[net as usize].iter().copied();
                    order.extend(pins.filter(|&pin| !std::mem::replace(&mut found[pin as usize], true)));
                }
            }
        }
    }
    order
}
