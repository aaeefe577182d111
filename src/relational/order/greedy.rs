//! A first order, built from top to bottom.

use super::arrangement::Arrangement;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Puts next, again and again, the block that keeps the cut small: much of it hangs on what stands already, little on what does
/// not. It follows chains to their end, and finishes a group before it begins the next. Begins with the block of
/// least weight; ties go to the first block. Linear in the pins, up to the heap's logarithm.
pub(super) fn order(arrangement: &Arrangement) -> Vec<u32> {
    let Arrangement { lengths, nets, weights, nets_of } = arrangement;
    let blocks = lengths.len();
    let total = |block: usize| nets_of[block].iter().map(|&net| weights[net as usize]).sum::<i64>();
    // How much smaller the cut gets if the block comes next.
    let mut gain: Vec<i64> = (0..blocks).map(|block| -total(block)).collect();
    let mut heap: BinaryHeap<(i64, Reverse<u32>)> = gain.iter().copied().zip((0..).map(Reverse)).collect();
    let mut waiting: Vec<u32> = nets.rows().map(|net| net.len() as u32).collect();
    let mut placed = vec![false; blocks];
    let mut order = Vec::with_capacity(blocks);
    while let Some((known, Reverse(block))) = heap.pop() {
        if placed[block as usize] || known != gain[block as usize] {
            continue;
        }
        placed[block as usize] = true;
        order.push(block);
        for &net in &nets_of[block as usize] {
            let (pins, weight, waiting) = (&nets[net as usize], weights[net as usize], &mut waiting[net as usize]);
            *waiting -= 1;
            // The net is cut from now on; when one pin is left, that pin ends the cut.
            let opened = if *waiting as usize == pins.len() - 1 { weight } else { 0 };
            let closing = if *waiting == 1 { weight } else { 0 };
            if opened + closing > 0 {
                for &pin in pins.iter().filter(|&&pin| !placed[pin as usize]) {
                    gain[pin as usize] += opened + closing;
                    heap.push((gain[pin as usize], Reverse(pin)));
                }
            }
        }
    }
    order
}
