//! Confidence intervals: where the mean of a figure lies, as far as a few runs tell.

/// The quantiles 0.975 of Student's distribution for 1 to 30 degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/// The same of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// The 95 % confidence interval of a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    /// The mean of what was measured.
    pub(crate) mean: f64,
    /// How far the true mean may be from it.
    pub(crate) half: f64,
}

impl Interval {
    /// That of some values by Student's distribution; there is none of fewer than two.
    pub(crate) fn of(values: &[f64]) -> Option<Interval> {
        let freedom = values.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (squares / freedom as f64).sqrt();
        Some(Interval { mean, half: student(freedom) * deviation / count.sqrt() })
    }
}

/// The quantile 0.975 of Student's distribution. Beyond the table the first terms of its series are exact to four digits.
fn student(freedom: usize) -> f64 {
    let (z, n) = (NORMAL, freedom as f64);
    let first = (z.powi(3) + z) / (4.0 * n);
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n);
    let series = z + first + second;
    STUDENT.get(freedom - 1).copied().unwrap_or(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(Interval::of(&[]), None);
        assert_eq!(Interval::of(&[3.0]), None);
        assert_eq!(Interval::of(&[2.0, 2.0, 2.0]), Some(Interval { mean: 2.0, half: 0.0 }));
        // The deviation of 1, 2, 3 is 1, and 4.303 / sqrt(3) = 2.484.
        let interval = Interval::of(&[1.0, 2.0, 3.0]).expect("three values");
        assert!(interval.mean == 2.0 && (interval.half - 2.4844).abs() < 1e-3, "{interval:?}");
        assert!((student(31) - 2.0395).abs() < 1e-3 && (student(1000) - 1.9623).abs() < 1e-4);
    }
}
