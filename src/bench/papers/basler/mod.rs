//! 2007-basler: its scatter plots of forty drivers, and the bound of its section 5, which it leaves to future work.

mod claims;

use crate::bench::papers::paper::{Column, Line, Paper, Plot, Sum, Table, Total, Who};

const DRIVERS: &str = "Figure 9 (a)";
const LAZY_DRIVERS: &str = "Figure 9 (b)";
const BOUND: &str = "Theorem 1";

/// The columns of both figures.
const BEBOP: usize = 0;
const BOOM: usize = 1;
const BOOM_STAR: usize = 2;

/// The paper.
pub(super) static PAPER: Paper = Paper {
    name: "2007-basler",
    title: "G. Basler, D. Kroening, G. Weissenbacher: A complete bounded model checking algorithm for pushdown systems (2007)",
    differs: "The forty systems of the paper were made by SLAM and are not published; ours are forty of `bpcheck generate slam`, which writes programs of that shape: 20 with a violation and 20 without. \
              The paper shows points without numbers, so there are none of it here. Bebop's place is taken by a checker with decision diagrams of today.",
    tables: &[
        Table {
            title: DRIVERS,
            about: "Bebop, which has decision diagrams, beside BOOM, which makes the universal summaries of all procedures first, and BOOM*, which makes them when a spurious run needs \
                    them. In front of the seconds: refinements, procedures, and those of which nothing but Σ★ was ever needed.",
            columns: &[
                Column { name: "BEBOP", who: Who::StandIn("BEBOP"), counts: &[] },
                Column { name: "BOOM", who: Who::StandIn("BOOM"), counts: &["refinements", "functions", "star_left"] },
                Column {
                    name: "BOOM*",
                    who: Who::StandIn("BOOM*"),
                    counts: &["refinements", "functions", "star_left"],
                },
            ],
            lines: drivers,
            is_listed: true,
            totals: &[
                Total { name: "decided", group: "", sum: Sum::Decided, theirs: &[] },
                Total { name: "seconds, SAFE", group: SAFE, sum: Sum::Seconds, theirs: &[] },
                Total { name: "seconds, UNSAFE", group: UNSAFE, sum: Sum::Seconds, theirs: &[] },
            ],
            plot: Some(Plot::Duel(BEBOP, BOOM)),
        },
        Table {
            title: LAZY_DRIVERS,
            about: "The same programs, all summaries at once beside those that are needed.",
            columns: &[
                Column { name: "BOOM", who: Who::StandIn("BOOM"), counts: &[] },
                Column { name: "BOOM*", who: Who::StandIn("BOOM*"), counts: &[] },
            ],
            lines: drivers,
            is_listed: false,
            totals: &[
                Total { name: "seconds, SAFE", group: SAFE, sum: Sum::Seconds, theirs: &[] },
                Total { name: "seconds, UNSAFE", group: UNSAFE, sum: Sum::Seconds, theirs: &[] },
            ],
            plot: Some(Plot::Duel(0, 1)),
        },
        Table {
            title: BOUND,
            about: "Recursion that goes 2^N deep, completed by the bound on nested summaries alone (section 5). In front of the seconds: the nesting r that was found, and the questions whether \
                    there is a longer chain.",
            columns: &[Column {
                name: "nesting bound",
                who: Who::StandIn("nesting bound"),
                counts: &["nesting", "chain_queries"],
            }],
            lines: recursions,
            is_listed: true,
            totals: &[],
            plot: None,
        },
    ],
    claims: claims::CLAIMS,
};

const SAFE: &str = "SAFE";
const UNSAFE: &str = "UNSAFE";

fn drivers() -> Vec<Line> {
    let sizes = (3..=6).flat_map(|procedures| (0..5).map(move |seed| (procedures, seed)));
    let both = sizes.flat_map(|(procedures, seed)| {
        [(SAFE, ""), (UNSAFE, " --unsafe")].map(|(group, flag)| Line {
            group,
            ..Line::of(format!("slam --seed {seed} --procedures {procedures}{flag}"))
        })
    });
    both.collect()
}

fn recursions() -> Vec<Line> {
    let both = (2..=5).flat_map(|bits| {
        ["", " --unsafe"].map(|flag| Line { size: bits, ..Line::of(format!("recursion --bits {bits}{flag}")) })
    });
    both.collect()
}
