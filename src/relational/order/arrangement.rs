//! Linear arrangement: blocks in a row, so that nets are short.

use super::csr::Csr;
use super::{breadth, force, greedy, sift};
use crate::budget::{Budget, StopReason};

/// With more pins than this an arrangement is large.
const LARGE: usize = 1 << 16;

/// Blocks of some length, to be put in a row, and nets that tie them. A net costs its weight times its *span*, the distance
/// between the centres of its outermost blocks; the sum is to be small.
///
/// The total span bounds the sum of cut sizes over all positions of the order, and what a diagram must
/// remember at a position is what is tied across it. The best arrangement is NP-hard to find.
pub(super) struct Arrangement {
    /// Of each block; at least 1.
    pub(super) lengths: Vec<u32>,
    /// The blocks of each net: at least two, each once.
    pub(super) nets: Csr,
    /// The weight of each net.
    pub(super) weights: Vec<i64>,
    /// The nets of each block.
    pub(super) nets_of: Csr,
}

impl Arrangement {
    pub(super) fn new(lengths: Vec<u32>, nets: Csr, weights: Vec<i64>) -> Arrangement {
        let nets_of = nets.transposed(lengths.len());
        Arrangement { lengths, nets, weights, nets_of }
    }

    /// The blocks in a good order. Three starting points compete: the order given, a greedy one, and one by distance. FORCE
    /// repairs them from afar (of a large arrangement only the best), sifting the winner from nearby. Near-linear.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn solve(&self, budget: &Budget) -> Result<Vec<u32>, StopReason> {
        let given: Vec<u32> = (0..self.lengths.len() as u32).collect();
        if self.nets.len() == 0 || given.len() < 3 {
            return Ok(given);
        }
        budget.check()?;
        let mut starts = [given, greedy::order(self), breadth::order(self)];
        starts.sort_by_cached_key(|start| self.span(start));
        let tries = if self.nets.items().len() > LARGE { 1 } else { starts.len() };
        let mut repaired = Vec::with_capacity(tries);
        for start in starts.into_iter().take(tries) {
            budget.check()?;
            repaired.push(force::improve(self, start));
        }
        budget.check()?;
        let best = repaired.into_iter().min_by_key(|order| self.span(order));
        Ok(sift::improve(self, best.unwrap_or_default()))
    }

    /// Twice the centre of each block, in this order: whole numbers.
    pub(super) fn centres(&self, order: &[u32]) -> Vec<i64> {
        let mut centres = vec![0; order.len()];
        let mut start = 0;
        for &block in order {
            let length = i64::from(self.lengths[block as usize]);
            centres[block as usize] = 2 * start + length;
            start += length;
        }
        centres
    }

    /// Twice the total weighted span.
    pub(super) fn span(&self, order: &[u32]) -> i64 {
        self.span_at(&self.centres(order))
    }

    /// The same, where the centres are known.
    pub(super) fn span_at(&self, centres: &[i64]) -> i64 {
        let spans = self.nets.rows().zip(&self.weights).map(|(net, weight)| {
            let (low, high) = extent(net, centres);
            weight * (high - low)
        });
        spans.sum()
    }
}

/// The outermost centres of a net.
pub(super) fn extent(net: &[u32], centres: &[i64]) -> (i64, i64) {
    net.iter().fold((i64::MAX, i64::MIN), |(low, high), &block| {
        let centre = centres[block as usize];
        (low.min(centre), high.max(centre))
    })
}
