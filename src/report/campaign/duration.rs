//! Times and sizes as people read them.

use crate::campaign::results::Interval;

/// Seconds with three digits that count, and never more than three behind the point.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.9995 => format!("{seconds:.3}"),
        seconds if seconds < 9.995 => format!("{seconds:.2}"),
        seconds if seconds < 99.95 => format!("{seconds:.1}"),
        seconds => format!("{seconds:.0}"),
    }
}

/// A limit: without zeros that say nothing.
pub(crate) fn limit(seconds: f64) -> String {
    format!("{seconds} s")
}

/// Bytes as the largest unit that leaves a number above one.
pub(crate) fn bytes(bytes: f64) -> String {
    let (mut rest, mut unit) = (bytes, "B");
    for next in ["KiB", "MiB", "GiB"] {
        if rest >= 1024.0 {
            (rest, unit) = (rest / 1024.0, next);
        }
    }
    if rest.fract() < 0.05 { format!("{rest:.0} {unit}") } else { format!("{rest:.1} {unit}") }
}

/// A mean and how far it may be off, both with the digits of the mean.
pub(crate) fn interval(interval: Interval) -> String {
    let mean = seconds(interval.mean);
    let digits = mean.split_once('.').map_or(0, |(_, behind)| behind.len());
    format!("{mean} \u{b1} {:.digits$}", interval.half)
}
