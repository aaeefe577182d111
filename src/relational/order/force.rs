//! FORCE: iterated centres of gravity.

use super::arrangement::Arrangement;

/// Rounds at most; it converges in a number of rounds logarithmic in the blocks.
const ROUNDS: usize = 24;

/// Rounds without a better order before it stops.
const PATIENCE: usize = 3;

/// Moves each block to the weighted mean of the centres of gravity of its nets, all at once, and sorts; again and again
/// (F. A. Aloul, I. L. Markov, K. A. Sakallah: FORCE: a fast and easy-to-implement variable-ordering heuristic, GLSVLSI
/// 2003). The best order that was met, the given one included.
pub(super) fn improve(arrangement: &Arrangement, start: Vec<u32>) -> Vec<u32> {
    let Arrangement { nets, weights, nets_of, .. } = arrangement;
    let mut order = start.clone();
    let mut centres = arrangement.centres(&order);
    let (mut best, mut least) = (start, arrangement.span_at(&centres));
    let mut gravity = vec![0.0; nets.len()];
    let mut goal = vec![0.0; order.len()];
    let mut failures = 0;
    for _ in 0..ROUNDS {
        for (gravity, net) in gravity.iter_mut().zip(nets.rows()) {
            let sum: i64 = net.iter().map(|&block| centres[block as usize]).sum();
            *gravity = sum as f64 / net.len() as f64;
        }
        for (block, goal) in goal.iter_mut().enumerate() {
            let (mut sum, mut weight) = (0.0, 0.0);
            for &net in &nets_of[block] {
                sum += weights[net as usize] as f64 * gravity[net as usize];
                weight += weights[net as usize] as f64;
            }
            *goal = if weight > 0.0 { sum / weight } else { centres[block] as f64 };
        }
        // A stable sort: ties keep their order.
        order.sort_by(|&a, &b| goal[a as usize].total_cmp(&goal[b as usize]));
        centres = arrangement.centres(&order);
        let span = arrangement.span_at(&centres);
        if span < least {
            least = span;
            best.copy_from_slice(&order);
            failures = 0;
        } else {
            failures += 1;
            if failures == PATIENCE {
                break;
            }
        }
    }
    best
}
