//! What the axes of time have to hold: the same for all plots of a campaign, so that they can be compared.

use super::axis::{above, decade};
use crate::campaign::results::{Cell, Outcome, Results};

/// Seconds from and to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Range {
    /// A power of ten, at least a millisecond: what is quicker is as good as nothing.
    pub(crate) low: f64,
    /// At least ten times that; the limit itself if nothing is beyond it.
    pub(crate) high: f64,
    /// The limits that anything ran into, from small to large.
    pub(crate) limits: Vec<f64>,
}

impl Range {
    /// The range of the answers, with the limit if anything ran into it.
    pub(crate) fn of(results: &Results) -> Range {
        let (mut low, mut high) = (f64::INFINITY, 0f64);
        let mut limits = Vec::new();
        for (_, cell) in (0..results.engines.len()).flat_map(|engine| results.column(engine)) {
            if answered(cell) {
                low = low.min(cell.seconds());
                high = high.max(cell.seconds());
            } else if cell.outcome == Outcome::Unknown("time".to_string()) && !limits.contains(&cell.limit) {
                // There are few limits, whatever the number of runs.
                limits.push(cell.limit);
            }
        }
        limits.sort_by(f64::total_cmp);
        let low = decade(if low.is_finite() { low.max(0.001) } else { 0.001 });
        let high = match limits.last() {
            Some(&limit) if limit >= high => limit,
            _ => above(high.max(low)),
        };
        Range { low, high: high.max(low * 10.0), limits }
    }
}

/// Whether there is an answer to draw a point for, be it wrong.
pub(crate) fn answered(cell: &Cell) -> bool {
    matches!(cell.outcome, Outcome::Safe | Outcome::Unsafe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Answer;
    use crate::campaign::record::{Cost, Exit, Input, Limits, Record, SCHEMA_VERSION, Tool};

    fn run(path: &str, seconds: f64, limit: f64) -> Record {
        let in_time = seconds < limit;
        Record {
            schema_version: SCHEMA_VERSION,
            tool: Tool { name: "x".into(), version: None, description: None },
            machine: String::new(),
            started: None,
            command: None,
            input: Input { path: path.into(), sha256: None, size: None },
            engine: "x".into(),
            flags: Vec::new(),
            round: 1,
            limits: Limits { seconds: limit, memory_bytes: None },
            expected: None,
            verdict: Some(if in_time { Answer::Safe } else { Answer::Unknown }),
            reason: (!in_time).then(|| "time".into()),
            error: None,
            evidence: None,
            exit: Exit { code: None, signal: None },
            cost: Cost { wall_seconds: seconds, cpu_seconds: None, peak_memory_bytes: None, phases: None },
            stats: None,
        }
    }

    #[test]
    fn the_axis_ends_at_the_limit() {
        let of = |records: &[Record]| Range::of(&Results::new(records, &[]));
        let hit = of(&[run("a", 0.02, 60.0), run("b", 60.0, 60.0)]);
        assert_eq!(hit, Range { low: 0.01, high: 60.0, limits: vec![60.0] });
        assert_eq!(of(&[run("a", 0.02, 60.0)]), Range { low: 0.01, high: 0.1, limits: vec![] });
        let two = of(&[run("a", 9.0, 7.0), run("b", 30.0, 20.0), run("c", 44.0, 50.0), run("d", 0.5, 50.0)]);
        assert_eq!((two.high, two.limits), (50.0, vec![7.0, 20.0]));
    }
}
