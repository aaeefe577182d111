//! How time grows with size.

use super::measure::Row;

/// The exponent for the members of a family from a size on that an engine decides.
pub(crate) fn of(family: &[Row], engine: usize, from: u32) -> Option<f64> {
    let large = family.iter().filter(|row| row.member.size >= from);
    let points = large.filter_map(|row| {
        let cell = row.cells[engine].as_ref().filter(|cell| cell.solved())?;
        Some((row.member.size, cell.seconds()))
    });
    exponent(&points.collect::<Vec<_>>())
}

/// The exponent e for which c·size^e is nearest to the times, or the counters, of these sizes, by least squares of the logarithms. Nothing if
/// there are less than two sizes, or one of the numbers is zero.
pub(super) fn exponent(points: &[(u32, f64)]) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.iter().map(|&(size, seconds)| (f64::from(size).ln(), seconds.ln())).collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    Some(covariance / variance).filter(|exponent| exponent.is_finite())
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn powers_are_found() {
        let rounded = |points: &[(u32, f64)]| exponent(points).map(|exponent| (exponent * 1000.0).round() / 1000.0);
        assert_eq!(rounded(&[(10, 2.0), (20, 8.0), (40, 32.0)]), Some(2.0));
        assert_eq!(rounded(&[(10, 5.0), (1000, 5.0)]), Some(0.0));
        assert_eq!(rounded(&[(10, 5.0)]), None);
        assert_eq!(rounded(&[(10, 5.0), (10, 6.0)]), None);
        assert_eq!(rounded(&[(10, 0.0), (20, 6.0)]), None);
        assert_eq!(rounded(&[]), None);
    }
}
