//! Members of a family, from small to large, checked in one way.

use crate::measure::{self, Measured};
use std::path::Path;

/// Seconds of processor time for most checks.
pub const LIMIT: u32 = 10;

const NO_PASSES: &str = "--without unreachable,constants,liveness,cone,compaction,modref";

/// Members of one family, smaller ones first, and how they are checked.
pub struct Series {
    pub engine: &'static str,
    /// Whether the passes before the engine run.
    pub has_passes: bool,
    /// Seconds of processor time for a check.
    pub limit: u32,
    pub members: Vec<Member>,
}

/// Programs of one size; more than one differ in their seed.
pub struct Member {
    pub size: u32,
    pub name: String,
    pub families: Vec<String>,
}

/// A member, and what the check in the middle took; nothing if the one before was not decided.
pub struct Row<'a> {
    pub member: &'a Member,
    pub measured: Option<Measured>,
}

impl Member {
    /// One program.
    pub fn one(size: u32, family: String) -> Member {
        Member { size, name: family.clone(), families: vec![family] }
    }
}

impl Series {
    /// The engine, and whether it is alone.
    pub fn way(&self) -> String {
        let passes = if self.has_passes { "" } else { " without passes" };
        format!("{}{passes}", self.engine)
    }

    /// Checks one member after another, until one is not decided; the next one is said to be skipped.
    pub fn rows(&self, folder: &Path) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        for member in &self.members {
            let is_skipped = rows.last().is_some_and(|row| !row.measured.as_ref().is_some_and(Measured::is_decided));
            let measured = (!is_skipped).then(|| self.median(folder, member));
            rows.push(Row { member, measured });
            if is_skipped {
                break;
            }
        }
        rows
    }

    fn median(&self, folder: &Path, member: &Member) -> Measured {
        let path = folder.join("program.bp");
        let passes = if self.has_passes { "" } else { NO_PASSES };
        let flags = format!("--engine {} {passes}", self.engine);
        let mut all: Vec<Measured> = Vec::new();
        for family in &member.families {
            let expected = measure::generate(&path, family);
            all.push(measure::check(&path, &flags, self.limit, &expected));
        }
        all.sort_by(|a, b| (!a.is_decided(), a.seconds).partial_cmp(&(!b.is_decided(), b.seconds)).expect("numbers"));
        all.swap_remove(all.len() / 2)
    }
}

/// The exponent e for which c·size^e is nearest to the times of the decided members of these sizes: by least squares of
/// the logarithms.
pub fn exponent(rows: &[Row<'_>], sizes: std::ops::RangeInclusive<u32>) -> Option<f64> {
    let decided = rows.iter().filter(|row| sizes.contains(&row.member.size)).filter_map(|row| {
        let measured = row.measured.as_ref().filter(|measured| measured.is_decided())?;
        Some((f64::from(row.member.size).ln(), measured.seconds.ln()))
    });
    let points: Vec<(f64, f64)> = decided.collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    (points.len() > 1).then_some(covariance / variance)
}
