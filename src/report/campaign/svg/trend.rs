//! The trend in time by size: for each quarter of a power of ten the median of the times of the inputs of about this size.

use crate::campaign::results::median;
use std::collections::BTreeMap;

/// Of fewer inputs of about a size there is no median to speak of.
const FEWEST: usize = 10;
/// How many steps of size there are in a power of ten.
const STEPS: f64 = 4.0;

/// Size and time of the points of the trend, from small to large: one run of points for each stretch without a gap.
/// What is not solved has an infinite time; where that is the median, there is a gap.
pub(crate) fn trend(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut steps: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for &(size, seconds) in points {
        steps.entry((size.log10() * STEPS).floor() as i64).or_default().push(seconds);
    }
    let mut runs: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    let mut before = None;
    for (step, times) in steps.into_iter().filter(|(_, times)| times.len() >= FEWEST) {
        let Some(seconds) = median(times.into_iter()).filter(|seconds| seconds.is_finite()) else { continue };
        if before != Some(step - 1) {
            runs.push(Vec::new());
        }
        before = Some(step);
        if let Some(run) = runs.last_mut() {
            run.push((10f64.powf((step as f64 + 0.5) / STEPS), seconds));
        }
    }
    // A point alone is no line.
    runs.retain(|run| run.len() > 1);
    runs
}

#[cfg(test)]
mod tests {
    use super::trend;

    #[test]
    fn medians_of_steps_without_gaps() {
        let mut points = vec![(1.0, 2.0); 10];
        points.extend([(2.0, 4.0); 10]);
        points.extend([(4.0, f64::INFINITY); 10]);
        points.extend([(1000.0, 4.0); 9]);
        let runs = trend(&points);
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[0].iter().map(|&(_, seconds)| seconds).collect::<Vec<_>>(), [2.0, 4.0]);
    }
}
