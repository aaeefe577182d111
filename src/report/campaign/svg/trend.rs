//! The trend in time by size: the medians of inputs of about the same size, from the smallest to the largest, without a gap.

use crate::campaign::results::median;

/// Of fewer inputs of about a size there is no median to speak of: they are taken together with larger ones.
const FEWEST: usize = 5;
/// How many steps of size there are in a power of ten.
const STEPS: f64 = 4.0;

/// Inputs of about a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    /// The least size.
    pub(crate) from: f64,
    /// The greatest size.
    pub(crate) to: f64,
    /// The median of the times; nothing if more than half of the inputs are not solved.
    pub(crate) median: Option<f64>,
}

/// The steps from small to large of some points, which are size and time. What is not solved has an infinite time.
pub(crate) fn trend(points: &[(f64, f64)]) -> Vec<Step> {
    let mut points = points.to_vec();
    points.sort_by(|(left, _), (right, _)| left.total_cmp(right));
    let place = |size: f64| (size.log10() * STEPS).floor() as i64;
    let mut groups: Vec<Vec<(f64, f64)>> = Vec::new();
    for step in points.chunk_by(|(left, _), (right, _)| place(*left) == place(*right)) {
        match groups.last_mut().filter(|group| group.len() < FEWEST) {
            Some(group) => group.extend(step),
            None => groups.push(step.to_vec()),
        }
    }
    // What is left at the end belongs to the step before it.
    if let [.., before, last] = groups.as_mut_slice()
        && last.len() < FEWEST
    {
        before.append(last);
        groups.pop();
    }
    groups.iter().map(|group| Step::of(group)).collect()
}

impl Step {
    /// That of some points, from small to large; there is at least one.
    fn of(points: &[(f64, f64)]) -> Step {
        let median = median(points.iter().map(|&(_, seconds)| seconds)).filter(|seconds| seconds.is_finite());
        Step { from: points[0].0, to: points[points.len() - 1].0, median }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_over_the_whole_range() {
        let mut points = vec![(1.0, 2.0); 10];
        points.extend([(2.0, 4.0); 3]);
        points.extend([(4.0, f64::INFINITY); 4]);
        points.extend([(1000.0, 4.0); 9]);
        points.push((2000.0, 0.0));
        let steps = trend(&points);
        let step = |from, to, median| Step { from, to, median };
        assert_eq!(steps, [step(1.0, 1.0, Some(2.0)), step(2.0, 4.0, None), step(1000.0, 2000.0, Some(4.0))]);
        assert_eq!(trend(&[(3.0, 1.0), (500.0, 3.0)]), [step(3.0, 500.0, Some(2.0))], "few are one step");
        assert_eq!(trend(&[]), []);
    }
}
