//! The tables of program families.

use crate::plot::{Curve, plot};
use crate::series::{LIMIT, Member, Row, Series, exponent};
use std::ops::RangeInclusive;
use std::path::Path;

/// The name of a table, what it is about, and how it is made.
pub type Entry = (&'static str, &'static str, fn() -> Table);

pub const TABLES: [Entry; 7] = [
    ("bebop", "a call graph whose tree is exponential", bebop),
    ("doubling", "a run of 2^200 steps", doubling),
    ("crossing", "random formulas: where SAT overtakes diagrams", crossing),
    ("slam", "drivers with more and more local variables", slam),
    ("recursion", "how a recursion of 2^bits frames is found to be complete", recursion),
    ("freebits", "variables that are chosen anew all the time", freebits),
    ("wide", "a small counter beside data whose exact relation is large", wide),
];

const VARIANTS: [&str; 2] = ["", " --unsafe"];

/// What is checked, and what is shown of it.
#[derive(Default)]
pub struct Table {
    series: Vec<Series>,
    /// Counters of the summary engine.
    counters: &'static [&'static str],
    /// The sizes over which the growth of time is fitted.
    fitted: Option<RangeInclusive<u32>>,
    /// The legend of the abscissa, and a mark with its legend for each series.
    plotted: Option<(&'static str, &'static [(char, &'static str)])>,
}

impl Table {
    /// Seconds of processor time for a check.
    pub fn limit(&self) -> u32 {
        self.series.first().map_or(LIMIT, |series| series.limit)
    }

    /// Checks everything and prints as it goes.
    pub fn print(&self, folder: &Path) {
        let counters: String = self.counters.iter().map(|counter| format!(" {counter:>14}")).collect();
        println!(" seconds      MiB  verdict{counters}  program, engine");
        let mut curves = Vec::new();
        for (number, series) in self.series.iter().enumerate() {
            let rows = series.rows(folder);
            rows.iter().for_each(|row| self.line(&series.way(), row));
            if let Some(sizes) = &self.fitted {
                let exponent = exponent(&rows, sizes.clone());
                let shown = exponent.map_or("unknown".to_string(), |exponent| format!("{exponent:.2}"));
                println!("  exponent from {} to {}: {shown}", sizes.start(), sizes.end());
            }
            if let Some((_, marks)) = self.plotted {
                let (mark, legend) = marks[number];
                curves.push(Curve { mark, legend, points: points(&rows, series.limit) });
            }
        }
        if let Some((abscissa, _)) = self.plotted {
            println!("\n{}          #  more than one; at the top: not decided", plot(&curves, abscissa, "seconds"));
        }
    }

    fn line(&self, way: &str, Row { member, measured }: &Row<'_>) {
        let Some(measured) = measured else {
            println!("       -        -  skipped  {} and larger ones, {way}", member.name);
            return;
        };
        let counter = |name: &&str| format!(" {:>14}", measured.document["stats"]["summary"][*name].to_string());
        let counters: String = self.counters.iter().map(counter).collect();
        let (seconds, megabytes, verdict) = (measured.seconds, measured.megabytes, &measured.verdict);
        println!("{seconds:8.3} {megabytes:8.1}  {verdict:7}{counters}  {}, {way}", member.name);
    }
}

/// Size and seconds; what was not decided lies at the limit.
fn points(rows: &[Row<'_>], limit: u32) -> Vec<(f64, f64)> {
    let checked = rows.iter().filter_map(|row| {
        let measured = row.measured.as_ref()?;
        let seconds = if measured.is_decided() { measured.seconds } else { f64::from(limit) };
        Some((f64::from(row.member.size), seconds.max(0.001)))
    });
    checked.collect()
}

/// One program for each size.
fn series(engine: &'static str, sizes: &[u32], family: impl Fn(u32) -> String) -> Series {
    let members = sizes.iter().map(|&size| Member::one(size, family(size))).collect();
    Series { engine, has_passes: true, limit: LIMIT, members }
}

fn bebop() -> Table {
    let sizes = [100, 400, 1_000, 2_000, 4_000];
    let ways = ["summary:lazy", "summary:eager", "saturation"];
    let each = ways.into_iter().flat_map(|way| VARIANTS.map(|variant| (way, variant)));
    let series = each.map(|(way, variant)| {
        let all = series(way, &sizes, |n| format!("bebop --procedures {n}{variant}"));
        Series { limit: 60, ..all }
    });
    Table { series: series.collect(), fitted: Some(400..=4_000), ..Table::default() }
}

fn doubling() -> Table {
    let each = ["summary", "saturation"].into_iter().flat_map(|way| VARIANTS.map(|variant| (way, variant)));
    let series = each.map(|(way, variant)| series(way, &[200], |n| format!("doubling --procedures {n}{variant}")));
    Table { series: series.collect(), ..Table::default() }
}

fn crossing() -> Table {
    let sizes = [10, 15, 20, 25, 30, 35, 40, 45, 50, 70, 100, 200, 300, 500, 1_000];
    let each = ["summary", "saturation"].into_iter().flat_map(|way| VARIANTS.map(|variant| (way, variant)));
    let series = each.map(|(engine, variant)| Series {
        engine,
        has_passes: true,
        limit: LIMIT,
        members: sizes.map(|n| seeds(n, &format!("cnf --variables {n}{variant}"))).into(),
    });
    let marks =
        &[('s', "summary, SAFE"), ('S', "summary, UNSAFE"), ('b', "saturation, SAFE"), ('B', "saturation, UNSAFE")];
    Table { series: series.collect(), plotted: Some(("variables", marks)), ..Table::default() }
}

fn slam() -> Table {
    let series = ["summary", "saturation"].map(|engine| Series {
        engine,
        has_passes: true,
        limit: LIMIT,
        members: [4, 8, 16, 32, 64, 128, 256, 512]
            .map(|n| seeds(n, &format!("slam --procedures 4 --locals {n} --unsafe")))
            .into(),
    });
    let marks = &[('S', "summary"), ('B', "saturation")];
    Table { series: series.into(), plotted: Some(("locals", marks)), ..Table::default() }
}

/// Three programs of a size.
fn seeds(size: u32, family: &str) -> Member {
    let families = (0..3).map(|seed| format!("{family} --seed {seed}")).collect();
    Member { size, name: format!("{family}, median of 3 seeds"), families }
}

fn recursion() -> Table {
    let ways = ["summary", "summary:bound=chain", "summary:bound=fixpoint"];
    let series =
        ways.map(|way| series(way, &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], |n| format!("recursion --bits {n}")));
    Table { series: series.into(), counters: &["nesting", "chain_queries", "fixpoint_tests"], ..Table::default() }
}

fn freebits() -> Table {
    let sizes = [2, 3, 4, 5, 6, 8, 16, 32, 64];
    let ways = [
        ("loop", "summary", false),
        ("loop", "summary", true),
        ("loop", "summary:bound=chain", true),
        ("recursion", "summary", false),
        ("recursion", "summary", true),
        ("recursion", "summary:bound=chain", true),
    ];
    let series = ways.map(|(shape, engine, has_passes)| {
        let all = series(engine, &sizes, |n| format!("freebits --shape {shape} --variables {n}"));
        Series { has_passes, ..all }
    });
    let counters = &["unrollings", "nesting", "chain_queries", "fixpoint_tests"];
    Table { series: series.into(), counters, ..Table::default() }
}

fn wide() -> Table {
    let ways = ["summary", "saturation:post", "saturation:pre"];
    let shapes = ["loop", "recursion"].into_iter().flat_map(|shape| VARIANTS.map(|variant| (shape, variant)));
    let series = shapes.flat_map(|(shape, variant)| {
        ways.map(|way| series(way, &[100], |n| format!("wide --bits 3 --data {n} --shape {shape}{variant}")))
    });
    Table { series: series.collect(), ..Table::default() }
}
